import Glibc
import Testing

@testable import Mainspring

/// Each test has a signal of its own, since what a signal does is the whole process's.
@Suite struct SignalSourceTests {
    private static let firstSignal: Int32 = 40

    @Test func `a signal to the process wakes the loop`() throws {
        try onThread {
            let loop = LoopTable.current
            let signal = Self.firstSignal
            let log = CallLog()
            let source = try SignalSource(signal: signal) { log.add("\($0)") }
            loop.add(source.source, to: .defaultMode)
            loop.post({ kill(getpid(), signal) }, mode: .defaultMode)
            #expect(loop.run(in: .defaultMode, seconds: 60, returnAfterSourceHandled: true) == .handledSource)
            #expect(log.entries == ["1"])
            source.invalidate()
        }
    }

    @Test func `a signal is caught on a thread that is older than the source`() throws {
        let signal = Self.firstSignal + 1
        let began = Gate()
        let sourceIsMade = Gate()
        let older = TestThread {
            began.open()
            sourceIsMade.pass()
            raise(signal)
        }
        began.pass()
        let log = CallLog()
        try onThread {
            let loop = LoopTable.current
            let source = try SignalSource(signal: signal) { log.add("\($0)") }
            loop.add(source.source, to: .defaultMode)
            sourceIsMade.open()
            #expect(loop.run(in: .defaultMode, seconds: 60, returnAfterSourceHandled: true) == .handledSource)
            source.invalidate()
        }
        try older.join()
        #expect(log.entries == ["1"])
    }

    @Test func `signals that came since the last call are counted, and each source of a signal is told`() throws {
        try onVirtualLoop { loop in
            let signal = Self.firstSignal + 2
            let log = CallLog()
            let sources = try (0..<3).map { number in try SignalSource(signal: signal) { log.add("\(number): \($0)") } }
            for source in sources { loop.add(source.source, to: .defaultMode) }
            for _ in 0..<5 { raise(signal) }
            loop.run(for: 1)
            #expect(log.take().sorted() == ["0: 5", "1: 5", "2: 5"])
            sources[1].invalidate()
            raise(signal)
            loop.run(for: 1)
            #expect(log.take().sorted() == ["0: 1", "2: 1"])
            for source in sources { source.invalidate() }
            #expect(loop.poll() == .finished)
        }
    }

    @Test func `a signal that came before the source was added is not lost`() throws {
        try onVirtualLoop { loop in
            let log = CallLog()
            let source = try SignalSource(signal: Self.firstSignal + 3) { log.add("\($0)") }
            raise(Self.firstSignal + 3)
            loop.add(source.source, to: .defaultMode)
            loop.poll()
            #expect(log.entries == ["1"])
            source.invalidate()
        }
    }

    private static func handler(of signal: Int32) -> UInt {
        var action = sigaction()
        sigaction(signal, nil, &action)
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: UInt.self)
    }

    @Test func `the earlier disposition comes back with the last source`() throws {
        let signal = Self.firstSignal + 4
        Glibc.signal(signal, SIG_IGN)
        let first = try SignalSource(signal: signal) { _ in }
        let second = try SignalSource(signal: signal) { _ in }
        #expect(Self.handler(of: signal) != 1)
        first.invalidate()
        #expect(Self.handler(of: signal) != 1)
        second.invalidate()
        #expect(Self.handler(of: signal) == 1)
        do { _ = try SignalSource(signal: signal) { _ in } }
        #expect(Self.handler(of: signal) == 1)
    }

    @Test func `a disposition that somebody set meanwhile stays`() throws {
        let signal = Self.firstSignal + 5
        let source = try SignalSource(signal: signal) { _ in }
        Glibc.signal(signal, SIG_IGN)
        source.invalidate()
        #expect(Self.handler(of: signal) == 1)
    }

    @Test(arguments: [-1, 0, 32, 65, 1_000, SIGKILL, SIGSTOP, Int32.max, Int32.min])
    func `what is no signal, or cannot be caught, is refused with a sentence`(signal: Int32) {
        let failure = #expect(throws: SignalSource.Failure.self) { try SignalSource(signal: signal) { _ in } }
        #expect(
            failure?.description
                == "Signal \(signal) cannot be watched: it is none, or SIGKILL or SIGSTOP, which cannot be caught. Watch another one."
        )
    }

    @Test(arguments: [SIGSEGV, SIGBUS, SIGFPE, SIGILL])
    func `what a thread's own fault raises is refused with a sentence, since its handler would not end`(signal: Int32) {
        let failure = #expect(throws: SignalSource.Failure.self) { try SignalSource(signal: signal) { _ in } }
        #expect(
            failure?.description
                == "Signal \(signal) cannot be watched: a thread's own fault raises it, which no loop can handle. Watch another one."
        )
    }

    @Test func `one signal can have thirty-two sources, and the next is refused with a sentence`() throws {
        let signal = Self.firstSignal + 6
        let sources = try (0..<32).map { _ in try SignalSource(signal: signal) { _ in } }
        let failure = #expect(throws: SignalSource.Failure.self) { try SignalSource(signal: signal) { _ in } }
        #expect(failure?.description == "Signal \(signal) has as many sources as one signal can have (32). Share one.")
        sources[7].invalidate()
        let again = try SignalSource(signal: signal) { _ in }
        again.invalidate()
        for source in sources { source.invalidate() }
    }

    @Test func `children inherit no blocked signals`() throws {
        try onThread {
            let loop = LoopTable.current
            let signal = Self.firstSignal + 7
            let status = CallLog()
            let source = try SignalSource(signal: signal) { _ in status.add(Self.signalsOfChild()) }
            loop.add(source.source, to: .commonModes)
            loop.post({ raise(signal) }, mode: .defaultMode)
            #expect(loop.run(in: .defaultMode, seconds: 60, returnAfterSourceHandled: true) == .handledSource)
            source.invalidate()
            #expect(status.entries == ["SigBlk:\t0000000000000000\n"])
        }
    }

    /// What a child says of its blocked signals.
    private static func signalsOfChild() -> String {
        let pipe = OwnDescriptor.pipe()
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_adddup2(&actions, pipe.writer.number, 1)
        var child = pid_t()
        let command = ["grep", "SigBlk", "/proc/self/status"]
        var arguments: [UnsafeMutablePointer<CChar>?] = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        guard posix_spawnp(&child, "grep", &actions, nil, &arguments, environ) == 0 else { return "no child" }
        var result: Int32 = 0
        waitpid(child, &result, 0)
        return pipe.reader.read()
    }
}
