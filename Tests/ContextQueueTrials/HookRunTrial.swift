import Dispatch
import Foundation
import Mainspring
import MainspringModel

@testable import MainspringData

/// A save whose hooks run the main loop, while a child's save into the context waits for slices.
final class HookRunTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on their queues, and the rest on the main queue.

    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private var hasRun = false

    init() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: SliceTrial.model)
        try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        main.persistentStoreCoordinator = coordinator
        main.mergeBudget = .objects(1)
        child.parent = main
    }

    func begin() {
        _ = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextWillSave, object: main, queue: nil
        ) { [self] _ in run() }
        DispatchQueue.main.async { [self] in
            main.insertItems(1)
            save()
            say("stored: \(main.storedItems)")
        }
    }

    /// Runs the loop when there is something for a slice, not for so long that all is merged.
    private func run() {
        guard !hasRun else { return }
        hasRun = true
        child.perform { [self] in
            child.insertItems(30)
            do { try child.save() } catch { say("\(error)") }
            DispatchQueue.main.async { [self] in
                save()
                say("at the end: \(main.storedItems)")
                exit(0)
            }
        }
        while !MainSlices.shared.hasBrought(to: main) { sched_yield() }
        for _ in 0..<10 { _ = CFRunLoopRunInMode(.defaultMode, 0, true) }
    }

    private func save() { do { try main.save() } catch { say("\(error)") } }
}
