import Foundation
import Locks
import MainspringModel
import StoreFaults
import Synchronization
import Testing

@testable import MainspringData

/// Rows of a sequence, saved batch by batch.
@Suite struct ImportContextTests {
    /// Numbers, some of which are not to be had.
    private struct Numbers: AsyncSequence {
        let count: Int
        /// The number that cannot be had.
        var missing = -1
        let asked: Asked

        final class Asked: Sendable {
            let count = Atomic(0)
            /// Called for each number.
            let hear: @Sendable (Int) -> Void
            init(_ hear: @escaping @Sendable (Int) -> Void = { _ in }) { self.hear = hear }
        }

        struct Iterator: AsyncIteratorProtocol {
            let numbers: Numbers
            var next = 0

            mutating func next() async throws -> Int? {
                guard next < numbers.count else { return nil }
                if next == numbers.missing { throw Missing() }
                defer { next += 1 }
                numbers.asked.count.add(1, ordering: .relaxed)
                numbers.asked.hear(next)
                return next
            }
        }

        func makeAsyncIterator() -> Iterator { Iterator(numbers: self) }
    }

    private struct Missing: Error {}

    private let company = Company()
    private let worker: NSManagedObjectContext

    init() {
        worker = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        worker.persistentStoreCoordinator = company.coordinator
    }

    /// Makes a person of a number.
    private static func make(_ number: Int, _ context: NSManagedObjectContext) throws {
        let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
        person.setValue("\(number)", forKey: "name")
    }

    private func savedCount() throws -> Int {
        let context = company.context()
        return try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person"))
    }

    @Test(arguments: [(0, 3), (1, 3), (3, 3), (7, 3), (7, 100)])
    func `all rows are saved, in batches of a size, and counted`(_ rows: Int, _ size: Int) async throws {
        let progress = Progress(totalUnitCount: Int64(rows))
        var batches: [Int] = []
        let count = try await worker.importRows(
            Numbers(count: rows, asked: .init()), batchSize: size, progress: progress, saved: { batches.append($0) },
            Self.make)
        #expect(count == rows && progress.completedUnitCount == Int64(rows))
        #expect(try savedCount() == rows)
        #expect(batches == stride(from: 0, to: rows, by: size).map { min($0 + size, rows) })
        #expect(await worker.perform { worker.registeredObjects.isEmpty })
    }

    @Test func `a source is not asked for more before what it gave is saved`() async throws {
        let most = Atomic(0)
        let saved = Atomic(0)
        let asked = Numbers.Asked { number in
            most.max(number + 1 - saved.load(ordering: .relaxed), ordering: .relaxed)
        }
        try await worker.importRows(
            Numbers(count: 100, asked: asked), batchSize: 10, saved: { saved.store($0, ordering: .relaxed) }, Self.make)
        #expect(most.load(ordering: .relaxed) == 10)
    }

    @Test(arguments: 0..<11)
    func `what is missing at any row leaves the whole batches before it`(_ missing: Int) async throws {
        let progress = Progress(totalUnitCount: 10)
        let numbers = Numbers(count: 10, missing: missing, asked: .init())
        if missing < 10 {
            await #expect(throws: Missing.self) {
                try await worker.importRows(numbers, batchSize: 3, progress: progress, Self.make)
            }
        } else {
            try await worker.importRows(numbers, batchSize: 3, progress: progress, Self.make)
        }
        #expect(try savedCount() == (missing < 10 ? missing / 3 * 3 : 10))
        #expect(Int(progress.completedUnitCount) == (try savedCount()))
        #expect(await worker.perform { !worker.hasChanges })
    }

    @Test(arguments: 0..<10)
    func `a row that cannot be made leaves the whole batches before it`(_ bad: Int) async throws {
        await #expect(throws: Missing.self) {
            try await worker.importRows(Numbers(count: 10, asked: .init()), batchSize: 3) { number, context in
                if number == bad { throw Missing() }
                try Self.make(number, context)
            }
        }
        #expect(try savedCount() == bad / 3 * 3)
        #expect(await worker.perform { !worker.hasChanges })
    }

    @Test(arguments: 0..<10, [true, false])
    func `a cancelled task or progress leaves whole batches`(_ at: Int, _ cancelsTask: Bool) async throws {
        let progress = Progress(totalUnitCount: 10)
        let worker = worker
        let asked = Numbers.Asked { number in
            guard number == at else { return }
            if cancelsTask { withUnsafeCurrentTask { $0?.cancel() } } else { progress.cancel() }
        }
        let task = Task {
            try await worker.importRows(Numbers(count: 10, asked: asked), batchSize: 3, progress: progress, Self.make)
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try savedCount() == at / 3 * 3)
        #expect(await worker.perform { !worker.hasChanges })
    }

    @Test(arguments: 0..<10, [true, false])
    func `what is cancelled while a batch is made is not in it`(_ at: Int, _ cancelsTask: Bool) async throws {
        let (progress, worker) = (Progress(totalUnitCount: 10), worker)
        let task = Guarded<Task<Int, any Error>?>(nil)
        let importing = Task {
            try await worker.importRows(Numbers(count: 10, asked: .init()), batchSize: 3, progress: progress) {
                number, context in
                try Self.make(number, context)
                guard number == at else { return }
                guard cancelsTask else { return progress.cancel() }
                while task.withLock({ $0 == nil }) { sched_yield() }
                task.withLock { $0?.cancel() }
            }
        }
        task.withLock { $0 = importing }
        await #expect(throws: CancellationError.self) { try await importing.value }
        #expect(try savedCount() == at / 3 * 3)
        #expect(await worker.perform { !worker.hasChanges })
    }

    @Test(arguments: 1...4)
    func `a batch that the store does not take leaves those before it`(_ bad: Int) async throws {
        let held = try HeldSave()
        let (worker, company, faults) = (held.parent, held.company, held.faults)
        let error = await #expect(throws: NSError.self) {
            try await worker.importRows(
                Numbers(count: 10, asked: .init()), batchSize: 3,
                saved: { if $0 == (bad - 1) * 3 { faults.fail(at: 1, of: [.sync], isLasting: true) } }
            ) { number, context in
                if number == 0, bad == 1 { faults.fail(at: 1, of: [.sync], isLasting: true) }
                try Self.make(number, context)
            }
        }
        faults.stopFailing()
        #expect(error != nil)
        #expect(
            try company.context().count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == (bad - 1) * 3)
        #expect(await worker.perform { !worker.hasChanges })
    }

    @Test func `changes that are not saved are not taken along, and a batch of nothing is refused`() async throws {
        await worker.perform { _ = try? Self.make(1, worker) }
        let error = await #expect(throws: CocoaError.self) {
            try await worker.importRows(Numbers(count: 3, asked: .init()), Self.make)
        }
        #expect("\(error as Any)".contains("changes that are not saved"))
        #expect(await worker.perform { worker.hasChanges })
        await worker.perform { worker.rollback() }
        let refused = await #expect(throws: CocoaError.self) {
            try await worker.importRows(Numbers(count: 3, asked: .init()), batchSize: 0, Self.make)
        }
        #expect("\(refused as Any)".contains("batches of 0"))
    }

    @Test func `what somebody changes between two batches is not taken back with one that fails`() async throws {
        let worker = worker
        let error = await #expect(throws: CocoaError.self) {
            try await worker.importRows(Numbers(count: 6, asked: Numbers.Asked()), batchSize: 2) { count in
                if count == 2 { try await worker.perform { try Self.make(99, worker) } }
            } _: { number, context in
                if number == 3 { throw Missing() }
                try Self.make(number, context)
            }
        }
        #expect(
            error?.localizedDescription.contains("has changes that are not saved. Save or roll back first.") == true)
        #expect(try savedCount() == 2)
        try await worker.perform { try worker.save() }
        #expect(try savedCount() == 3)
    }
}
