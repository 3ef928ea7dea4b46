import CLinux
import Dispatch
import Glibc
import SeededRandom
import Testing

@testable import Mainspring

/// Children made by fork, which share the descriptors of their parent's loops.
@Suite struct ForkTests {
    private static let sentence = "A process made by fork() used a run loop of its parent's."

    @Test(arguments: ParentLoops.Use.allCases)
    func `a child's first use of its parent's loop ends the child with a sentence and leaves the parent alone`(
        use: ParentLoops.Use
    ) async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) { [use] in
            try onThread {
                let parent = try ParentLoops()
                let end = ForkedChild.run { try parent.make(use) }
                #expect(end.isTrap, "\(use.rawValue): \(end)")
                try parent.check()
            }
        }
        let said = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(said.contains(Self.sentence), "\(said)")
    }

    /// The kinds of call-outs in which the child is made.
    enum CallOutKind: String, CaseIterable, Codable {
        case block, timer, observer, source0, source1
    }

    /// The number of calls of a call-out, and the end of the child that the first call made. Used by one thread.
    private final class Division: @unchecked Sendable {
        var calls = 0
        var end: ForkedChild.End?

        /// Makes a child at its first call, and comes back in both processes.
        func call() {
            calls += 1
            guard calls == 1 else { return }
            let process = ForkedChild.divide()
            if process != 0 { end = ForkedChild.end(of: process) }
        }
    }

    @Test(arguments: CallOutKind.allCases)
    func `a child that returns into its parent's loop is ended before the loop calls anything else`(
        kind: CallOutKind
    ) async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) { [kind] in
            try onThread {
                ForkedChild.prepare()
                let loop = LoopTable.current
                loop.keepAlive(.defaultMode)
                let pipe = OwnDescriptor.pipe()
                pipe.writer.write("x")
                let division = Division()
                for _ in 0..<2 { try Self.add(kind, to: loop, pipe.reader.number) { division.call() } }
                for _ in 0..<4 { loop.poll() }
                #expect(division.end?.isTrap == true, "\(kind): \(String(describing: division.end))")
                #expect(division.calls >= 2)
            }
        }
        let said = String(decoding: result.standardErrorContent, as: UTF8.self)
        #expect(said.ranges(of: Self.sentence).count == 1, "\(said)")
    }

    private static func add(
        _ kind: CallOutKind, to loop: CFRunLoop, _ descriptor: Int32, _ call: @escaping () -> Void
    ) throws {
        switch kind {
        case .block: loop.post(call, mode: .defaultMode)
        case .timer: loop.add(CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in call() }!, to: .defaultMode)
        case .observer:
            let activity = CFRunLoopActivity.beforeSources.rawValue
            loop.add(
                CFRunLoopObserverCreateWithHandler(nil, activity, false, 0) { _, _ in call() }!, to: .defaultMode)
        case .source0:
            let source = CFRunLoopSource.manual { call() }
            loop.add(source, to: .defaultMode)
            source.signal()
        case .source1:
            let source = try FileDescriptorSource(fileDescriptor: descriptor, events: .readable) { _ in call() }
            loop.add(source.source, to: .defaultMode)
        }
    }

    @Test func `a child made by a raw system call is found out too`() async throws {
        let result = try await #require(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try onThread {
                let parent = try ParentLoops()
                let end = ForkedChild.runByRawCall { CFRunLoopWakeUp(parent.workersLoop) }
                #expect(end.isTrap)
                try parent.check()
            }
        }
        #expect(String(decoding: result.standardErrorContent, as: UTF8.self).contains(Self.sentence))
    }

    @Test func `a child may end its parent's items, which changes nothing for the parent`() async {
        await #expect(processExitsWith: .success) {
            try onThread {
                let parent = try ParentLoops()
                let end = ForkedChild.run { parent.endItems() }
                #expect(end == .status(0))
                try parent.check()
            }
        }
    }

    @Test func `a child whose thread ends takes nothing out of its parent's epoll`() async {
        await #expect(processExitsWith: .success) {
            try onThread {
                let loop = LoopTable.current
                ForkedChild.prepare()
                let pipe = OwnDescriptor.pipe()
                let log = CallLog()
                let source = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                    log.add(pipe.reader.read())
                }
                loop.add(source.source, to: .defaultMode)
                let end = ForkedChild.run { LoopTable.endCurrent() }
                #expect(end == .status(0))
                pipe.writer.write("x")
                loop.poll()
                #expect(log.entries == ["x"])
            }
        }
    }

    @Test func `a child of a process without a loop has one of its own, and its own children do not`() async {
        await #expect(processExitsWith: .success) {
            try onThread {
                ForkedChild.prepare()
                let end = ForkedChild.run {
                    let loop = CFRunLoop(clock: SystemClock(), isMain: false)
                    let log = CallLog()
                    loop.post({ log.add("called") }, mode: .defaultMode)
                    loop.keepAlive(.defaultMode)
                    mainspring_set_thread_loop(Unmanaged.passUnretained(loop).toOpaque())
                    loop.poll()
                    if log.entries != ["called"] { _exit(2) }
                    if !ForkedChild.run({ loop.poll() }).isTrap { _exit(3) }
                }
                #expect(end == .status(0))
            }
        }
    }

    // MARK: Signals

    private static let delaysSignals: Comment = "The thread sanitizer delays signals."

    @Test(.disabled(if: Seeds.isSanitized, ForkTests.delaysSignals))
    func `a signal of a child is not told to its parent, and has its earlier effect in the child`() async {
        await #expect(processExitsWith: .success) {
            try onThread {
                let loop = LoopTable.current
                ForkedChild.prepare()
                let log = CallLog()
                let source = try SignalSource(signal: SIGUSR1) { log.add("came \($0)") }
                loop.add(source.source, to: .defaultMode)
                let end = ForkedChild.run { raise(SIGUSR1) }
                #expect(end == .signal(SIGUSR1))
                loop.poll()
                #expect(log.entries.isEmpty)
                raise(SIGUSR1)
                loop.poll()
                #expect(log.entries == ["came 1"])
            }
        }
    }

    @Test(.disabled(if: Seeds.isSanitized, ForkTests.delaysSignals))
    func `a child watches a signal that its parent watches, each for itself`() async {
        await #expect(processExitsWith: .success) {
            try onThread {
                ForkedChild.prepare()
                let log = CallLog()
                let mine = try SignalSource(signal: SIGUSR1) { log.add("parent \($0)") }
                let end = ForkedChild.run {
                    let own = try SignalSource(signal: SIGUSR1) { _ in }
                    raise(SIGUSR1)
                    // The signal did not end the child, and made the child's own descriptor readable.
                    if Poller.stillHolding(EPOLLIN.rawValue, of: own.source.descriptor) == 0 { _exit(2) }
                    own.invalidate()
                    raise(SIGUSR1)
                }
                #expect(end == .signal(SIGUSR1))
                let loop = LoopTable.current
                loop.add(mine.source, to: .defaultMode)
                loop.poll()
                #expect(log.entries.isEmpty)
                raise(SIGUSR1)
                loop.poll()
                #expect(log.entries == ["parent 1"])
            }
        }
    }

    // MARK: Other programs

    @Test func `a program that posix_spawn starts runs beside a sleeping loop, which goes on`() async {
        await #expect(processExitsWith: .success) {
            try onThread {
                let parent = try ParentLoops()
                var process = pid_t()
                var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
                let failure = posix_spawn(&process, "/bin/true", nil, nil, &arguments, environ)
                #expect(failure == 0)
                #expect(ForkedChild.end(of: process) == .status(0))
                try parent.check()
            }
        }
    }

    @Test func `a child that calls exec at once runs another program`() async {
        await #expect(processExitsWith: .success) {
            try onThread {
                let parent = try ParentLoops()
                var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("/bin/true"), nil]
                let end = ForkedChild.run { execv("/bin/true", &arguments) }
                #expect(end == .status(0))
                try parent.check()
            }
        }
    }
}
