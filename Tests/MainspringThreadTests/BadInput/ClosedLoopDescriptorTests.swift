import CLinux
import Dispatch
import Glibc
import Testing

@testable import Mainspring

/// Descriptors of a loop's own that other code of the process closes.
@Suite struct ClosedLoopDescriptorTests {
    /// The descriptors that are closed.
    enum Own: String, CaseIterable, Codable, CustomTestStringConvertible {
        case epoll, wake, both

        var testDescription: String { rawValue }

        /// The beginning of the sentence about them.
        var sentence: String {
            switch self {
            case .epoll, .both: "The epoll descriptor of a run loop was closed by other code"
            case .wake: "The wake-up descriptor of a run loop was closed by other code"
            }
        }

        func close(of loop: CFRunLoop) {
            if self != .wake { Glibc.close(loop.poller.epoll) }
            if self != .epoll { Glibc.close(loop.wake.descriptor) }
        }
    }

    /// The state of the numbers after the closing.
    enum Number: String, CaseIterable, Codable {
        case isFree, meansAnotherFile

        /// Opens files until each free number of the lowest means one.
        func take() {
            if self == .meansAnotherFile { for _ in 0..<8 { _ = dup(STDERR_FILENO) } }
        }
    }

    /// The beginning of the sentence of a check that finds the wake-up descriptor in no epoll.
    private static let eitherSentence = "The epoll or wake-up descriptor of a run loop was closed by other code"

    /// Ends a test that spins instead of sleeping by SIGXCPU.
    private static func limitProcessorTime() {
        var limit = rlimit(rlim_cur: 10, rlim_max: 10)
        setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
    }

    private static func occurrences(of sentence: String, in said: [UInt8]) -> Int {
        String(decoding: said, as: UTF8.self).ranges(of: sentence).count
    }

    /// A timer of a loop that fires each `interval` seconds.
    private static func addTimer(_ interval: Double, to loop: CFRunLoop, _ call: @escaping () -> Void) {
        loop.add(
            CFRunLoopTimerCreateWithHandler(nil, loop.clock.absoluteTime + interval, interval, 0, 0) { _ in call() }!,
            to: .defaultMode)
    }

    /// Posts blocks to a sleeping loop, and then stops it. Calls `closing` before each tenth post.
    private static func post(
        _ times: Int, to loop: CFRunLoop, _ log: CallLog, closing: @escaping @Sendable () -> Void = {}
    ) -> TestThread {
        TestThread {
            for count in 1...times {
                while !loop.wake.isSleeping { sched_yield() }
                if count % 10 == 0 { closing() }
                let done = Gate()
                loop.post(
                    {
                        log.add("block")
                        done.open()
                    }, mode: .defaultMode)
                loop.wake.wakeUp()
                done.pass()
                if count == times { loop.wake.stop() }
            }
        }
    }

    @Test(arguments: Own.allCases, Number.allCases)
    func `a loop sleeps on and serves its timers after its own descriptor was closed`(own: Own, number: Number)
        async throws
    {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [own, number] in
            Self.limitProcessorTime()
            try onVirtualLoop { loop in
                let log = CallLog()
                Self.addTimer(1_000, to: loop) { log.add("timer") }
                loop.poll()
                own.close(of: loop)
                number.take()
                let before = loop.turns
                let result = loop.run(for: 3_600)
                #expect(result == .timedOut)
                #expect(log.entries == ["timer", "timer", "timer"])
                #expect(loop.turns - before <= 16)
            }
        }
        // No other thread wakes the loop, and in so few sleeps the loop does not check its wake-up descriptor.
        let expected = own == .wake ? 0 : 1
        #expect(Self.occurrences(of: own.sentence, in: result.standardErrorContent) == expected)
    }

    @Test(arguments: [
        (Own.epoll, Number.isFree), (.epoll, .meansAnotherFile), (.wake, .isFree), (.both, .isFree),
        (.both, .meansAnotherFile),
    ])
    func `another thread's posts arrive after a descriptor of the loop was closed`(own: Own, number: Number)
        async throws
    {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [own, number] in
            Self.limitProcessorTime()
            try onThread {
                let loop = LoopTable.current
                loop.keepAlive(.defaultMode)
                own.close(of: loop)
                number.take()
                let log = CallLog()
                let poster = Self.post(200, to: loop, log)
                let before = loop.turns
                let result = loop.run(for: 1e9)
                #expect(result == .stopped)
                try poster.join()
                #expect(log.count == 200)
                #expect(loop.turns - before <= 1_000)
            }
        }
        #expect(Self.occurrences(of: own.sentence, in: result.standardErrorContent) == 1)
    }

    @Test(arguments: Own.allCases)
    func `another thread's posts arrive after it closed a descriptor of the sleeping loop`(own: Own) async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) { [own] in
            Self.limitProcessorTime()
            try onThread {
                let loop = LoopTable.current
                loop.keepAlive(.defaultMode)
                let log = CallLog()
                let poster = Self.post(200, to: loop, log) { own.close(of: loop) }
                let before = loop.turns
                let result = loop.run(for: 1e9)
                #expect(result == .stopped)
                try poster.join()
                #expect(log.count == 200)
                #expect(loop.turns - before <= 1_000)
            }
        }
        // The loop logs each closing, except perhaps the last one before its end. The check at each 64th sleep may find
        // a closing first, and does not say which of the two descriptors it was.
        let said = result.standardErrorContent
        let found = [own.sentence, Self.eitherSentence].map { Self.occurrences(of: $0, in: said) }
        #expect((19...20).contains(found.reduce(0, +)), "\(found)")
    }

    @Test func `a wake-up descriptor whose number means another file is found while the loop goes on waking`()
        async throws
    {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Self.limitProcessorTime()
            try onVirtualLoop { loop in
                let fired = CallLog()
                Self.addTimer(1, to: loop) { fired.add("timer") }
                loop.poll()
                let number = loop.wake.descriptor
                Own.wake.close(of: loop)
                // The file that the number refers to now must not be written.
                let stranger = OwnDescriptor.pipe()
                dup2(stranger.writer.number, number)
                let result = loop.run(for: 200)
                #expect(result == .timedOut)
                #expect(fired.count == 200)
                #expect(loop.wake.descriptor != number)
                #expect(stranger.reader.read().isEmpty)
            }
        }
        #expect(Self.occurrences(of: Self.eitherSentence, in: result.standardErrorContent) == 1)
    }

    @Test func `a wake-up descriptor that is closed when none is left does not keep the loop from its timers`() async {
        await #expect(processExitsWith: .success) {
            Self.limitProcessorTime()
            try onThread {
                let loop = LoopTable.current
                let log = CallLog()
                Self.addTimer(0.001, to: loop) { log.add("timer") }
                loop.poll()
                Own.wake.close(of: loop)
                Limits.leaveDescriptors(0)
                let poster = Self.post(20, to: loop, log)
                let result = loop.run(for: 1e9)
                #expect(result == .stopped)
                try poster.join()
                #expect(log.count(of: "block") == 20)
            }
        }
    }

    @Test(arguments: Number.allCases)
    func `a change of a source finds a closed epoll to be closed, and not the source's descriptor`(number: Number)
        async throws
    {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            [number] in
            Self.limitProcessorTime()
            try onVirtualLoop { loop in
                let log = CallLog()
                let (first, second) = (OwnDescriptor.pipe(), OwnDescriptor.pipe())
                let sources = try [first, second].map { pipe in
                    try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                        log.add(pipe.reader.read())
                    }
                }
                loop.add(sources[0].source, to: .defaultMode)
                loop.poll()
                let epoll = loop.poller.epoll
                Own.epoll.close(of: loop)
                // The number may refer to another file by now, which stays open.
                let stranger = OwnDescriptor.pipe()
                if number == .meansAnotherFile { dup2(stranger.writer.number, epoll) }
                loop.add(sources[1].source, to: .defaultMode)
                loop.remove(sources[0].source, from: .defaultMode)
                loop.add(sources[0].source, to: .defaultMode)
                first.writer.write("a")
                second.writer.write("b")
                for _ in 0..<4 { loop.poll() }
                #expect(Set(log.entries) == ["a", "b"] && sources.allSatisfy { $0.failure == nil })
                #expect(loop.poller.epoll != epoll || number == .isFree)
                if number == .meansAnotherFile { #expect(fcntl(epoll, F_GETFD) >= 0) }
            }
        }
        #expect(Self.occurrences(of: "was closed by other code", in: result.standardErrorContent) == 1)
        #expect(Self.occurrences(of: "while a run loop source watched it", in: result.standardErrorContent) == 0)
    }

    @Test func `sources of other descriptors go on after the epoll was closed`() async {
        await #expect(processExitsWith: .success) {
            Self.limitProcessorTime()
            try onVirtualLoop { loop in
                let log = CallLog()
                let pipes = (0..<3).map { _ in OwnDescriptor.pipe() }
                for (place, pipe) in pipes.enumerated() {
                    let source = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                        log.add("\(place) \(pipe.reader.read())")
                    }
                    loop.add(source.source, to: .defaultMode)
                }
                loop.poll()
                Own.epoll.close(of: loop)
                pipes[1].writer.write("x")
                loop.poll()
                loop.poll()
                #expect(log.take() == ["1 x"])
                pipes[2].writer.write("y")
                loop.poll()
                #expect(log.take() == ["2 y"])
            }
        }
    }

    /// A program that becomes a daemon does this. The exit status is all that the process can report.
    @Test func `a process that closes all its descriptors hears of it, and its loops go on`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Self.limitProcessorTime()
            try onVirtualLoop { loop in
                let log = CallLog()
                let pipe = OwnDescriptor.pipe()
                let watched = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                    log.add("never")
                }
                loop.add(watched.source, to: .defaultMode)
                Self.addTimer(1_000, to: loop) { log.add("timer") }
                loop.poll()
                loop.post({ log.add("block") }, mode: .defaultMode)
                for descriptor: Int32 in 3..<1_024 { Glibc.close(descriptor) }
                let before = loop.turns
                if loop.run(for: 3_600) != .timedOut { _exit(2) }
                if log.entries != ["block", "timer", "timer", "timer"] { _exit(3) }
                if loop.turns - before > 16 { _exit(4) }
                if watched.failure?.contains("was closed while a run loop source watched it") != true { _exit(5) }
                _exit(0)
            }
        }
        #expect(Self.occurrences(of: Own.both.sentence, in: result.standardErrorContent) == 1)
    }

    @Test(arguments: Number.allCases)
    func `a watched descriptor that was closed is reported by a loop that goes on sleeping and waking`(number: Number)
        async throws
    {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) { [number] in
            Self.limitProcessorTime()
            try onVirtualLoop { loop in
                let pipe = OwnDescriptor.pipe()
                let watched = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in }
                loop.add(watched.source, to: .defaultMode)
                Self.addTimer(1, to: loop) {}
                loop.poll()
                pipe.reader.close()
                if number == .meansAnotherFile { pipe.reader.becomes(STDERR_FILENO) }
                let before = loop.turns
                let result = loop.run(for: 1_000)
                #expect(result == .timedOut)
                #expect(!watched.isValid)
                #expect(loop.turns - before <= 2_500)
            }
        }
        let sentence = "was closed while a run loop source watched it"
        #expect(Self.occurrences(of: sentence, in: result.standardErrorContent) == 1)
    }

    @Test func `a host hears of its loop again after the loop's timer descriptor was closed`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            Self.limitProcessorTime()
            try onThread {
                let loop = LoopTable.current
                let log = CallLog()
                Self.addTimer(0.001, to: loop) { log.add("timer") }
                while loop.deadlineDescriptor < 0 {
                    loop.prepare()
                    loop.dispatch()
                }
                Glibc.close(loop.deadlineDescriptor)
                log.add("closed")
                let before = log.count
                while log.count < before + 3 {
                    // A host that looks at nothing but the descriptor.
                    if loop.prepare() != .zero {
                        var request = pollfd(fd: loop.fileDescriptor, events: Int16(POLLIN), revents: 0)
                        while poll(&request, 1, -1) < 0 {}
                        #expect(request.revents == Int16(POLLIN))
                    }
                    loop.dispatch()
                }
                loop.endGuest()
            }
        }
        let sentence = "The timer descriptor of a run loop was closed by other code"
        #expect(Self.occurrences(of: sentence, in: result.standardErrorContent) == 1)
    }
}
