import Dispatch
import Foundation
import LoopWatchdog
import Mainspring
@testable import MainspringData
import MainspringModel

/// The main thread reads from a context whose queue waits for a child's save into the main thread's context.
final class ParentWaitTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on their queues, and the rest on the main queue.

    private let store = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private static let count = 100

    init() throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: SliceTrial.model)
        try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        store.persistentStoreCoordinator = coordinator
        (main.parent, child.parent) = (store, main)
        main.mergeBudget = .objects(1)
        (store.name, main.name, child.name) = ("Store", "View", "Import")
    }

    /// - Parameter isBegun: whether the main thread reads between two slices of the save, and not before the first.
    func begin(isBegun: Bool) {
        DispatchQueue.main.async { [self] in
            store.perform { [self] in
                child.performAndWait { insertAndSave() }
            }
            // The child waits for slices, and the parent's queue for the child.
            while CFRunLoopGetMain().beat.waits.sentences.isEmpty { sched_yield() }
            if isBegun { readWhenBegun() } else { read() }
        }
    }

    /// What begins last in a circle of three.
    enum Last: String {
        case main, store, save
    }

    /// The main thread reads from a context whose queue waits for the child's, whose block saves into the main thread's context.
    func waitInChain(_ last: Last) {
        let (isBusy, goesOn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        child.perform { [self] in
            isBusy.signal()
            goesOn.wait()
            if last == .save { while !mainWaits { sched_yield() } }
            insertAndSave()
        }
        isBusy.wait()
        store.perform { [self] in
            isBusy.signal()
            if last == .store { while !mainWaits || !MainSlices.shared.hasBrought(to: main) { sched_yield() } }
            child.performAndWait {}
        }
        isBusy.wait()
        DispatchQueue.main.async { [self] in
            goesOn.signal()
            if last == .main { while !MainSlices.shared.hasBrought(to: main) { sched_yield() } }
            read()
        }
    }

    private var mainWaits: Bool {
        CFRunLoopGetMain().beat.waits.sentences.contains { $0.contains("the main thread waits") }
    }

    private func readWhenBegun() {
        guard main.registeredObjects.isEmpty else { return read() }
        DispatchQueue.main.async { self.readWhenBegun() }
    }

    private func read() {
        let isMidway = (1..<Self.count).contains(main.registeredObjects.count)
        do { _ = try main.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")) } catch { say("\(error)") }
        say("the main thread has read, midway: \(isMidway)")
        child.perform { [self] in
            do { if child.hasChanges { try child.save() } } catch { say("\(error)") }
            DispatchQueue.main.async { self.end() }
        }
    }

    private func end() {
        guard main.core.merging == nil else { return DispatchQueue.main.async { self.end() } }
        say("\(main.insertedObjects.count) objects")
        exit(0)
    }

    /// The main thread waits for a queue, whose block waits for another thread, on which the child saves.
    func tell() throws {
        let isTold = DispatchSemaphore(value: 0)
        let watchdog = Watchdog(CFRunLoopGetMain(), limit: .milliseconds(20)) { report in
            guard !report.isOver, report.waits.count > 1 else { return }
            for wait in report.waits { say(wait) }
            isTold.signal()
        }
        let isBusy = DispatchSemaphore(value: 0)
        store.perform {
            isBusy.signal()
            isTold.wait()
            exit(0)
        }
        isBusy.wait()
        child.perform { [self] in insertAndSave() }
        CFRunLoopPerformBlock(CFRunLoopGetMain(), .commonModes) { [self] in
            while CFRunLoopGetMain().beat.waits.sentences.isEmpty { sched_yield() }
            DispatchQueue.global().async {
                while CFRunLoopGetMain().beat.waits.sentences.count < 2 { sched_yield() }
                // A stop is told once, also one that began before.
                do { try watchdog.start() } catch { say("\(error)") }
            }
            _ = try? main.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item"))
        }
    }

    /// The main context's save in slices waits for the parent's queue, whose block waits for a child's save; and something has come between.
    func goOn(behind what: String) {
        let (isBusy, isFree) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        store.perform { [self] in
            isBusy.signal()
            isFree.wait()
            child.performAndWait { insertAndSave() }
        }
        isBusy.wait()
        Task { @MainActor in
            do { try await save(what, isFree) } catch { say("\(error)") }
            exit(0)
        }
    }

    /// The main thread has waited for a queue, whose block runs.
    func run() {
        DispatchQueue.main.async { [self] in
            store.persistentStoreCoordinator?.performAndWait {
                say("\(CFRunLoopGetMain().beat.waits.sentences.count) waits while the block runs")
            }
            exit(0)
        }
    }

    @MainActor
    private func save(_ between: String, _ isFree: DispatchSemaphore) async throws {
        let own = NSEntityDescription.insertNewObject(forEntityName: "Item", into: main)
        let ending = Task { @MainActor in try await main.saveInSlices() }
        while main.core.saving?.stage != .saving { await mainQueueTurn() }
        switch between {
        case "end": Task { @MainActor in await main.mergesEnded() }
        case "save": Task { @MainActor in try await main.saveInSlices() }
        default:
            var saved = SavedIdentities()
            saved.updated = [own.objectID]
            MainSlices.shared.bring(.saved(SavedMerge(saved)), to: main)
        }
        while main.core.merging?.work.count != 2 { await mainQueueTurn() }
        isFree.signal()
        try await ending.value
        try await main.saveInSlices()
        let count = try main.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
        say("\(count) objects, unsaved: \(main.hasChanges)")
    }

    private func insertAndSave() {
        for number in 0..<Self.count {
            NSEntityDescription.insertNewObject(forEntityName: "Item", into: child).setValue(number, forKey: "number")
        }
        do { try child.save() } catch { say(error.localizedDescription) }
        say("the child goes on, with changes: \(child.hasChanges)")
    }
}
