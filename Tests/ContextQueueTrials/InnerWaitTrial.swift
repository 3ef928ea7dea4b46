import Dispatch
import Foundation
import Mainspring
@testable import MainspringData
import MainspringModel

/// The main thread waits for a child, which waits for slices, in a block of another queue that runs on the main thread.
final class InnerWaitTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on their queues, and the rest on the main queue.

    /// Whose block that is, and how it waits.
    enum Place: String {
        case context, coordinator
        /// A queue of the program's.
        case queue
        /// The same, to read from a context below the child.
        case reading
    }

    private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: SliceTrial.model)
    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)

    init() throws {
        try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        main.persistentStoreCoordinator = coordinator
        main.mergeBudget = .objects(1)
        child.parent = main
    }

    func begin(_ place: Place) {
        DispatchQueue.main.async { [self] in
            child.perform { [self] in
                for number in 0..<20 {
                    NSEntityDescription.insertNewObject(forEntityName: "Item", into: child)
                        .setValue(number, forKey: "number")
                }
                do { try child.save() } catch { say("\(error)") }
                say("the child goes on")
            }
            while !MainSlices.shared.hasBrought(to: main) { sched_yield() }
            switch place {
            case .context:
                other.persistentStoreCoordinator = coordinator
                other.performAndWait { waitForChild() }
            case .coordinator: coordinator.performAndWait { waitForChild() }
            case .queue: DispatchQueue(label: "the program's").sync { waitForChild() }
            case .reading: DispatchQueue(label: "the program's").sync { read() }
            }
            // Who reads may come in when the save is over, and its block is not.
            child.performAndWait {}
            say("\(main.registeredObjects.count) objects")
            exit(0)
        }
    }

    private func waitForChild() { child.performAndWait { say("the main thread goes on") } }

    private func read() {
        other.parent = child
        other.performAndWait {
            do { _ = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")) } catch { say("\(error)") }
        }
        say("the main thread goes on")
    }
}
