import FoundationRunLoop
import Testing

@Suite struct `A run loop` {
    @Test func `each thread has one, another object around its CFRunLoop`() async throws {
        let loops = try await onThread {
            let current = RunLoop.current
            #expect(current === RunLoop.current)
            #expect(current.getCFRunLoop() === CFRunLoopGetCurrent())
            #expect(current !== RunLoop.main)
            return current.getCFRunLoop()
        }
        let others = try await onThread { RunLoop.current.getCFRunLoop() }
        #expect(loops !== others)
    }

    @Test func `the main thread's is to be had anywhere`() async throws {
        #expect(RunLoop.main.getCFRunLoop() === CFRunLoopGetMain())
        let same = try await onThread { RunLoop.main.getCFRunLoop() === CFRunLoopGetMain() }
        #expect(same)
    }

    @Test func `mode names are Apple's`() {
        #expect(RunLoop.Mode.default.rawValue == CFRunLoopMode.defaultMode.rawValue)
        #expect(RunLoop.Mode.common.rawValue == CFRunLoopMode.commonModes.rawValue)
        #expect(RunLoop.Mode.tracking.rawValue == "UITrackingRunLoopMode")
        #expect(RunLoop.Mode.eventTracking.rawValue == "NSEventTrackingRunLoopMode")
        #expect(RunLoop.Mode.modalPanel.rawValue == "NSModalPanelRunLoopMode")
        #expect(RunLoop.Mode("x") == RunLoop.Mode(rawValue: "x"))
    }

    @Test func `the current mode is that of the innermost run, and none outside`() async throws {
        let modes = try await onThread {
            let log = Log<RunLoop.Mode?>()
            let inner = RunLoop.Mode("inner")
            log.append(RunLoop.current.currentMode)
            RunLoop.current.add(Port(), forMode: inner)
            RunLoop.current.perform {
                log.append(RunLoop.current.currentMode)
                RunLoop.current.perform(inModes: [inner]) { log.append(RunLoop.current.currentMode) }
                _ = RunLoop.current.run(mode: inner, before: .distantPast)
                log.append(RunLoop.current.currentMode)
            }
            _ = RunLoop.current.run(mode: .default, before: .distantPast)
            log.append(RunLoop.current.currentMode)
            return log.entries
        }
        #expect(modes == [nil, .default, RunLoop.Mode("inner"), .default, nil])
    }

    // MARK: run(mode:before:)

    @Test func `a run is refused in an empty mode, in the common modes, and on another thread`() async throws {
        let worker = WorkerThread()
        defer { worker.end() }
        nonisolated(unsafe) var foreign: RunLoop!
        try RunLoop.perform(on: worker.loop, waitUntilDone: true) { foreign = RunLoop.current }
        let loop = Log<RunLoop.Mode>()
        let refused = try await onThread {
            RunLoop.current.add(Port(), forMode: .default)
            RunLoop.current.perform(inModes: [.common]) { loop.append(.common) }
            return [
                RunLoop.current.run(mode: RunLoop.Mode("never seen"), before: .distantFuture),
                RunLoop.current.run(mode: .common, before: .distantFuture),
                foreign.run(mode: .default, before: .distantFuture),
                RunLoop.main.run(mode: .default, before: .distantFuture),
                foreign.limitDate(forMode: .default) != nil,
            ]
        }
        #expect(refused == [false, false, false, false, false])
        #expect(loop.entries.isEmpty)
    }

    /// Ways to run the loop of the thread that one is on.
    enum WayToRun: CaseIterable, Codable {
        case run, runUntil, runBefore, limitDate, acceptInput

        func runCurrent() {
            let loop = RunLoop.current
            switch self {
            case .run: loop.run()
            case .runUntil: loop.run(until: Date() + 60)
            case .runBefore: _ = loop.run(mode: .default, before: .distantFuture)
            case .limitDate: _ = loop.limitDate(forMode: .default)
            case .acceptInput: loop.acceptInput(forMode: .default, before: .distantFuture)
            }
        }
    }

    @Test(arguments: WayToRun.allCases)
    func `running the current loop on the main queue after an await of an async main traps`(way: WayToRun) async throws
    {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [way] in
            await MainActor.run { way.runCurrent() }
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(words.contains("after the first `await` of an `async main`"))
    }

    @Test func `a loop that is to run on another thread says why it does not`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try await onThread { for _ in 0..<2 { RunLoop.main.run() } }
        }
        let sentences = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sentences.components(separatedBy: "was to run on another thread than its own").count == 2)
    }

    @Test func `a mode with observers alone is empty, one with a posted block is not`() async throws {
        let ran = try await onThread {
            let observer = CFRunLoopObserverCreateWithHandler(
                kCFAllocatorDefault, CFRunLoopActivity.allActivities.rawValue, true, 0
            ) { _, _ in }
            CFRunLoopAddObserver(CFRunLoopGetCurrent(), observer, .defaultMode)
            let watched = RunLoop.current.run(mode: .default, before: .distantPast)
            RunLoop.current.perform {}
            return [watched, RunLoop.current.run(mode: .default, before: .distantPast)]
        }
        #expect(ran == [false, true])
    }

    @Test func `a run ends after one source, not after a block or a timer`() async throws {
        let entries = try await onThread {
            let log = Log<String>()
            RunLoop.current.add(Port(), forMode: .default)
            Timer.scheduledTimer(withTimeInterval: 0, repeats: false) { _ in
                log.append("timer")
                try? RunLoop.perform(on: Thread.current, waitUntilDone: false) { log.append("source") }
            }
            RunLoop.current.perform { log.append("block") }
            #expect(RunLoop.current.run(mode: .default, before: .distantFuture))
            return log.entries
        }
        #expect(entries == ["block", "timer", "source"])
    }

    @Test func `a run with a one-shot timer as the only item has run`() async throws {
        let ran = try await onThread {
            Timer.scheduledTimer(withTimeInterval: 0, repeats: false) { _ in }
            return [
                RunLoop.current.run(mode: .default, before: .distantFuture),
                RunLoop.current.run(mode: .default, before: .distantFuture),
            ]
        }
        #expect(ran == [true, false])
    }

    @Test func `a stop ends a run, not run`() async throws {
        let entries = try await onThread {
            let log = Log<String>()
            let port = Port()
            RunLoop.current.add(port, forMode: .default)
            RunLoop.current.perform {
                log.append("stop")
                CFRunLoopStop(CFRunLoopGetCurrent())
            }
            #expect(RunLoop.current.run(mode: .default, before: .distantFuture))
            log.append("stopped")
            RunLoop.current.perform {
                log.append("stop again")
                CFRunLoopStop(CFRunLoopGetCurrent())
                RunLoop.current.perform {
                    log.append("went on")
                    port.invalidate()
                }
            }
            RunLoop.current.run()
            log.append("empty")
            return log.entries
        }
        #expect(entries == ["stop", "stopped", "stop again", "went on", "empty"])
    }

    @Test func `run and run(until:) return at once from an empty loop`() async throws {
        try await onThread {
            RunLoop.current.run()
            RunLoop.current.run(until: .distantFuture)
            RunLoop.current.acceptInput(forMode: .default, before: .distantFuture)
        }
    }

    @Test func `acceptInput takes one input`() async throws {
        let counts = try await onThread {
            let log = Log<Int>()
            let port = Port()
            RunLoop.current.add(port, forMode: .default)
            var counts: [Int] = []
            for number in 0..<2 {
                try RunLoop.perform(on: Thread.current, waitUntilDone: false) { log.append(number) }
                RunLoop.current.acceptInput(forMode: .default, before: .distantFuture)
                counts.append(log.entries.count)
            }
            return counts
        }
        #expect(counts == [1, 2])
    }

    // MARK: Time

    @Test func `a run ends at its date, run(until:) goes on until it, and timers end neither`() async throws {
        let times = try await onVirtualThread { clock in
            var times: [Int] = []
            let log = Log<Int>()
            RunLoop.current.add(Port(), forMode: .default)
            Timer.scheduledTimer(withTimeInterval: 0.1, repeats: true) { _ in log.append(clock.milliseconds) }
            #expect(RunLoop.current.run(mode: .default, before: .virtual(0.25)))
            times.append(clock.milliseconds)
            RunLoop.current.perform(afterDelay: 0.1) {
                try? RunLoop.perform(on: Thread.current, waitUntilDone: false) {}
            }
            RunLoop.current.run(until: .virtual(0.55))
            times.append(clock.milliseconds)
            RunLoop.current.acceptInput(forMode: .default, before: .virtual(0.65))
            times.append(clock.milliseconds)
            return times + log.entries
        }
        #expect(times == [250, 550, 650, 100, 200, 300, 400, 500, 600])
    }

    @Test func `the limit date is that of the next timer after one pass`() async throws {
        let dates = try await onVirtualThread { _ in
            var dates: [Date?] = []
            func ask() { dates.append(RunLoop.current.limitDate(forMode: .default)) }
            let log = Log<Int>()
            ask()
            let port = Port()
            RunLoop.current.add(port, forMode: .default)
            ask()
            let late = Timer(fire: .virtual(64), interval: 0, repeats: false) { _ in }
            RunLoop.current.add(late, forMode: .default)
            RunLoop.current.add(
                Timer(fire: .virtual(-1), interval: 0, repeats: false) { _ in log.append(1) }, forMode: .default)
            RunLoop.current.add(Timer(fire: .virtual(32), interval: 0, repeats: false) { _ in }, forMode: .tracking)
            ask()
            #expect(log.entries == [1], "what is due fires in the pass")
            late.invalidate()
            ask()
            port.invalidate()
            ask()
            return dates
        }
        #expect(dates == [nil, .distantFuture, .virtual(64), .distantFuture, nil])
    }

    // MARK: perform

    @Test func `performed blocks run in order, in one pass, those posted meanwhile in the next`() async throws {
        let entries = try await onThread {
            let log = Log<String>()
            for number in 1...3 {
                RunLoop.current.perform {
                    log.append("\(number)")
                    RunLoop.current.perform { log.append("\(number) again") }
                }
            }
            _ = RunLoop.current.run(mode: .default, before: .distantPast)
            return log.entries
        }
        #expect(entries == ["1", "2", "3", "1 again", "2 again", "3 again"])
    }

    @Test func `a block for several modes runs once, in the first that runs`() async throws {
        let entries = try await onThread {
            let log = Log<String>()
            let one = RunLoop.Mode("one")
            let two = RunLoop.Mode("two")
            RunLoop.current.perform(inModes: [one, two]) { log.append("several") }
            RunLoop.current.perform(inModes: [two]) { log.append("two") }
            RunLoop.current.perform(inModes: [.common]) { log.append("common") }
            RunLoop.current.perform(inModes: []) { log.append("none") }
            for mode in [two, one, .default] {
                log.append(RunLoop.current.run(mode: mode, before: .distantPast) ? "ran" : "empty")
            }
            return log.entries
        }
        #expect(entries == ["several", "two", "ran", "empty", "common", "ran"])
    }

    @Test func `performing from another thread wakes a loop that sleeps`() {
        let worker = WorkerThread()
        defer { worker.end() }
        nonisolated(unsafe) var loop: RunLoop!
        try? RunLoop.perform(on: worker.loop, waitUntilDone: true) { loop = RunLoop.current }
        for _ in 0..<100 {
            let performed = Event()
            loop.perform { performed.signal() }
            performed.wait()
            loop.perform(inModes: [.default, .tracking]) { performed.signal() }
            performed.wait()
        }
    }

    @Test func `a block posted from the last observer before the sleep does not sleep with the loop`() async throws {
        let ran = try await onThread {
            let log = Log<String>()
            let port = Port()
            RunLoop.current.add(port, forMode: .default)
            let observer = CFRunLoopObserverCreateWithHandler(
                kCFAllocatorDefault, CFRunLoopActivity.beforeWaiting.rawValue, false, 0
            ) { _, _ in
                RunLoop.current.perform {
                    log.append("block")
                    CFRunLoopStop(CFRunLoopGetCurrent())
                }
            }
            CFRunLoopAddObserver(CFRunLoopGetCurrent(), observer, .defaultMode)
            return [RunLoop.current.run(mode: .default, before: .distantFuture), log.entries == ["block"]]
        }
        #expect(ran == [true, true])
    }
}
