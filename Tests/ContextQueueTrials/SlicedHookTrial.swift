import Dispatch
import Foundation
import Mainspring
import MainspringModel

@testable import MainspringData

/// A save in slices that is brought to its end by something else, and whose hook runs the main loop meanwhile.
final class SlicedHookTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on their queues, and the rest on the main queue.

    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private var hookCount = 0

    init() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: SliceTrial.model)
        try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        (main.persistentStoreCoordinator, writer.persistentStoreCoordinator) = (coordinator, coordinator)
        main.mergeBudget = .objects(1)
    }

    func begin() {
        _ = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextWillSave, object: main, queue: nil
        ) { [self] _ in
            hookCount += 1
            for _ in 0..<10 { _ = CFRunLoopRunInMode(.defaultMode, 0, true) }
        }
        _ = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: writer, queue: nil
        ) { [self] in main.mergeChanges(fromContextDidSave: $0) }
        Task { @MainActor in
            do { try run() } catch { say("\(error)") }
            exit(0)
        }
    }

    @MainActor
    private func run() throws {
        // What is to be merged first keeps the save from its beginning.
        try writer.performAndWait {
            writer.insertItems(50)
            try writer.save()
        }
        main.insertItems(30)
        let outcome = main.submitSave()
        main.rollback()
        try outcome.take().get()
        say("stored: \(main.storedItems), hooks: \(hookCount)")
    }
}
