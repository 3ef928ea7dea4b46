import Dispatch
import Foundation
import Mainspring
import MainspringData
import MainspringModel

/// An import that SIGTERM ends: what has come to the main context is saved, and what was acknowledged stays.
final class TerminationTrial: @unchecked Sendable {
    // `@unchecked Sendable`: contexts are used on their queues, and the rest on the main queue.

    static let batchSize = 50
    private static let batchCount = 200

    private let writer = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    private let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    private var signals: SignalSource?
    private var (slices, task): (Int, Task<Void, Never>?) = (0, nil)

    /// - Parameter store: where the objects go.
    init(store: String) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: SliceTrial.model)
        try coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: store))
        writer.persistentStoreCoordinator = coordinator
        (main.parent, child.parent) = (writer, main)
        main.mergeBudget = .objects(20)
    }

    /// - Parameter slice: the one after which the signal comes.
    func begin(at slice: Int) throws {
        // Who starts the process may do it on a thread that blocks signals, as libdispatch's do.
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
        let signals = try SignalSource(signal: SIGTERM) { [self] _ in terminate() }
        CFRunLoopAddSource(CFRunLoopGetMain(), signals.source, CFRunLoopMode.commonModes)
        self.signals = signals
        _ = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: main, queue: nil
        ) { [self] _ in
            slices += 1
            if slices == slice { kill(getpid(), SIGTERM) }
        }
        task = Task { @MainActor in
            do { try await run() } catch { if !(error is CancellationError) { fail(error) } }
        }
    }

    @MainActor
    private func run() async throws {
        let (main, writer) = (main, writer)
        let rows = AsyncStream(Int.self) { rows in
            for number in 0..<Self.batchSize * Self.batchCount { rows.yield(number) }
            rows.finish()
        }
        try await child.importRows(
            rows, batchSize: Self.batchSize,
            saved: { count in
                try await main.saveInSlices()
                try await writer.perform { try writer.save() }
                say("acknowledged \(count)")
            },
            { number, context in
                NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
                    .setValue(number, forKey: "number")
            })
        say("nothing came")
        exit(2)
    }

    /// Saves what there is, as a program does that is told to end.
    private func terminate() {
        task?.cancel()
        do {
            try main.save()
            try writer.performAndWait { try writer.save() }
            say("saved \(try main.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item")))")
        } catch { fail(error) }
        exit(0)
    }

    private func fail(_ error: any Error) -> Never {
        say("\(error)")
        exit(1)
    }
}
