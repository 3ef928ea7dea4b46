import Foundation
import Locks
import MainspringModel
import TrialStores

@testable import MainspringData

/// A context that keeps all objects and takes over what the history says.
final class HistoryView: @unchecked Sendable {
    // `@unchecked Sendable`: what is no constant is used on the context's queue, or guarded.

    private let context: NSManagedObjectContext
    private var token: NSPersistentHistoryToken?
    private var objects: [NSManagedObject] = []
    private let notices = Guarded(0)
    private var observer: (any NSObjectProtocol)?

    var noticeCount: Int { notices.withLock { $0 } }

    init(_ file: OpenStore) throws {
        context = file.context()
        context.retainsRegisteredObjects = true
        token = file.coordinator.currentPersistentHistoryToken(fromStores: nil)
        try context.performAndWait { objects = try context.all("Item") }
        observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: file.coordinator, queue: nil
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
