import CLinux
import Glibc
import Mainspring
import Synchronization
import Testing

/// A clock that moves when a test says so, or by one at each look.
final class TestClock: Sendable {
    private let time = Atomic<UInt64>(0)
    private let step: UInt64

    init(step: UInt64 = 0) { self.step = step }

    var now: UInt64 { time.add(step, ordering: .relaxed).oldValue }
    func advance(by nanoseconds: UInt64) { time.add(nanoseconds, ordering: .relaxed) }
}

@Suite struct SignposterTests {
    private let clock = TestClock()
    private let recorder: TraceRecorder
    private let signposter: Signposter

    init() {
        let clock = clock
        recorder = TraceRecorder(eventsPerThread: 16, threads: 8) { clock.now }
        signposter = Signposter(category: "test", recorder: recorder)
    }

    private var kinds: [TraceEvent.Kind] { recorder.events().map(\.kind) }

    @Test func `records nothing while nobody listens`() {
        let off = Signposter.disabled
        #expect(!off.isEnabled)
        let state = off.beginInterval("a")
        off.emitEvent("b")
        off.emitCounter("c", 1)
        off.endInterval("a", state)
        // An end whose begin was not recorded is not recorded.
        signposter.endInterval("a", state)
        let result = off.withIntervalSignpost("d") { 7 }
        #expect(result == 7)
        #expect(recorder.events().isEmpty)
    }

    @Test func `records slices that nest`() {
        signposter.withIntervalSignpost("outer") {
            clock.advance(by: 10)
            signposter.withIntervalSignpost("inner") { clock.advance(by: 5) }
            clock.advance(by: 1)
        }
        let events = recorder.events()
        #expect(events.map(\.name).sorted() == ["inner", "outer"])
        #expect(events.first { $0.name == "outer" }?.kind == .slice(end: 16))
        #expect(events.first { $0.name == "inner" }?.kind == .slice(end: 15))
        #expect(events.first { $0.name == "inner" }?.start == 10)
        #expect(events.allSatisfy { $0.category == "test" && $0.thread == mainspring_thread_id() && !$0.isOpen })
    }

    @Test func `ends an interval whose closure throws`() {
        struct Failure: Error {}
        #expect(throws: Failure.self) { try signposter.withIntervalSignpost("a") { throw Failure() } }
        #expect(kinds == [.slice(end: 0)])
    }

    @Test func `records slices that overlap as intervals`() {
        let first = signposter.beginInterval("first")
        clock.advance(by: 1)
        let second = signposter.beginInterval("second")
        clock.advance(by: 1)
        signposter.endInterval("first", first)
        clock.advance(by: 1)
        signposter.endInterval("second", second)
        let thread = mainspring_thread_id()
        #expect(kinds == [.interval(end: 2, endThread: thread, id: .exclusive), .slice(end: 3)])
        // The thread is itself again.
        signposter.withIntervalSignpost("third") {}
        #expect(kinds.last == .slice(end: 3))
    }

    @Test func `records an interval that ends on another thread`() {
        let state = signposter.beginInterval("moved")
        let thread = ObservedThread {
            clock.advance(by: 3)
            signposter.endInterval("moved", state)
        }
        thread.join()
        let event = recorder.events().first
        #expect(event?.kind == .interval(end: 3, endThread: thread.id, id: .exclusive))
        #expect(event?.thread == mainspring_thread_id())
        signposter.withIntervalSignpost("next") {}
        #expect(kinds.last == .slice(end: 3))
    }

    @Test func `records intervals with identifiers, which may overlap`() {
        let (one, two) = (signposter.makeSignpostID(), signposter.makeSignpostID())
        #expect(one != two)
        let first = signposter.beginInterval("job", id: one)
        let second = signposter.beginInterval("job", id: two)
        #expect(first.id == one)
        signposter.endInterval("job", first)
        signposter.endInterval("job", second)
        let thread = mainspring_thread_id()
        #expect(kinds == [one, two].map { .interval(end: 0, endThread: thread, id: $0) })
    }

    @Test func `ends an interval once`() {
        let state = signposter.beginInterval("a")
        signposter.endInterval("a", state)
        signposter.endInterval("a", state)
        #expect(recorder.events().count == 1)
    }

    @Test func `makes the identifier of an object from the object`() {
        let object = TestClock()
        #expect(signposter.makeSignpostID(from: object) == signposter.makeSignpostID(from: object))
        #expect(signposter.makeSignpostID(from: object) != signposter.makeSignpostID(from: recorder))
    }

    @Test func `records points, counters and flows`() {
        signposter.emitEvent("point")
        signposter.emitEvent("point", id: SignpostID(5))
        signposter.emitCounter("level", 1.5)
        signposter.beginFlow("arrow", id: SignpostID(6))
        signposter.endFlow("arrow", id: SignpostID(6))
        #expect(
            kinds == [
                .event(id: .exclusive), .event(id: SignpostID(5)), .counter(value: 1.5), .flowStart(id: SignpostID(6)),
                .flowEnd(id: SignpostID(6)),
            ])
    }

    @Test func `lists what is open, the outermost slice first`() {
        let outer = signposter.beginInterval("outer")
        let job = signposter.beginInterval("job", id: SignpostID(9))
        let inner = signposter.beginInterval("inner")
        clock.advance(by: 4)
        let open = recorder.openIntervals(ofThread: mainspring_thread_id())
        #expect(open.map(\.name) == ["outer", "inner", "job"])
        #expect(open.allSatisfy { $0.isOpen })
        #expect(open.first?.kind == .slice(end: 4))
        #expect(recorder.openIntervals(ofThread: 1).isEmpty)
        #expect(recorder.events().count == 3)
        signposter.endInterval("inner", inner)
        signposter.endInterval("job", job)
        signposter.endInterval("outer", outer)
        #expect(recorder.openIntervals(ofThread: mainspring_thread_id()).isEmpty)
        #expect(recorder.events().count == 3)
    }

    @Test func `records the ends of more open intervals than it can list`() {
        let states = (0..<100).map { _ in signposter.beginInterval("deep") }
        #expect(recorder.openIntervals(ofThread: mainspring_thread_id()).count == 64)
        for state in states.reversed() { signposter.endInterval("deep", state) }
        #expect(recorder.openIntervals(ofThread: mainspring_thread_id()).isEmpty)
        #expect(recorder.events().count == 16)
        #expect(recorder.lostEventCount == 84)
        #expect(kinds.allSatisfy { $0 == .slice(end: 0) })
    }
}

@Suite struct TraceRecorderTests {
    @Test func `keeps the last events of each thread`() {
        let clock = TestClock(step: 1)
        let recorder = TraceRecorder(eventsPerThread: 10, threads: 4) { clock.now }
        let signposter = Signposter(category: "ring", recorder: recorder)
        for _ in 0..<5 { signposter.emitEvent("old") }
        for _ in 0..<100 { signposter.emitEvent("mine") }
        let thread = ObservedThread { for _ in 0..<3 { signposter.emitEvent("other") } }
        thread.join()
        let names = Dictionary(grouping: recorder.events(), by: \.name).mapValues(\.count)
        #expect(names == ["mine": 16, "other": 3])
        #expect(recorder.lostEventCount == 89)
        recorder.removeAll()
        #expect(recorder.events().isEmpty)
        #expect(recorder.lostEventCount == 0)
        signposter.emitEvent("new")
        #expect(recorder.events().map(\.name) == ["new"])
    }

    @Test func `gives the memory of ended threads to new ones, and counts what found none`() {
        let recorder = TraceRecorder(eventsPerThread: 4, threads: 2)
        let signposter = Signposter(category: "parts", recorder: recorder)
        signposter.emitEvent("here")
        for _ in 0..<5 {
            let thread = ObservedThread { signposter.emitEvent("there") }
            thread.join()
            while threadExists(thread.id) { sched_yield() }
        }
        #expect(recorder.lostEventCount == 1)
        let held = Flag()
        let begun = Flag()
        let holder = ObservedThread {
            signposter.emitEvent("held")
            begun.raise()
            held.spin()
        }
        begun.spin()
        let refused = ObservedThread {
            signposter.emitEvent("refused")
            signposter.withIntervalSignpost("refused") {}
        }
        refused.join()
        held.raise()
        holder.join()
        #expect(!recorder.events().contains { $0.name == "refused" })
        #expect(recorder.lostEventCount >= 3)
    }

    @Test func `is the process's between start and stop`() async {
        // In a process of its own: there is one such recorder.
        await #expect(processExitsWith: .success) {
            let recorder = TraceRecorder(eventsPerThread: 64, threads: 4)
            let other = TraceRecorder(eventsPerThread: 64, threads: 4)
            let signposter = Signposter(category: "process")
            signposter.emitEvent("before")
            recorder.start()
            let wasCurrent = TraceRecorder.current === recorder && signposter.isEnabled
            signposter.emitEvent("during")
            let state = signposter.beginInterval("across")
            other.stop()
            signposter.emitEvent("still")
            other.start()
            recorder.stop()
            signposter.emitEvent("other")
            other.stop()
            signposter.emitEvent("after")
            signposter.endInterval("across", state)
            let isRight =
                wasCurrent && !signposter.isEnabled && TraceRecorder.current == nil
                && Set(recorder.events().map(\.name)) == ["during", "still", "across"]
                && other.events().map(\.name) == ["other"]
            exit(isRight ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    @Test func `names threads by their own name, or as they wish`() {
        let recorder = TraceRecorder(eventsPerThread: 1, threads: 4)
        let signposter = Signposter(category: "names", recorder: recorder)
        let threads = [nil, "importer", "ein Name länger als zweiunddreißig Byte"].map { name in
            let hold = Flag()
            let thread = ObservedThread {
                signposter.emitEvent("x")
                if let name { recorder.nameCurrentThread(name) }
                hold.raise()
            }
            thread.join()
            return thread.id
        }
        let names = recorder.threadNames
        #expect(names[threads[0]]?.isEmpty == false)
        #expect(names[threads[1]] == "importer")
        #expect(names[threads[2]]?.hasPrefix("ein Name länger als zweiunddrei") == true)
    }

    @Test func `is read while others write, and gives only whole events`() {
        let recorder = TraceRecorder(eventsPerThread: 8, threads: 16)
        let signposters = [
            Signposter(category: "one", recorder: recorder), Signposter(category: "two", recorder: recorder),
        ]
        let done = Flag()
        let writers = (0..<3).map { _ in
            ObservedThread {
                while !done.isRaised {
                    signposters[0].withIntervalSignpost("one") { signposters[0].emitEvent("one", id: SignpostID(1)) }
                    signposters[1].withIntervalSignpost("two", id: SignpostID(2)) {
                        signposters[1].emitCounter("two", 2)
                    }
                }
            }
        }
        for _ in 0..<200 {
            for event in recorder.events() {
                #expect(event.name == event.category)
                switch event.kind {
                case .slice, .event(id: SignpostID(1)): #expect(event.name == "one")
                case .interval(_, _, let id): #expect(event.name == "two" && id == SignpostID(2))
                case .counter(let value): #expect(event.name == "two" && value == 2)
                default: Issue.record("nobody recorded \(event)")
                }
            }
        }
        done.raise()
        for writer in writers { writer.join() }
    }

    private func threadExists(_ thread: Int32) -> Bool {
        access("/proc/self/task/\(thread)", F_OK) == 0
    }
}
