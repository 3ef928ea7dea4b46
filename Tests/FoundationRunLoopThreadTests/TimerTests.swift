import FoundationRunLoop
import Testing

@Suite struct `A timer` {
    // MARK: When it fires

    @Test func `the first fire comes after the interval, not at once`() async throws {
        let (times, dates) = try await onVirtualThread { clock in
            let log = Log<Int>()
            let once = Timer(timeInterval: 0.5, repeats: false) { _ in log.append(clock.milliseconds) }
            let again = Timer.scheduledTimer(withTimeInterval: 0.2, repeats: true) { _ in log.append(clock.milliseconds)
            }
            let dates = [once, again].map(\.fireDate.virtualMilliseconds)
            RunLoop.current.add(once, forMode: .default)
            RunLoop.current.run(until: .virtual(0.9))
            return (log.entries, dates)
        }
        #expect(times == [200, 400, 500, 600, 800])
        #expect(dates == [500, 200])
    }

    @Test func `a date says when the first fire comes, and one that has passed means now`() async throws {
        let times = try await onVirtualThread { clock in
            let log = Log<Int>()
            for start in [0.3, -5] {
                let timer = Timer(fire: .virtual(start), interval: 0.2, repeats: start > 0) { _ in
                    log.append(clock.milliseconds)
                }
                RunLoop.current.add(timer, forMode: .default)
            }
            RunLoop.current.run(until: .virtual(0.8))
            return log.entries
        }
        #expect(times == [0, 300, 500, 700])
    }

    @Test func `an interval of nothing or less stands for a tenth of a millisecond`() async throws {
        for interval in [0, -1, -Double.infinity] {
            let (length, first, count) = try await onVirtualThread { _ in
                let log = Log<Int>()
                let timer = Timer.scheduledTimer(withTimeInterval: interval, repeats: true) { timer in
                    log.append(1)
                    if log.entries.count == 10 { timer.invalidate() }
                }
                let first = timer.fireDate.timeIntervalSinceReferenceDate
                let length = timer.timeInterval
                RunLoop.current.run(until: .virtual(1))
                return (length, first, log.entries.count)
            }
            #expect(length == 0.0001)
            #expect(abs(first - 0.0001) < 1e-8)
            #expect(count == 10)
        }
    }

    @Test(arguments: [Date.distantFuture, Date(timeIntervalSinceReferenceDate: .infinity)])
    func `a timer at the end of time keeps a loop and never fires`(_ date: Date) async throws {
        let (ran, fired) = try await onVirtualThread { _ in
            let log = Log<Int>()
            RunLoop.current.add(
                Timer(fire: date, interval: 0, repeats: false) { _ in log.append(1) }, forMode: .default)
            RunLoop.current.add(
                Timer(timeInterval: .infinity, repeats: true) { _ in log.append(2) }, forMode: .default)
            return (RunLoop.current.run(mode: .default, before: .virtual(1_000_000)), log.entries)
        }
        #expect(ran)
        #expect(fired.isEmpty)
    }

    @Test func `fires that were missed are skipped, and the grid stays`() async throws {
        let times = try await onVirtualThread { clock in
            let log = Log<Int>()
            Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in
                log.append(clock.milliseconds)
                if log.entries.count == 1 { clock.advance(by: .milliseconds(350)) }
            }
            RunLoop.current.run(until: .virtual(0.75))
            return log.entries
        }
        #expect(times == [100, 500, 600, 700])
    }

    @Test func `a timer of the default mode pauses while the loop tracks, one of the common modes goes on`()
        async throws
    {
        let entries = try await onVirtualThread { clock in
            let log = Log<String>()
            for (name, mode) in [("default", RunLoop.Mode.default), ("common", .common)] {
                let timer = Timer(timeInterval: 0.1, repeats: true) { _ in log.append("\(name) \(clock.milliseconds)") }
                RunLoop.current.add(timer, forMode: mode)
            }
            RunLoop.current.run(until: .virtual(0.25))
            log.append("scrolling")
            while clock.milliseconds < 550 { _ = RunLoop.current.run(mode: .tracking, before: .virtual(0.55)) }
            log.append("resting")
            RunLoop.current.run(until: .virtual(0.56))
            return log.entries
        }
        #expect(
            entries == [
                "default 100", "common 100", "default 200", "common 200", "scrolling",
                "common 300", "common 400", "common 500", "resting",
                "default 550",
            ])
    }

    @Test(arguments: [RunLoop.Mode.tracking, .eventTracking, .modalPanel])
    func `Apple's modes for tracking and panels are common as soon as they run`(_ mode: RunLoop.Mode) async throws {
        let (common, other) = try await onVirtualThread { _ in
            let log = Log<Int>()
            let timer = Timer(timeInterval: 0.1, repeats: false) { _ in log.append(1) }
            RunLoop.current.add(timer, forMode: .common)
            let other = RunLoop.current.run(mode: RunLoop.Mode("other"), before: .virtual(1))
            _ = RunLoop.current.run(mode: mode, before: .virtual(1))
            return (log.entries.count, other)
        }
        #expect(common == 1)
        #expect(!other)
    }

    // MARK: Its end

    @Test func `a timer that does not repeat fires once, is valid meanwhile and invalid after`() async throws {
        let entries = try await onVirtualThread { _ in
            let log = Log<Bool>()
            let timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: false) { timer in log.append(timer.isValid)
            }
            log.append(timer.isValid)
            RunLoop.current.run(until: .virtual(1))
            log.append(timer.isValid)
            return log.entries
        }
        #expect(entries == [true, true, false])
    }

    @Test func `an invalidated timer leaves its loop and cannot come back`() async throws {
        let ran = try await onVirtualThread { _ in
            let timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in }
            timer.invalidate()
            timer.invalidate()
            RunLoop.current.add(timer, forMode: .default)
            timer.fire()
            timer.fireDate = .virtual(2)
            return [timer.isValid, RunLoop.current.run(mode: .default, before: .virtual(1))]
        }
        #expect(ran == [false, false])
    }

    @Test func `a timer is one loop's`() async throws {
        let worker = WorkerThread()
        defer { worker.end() }
        let log = Log<Bool>()
        nonisolated(unsafe) let timer = Timer(fire: .distantPast, interval: 0, repeats: false) { _ in
            log.append(CFRunLoopGetCurrent() === worker.loop)
        }
        // Kept from firing by a mode that does not run.
        try RunLoop.perform(on: worker.loop, waitUntilDone: true) {
            RunLoop.current.add(timer, forMode: RunLoop.Mode("later"))
        }
        try await onThread {
            RunLoop.current.add(timer, forMode: .default)
            #expect(!RunLoop.current.run(mode: .default, before: .distantFuture))
        }
        try RunLoop.perform(on: worker.loop, waitUntilDone: true) {
            _ = RunLoop.current.run(mode: RunLoop.Mode("later"), before: .distantFuture)
        }
        #expect(log.entries == [true])
    }

    // MARK: fire()

    @Test func `fire does not disturb a repeating timer's schedule`() async throws {
        let times = try await onVirtualThread { clock in
            let log = Log<Int>()
            let timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in log.append(clock.milliseconds)
            }
            RunLoop.current.run(until: .virtual(0.15))
            timer.fire()
            RunLoop.current.run(until: .virtual(0.35))
            return log.entries
        }
        #expect(times == [100, 150, 200, 300])
    }

    @Test func `fire makes another timer invalid, and calls it no second time`() async throws {
        let (count, ran) = try await onVirtualThread { _ in
            let log = Log<Int>()
            let timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: false) { _ in log.append(1) }
            timer.fire()
            timer.fire()
            let ran = RunLoop.current.run(mode: .default, before: .virtual(1)) || timer.isValid
            return (log.entries.count, ran)
        }
        #expect(count == 1)
        #expect(!ran)
    }

    // MARK: Properties

    @Test func `setting the date moves the next fire and the grid`() async throws {
        let times = try await onVirtualThread { clock in
            let log = Log<Int>()
            let timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in log.append(clock.milliseconds)
            }
            timer.fireDate = .virtual(0.25)
            #expect(timer.fireDate.virtualMilliseconds == 250)
            RunLoop.current.run(until: .virtual(0.5))
            return log.entries
        }
        #expect(times == [250, 350, 450])
    }

    @Test func `the interval of a timer that does not repeat is 0`() {
        #expect(Timer(timeInterval: 5, repeats: false) { _ in }.timeInterval == 0)
        #expect(Timer(timeInterval: 5, repeats: true) { _ in }.timeInterval == 5)
    }

    @Test(arguments: [
        (repeats: true, given: 0.04, is: 0.04), (true, 0.3, 0.05), (true, -1, 0),
        (false, 0.04, 0.04), (false, 300, 300), (false, -1, 0),
    ])
    func `the tolerance is what was set, at most half the interval, never less than nothing`(
        _ repeats: Bool, _ given: TimeInterval, _ expected: TimeInterval
    ) {
        let timer = Timer(timeInterval: 0.1, repeats: repeats) { _ in }
        #expect(timer.tolerance == 0)
        timer.tolerance = given
        #expect(timer.tolerance == expected)
    }

    @Test func `the block gets its timer, and the timer its object`() async throws {
        let entries = try await onVirtualThread { _ in
            let log = Log<String>()
            let kept = Timer(fire: .virtual(0.1), interval: 0, repeats: false, userInfo: "kept") { timer in
                log.append("\(ObjectIdentifier(timer)) \(timer.userInfo as? String ?? "nothing")")
            }
            RunLoop.current.add(kept, forMode: .default)
            log.append("\(ObjectIdentifier(kept)) kept")
            RunLoop.current.run(until: .virtual(1))
            return log.entries
        }
        #expect(entries.count == 2 && entries[0] == entries[1])
        #expect(Timer(timeInterval: 1, repeats: false) { _ in }.userInfo == nil)
    }

    // MARK: Who keeps whom

    private final class Held: Sendable {
        let released: Event
        init(_ released: Event) { self.released = released }
        deinit { released.signal() }
    }

    @Test func `the loop keeps a timer that nobody else does`() async throws {
        let times = try await onVirtualThread { clock in
            let log = Log<Int>()
            Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { timer in
                log.append(clock.milliseconds)
                if log.entries.count == 3 { timer.invalidate() }
            }
            RunLoop.current.run(until: .virtual(1))
            return log.entries
        }
        #expect(times == [100, 200, 300])
    }

    @Test func `a timer keeps its block until it is invalid, whoever keeps the timer`() async throws {
        try await onVirtualThread { _ in
            for ends in 0..<3 {
                let released = Event()
                weak var reference: Held?
                nonisolated(unsafe) let timer: Timer
                do {
                    let held = Held(released)
                    reference = held
                    timer = Timer.scheduledTimer(withTimeInterval: 0.1, repeats: ends != 1) { _ in _ = held }
                }
                #expect(reference != nil)
                switch ends {
                case 0: timer.invalidate()
                case 1: RunLoop.current.run(until: Date(timeIntervalSinceReferenceDate: CFAbsoluteTimeGetCurrent() + 1))
                default: RunLoop.current.perform(inModes: [.default]) { timer.invalidate() }
                }
                _ = RunLoop.current.run(mode: .default, before: .distantPast)
                #expect(reference == nil)
            }
        }
    }

    @Test func `a timer that is never added goes with its last reference`() {
        let released = Event()
        do {
            let held = Held(released)
            _ = Timer(timeInterval: 1, repeats: true) { _ in _ = held }
        }
        released.wait()
    }

    @Test func `a repeating timer goes with its loop's thread`() {
        let released = Event()
        Thread {
            let held = Held(released)
            Timer.scheduledTimer(withTimeInterval: 1, repeats: true) { _ in _ = held }
        }.start()
        released.wait()
    }

    // MARK: Bad input

    @Test func `an interval that is not a number ends the process with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Timer(timeInterval: .nan, repeats: true) { _ in }
        }
        let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sentence.contains("A timer's interval is not a number. Pass the seconds between two fires"))
    }
}
