import Dispatch
import Foundation
import Testing

@testable import MainspringData

/// Contexts that wait for each other.
@Suite struct WaitGraphThreadTests {
    /// Waits by the letters of contexts: "ab>c" has a and b and waits for c.
    private func waits(_ texts: [String]) -> [WaitGraph.Wait] {
        var places: [Character: QueuePlace] = [:]
        func place(_ letter: Character) -> QueuePlace {
            if let known = places[letter] { return known }
            let context = ContextQueue(.privateQueueConcurrencyType)
            context.name = String(letter)
            let made = QueuePlace(queue: context.queue!, context: context)
            places[letter] = made
            return made
        }
        return texts.enumerated().map { number, text in
            let sides = text.split(separator: ">", omittingEmptySubsequences: false)
            return WaitGraph.Wait(
                number: number, thread: "thread \(number)", held: sides[0].map(place), wanted: place(sides[1].first!))
        }
    }

    @Test(
        arguments: [
            (["b>a", "a>b"], [1, 0]), (["b>c", "c>a", "a>b"], [2, 0, 1]), (["xb>c", "cy>a", "az>b"], [2, 0, 1]),
            (["b>c", "a>b"], nil), (["a>b"], nil), (["b>c", "c>d", ">b"], nil), (["c>d", "d>c", "a>b"], nil),
            (["c>d", "d>c", "a>c"], nil),
        ] as [([String], [Int]?)])
    func `the last wait closes the circle`(texts: [String], expected: [Int]?) throws {
        let waits = waits(texts)
        let circle = WaitGraph.circle(closedBy: try #require(waits.last), among: waits.dropLast())
        #expect(circle?.map(\.number) == expected)
    }

    @Test(
        arguments: [
            (["a>b", "b>a"], true), (["xa>b", "yb>c", "cz>a"], true), (["a>b", "b>c", "d>a"], false), (["b>a"], false),
            (["a>a"], true), (["b>c", "b>a"], false),
        ] as [([String], Bool)])
    func `who waits for a queue waits for what its holder waits for`(texts: [String], expected: Bool) throws {
        let (waits, graph) = (waits(texts), WaitGraph())
        for wait in waits.dropLast() { _ = graph.begin(wait.held, wait.wanted) }
        let last = try #require(waits.last)
        #expect(graph.leads(from: last.wanted.queue, to: last.held) == expected)
    }

    @Test func `a sentence names every waiter, what it has and what it waits for`() throws {
        let waits = waits(["b>c", "c>a", "a>b"])
        let circle = try #require(WaitGraph.circle(closedBy: waits[2], among: Array(waits[..<2])))
        #expect(
            WaitGraph.sentence(circle).contains(
                """
                thread 2, which has context “a” (private queue), waits for context “b” (private queue); thread 0, which has \
                context “b” (private queue), waits for context “c” (private queue); thread 1, which has context “c” (private \
                queue), waits for context “a” (private queue).
                """))
    }

    @Test func `two contexts that wait for each other stop with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            alarm(60)
            ConcurrencyDebug.turn(on: true)
            let (first, second) = (
                ContextQueue(.privateQueueConcurrencyType), ContextQueue(.privateQueueConcurrencyType)
            )
            (first.name, second.name) = ("First", "Second")
            let (hasFirst, hasSecond) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
            first.perform {
                hasFirst.signal()
                hasSecond.wait()
                second.performAndWait {}
            }
            second.perform {
                hasSecond.signal()
                hasFirst.wait()
                first.performAndWait {}
            }
            first.performAndWait {}
        }
        let text = result?.errorText ?? ""
        #expect(text.contains("performAndWait would never return, because contexts wait for each other in a circle:"))
        #expect(text.contains("which has context “First” (private queue), waits for context “Second” (private queue)"))
        #expect(text.contains("which has context “Second” (private queue), waits for context “First” (private queue)"))
    }
}
