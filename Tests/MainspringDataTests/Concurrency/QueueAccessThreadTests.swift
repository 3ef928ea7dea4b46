import Dispatch
import Testing

@testable import MainspringData

/// Use of a context by those who may not.
@Suite struct QueueAccessThreadTests {
    @Test func `a use off the queue is told, with object, context, queue and thread`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ConcurrencyDebug.turn(on: true)
            let (context, other) = (
                QueuedContext(.privateQueue, name: "Import"), QueuedContext(.privateQueue, name: "Other")
            )
            context.performAndWait { context.queue.checkAccess(to: "An object of entity Animal") }
            other.performAndWait { context.queue.checkAccess(to: "An object of entity Animal") }
        }
        let text = result?.errorText ?? ""
        #expect(text.contains("An object of entity Animal of context “Import” (private queue) was used on "))
        #expect(text.contains("in a block of context “Other” (private queue), which is not its queue. Use it inside"))
    }

    @Test func `an object of the main queue is told of on another thread`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ConcurrencyDebug.turn(on: true)
            let queue = ContextQueue(.mainQueueConcurrencyType)
            await MainActor.run { queue.checkAccess(to: "The context") }
            await Task.detached { queue.withAccess(to: "The context") {} }.value
        }
        #expect(result?.errorText.contains("The context of context") == true)
        #expect(result?.errorText.contains("(main queue) was used on thread") == true)
    }

    @Test func `what waits for a block leaves its objects to it`() async {
        await #expect(processExitsWith: .success) {
            ConcurrencyDebug.turn(on: true)
            let (child, parent) = (QueuedContext(.privateQueue), QueuedContext(.mainQueue))
            await child.perform {
                parent.performAndWait {
                    child.queue.checkAccess(to: "The child's object")
                    parent.queue.checkAccess(to: "The parent's object")
                }
            }
        }
    }

    @Test func `without checks nothing is told`() async {
        await #expect(processExitsWith: .success) {
            ConcurrencyDebug.turn(on: false)
            let context = QueuedContext(.privateQueue)
            context.queue.checkAccess(to: "An object")
            #expect(context.queue.withAccess(to: "An object") { 1 } == 1)
        }
    }

    @Test func `a confined context is used by one thread after the other`() async {
        await #expect(processExitsWith: .success) {
            ConcurrencyDebug.turn(on: true)
            let queue = ContextQueue(.confined)
            for _ in 0..<100 {
                queue.withAccess(to: "The context") {
                    queue.withAccess(to: "The context") { queue.checkAccess(to: "An object") }
                }
                let done = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    queue.checkAccess(to: "An object")
                    _ = queue.withAccess(to: "The context") { done.signal() }
                }
                done.wait()
                // The other thread is on its way out.
                while !queue.isCurrent { await Task.yield() }
            }
        }
    }

    @Test func `two threads inside a confined context are told`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ConcurrencyDebug.turn(on: true)
            let queue = ContextQueue(.confined)
            queue.name = "Old"
            queue.withAccess(to: "The context") {
                let never = DispatchSemaphore(value: 0)
                DispatchQueue.global().async { queue.checkAccess(to: "An object of entity Animal") }
                never.wait()
            }
        }
        #expect(
            result?.errorText.contains("An object of entity Animal of context “Old” (confined, no queue) was used on")
                == true
        )
        #expect(result?.errorText.contains("was using the context") == true)
    }

    @Test func `a confined context performs nothing`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            ContextQueue(.confined).performAndWait {}
        }
        #expect(result?.errorText.contains("performAndWait was called on context") == true)
    }

    @Test(
        arguments: [
            ([], nil, nil), (["-com.apple.CoreData.ConcurrencyDebug", "1"], nil, true),
            (["-com.apple.CoreData.ConcurrencyDebug", "0"], "1", false),
            (["-com.apple.CoreData.ConcurrencyDebug", "YES"], nil, true),
            (["-com.apple.CoreData.ConcurrencyDebug"], nil, nil), (["-com.apple.CoreData.ConcurrencyDebug"], "1", true),
            ([], "1", true), ([], "0", false), (["-com.apple.CoreData.SQLDebug", "1"], nil, nil),
        ] as [([String], String?, Bool?)])
    func `what a program was started with is read`(arguments: [String], environment: String?, wish: Bool?) {
        #expect(ConcurrencyDebug.wish(arguments: ["program"] + arguments, environment: environment) == wish)
    }
}
