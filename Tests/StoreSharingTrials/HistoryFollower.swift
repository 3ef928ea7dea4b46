import Dispatch
import Foundation
import MainspringModel
import TrialStores

@testable import MainspringData

/// A process that follows the history by token, and keeps what it has seen in a file, token and all, so that whoever goes on
/// sees each change once.
struct HistoryFollower {
    let folder: String

    private struct State: Codable {
        /// An archive.
        var token: Data?
        var lastTransaction: Int64 = 0
        var transactionCount = 0
        var lastChange: Int64 = 0
        /// The items that there are, by what was seen of them.
        var live: Set<String> = []
    }

    private var seen: URL { URL(fileURLWithPath: folder).appendingPathComponent("seen.json") }

    /// Follows until it is killed, and says each time how much it has seen.
    func follow(_ parent: Parent) throws {
        var state = try state()
        let file = try SharedStore.open(in: folder)
        let isWritten = DispatchSemaphore(value: 0)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: file.coordinator, queue: nil
        ) { _ in isWritten.signal() }
        defer { NotificationCenter.default.removeObserver(observer) }
        // What was saved before somebody listened is not told.
        while true {
            if try step(&state, file) { parent.hear("seen \(state.transactionCount)") }
            isWritten.wait()
        }
    }

    /// Goes on to the end, and says whether what was seen is what there is.
    func finish(_ parent: Parent) throws {
        var state = try state()
        let file = try SharedStore.open(in: folder)
        try step(&state, file)
        let context = file.context()
        let found = try context.performAndWait {
            Set(try context.all("Item").map { $0.objectID.uriRepresentation().lastPathComponent })
        }
        try require(found == state.live, "seen were \(state.live.count) items, and there are \(found.count)")
        try file.close()
        parent.hear("followed \(state.transactionCount)")
    }

    private func state() throws -> State {
        guard FileManager.default.fileExists(atPath: seen.path) else { return State() }
        return try JSONDecoder().decode(State.self, from: Data(contentsOf: seen))
    }

    /// - Returns: whether there was something new.
    @discardableResult
    private func step(_ state: inout State, _ file: OpenStore) throws -> Bool {
        let token = try state.token.flatMap {
            try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: $0)
        }
        let context = file.context()
        let transactions = try context.performAndWait {
            let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
            return (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
        }
        guard let last = transactions.last else { return false }
        for transaction in transactions { try take(transaction, &state) }
        state.token = try NSKeyedArchiver.archivedData(withRootObject: last.token, requiringSecureCoding: true)
        try JSONEncoder().encode(state).write(to: seen, options: .atomic)
        return true
    }

    private func take(_ transaction: NSPersistentHistoryTransaction, _ state: inout State) throws {
        let number = transaction.transactionNumber
        try require(number == state.lastTransaction + 1, "transaction \(number) follows \(state.lastTransaction)")
        (state.lastTransaction, state.transactionCount) = (number, state.transactionCount + 1)
        for change in transaction.changes ?? [] {
            try require(
                change.changeID == state.lastChange + 1, "change \(change.changeID) follows \(state.lastChange)")
            state.lastChange = change.changeID
            let key = change.changedObjectID.uriRepresentation().lastPathComponent
            switch change.changeType {
            case .insert: try require(state.live.insert(key).inserted, "\(key) is inserted twice")
            case .update: try require(state.live.contains(key), "\(key) is changed, and is not there")
            case .delete: try require(state.live.remove(key) != nil, "\(key) is deleted, and is not there")
            }
        }
    }
}
