import Testing

@testable import MainspringData

/// Actors whose jobs run on a context's queue.
@Suite struct ContextExecutorThreadTests {
    /// As a program writes it.
    actor Importer {
        private let context: QueuedContext
        private let executor: any SerialExecutor
        private(set) var count = 0

        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        init(_ context: sending QueuedContext) {
            executor = context.serialExecutor
            self.context = context
        }

        func add() -> Bool {
            count += 1
            return context.queue.isCurrent
        }

        func performsAtOnce() async -> Bool {
            var hasRun = false
            context.performAndWait { hasRun = true }
            guard hasRun else { return false }
            let log = QueueLog()
            enqueue(log)
            await context.perform { log.add("immediate") }
            return log.entries.first == "immediate"
        }

        private func enqueue(_ log: QueueLog) { context.perform { log.add("enqueued") } }

        nonisolated func addInBlock() { assumeIsolated { $0.count += 1 } }
    }

    @Test(arguments: [NSManagedObjectContext.ConcurrencyType.privateQueue, .mainQueue])
    func `an actor's jobs run on the context's queue`(type: NSManagedObjectContext.ConcurrencyType) async {
        let importer = Importer(QueuedContext(type))
        #expect(await importer.add())
        #expect(await importer.performsAtOnce())
    }

    @Test func `a block of the context may use the actor's state`() async {
        let context = QueuedContext(.privateQueue)
        let queue = context.queue
        let importer = Importer(context)
        await queue.perform { importer.addInBlock() }
        #expect(await importer.count == 1)
    }

    @Test func `jobs and blocks from many tasks come one at a time`() async {
        let context = QueuedContext(.privateQueue)
        let queue = context.queue
        let importer = Importer(context)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<200 {
                group.addTask {
                    if number.isMultiple(of: 2) {
                        _ = await importer.add()
                    } else {
                        await queue.perform { importer.addInBlock() }
                    }
                }
            }
        }
        #expect(await importer.count == 200)
    }

    @Test func `a job is an event`() async {
        let context = QueuedContext(.privateQueue)
        let queue = context.queue
        let log = QueueLog()
        queue.endOfEvent = { log.add("end") }
        let importer = Importer(context)
        _ = await importer.add()
        queue.performAndWait {}
        #expect(log.entries.count == 1)
    }

    @Test func `code of the actor that is called elsewhere stops with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let context = QueuedContext(.privateQueue, name: "Import")
            Importer(context).addInBlock()
        }
        let text = result?.errorText ?? ""
        #expect(text.contains("Code of an actor on context “Import” (private queue) was called on"))
    }

    @Test func `a context without a queue runs no actor`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = ContextQueue(.confined).asUnownedSerialExecutor()
        }
        #expect(result?.errorText.contains("which has no queue. Make the context with") == true)
    }
}
