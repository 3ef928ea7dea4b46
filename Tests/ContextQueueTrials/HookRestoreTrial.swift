import Dispatch
import Foundation
import Mainspring
import MainspringModel

@testable import MainspringData

/// A context that is rolled back or reset while it has something to be merged, whose observer runs the main loop, and into which a child's
/// save has been brought.
final class HookRestoreTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on their queues, and the rest on the main queue.

    enum Call: String { case rollback, reset }

    private let call: Call
    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)

    init(_ call: Call) throws {
        self.call = call
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: SliceTrial.model)
        try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        (main.persistentStoreCoordinator, writer.persistentStoreCoordinator) = (coordinator, coordinator)
        main.mergeBudget = .objects(1)
        child.parent = main
    }

    func begin() {
        let center = NotificationCenter.default
        _ = center.addObserver(forName: .NSManagedObjectContextDidSave, object: writer, queue: nil) { [self] in
            main.mergeChanges(fromContextDidSave: $0)
        }
        _ = center.addObserver(
            forName: NSManagedObjectContext.didMergeChangesObjectIDsNotification, object: main, queue: nil
        ) { _ in
            for _ in 0..<10 { _ = CFRunLoopRunInMode(.defaultMode, 0, true) }
        }
        DispatchQueue.main.async { [self] in run() }
    }

    private func run() {
        writer.performAndWait { saveItems(5, in: writer) }
        child.perform { [self] in
            saveItems(30, in: child)
            DispatchQueue.main.async { [self] in
                do { try main.save() } catch { say("\(error)") }
                say("stored: \(main.storedItems)")
                exit(0)
            }
        }
        while !MainSlices.shared.hasBrought(to: main) { sched_yield() }
        switch call {
        case .rollback: main.rollback()
        case .reset: main.reset()
        }
    }

    private func saveItems(_ count: Int, in context: NSManagedObjectContext) {
        context.insertItems(count)
        do { try context.save() } catch { say("\(error)") }
    }
}
