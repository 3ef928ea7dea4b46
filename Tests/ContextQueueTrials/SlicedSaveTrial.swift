import Dispatch
import Foundation
import Mainspring
@testable import MainspringData
import MainspringModel

/// Saves in slices under each of the loops: from where they are called, what runs between slices, and what a cancelled one leaves.
final class SlicedSaveTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on their queues, and the rest on the main queue.

    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let coordinator = NSPersistentStoreCoordinator(managedObjectModel: SliceTrial.model)
    private var (notices, blocks) = (0, 0)

    init() throws {
        try coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: "/dev/null"))
        main.persistentStoreCoordinator = coordinator
        main.mergeBudget = .objects(10)
    }

    func begin() {
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: main, queue: nil
        ) { [self] _ in notices += 1 }
        Task { @MainActor in
            do { try await run() } catch { say("\(error)") }
            NotificationCenter.default.removeObserver(observer)
            exit(0)
        }
    }

    @MainActor
    private func run() async throws {
        insert(30)
        countBlock()
        try await main.saveInSlices()
        say("\(try await stored()) saved, \(notices) notices, other blocks ran between: \(blocks > 5)")
        insert(5)
        let task = Task { @MainActor in try await main.saveInSlices() }
        task.cancel()
        do { try await task.value } catch { say("\(type(of: error)), \(main.insertedObjects.count) unsaved") }
        try await Task.detached { [self] in try await main.saveInSlices() }.value
        say("\(try await stored()) saved from another thread")
        insert(40)
        let ending = Task { @MainActor in try await main.saveInSlices() }
        await mainQueueTurn()
        insert(1)
        try main.save()
        try await ending.value
        say("\(try await stored()) saved at once")
        try await waitForChild()
        say("\(try await stored()) saved, with those of a child")
        try await goOnBelowOneThatWaits()
        say("\(try await stored()) saved below a context that waited for the main thread")
    }

    /// The main thread waits for a child's block that waits for the main context, which is being saved.
    @MainActor
    private func waitForChild() async throws {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = main
        insert(40)
        let ending = Task { @MainActor in try await main.saveInSlices() }
        await mainQueueTurn()
        child.performAndWait {
            NSEntityDescription.insertNewObject(forEntityName: "Item", into: child).setValue(1, forKey: "number")
            do { try child.save() } catch { say("\(error)") }
        }
        try await ending.value
        try await main.saveInSlices()
    }

    /// While the parent's queue waits for the main thread, that waits for a child, and ends its save at once.
    @MainActor
    private func goOnBelowOneThatWaits() async throws {
        let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        parent.persistentStoreCoordinator = coordinator
        let middle = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        middle.parent = parent
        middle.mergeBudget = .objects(10)
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = middle
        for isWaitedFor in [true, false] {
            insert(40, into: middle)
            let isFree = occupy(parent, isWaitedFor)
            let ending = Task { @MainActor in try await middle.saveInSlices() }
            if isWaitedFor {
                while middle.core.saving?.stage != .saving { await mainQueueTurn() }
                child.performAndWait {
                    insert(1, into: child)
                    do { try child.save() } catch { say("\(error)") }
                }
                isFree.signal()
            } else {
                await mainQueueTurn()
                try middle.save()
            }
            try await ending.value
            try middle.save()
        }
        try await parent.perform { try parent.save() }
    }

    /// Keeps a context's queue busy until what is returned is signalled, or the main queue has served it.
    private func occupy(_ context: NSManagedObjectContext, _ isWaitedFor: Bool) -> DispatchSemaphore {
        let (isBusy, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        context.perform {
            isBusy.signal()
            if isWaitedFor { isFree.wait() } else { DispatchQueue.main.sync {} }
        }
        isBusy.wait()
        return isFree
    }

    /// Saves while nobody serves the main queue.
    func saveUnserved() {
        MainSlices.shared.patience = .milliseconds(50)
        insert(3)
        let isOver = DispatchSemaphore(value: 0)
        Task.detached { [self] in
            do { try await main.saveInSlices() } catch { say(error.localizedDescription) }
            isOver.signal()
        }
        isOver.wait()
        say("\(main.insertedObjects.count) unsaved")
        exit(0)
    }

    private func insert(_ count: Int, into context: NSManagedObjectContext? = nil) {
        for number in 0..<count {
            NSEntityDescription.insertNewObject(forEntityName: "Item", into: context ?? main)
                .setValue(number, forKey: "number")
        }
    }

    private func stored() async throws -> Int {
        let reader = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        reader.persistentStoreCoordinator = coordinator
        return try await reader.perform { try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item")) }
    }

    /// One more block of the main queue, and the next behind it.
    private func countBlock() {
        blocks += 1
        if blocks < 200 { DispatchQueue.main.async { self.countBlock() } }
    }
}
