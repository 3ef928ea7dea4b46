import Dispatch
import Foundation
import Mainspring
@testable import MainspringData
import MainspringModel

/// Somebody who is told of a child's save, or of what was in the way of it, waits for the child.
final class ToldWaitTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on their queues, and the rest on the main queue.

    /// When he waits.
    enum Moment: String {
        /// Told of the first slice, behind which others come.
        case first
        /// Told of the last one.
        case last
        /// Told of what was left, since the parent was saved.
        case saved
        /// Told of the parent's own changes, which come before what was brought.
        case before
        /// Told that the parent is about to be saved in slices, behind which the child's save comes.
        case saving
    }

    private let moment: Moment
    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private var observers: [any NSObjectProtocol] = []
    private var (hasWaited, told) = (false, 0)

    init(_ moment: Moment) throws {
        self.moment = moment
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: SliceTrial.model)
        try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        main.persistentStoreCoordinator = coordinator
        main.mergeBudget = .objects(moment == .first || moment == .saved ? 10 : 1_000)
        child.parent = main
    }

    func begin() {
        observe(.NSManagedObjectContextObjectsDidChange) { [self] notification in
            told += (notification.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0
            switch moment {
            case .saving: break
            case .saved where told == 10: DispatchQueue.main.async { self.save() }
            default: waitForChild()
            }
        }
        observe(.NSManagedObjectContextWillSave) { [self] _ in
            guard moment == .saving else { return }
            bringChild()
            waitForChild()
        }
        DispatchQueue.main.async { [self] in
            switch moment {
            case .first, .last, .saved: bringChild()
            case .before:
                bringChild()
                insert(1, into: main)
            case .saving:
                insert(1, into: main)
                Task { @MainActor in
                    do { try await main.saveInSlices() } catch { say("\(error)") }
                }
            }
        }
    }

    private func observe(_ name: Notification.Name, _ body: @escaping @Sendable (Notification) -> Void) {
        observers.append(NotificationCenter.default.addObserver(forName: name, object: main, queue: nil, using: body))
    }

    /// Lets the child save on its queue, until what it saves has been brought to its parent.
    private func bringChild() {
        child.perform { [self] in
            insert(30, into: child)
            do { try child.save() } catch { say("\(error)") }
            say("the child goes on")
            DispatchQueue.main.async { self.end() }
        }
        while !MainSlices.shared.hasBrought(to: main) { sched_yield() }
    }

    private func waitForChild() {
        guard !hasWaited else { return }
        hasWaited = true
        child.performAndWait { say("the child is free") }
    }

    private func save() { do { try main.save() } catch { say("\(error)") } }

    private func end() {
        guard main.core.merging == nil else { return DispatchQueue.main.async { self.end() } }
        let count = try? main.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
        say("\(told) told, \(count ?? 0) objects")
        exit(0)
    }

    private func insert(_ count: Int, into context: NSManagedObjectContext) {
        context.insertItems(count)
    }
}
