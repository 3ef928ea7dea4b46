import Foundation
import MainspringModel

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

    private var file: URL { URL(fileURLWithPath: folder).appendingPathComponent("seen.json") }

    /// Follows until it is killed.
    func follow(_ input: Int32, _ output: Int32) throws {
        var state = try state()
        let (coordinator, _) = try SharedStore.open(in: folder)
        while true {
            try step(&state, coordinator)
            usleep(2_000)
        }
    }

    /// Goes on to the end, and says whether what was seen is what there is.
    func finish(_ input: Int32, _ output: Int32) throws {
        var state = try state()
        let (coordinator, store) = try SharedStore.open(in: folder)
        try step(&state, coordinator)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        let found = try context.performAndWait {
            Set(try context.fetch(SharedStore.items).map { $0.objectID.uriRepresentation().lastPathComponent })
        }
        try require(found == state.live, "seen were \(state.live.count) items, and there are \(found.count)")
        try coordinator.remove(store)
        say("followed \(state.transactionCount)", to: output)
    }

    private func state() throws -> State {
        guard FileManager.default.fileExists(atPath: file.path) else { return State() }
        return try JSONDecoder().decode(State.self, from: Data(contentsOf: file))
    }

    private func step(_ state: inout State, _ coordinator: NSPersistentStoreCoordinator) throws {
        let token = try state.token.flatMap {
            try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: $0)
        }
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        let transactions = try context.performAndWait {
            let result = try context.execute(NSPersistentHistoryChangeRequest.fetchHistory(after: token))
            return (result as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction] ?? []
        }
        guard let last = transactions.last else { return }
        for transaction in transactions { try take(transaction, &state) }
        state.token = try NSKeyedArchiver.archivedData(withRootObject: last.token, requiringSecureCoding: true)
        try JSONEncoder().encode(state).write(to: file, options: .atomic)
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
