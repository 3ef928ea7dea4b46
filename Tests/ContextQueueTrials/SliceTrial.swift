import Dispatch
import Foundation
import LoopWatchdog
import Mainspring
@testable import MainspringData
import MainspringModel
import Synchronization

/// Merges in slices under each of the loops: when they come, who waits for them, and what does not interrupt what.
final class SliceTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on their queues, and the rest on the main queue.

    private let loop: MainLoop
    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private var observer: (any NSObjectProtocol)?
    /// Whether others are being told of a slice.
    private var isTelling = false
    private var blocks = 0
    /// How many of these had run when the first slice had been told of.
    private var firstBlocks: Int?

    init(_ loop: MainLoop) throws {
        self.loop = loop
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model)
        try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        main.persistentStoreCoordinator = coordinator
        main.mergeBudget = .objects(10)
        child.parent = main
    }

    static var model: NSManagedObjectModel {
        let item = NSEntityDescription()
        item.name = "Item"
        let number = NSAttributeDescription()
        (number.name, number.attributeType, number.defaultValue) = ("number", .integer64AttributeType, 0)
        item.properties = [number]
        let model = NSManagedObjectModel()
        model.entities = [item]
        return model
    }

    func begin() {
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: main, queue: nil
        ) { [self] in hear($0) }
        child.perform { [self] in
            DispatchQueue.main.async { self.countBlock() }
            saveItems(30)
            say("the child goes on")
            // On the main queue it is all done at once: who calls it is not to wait for itself.
            DispatchQueue.main.async { [self] in
                child.performAndWait { saveItems(20) }
                say(
                    "\(main.registeredObjects.count) objects, other blocks ran between: \(blocks > firstBlocks ?? blocks)"
                )
                waitForWaiter()
            }
        }
    }

    /// Saves while a timer is due in each pass of the loop, which goes before a slice only so many times.
    func saveBesideTimer() {
        let count = Atomic(0)
        let timer = CFRunLoopTimerCreateWithHandler(nil, 0, 1e-7, 0, 0) { _ in
            count.wrappingAdd(1, ordering: .relaxed)
        }
        CFRunLoopAddTimer(CFRunLoopGetMain(), timer, .commonModes)
        child.perform { [self] in
            saveItems(30)
            say("the timer has fired: \(count.load(ordering: .relaxed) > 3)")
            DispatchQueue.main.async { [self] in
                say("\(main.registeredObjects.count) objects")
                exit(0)
            }
        }
    }

    /// Saves while nobody serves the main queue.
    func saveUnserved() {
        MainSlices.shared.patience = .milliseconds(50)
        child.performAndWait {
            NSEntityDescription.insertNewObject(forEntityName: "Item", into: child).setValue(1, forKey: "number")
        }
        let isOver = DispatchSemaphore(value: 0)
        child.perform { [self] in
            do { try child.save() } catch { say("\(error)") }
            say("the child has changes: \(child.hasChanges)")
            isOver.signal()
        }
        isOver.wait()
        say("the parent has \(main.registeredObjects.count) objects")
        exit(0)
    }

    /// Saves after our main loop has run, and before it runs again.
    func saveWhileOver() {
        MainSlices.shared.patience = .milliseconds(50)
        // Behind what looks whether anybody serves the main queue. A run that may sleep has Foundation's loop as a guest.
        DispatchQueue.main.async { CFRunLoopStop(CFRunLoopGetMain()) }
        _ = CFRunLoopRunInMode(.defaultMode, 1_000, false)
        let isOver = DispatchSemaphore(value: 0)
        child.perform { [self] in
            saveItems(30)
            say("the child has changes: \(child.hasChanges)")
            isOver.signal()
        }
        isOver.wait()
        NSEntityDescription.insertNewObject(forEntityName: "Item", into: main).setValue(1, forKey: "number")
        Task.detached { [self] in
            do { try await main.saveInSlices() } catch { say(error.localizedDescription) }
            isOver.signal()
        }
        isOver.wait()
        say("the parent has \(main.insertedObjects.count) object")
        MainSlices.shared.patience = .seconds(100)
        let isSaved = Atomic(false)
        child.perform { [self] in
            saveItems(0)
            isSaved.store(true, ordering: .releasing)
        }
        while !isSaved.load(ordering: .acquiring) { _ = CFRunLoopRunInMode(.defaultMode, 0, false) }
        say("and \(main.insertedObjects.count) when the loop has run again")
        exit(0)
    }

    /// Saves while the main queue is busy with one block for longer than anybody has patience; then waits for merges.
    func saveWhileBusy() {
        MainSlices.shared.patience = .milliseconds(20)
        let isOver = DispatchSemaphore(value: 0)
        DispatchQueue.main.async { [self] in
            child.perform { [self] in
                saveItems(30)
                say("the child goes on, with changes: \(child.hasChanges)")
                isOver.signal()
            }
            while MainSlices.shared.tellings == 0, isOver.wait(timeout: .now()) != .success { sched_yield() }
            Task.detached { [self] in
                await main.mergesEnded()
                await MainActor.run {
                    isOver.wait()
                    say("\(main.registeredObjects.count) objects")
                    exit(0)
                }
            }
            let known = MainSlices.shared.tellings
            while MainSlices.shared.tellings == known { sched_yield() }
        }
    }

    /// Saves while somebody serves the main queue, who does it no more after some slices; then waits for merges.
    func saveHalfServed() {
        MainSlices.shared.patience = .milliseconds(50)
        let isOver = DispatchSemaphore(value: 0)
        // However long the first slices take to come, the loop runs until then.
        CFRunLoopPerformBlock(CFRunLoopGetMain(), .defaultMode) { [self] in
            child.perform { [self] in
                saveItems(50)
                say("the child goes on")
                isOver.signal()
            }
            while main.registeredObjects.count < 20 { _ = CFRunLoopRunInMode(.defaultMode, 0, false) }
        }
        _ = CFRunLoopRunInMode(.defaultMode, 0, false)
        isOver.wait()
        say("half of it is there: \(main.registeredObjects.count < 50)")
        Task.detached { [self] in
            await main.mergesEnded()
            isOver.signal()
        }
        isOver.wait()
        do { try main.save() } catch { say("\(error)") }
        say("\((try? main.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))) ?? 0) saved")
        exit(0)
    }

    /// Saves while the main thread waits for something else, and a watchdog looks.
    func saveWhileStopped() {
        let isTold = DispatchSemaphore(value: 0)
        let watchdog = Watchdog(CFRunLoopGetMain(), limit: .milliseconds(20)) { report in
            guard !report.isOver, let wait = report.waits.first, report.description.contains(wait) else { return }
            say(wait)
            isTold.signal()
        }
        (main.name, child.name) = ("View", "Import")
        let isOver = DispatchSemaphore(value: 0)
        CFRunLoopPerformBlock(CFRunLoopGetMain(), .commonModes) { [self] in
            child.perform { [self] in
                saveItems(3)
                say("the child goes on")
                isOver.signal()
            }
            while CFRunLoopGetMain().beat.waits.sentences.isEmpty { sched_yield() }
            // A stop is told once, also one that began before.
            do { try watchdog.start() } catch { say("\(error)") }
            isTold.wait()
            watchdog.stop()
        }
        DispatchQueue.global().async {
            isOver.wait()
            exit(0)
        }
    }

    private func saveItems(_ count: Int) {
        child.insertItems(count)
        do { try child.save() } catch { say("\(error)") }
    }

    /// One more block of the main queue, and the next behind it.
    private func countBlock() {
        blocks += 1
        DispatchQueue.main.async { self.countBlock() }
    }

    private func hear(_ notification: Notification) {
        let inserted = (notification.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>) ?? []
        say("\(inserted.count) new\(isTelling ? ", while others are told" : "")")
        isTelling = true
        defer {
            isTelling = false
            firstBlocks = firstBlocks ?? blocks
        }
        // A loop inside goes round, and merges nothing more.
        if loop == .ours { for _ in 0..<3 { _ = CFRunLoopRunInMode(.defaultMode, 0, false) } }
    }

    /// The main thread waits for the child, which waits for the main thread.
    private func waitForWaiter() {
        let begun = DispatchSemaphore(value: 0)
        child.perform { [self] in
            begun.signal()
            saveItems(20)
            say("saved inside a wait")
        }
        begun.wait()
        child.performAndWait { say("the child is free") }
        say("\(main.registeredObjects.count) objects")
        exit(0)
    }
}
