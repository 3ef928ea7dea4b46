import Dispatch
import Foundation
import Locks
import MainspringModel
import SeededRandom

@testable import MainspringData

/// A process in which several contexts save, and another one takes over what all processes have saved, by the history.
final class Saver: @unchecked Sendable {
    // `@unchecked Sendable`: constant but for what is guarded.

    private let folder: String
    private let (number, workers, saves): (Int, Int, Int)
    private let seed: UInt64
    private let failure = Guarded<String?>(nil)

    init(folder: String, number: Int, seed: UInt64, workers: Int, saves: Int) {
        (self.folder, self.number, self.seed, self.workers, self.saves) = (folder, number, seed, workers, saves)
    }

    func run(_ input: Int32, _ output: Int32) throws {
        let (coordinator, store) = try SharedStore.open(in: folder, tells: true)
        let view = try HistoryView(coordinator)
        let group = DispatchGroup()
        for worker in 0..<workers {
            group.enter()
            Thread { [self] in
                do {
                    try save(worker, coordinator)
                } catch {
                    failure.withLock { $0 = "\(error)" }
                }
                group.leave()
            }.start()
        }
        group.wait()
        if let sentence = failure.withLock({ $0 }) { throw Broken(description: sentence) }
        say("done", to: output)
        var byte: UInt8 = 0
        while read(input, &byte, 1) == 1, byte != UInt8(ascii: "\n") {}
        let count = try view.check(folder)
        say("\(view.noticeCount) notices, \(count) objects agree", to: output)
        try coordinator.remove(store)
    }

    /// Saves in a context of its own: a new item each time, changes of earlier ones, and some deletions; at the end the file must
    /// have just what this worker has saved.
    private func save(_ worker: Int, _ coordinator: NSPersistentStoreCoordinator) throws {
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.transactionAuthor = "\(number).\(worker)"
        let count = saves / workers + (worker < saves % workers ? 1 : 0)
        try context.performAndWait {
            var random = SeededGenerator(seed: seed &+ UInt64(number * 100 + worker))
            var own: [(object: NSManagedObject, number: Int, turn: Int)] = []
            for step in 0..<count {
                let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
                item.setValue(context.transactionAuthor, forKey: "worker")
                item.setValue(step, forKey: "number")
                item.setValue(0, forKey: "turn")
                if let index = own.indices.randomElement(using: &random) {
                    own[index].turn += 1
                    own[index].object.setValue(own[index].turn, forKey: "turn")
                }
                if own.count > 20 {
                    let gone = own.remove(at: Int.random(in: 0..<own.count, using: &random))
                    context.delete(gone.object)
                }
                own.append((item, step, 0))
                try context.save()
            }
            let name = context.transactionAuthor ?? ""
            let expected = own.map { "\(name) \($0.number) \($0.turn)" }.sorted()
            let found = try SharedStore.lines(in: folder, worker: name)
            try require(found == expected, "The worker \(name) has saved \(expected), and the file has \(found).")
        }
    }
}

/// A context that keeps all objects and takes over what the history says.
private final class HistoryView: @unchecked Sendable {
    // `@unchecked Sendable`: what is no constant is used on the context's queue, or guarded.

    private let context: NSManagedObjectContext
    private var token: NSPersistentHistoryToken?
    private var objects: [NSManagedObject] = []
    private let notices = Guarded(0)
    private var observer: (any NSObjectProtocol)?

    var noticeCount: Int { notices.withLock { $0 } }

    init(_ coordinator: NSPersistentStoreCoordinator) throws {
        context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        context.retainsRegisteredObjects = true
        token = coordinator.currentPersistentHistoryToken(fromStores: nil)
        try context.performAndWait { objects = try context.fetch(SharedStore.items) }
        observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
        ) { [self] _ in
            notices.withLock { $0 += 1 }
            context.performAndWait { try? follow() }
        }
    }

    /// On the context's queue.
    private func follow() throws {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
        let result = try context.execute(request) as? NSPersistentHistoryResult
        for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
            context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
            token = transaction.token
        }
    }

    /// Whether the context has what the file has.
    func check(_ folder: String) throws -> Int {
        if let observer { NotificationCenter.default.removeObserver(observer) }
        return try context.performAndWait {
            try follow()
            let objects = context.registeredObjects.filter { !$0.isDeleted }
            let lines = objects.map { object in
                "\(object.value(forKey: "worker") ?? "") \(object.value(forKey: "number") ?? "") \(object.value(forKey: "turn") ?? "")"
            }.sorted()
            let found = try SharedStore.lines(in: folder)
            try require(
                lines == found, "The context has \(lines.count) objects \(lines), the file has \(found.count) \(found)."
            )
            return lines.count
        }
    }
}
