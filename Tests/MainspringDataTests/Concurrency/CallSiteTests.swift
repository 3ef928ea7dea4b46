import Testing

@testable import MainspringData

/// Programs that use a context as on Apple's platforms; that they compile without a warning is the test.
@Suite struct CallSiteTests {
    /// What an application's screen does.
    @MainActor final class Screen {
        let context = QueuedContext(.mainQueue)
        let background = QueuedContext(.privateQueue)
        let object = QueuedObject()

        func load(_ given: QueuedObject) async throws -> Int {
            await context.perform { given.count += 1 }
            await context.perform { self.object.count += given.count }
            let made = await context.perform { QueuedObject() }
            made.count = 5
            let title: String = await background.perform { "read" }
            let local = QueuedContext(.privateQueue)
            let checked = try await local.perform(schedule: .enqueued) { () throws -> Int in
                if given.count > 100 { throw Refusal.refused }
                return given.count
            }
            context.performAndWait { object.count += checked }
            try context.performAndWait { try check(given) }
            return made.count + title.count + object.count
        }

        nonisolated func check(_ object: QueuedObject) throws { if object.count > 100 { throw Refusal.refused } }
    }

    /// What an importer does.
    actor Importer {
        let context = QueuedContext(.privateQueue)
        let object = QueuedObject()

        func run() async -> Int {
            await context.perform { self.object.count += 1 }
            let same = await context.perform { self.object }
            same.count += 1
            return context.performAndWait { object.count }
        }
    }

    @Test func `objects that are not Sendable are captured and returned on the main actor`() async throws {
        #expect(try await onMain() == 5 + 4 + 2)
    }

    @MainActor private func onMain() async throws -> Int { try await Screen().load(QueuedObject()) }

    @Test func `so are they in an actor`() async {
        #expect(await Importer().run() == 2)
    }

    @Test func `and in a task that has no actor`() async {
        let task = Task.detached {
            let (context, object) = (QueuedContext(.privateQueue), QueuedObject())
            await context.perform { object.count = 7 }
            return await context.perform { object.count }
        }
        #expect(await task.value == 7)
    }
}
