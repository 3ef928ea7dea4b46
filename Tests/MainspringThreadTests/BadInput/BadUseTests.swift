import Testing

@testable import Mainspring

/// Uses that Apple's loop lets pass without effect.
@Suite struct BadUseTests {
    private static let other = CFRunLoopMode("other")

    @Test(arguments: [-1, -0.001, -1e300, -.infinity] as [CFTimeInterval])
    func `a timer with a negative interval fires once`(interval: CFTimeInterval) throws {
        try onVirtualLoop { loop in
            let fired = Counter()
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, interval, 0, 0) { _ in fired.add() }
            #expect(CFRunLoopTimerGetInterval(timer) == 0)
            #expect(!CFRunLoopTimerDoesRepeat(timer))
            loop.add(timer, to: .defaultMode)
            #expect(loop.run(for: 10) == .finished)
            #expect(fired.value == 1)
        }
    }

    @Test func `a timer and an observer of one loop are not added to another`() throws {
        let log = CallLog()
        let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 1, 0, 0, 0) { _ in log.add("timer") }
        let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(nil, 1, true, 0) { _, _ in
            log.add("observer")
        }
        try onVirtualLoop { first in
            first.add(timer, to: .defaultMode)
            first.add(observer, to: .defaultMode)
            try onVirtualLoop { second in
                for mode in [CFRunLoopMode.defaultMode, .commonModes, Self.other] {
                    second.add(timer, to: mode)
                    second.add(observer, to: mode)
                    #expect(!second.contains(timer, in: mode))
                    #expect(!second.contains(observer, in: mode))
                    second.remove(timer, from: mode)
                    second.remove(observer, from: mode)
                }
                second.keepAlive(.defaultMode)
                second.run(for: 10)
            }
            #expect(log.take() == [])
            #expect(first.contains(timer, in: .defaultMode))
            #expect(first.contains(observer, in: .defaultMode))
            first.run(for: 10)
            #expect(log.take() == ["observer", "timer"])
        }
        timer.invalidate()
        observer.invalidate()
    }

    @Test func `a timer and an observer that have left their loop may be added to another`() throws {
        let log = CallLog()
        let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 1, 0, 0, 0) { _ in log.add("timer") }
        let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(nil, 1, true, 0) { _, _ in
            log.add("observer")
        }
        try onVirtualLoop { first in
            for mode in [CFRunLoopMode.defaultMode, Self.other] {
                first.add(timer, to: mode)
                first.add(observer, to: mode)
            }
            for mode in [CFRunLoopMode.defaultMode, Self.other] {
                first.remove(timer, from: mode)
                first.remove(observer, from: mode)
            }
            try onVirtualLoop { second in
                second.add(timer, to: .defaultMode)
                second.add(observer, to: .defaultMode)
                second.run(for: 10)
            }
        }
        #expect(log.entries == ["observer", "timer"])
        observer.invalidate()
    }

    @Test func `invalid items are not added, and may be removed and invalidated again`() throws {
        try onVirtualLoop { loop in
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 1, 0, 0, 0) { _ in }
            let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(nil, 1, true, 0) { _, _ in }
            let source = CFRunLoopSource.manual {}
            let pipe = OwnDescriptor.pipe()
            let descriptor = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in }
            timer.invalidate()
            observer.invalidate()
            source.invalidate()
            descriptor.invalidate()
            for mode in [CFRunLoopMode.defaultMode, .commonModes, Self.other] {
                loop.add(timer, to: mode)
                loop.add(observer, to: mode)
                loop.add(source, to: mode)
                loop.add(descriptor.source, to: mode)
                #expect(!loop.contains(timer, in: mode))
                #expect(!loop.contains(observer, in: mode))
                #expect(!loop.contains(source, in: mode))
                #expect(!loop.contains(descriptor.source, in: mode))
                loop.remove(timer, from: mode)
                loop.remove(observer, from: mode)
                loop.remove(source, from: mode)
                loop.remove(descriptor.source, from: mode)
                if mode != .commonModes { #expect(loop.poll(mode) == .finished) }
            }
            timer.invalidate()
            observer.invalidate()
            source.invalidate()
            descriptor.invalidate()
            source.signal()
            #expect(!source.hasSignal)
            timer.nextFireDate = 5
            timer.tolerance = 5
            descriptor.events = .writable
            #expect(timer.nextFireDate == 0)
        }
    }

    @Test func `items that are in no mode may be removed from any`() throws {
        try onVirtualLoop { loop in
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 1, 0, 0, 0) { _ in }
            let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(nil, 1, true, 0) { _, _ in }
            let source = CFRunLoopSource.manual {}
            for mode in [CFRunLoopMode.defaultMode, .commonModes, Self.other] {
                loop.remove(timer, from: mode)
                loop.remove(observer, from: mode)
                loop.remove(source, from: mode)
            }
            #expect(loop.allModeNames == [.defaultMode])
        }
    }

    @Test(arguments: ["", "never seen", "kCFRunLoopCommonModes", "\u{0}", String(repeating: "x", count: 100_000)])
    func `a run in a mode that is not there, or in none, is over at once`(name: String) throws {
        try onVirtualLoop { loop in
            let observed = Counter()
            loop.add(
                CFRunLoopObserverCreateWithHandler(nil, 0xFFF, true, 0) { _, _ in observed.add() }, to: .commonModes)
            #expect(CFRunLoopRunInMode(CFRunLoopMode(name), 10, false) == .finished)
            #expect(CFRunLoopRunInMode(nil, 10, false) == .finished)
            #expect(observed.value == 0)
            #expect(CFAbsoluteTimeGetCurrent() == 0)
        }
    }

    @Test func `a mode of any name works once something is in it`() throws {
        try onVirtualLoop { loop in
            for name in ["", "\u{0}", "🕰", String(repeating: "x", count: 100_000)] {
                let log = CallLog()
                let mode = CFRunLoopMode(name)
                CFRunLoopPerformBlock(loop, mode) { log.add("called") }
                #expect(loop.poll(mode) == .timedOut)
                #expect(log.entries == ["called"])
            }
        }
    }

    @Test func `the common modes are no mode to be marked common, and marking one twice changes nothing`() throws {
        try onVirtualLoop { loop in
            loop.addCommonMode(.commonModes)
            loop.addCommonMode(Self.other)
            loop.addCommonMode(Self.other)
            loop.addCommonMode(.defaultMode)
            let calls = Counter()
            var context = CFRunLoopSourceContext()
            context.schedule = { _, _, _ in calls.add() }
            let source: CFRunLoopSource = CFRunLoopSourceCreate(nil, 0, &context)
            loop.add(source, to: .commonModes)
            loop.addCommonMode(Self.other)
            #expect(calls.value == 2)
        }
    }

    @Test func `blocks without a mode or a body are never called, and cost nothing else`() throws {
        try onVirtualLoop { loop in
            let log = CallLog()
            loop.post({ log.add("no mode") }, modes: [])
            CFRunLoopPerformBlock(loop, [CFString](), { log.add("no mode") })
            CFRunLoopPerformBlock(loop, "kCFRunLoopDefaultMode" as CFTypeRef, nil)
            #expect(loop.poll() == .finished)
            loop.keepAlive(.defaultMode)
            loop.poll()
            #expect(log.entries.isEmpty)
        }
    }

    @Test func `a mode may be named in every way that listings do`() throws {
        try onVirtualLoop { loop in
            let log = CallLog()
            CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode.rawValue) { log.add("string") }
            CFRunLoopPerformBlock(loop, "kCFRunLoopDefaultMode" as CFString) { log.add("as CFString") }
            CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode) { log.add("mode") }
            CFRunLoopPerformBlock(loop, "kCFRunLoopDefaultMode" as CFTypeRef, { log.add("any") })
            CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode as CFTypeRef, { log.add("any mode") })
            CFRunLoopPerformBlock(loop, ["kCFRunLoopDefaultMode", "other"] as CFTypeRef, { log.add("array") })
            CFRunLoopPerformBlock(loop, [CFRunLoopMode.defaultMode, .commonModes] as CFTypeRef, { log.add("modes") })
            loop.poll()
            #expect(log.entries == ["string", "as CFString", "mode", "any", "any mode", "array", "modes"])
        }
    }

    @Test func `a source that is signalled in no loop keeps its signal`() throws {
        let source = CFRunLoopSource.manual {}
        source.signal()
        #expect(source.hasSignal)
        try onVirtualLoop { loop in
            loop.add(source, to: .defaultMode)
            #expect(loop.run(in: .defaultMode, seconds: 10, returnAfterSourceHandled: true) == .handledSource)
        }
        #expect(!source.hasSignal)
    }

    @Test func `what is added to a loop whose thread has ended is refused with a sentence`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            let loop = try onThread { LoopTable.current }
            for mode in [CFRunLoopMode.defaultMode, .commonModes] {
                let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in }
                CFRunLoopAddTimer(loop, timer, mode)
                CFRunLoopAddSource(loop, .manual {}, mode)
                CFRunLoopAddObserver(loop, CFRunLoopObserverCreateWithHandler(nil, 1, true, 0) { _, _ in }, mode)
                precondition(!CFRunLoopContainsTimer(loop, timer, mode))
            }
        }
        let words = String(decoding: result.standardErrorContent, as: UTF8.self)
        for item in ["A timer", "A source", "An observer"] {
            let sentence = "\(item) was added to a run loop whose thread has ended; it will not be called."
            #expect(words.split(separator: sentence, omittingEmptySubsequences: false).count == 3)
        }
    }

    @Test func `a guard is not asked where there is work, so that it refuses none`() async throws {
        // A guard is the process's.
        await #expect(processExitsWith: .success) {
            try onVirtualLoop { loop in
                let pipe = OwnDescriptor.pipe()
                pipe.writer.write("x")
                let source = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                    _ = pipe.reader.read()
                }
                loop.add(source.source, to: .defaultMode)
                let asked = CallLog()
                let id = SleepGuards.add { _, _, _ in
                    asked.add("asked")
                    return "No."
                }
                let result = loop.run(in: .defaultMode, seconds: 10, returnAfterSourceHandled: true)
                precondition(result == .handledSource)
                precondition(asked.count == 0)
                SleepGuards.remove(id)
            }
        }
    }

    @Test func `a guard that refuses a sleep ends the run and says why`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try onVirtualLoop { loop in
                loop.keepAlive(.defaultMode)
                let asked = CallLog()
                let id = SleepGuards.add { _, mode, deadline in
                    asked.add("\(mode.rawValue) \(deadline == nil ? "without end" : "until then")")
                    return asked.count == 2 ? "This sleep would have no end." : nil
                }
                precondition(loop.run(for: 10) == .timedOut)
                precondition(loop.run(for: 1e10) == .stopped)
                precondition(
                    asked.entries == ["kCFRunLoopDefaultMode until then", "kCFRunLoopDefaultMode without end"])
                SleepGuards.remove(id)
                precondition(loop.run(for: 10) == .timedOut)
                precondition(asked.count == 2)
            }
        }
        #expect(
            String(decoding: result.standardErrorContent, as: UTF8.self).contains("This sleep would have no end.\n"))
    }
}
