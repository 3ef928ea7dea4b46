import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics
import SeededRandom
import Testing

@testable import MainspringApplication

@Suite struct EventQueueThreadTests {
    final class Seen {
        var texts: [String] = []
    }

    private static func text(_ text: String) -> Event { Event(.text(text), time: 0) }

    @Test func `events are handed on in the order in which they came, from several threads each in its own`() throws {
        let seen = try onOwnLoop { () -> [String] in
            CFRunLoopGetCurrent().clock = VirtualClock()
            let seen = Seen()
            let queue = EventQueue(loop: CFRunLoopGetCurrent()) { seen.texts.append($0.word) }
            DispatchQueue.concurrentPerform(iterations: 4) { thread in
                for number in 0..<500 { queue.post(Self.text("\(thread) \(number)")) }
            }
            _ = CFRunLoopRunInMode(.defaultMode, 1, false)
            return seen.texts
        }
        #expect(seen.count == 2000)
        for thread in 0..<4 {
            #expect(seen.filter { $0.hasPrefix("text \(thread) ") } == (0..<500).map { "text \(thread) \($0)" })
        }
    }

    @Test func `a post from another thread wakes a loop that sleeps`() throws {
        let result = try onOwnLoop { () -> CFRunLoopRunResult in
            let loop = CFRunLoopGetCurrent()!
            let queue = EventQueue(loop: loop) { _ in CFRunLoopStop(CFRunLoopGetCurrent()) }
            let observer = CFRunLoopObserverCreateWithHandler(
                nil, CFRunLoopActivity.beforeWaiting.rawValue, false, 0
            ) { _, _ in DispatchQueue.global().async { queue.post(Self.text("x")) } }
            CFRunLoopAddObserver(loop, observer, .defaultMode)
            return CFRunLoopRunInMode(.defaultMode, 60, false)
        }
        #expect(result == .stopped)
    }

    @Test func `events come in by a source of version 1, and are handed on by one of version 0 in the next pass`()
        throws
    {
        let steps = try onOwnLoop { () -> [String] in
            let loop = CFRunLoopGetCurrent()!
            nonisolated(unsafe) var steps: [String] = []
            let queue = EventQueue(loop: loop) { event in
                steps.append(event.word)
                CFRunLoopStop(CFRunLoopGetCurrent())
            }
            let (arrival, delivery) = (try #require(queue.arrival?.source), try #require(queue.delivery))
            // Who has a context of version 0 is of that version: for any other the process would end here.
            var context = CFRunLoopSourceContext()
            CFRunLoopSourceGetContext(delivery, &context)
            // One of version 1 has no signal.
            CFRunLoopSourceSignal(arrival)
            steps.append("\(context.perform != nil) \(CFRunLoopSourceIsSignalled(arrival))")
            let activities: [(CFRunLoopActivity, String)] = [
                (.beforeTimers, "timers"), (.beforeSources, "sources"), (.beforeWaiting, "waiting"),
                (.afterWaiting, "woken"),
            ]
            let observer = CFRunLoopObserverCreateWithHandler(
                nil, CFRunLoopActivity.allActivities.rawValue, true, 0
            ) { _, activity in
                guard let name = activities.first(where: { $0.0 == activity })?.1 else { return }
                steps.append("\(name) \(CFRunLoopSourceIsSignalled(delivery))")
                // The loop is about to sleep, and has looked at its sources for this pass.
                guard activity == .beforeWaiting else { return }
                let posted = DispatchSemaphore(value: 0)
                DispatchQueue.global().async {
                    queue.post(Self.text("x"))
                    posted.signal()
                }
                posted.wait()
            }
            CFRunLoopAddObserver(loop, observer, .defaultMode)
            _ = CFRunLoopRunInMode(.defaultMode, 60, false)
            return steps
        }
        #expect(
            steps == [
                "true false", "timers false", "sources false", "waiting false", "woken false", "timers true",
                "sources true", "text x",
            ])
    }

    @Test func `a million moves that come while the loop is busy take the place of one, and the last one is told`()
        throws
    {
        let count = Seeds.size(1_000_000, sanitized: 100_000)
        let (counts, seen) = try onOwnLoop { () -> ([Int], [Event]) in
            CFRunLoopGetCurrent().clock = VirtualClock()
            nonisolated(unsafe) var seen: [Event] = []
            let queue = EventQueue(loop: CFRunLoopGetCurrent()) { seen.append($0) }
            var most = 0
            for number in 1...count {
                queue.post(Event(move(CGFloat(number), 0), time: Double(number)))
                if number % 10_000 == 0 { most = max(most, queue.count) }
            }
            _ = CFRunLoopRunInMode(.defaultMode, 1, false)
            return ([most, queue.count], seen)
        }
        #expect(counts == [1, 0])
        #expect(seen == [Event(move(CGFloat(count), 0), time: Double(count))])
    }

    @Test(arguments: [
        ([move(1, 1), move(2, 2), down(2, 2), drag(3, 3), drag(4, 4), up(4, 4)], "moved down dragged up"),
        ([down(1, 1), down(1, 1, .secondary), up(1, 1), up(1, 1, .secondary)], "down down up up"),
        ([drag(1, 1), drag(2, 2, .secondary), drag(3, 3)], "dragged dragged dragged"),
        ([touch(.moved, 1, 0, 0), touch(.moved, 1, 1, 0), touch(.moved, 2, 0, 0)], "touch moved 1 touch moved 2"),
        ([.text("a"), .text("a")], "text a text a"),
        ([move(1, 1), .text("a"), move(2, 2)], "moved text a moved"),
    ]) func `only moves that follow each other are told as one`(contents: [Event.Content], expected: String) {
        var backlog = EventBacklog()
        for content in contents { backlog.append(Event(content, time: 1)) }
        var words: [String] = []
        while let event = backlog.takeFirst() { words.append(event.word) }
        #expect(words.joined(separator: " ") == expected)
    }

    @Test func `what is scrolled and magnified by events told as one is all there`() {
        var backlog = EventBacklog()
        for _ in 0..<3 {
            backlog.append(
                Event(
                    .scroll(ScrollEvent(CGVector(dx: 1, dy: -2), isPrecise: true, phase: .changed, at: .zero)), time: 1)
            )
        }
        for _ in 0..<2 { backlog.append(Event(.magnify(MagnifyEvent(0.5, phase: .changed, at: .zero)), time: 1)) }
        guard case .scroll(let scroll)? = backlog.takeFirst()?.content,
            case .magnify(let magnify)? = backlog.takeFirst()?.content
        else { return #expect(Bool(false)) }
        #expect(scroll.delta == CGVector(dx: 3, dy: -6))
        #expect(magnify.magnification == 1.25)
        #expect(backlog.isEmpty)
    }

    @Test func `a move to no place does not cover one to a place`() {
        var backlog = EventBacklog()
        backlog.append(Event(move(1, 1), time: 1))
        backlog.append(Event(move(.nan, 1), time: 2))
        #expect(backlog.takeFirst() == Event(move(1, 1), time: 1))
        #expect(backlog.isEmpty)
    }

    @Test func `events wait while a mode runs that the queue is not in, and none gets lost`() throws {
        let steps = try onOwnLoop { () -> [[String]] in
            CFRunLoopGetCurrent().clock = VirtualClock()
            let seen = Seen()
            let queue = EventQueue(loop: CFRunLoopGetCurrent(), modes: [.defaultMode]) { seen.texts.append($0.word) }
            let other = CFRunLoopMode("other")
            let timer = CFRunLoopTimerCreateWithHandler(nil, 1, 1, 0, 0) { _ in }
            CFRunLoopAddTimer(CFRunLoopGetCurrent(), timer, other)
            queue.post(Self.text("a"))
            queue.post(Self.text("b"))
            var steps: [[String]] = []
            _ = CFRunLoopRunInMode(other, 5, false)
            steps.append(seen.texts)
            _ = CFRunLoopRunInMode(.defaultMode, 1, false)
            steps.append(seen.texts)
            return steps
        }
        #expect(steps == [[], ["text a", "text b"]])
    }

    @Test func `a run inside a handler hands on the rest in order`() throws {
        let seen = try onOwnLoop { () -> [String] in
            CFRunLoopGetCurrent().clock = VirtualClock()
            let seen = Seen()
            let queue = EventQueue(loop: CFRunLoopGetCurrent()) { event in
                seen.texts.append("in \(event.word)")
                if event.word == "text 1" { _ = CFRunLoopRunInMode(.defaultMode, 0.1, false) }
                seen.texts.append("out \(event.word)")
            }
            for number in 1...3 { queue.post(Self.text("\(number)")) }
            _ = CFRunLoopRunInMode(.defaultMode, 1, false)
            return seen.texts
        }
        #expect(seen == ["in text 1", "in text 2", "out text 2", "in text 3", "out text 3", "out text 1"])
    }

    @Test func `after its end a queue hands on nothing and takes nothing`() throws {
        let seen = try onOwnLoop { () -> [String] in
            CFRunLoopGetCurrent().clock = VirtualClock()
            let seen = Seen()
            let queue = EventQueue(loop: CFRunLoopGetCurrent()) { seen.texts.append($0.word) }
            queue.post(Self.text("a"))
            queue.invalidate()
            queue.post(Self.text("b"))
            _ = CFRunLoopRunInMode(.defaultMode, 1, false)
            return seen.texts + ["\(queue.count)"]
        }
        #expect(seen == ["0"])
    }
}
