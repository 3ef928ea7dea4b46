import FoundationRunLoop
import Testing

@Suite struct `Performing on a thread` {
    @Test func `closures run on the thread, in the order they were sent`() throws {
        let worker = WorkerThread()
        defer { worker.end() }
        let log = Log<Int>()
        for number in 0..<100 {
            try RunLoop.perform(on: worker.thread, waitUntilDone: number % 10 == 9) {
                if Thread.current === worker.thread { log.append(number) }
            }
        }
        #expect(log.entries == Array(0..<100))
    }

    @Test func `the loop, the Foundation thread and a RunLoopThread are all places to perform`() throws {
        let worker = WorkerThread()
        defer { worker.end() }
        let ours = RunLoopThread(name: "perform")
        ours.start()
        defer { ours.stop() }
        let log = Log<String>()
        try RunLoop.perform(on: worker.thread, waitUntilDone: true) { log.append("thread") }
        try RunLoop.perform(on: worker.loop, waitUntilDone: true) {
            if CFRunLoopGetCurrent() === worker.loop { log.append("loop") }
        }
        try RunLoop.perform(on: ours, waitUntilDone: true) {
            if CFRunLoopGetCurrent() === ours.loop { log.append("ours") }
        }
        #expect(log.entries == ["thread", "loop", "ours"])
    }

    @Test func `a thread that has not started yet performs once it runs its loop`() throws {
        let log = Log<Int>()
        let thread = Thread {
            RunLoop.current.add(Port(), forMode: .default)
            while log.entries.count < 3 { _ = RunLoop.current.run(mode: .default, before: .distantFuture) }
        }
        try RunLoop.perform(on: thread, waitUntilDone: false) { log.append(1) }
        try RunLoop.perform(on: thread, waitUntilDone: false) { log.append(2) }
        thread.start()
        try RunLoop.perform(on: thread, waitUntilDone: true) { log.append(3) }
        #expect(log.entries == [1, 2, 3])
    }

    @Test func `waiting on one's own thread calls at once, not waiting does not`() async throws {
        let entries = try await onThread {
            let log = Log<String>()
            try RunLoop.perform(on: Thread.current, waitUntilDone: false) { log.append("sent") }
            try RunLoop.perform(on: Thread.current, waitUntilDone: true) { log.append("waited for") }
            try RunLoop.perform(on: CFRunLoopGetCurrent(), waitUntilDone: true) { log.append("waited for on the loop") }
            _ = RunLoop.current.run(mode: .default, before: .distantPast)
            return log.entries
        }
        #expect(entries == ["waited for", "waited for on the loop", "sent"])
    }

    @Test func `a perform is input: it ends a run, and all that wait go in one`() async throws {
        let (entries, another) = try await onThread {
            let log = Log<Int>()
            for number in 0..<3 {
                try RunLoop.perform(on: Thread.current, waitUntilDone: false) { log.append(number) }
            }
            // Nothing else is in the mode: without the performs it would be empty.
            #expect(RunLoop.current.run(mode: .default, before: .distantFuture))
            return (log.entries, RunLoop.current.run(mode: .default, before: .distantFuture))
        }
        #expect(entries == [0, 1, 2])
        #expect(!another, "what was performed keeps no mode from being empty")
    }

    @Test func `a closure waits for one of its modes and does not lose its place`() async throws {
        let special = RunLoop.Mode("special")
        let entries = try await onThread {
            let log = Log<String>()
            let thread = Thread.current
            try RunLoop.perform(on: thread, waitUntilDone: false, modes: [special]) { log.append("special 1") }
            try RunLoop.perform(on: thread, waitUntilDone: false) { log.append("common") }
            try RunLoop.perform(on: thread, waitUntilDone: false, modes: [special]) { log.append("special 2") }
            try RunLoop.perform(on: thread, waitUntilDone: false, modes: [special, .default]) { log.append("both") }
            try RunLoop.perform(on: thread, waitUntilDone: false, modes: []) { log.append("never") }
            while RunLoop.current.run(mode: .default, before: .distantPast) {}
            log.append("-")
            while RunLoop.current.run(mode: special, before: .distantPast) {}
            return log.entries
        }
        #expect(entries == ["common", "both", "-", "special 1", "special 2"])
    }

    @Test func `a run nested in a performed closure goes on with the rest`() async throws {
        let entries = try await onThread {
            let log = Log<Int>()
            let thread = Thread.current
            try RunLoop.perform(on: thread, waitUntilDone: false) {
                log.append(1)
                _ = RunLoop.current.run(mode: .default, before: .distantPast)
                log.append(4)
            }
            for number in 2...3 {
                try RunLoop.perform(on: thread, waitUntilDone: false) { log.append(number) }
            }
            _ = RunLoop.current.run(mode: .default, before: .distantPast)
            return log.entries
        }
        #expect(entries == [1, 2, 3, 4])
    }

    @Test func `what a performed closure sends to its own thread waits for the next pass`() async throws {
        let counts = try await onThread {
            let log = Log<Int>()
            @Sendable func again(_ number: Int) {
                log.append(number)
                if number < 3 { try? RunLoop.perform(on: Thread.current, waitUntilDone: false) { again(number + 1) } }
            }
            try RunLoop.perform(on: Thread.current, waitUntilDone: false) { again(1) }
            var counts: [Int] = []
            while RunLoop.current.run(mode: .default, before: .distantPast) { counts.append(log.entries.count) }
            return counts
        }
        #expect(counts == [1, 2, 3])
    }

    @Test func `ten thousand closures wait at the cost of one source`() async throws {
        let (count, runs) = try await onThread {
            let log = Log<Int>()
            for number in 0..<10_000 {
                try RunLoop.perform(on: Thread.current, waitUntilDone: false) { log.append(number) }
            }
            var runs = 0
            while RunLoop.current.run(mode: .default, before: .distantPast) { runs += 1 }
            return (log.entries == Array(0..<10_000), runs)
        }
        #expect(count)
        #expect(runs == 1)
    }

    @Test func `virtual time goes on for the thread that is waited for, and stands still once it has answered`()
        async throws
    {
        let clock = VirtualClock()
        let worker = RunLoopThread(name: "virtual", clock: clock)
        worker.start()
        defer { worker.stop() }
        let times = try await onThread {
            CFRunLoopGetCurrent().clock = clock
            let times = Log<Int>()
            Timer.scheduledTimer(withTimeInterval: 60, repeats: true) { _ in }
            for _ in 0..<20 {
                RunLoop.current.perform {
                    try? RunLoop.perform(on: worker, waitUntilDone: true) {
                        RunLoop.current.run(until: .virtual(clock.absoluteTime + 3600))
                    }
                    times.append(clock.milliseconds)
                }
                _ = RunLoop.current.run(mode: .default, before: .distantPast)
            }
            return times.entries
        }
        #expect(times == (1...20).map { $0 * 3_600_000 })
    }

    // MARK: Threads that end

    @Test func `performing on a thread that has ended is an error in a sentence`() throws {
        let worker = WorkerThread()
        worker.endAndWait()
        for wait in [true, false] {
            let error = #expect(throws: PerformError.self) {
                try RunLoop.perform(on: worker.thread, waitUntilDone: wait) {}
            }
            #expect(error?.description.contains("has ended and performs nothing any more") == true)
            #expect(throws: PerformError.self) { try RunLoop.perform(on: worker.loop, waitUntilDone: wait) {} }
        }
    }

    @Test func `waiting on a thread that ends without ever having a loop is an error, not a hang`() throws {
        let mayEnd = Event()
        let thread = Thread { mayEnd.wait() }
        thread.start()
        Thread { mayEnd.signal() }.start()
        #expect(throws: PerformError.self) { try RunLoop.perform(on: thread, waitUntilDone: true) {} }
    }

    @Test func `waiting on a thread that ends before its turn comes is an error, not a hang`() throws {
        let worker = WorkerThread()
        let entered = Event()
        let mayEnd = Event()
        CFRunLoopPerformBlock(worker.loop, RunLoop.Mode.default.rawValue) {
            entered.signal()
            mayEnd.wait()
            worker.end()
        }
        CFRunLoopWakeUp(worker.loop)
        entered.wait()
        let never = RunLoop.Mode("never run")
        let result = Log<PerformError>()
        let done = Event()
        Thread {
            do throws(PerformError) {
                try RunLoop.perform(on: worker.thread, waitUntilDone: true, modes: [never]) {}
            } catch {
                result.append(error)
            }
            done.signal()
        }.start()
        mayEnd.signal()
        done.wait()
        #expect(result.entries.count == 1)
    }

    @Test func `waiting on a thread that exits inside the closure is an error, not a hang`() throws {
        let worker = WorkerThread()
        let error = #expect(throws: PerformError.self) {
            try RunLoop.perform(on: worker.thread, waitUntilDone: true) { Thread.exit() }
        }
        #expect(error?.description.contains("ended before it had performed") == true)
    }

    @Test func `closures that a thread leaves behind are released, with what they hold`() throws {
        final class Held: Sendable {
            let released: Event
            init(_ released: Event) { self.released = released }
            deinit { released.signal() }
        }
        let worker = WorkerThread()
        let released = Event()
        do {
            let held = Held(released)
            try RunLoop.perform(on: worker.thread, waitUntilDone: false, modes: [RunLoop.Mode("never run")]) {
                _ = held
            }
        }
        worker.end()
        released.wait()
    }

    @Test func `the closure is released on the thread before the wait is over`() throws {
        final class Held: Sendable {}
        let worker = WorkerThread()
        defer { worker.end() }
        for _ in 0..<100 {
            var held: Held? = Held()
            weak let reference = held
            try RunLoop.perform(on: worker.thread, waitUntilDone: true) { [held] in _ = held }
            held = nil
            #expect(reference == nil)
        }
    }

    @Test func `whoever waits on threads that end at any moment gets an answer, and nothing is called twice`() {
        let answers = Log<(performed: Bool, count: Int)>()
        let done = Event()
        let senders = 4
        for _ in 0..<senders {
            Thread {
                for round in 0..<50 {
                    let worker = WorkerThread()
                    // Ends before, between or after the calls.
                    worker.end()
                    for wait in [false, true, true] {
                        let calls = Log<Int>()
                        let performed =
                            (try? RunLoop.perform(on: worker.thread, waitUntilDone: wait) { calls.append(round) })
                            != nil
                        if wait { answers.append((performed, calls.entries.count)) }
                    }
                }
                done.signal()
            }.start()
        }
        for _ in 0..<senders { done.wait() }
        #expect(answers.entries.count == senders * 100)
        #expect(answers.entries.allSatisfy { $0.count == ($0.performed ? 1 : 0) })
    }

    @Test func `many threads perform on one, each in its own order`() throws {
        let worker = WorkerThread()
        defer { worker.end() }
        let log = Log<(sender: Int, number: Int)>()
        let done = Event()
        let modes: [[RunLoop.Mode]] = [[.default], [.common], [.default, .tracking]]
        for sender in 0..<4 {
            Thread {
                for number in 0..<500 {
                    try? RunLoop.perform(
                        on: worker.loop, waitUntilDone: number % 100 == 99, modes: modes[(sender + number) % 3]
                    ) { log.append((sender, number)) }
                }
                done.signal()
            }.start()
        }
        for _ in 0..<4 { done.wait() }
        try RunLoop.perform(on: worker.loop, waitUntilDone: true) {}
        for sender in 0..<4 {
            #expect(log.entries.filter { $0.sender == sender }.map(\.number) == Array(0..<500))
        }
    }
}
