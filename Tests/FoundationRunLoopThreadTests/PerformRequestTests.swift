import FoundationRunLoop
import Testing

@Suite struct `Performing later` {
    private final class Target: Sendable {}

    // MARK: By order

    @Test func `the lowest order goes first, equals in the order they were scheduled in`() async throws {
        let entries = try await onThread {
            let log = Log<String>()
            for (order, name) in [(5, "5a"), (1, "1"), (5, "5b"), (-3, "-3"), (Int.max, "max"), (Int.min, "min")] {
                RunLoop.current.perform(order: order) { log.append(name) }
            }
            _ = RunLoop.current.run(mode: .default, before: .distantFuture)
            return log.entries
        }
        #expect(entries == ["min", "-3", "1", "5a", "5b", "max"])
    }

    @Test func `each waits for one of its modes, the common ones too`() async throws {
        let entries = try await onThread {
            let log = Log<String>()
            let special = RunLoop.Mode("special")
            RunLoop.current.perform(order: 1, modes: [special]) { log.append("special") }
            RunLoop.current.perform(order: 2, modes: [.common]) { log.append("common") }
            RunLoop.current.perform(order: 3) { log.append("default") }
            RunLoop.current.perform(order: 0, modes: [special, .default]) { log.append("both") }
            RunLoop.current.perform(order: 0, modes: []) { log.append("none") }
            for mode in [RunLoop.Mode.tracking, special, .default] {
                while RunLoop.current.run(mode: mode, before: .distantPast) {}
                log.append("-")
            }
            return log.entries
        }
        #expect(entries == ["common", "-", "both", "special", "-", "default", "-"])
    }

    @Test func `what is scheduled by a performed closure comes with the next pass`() async throws {
        let entries = try await onThread {
            let log = Log<String>()
            RunLoop.current.perform(order: 2) { log.append("second") }
            RunLoop.current.perform(order: 1) {
                log.append("first")
                RunLoop.current.perform(order: 0) { log.append("third") }
            }
            while RunLoop.current.run(mode: .default, before: .distantPast) { log.append("pass") }
            return log.entries
        }
        #expect(entries == ["first", "second", "pass", "third", "pass"])
    }

    @Test func `a performed closure can cancel those that come after it`() async throws {
        let entries = try await onThread {
            let log = Log<String>()
            let last = RunLoop.current.perform(order: 2) { log.append("second") }
            RunLoop.current.perform(order: 1) {
                log.append("first")
                last.cancel()
            }
            while RunLoop.current.run(mode: .default, before: .distantPast) {}
            return log.entries
        }
        #expect(entries == ["first"])
    }

    // MARK: After a delay

    @Test func `delays are by the loop's clock, none means as soon as possible`() async throws {
        let entries = try await onVirtualThread { clock in
            let log = Log<String>()
            for delay in [0.5, 0.2, 0, -1, 3600] {
                RunLoop.current.perform(afterDelay: delay) { log.append("\(delay) at \(clock.milliseconds)") }
            }
            log.append("scheduled")
            RunLoop.current.run(until: .virtual(4000))
            return log.entries
        }
        #expect(
            entries == ["scheduled", "0.0 at 0", "-1.0 at 0", "0.2 at 200", "0.5 at 500", "3600.0 at 3600000"])
    }

    @Test func `a delayed closure waits until the loop runs in one of its modes`() async throws {
        let entries = try await onVirtualThread { clock in
            let log = Log<Int>()
            RunLoop.current.add(Port(), forMode: .tracking)
            RunLoop.current.perform(afterDelay: 0.1) { log.append(clock.milliseconds) }
            RunLoop.current.perform(afterDelay: 0.2, inModes: [.common]) { log.append(clock.milliseconds) }
            RunLoop.current.perform(afterDelay: 0.3, inModes: []) { log.append(-1) }
            _ = RunLoop.current.run(mode: .tracking, before: .virtual(0.4))
            _ = RunLoop.current.run(mode: .default, before: .virtual(0.5))
            return log.entries
        }
        #expect(entries == [200, 400])
    }

    @Test func `a delay from another thread reaches a loop that sleeps`() {
        let worker = WorkerThread()
        defer { worker.end() }
        nonisolated(unsafe) var loop: RunLoop!
        try? RunLoop.perform(on: worker.loop, waitUntilDone: true) { loop = RunLoop.current }
        for _ in 0..<20 {
            let performed = Event()
            loop.perform(afterDelay: 0) { performed.signal() }
            performed.wait()
            loop.perform(order: 0) { performed.signal() }
            performed.wait()
        }
    }

    // MARK: Cancelling

    @Test func `a cancelled request is not called, releases its closure, and keeps no mode`() async throws {
        let results = try await onVirtualThread { _ in
            var results: [Bool] = []
            for delayed in [true, false] {
                weak var reference: Target?
                let request: PerformRequest
                do {
                    let held = Target()
                    reference = held
                    request =
                        delayed
                        ? RunLoop.current.perform(afterDelay: 1) { _ = held }
                        : RunLoop.current.perform(order: 1) { _ = held }
                }
                results.append(request.isPending && reference != nil)
                request.cancel()
                request.cancel()
                results.append(!request.isPending && reference == nil)
                results.append(!RunLoop.current.run(mode: .default, before: .virtual(10)))
            }
            return results
        }
        #expect(results == Array(repeating: true, count: 6))
    }

    @Test func `requests are cancelled by target, or all of them`() async throws {
        let entries = try await onVirtualThread { _ in
            let log = Log<String>()
            let (one, two) = (Target(), Target())
            for (name, target) in [("one", one), ("two", two)] {
                RunLoop.current.perform(afterDelay: 1, target: target) { log.append("delayed \(name)") }
                RunLoop.current.perform(order: 0, target: target) { log.append("ordered \(name)") }
            }
            RunLoop.current.cancelPerforms(withTarget: one)
            RunLoop.current.run(until: .virtual(2))
            RunLoop.current.perform(afterDelay: 1, target: two) { log.append("never") }
            RunLoop.current.perform(order: 1) { log.append("never") }
            RunLoop.current.cancelPerforms()
            RunLoop.current.run(until: .virtual(4))
            return log.entries
        }
        #expect(entries == ["ordered two", "delayed two"])
    }

    @Test func `the target is kept until the call, not longer`() async throws {
        let results = try await onVirtualThread { _ in
            weak var reference: Target?
            let request: PerformRequest
            do {
                let target = Target()
                reference = target
                request = RunLoop.current.perform(afterDelay: 1, target: target) {}
            }
            let before = reference != nil
            RunLoop.current.run(until: .virtual(2))
            return [before, reference == nil, !request.isPending]
        }
        #expect(results == [true, true, true])
    }

    @Test func `requests that a thread leaves behind are released with what they hold`() {
        final class Held: Sendable {
            let released: Event
            init(_ released: Event) { self.released = released }
            deinit { released.signal() }
        }
        let released = Event()
        Thread {
            let (one, two) = (Held(released), Held(released))
            RunLoop.current.perform(afterDelay: 1) { _ = one }
            RunLoop.current.perform(order: 1) { _ = two }
        }.start()
        released.wait()
        released.wait()
    }

    @Test func `a delay that is not a number ends the process with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            RunLoop.main.perform(afterDelay: .nan) {}
        }
        let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sentence.contains("The delay of a perform is not a number."))
    }
}
