import CLinux
import Dispatch
import Glibc
import LoopWatchdog
import Testing

@testable import Mainspring

/// Loops and threads of a process that can open no more descriptors, or begin no more threads.
@Suite struct ShortageTests {
    /// The numbers of free descriptors when a loop is made. A loop with all its descriptors takes two.
    private static let left: [Int32] = [0, 1]

    private static let sentence =
        "A run loop has no descriptors of its own, so it looks at those of its sources every 10 ms only: Too many open files. Close descriptors, or raise the limit with ulimit -n."

    private func occurrences(of sentence: String, in result: ExitTest.Result?) -> Int {
        let said = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        return said.ranges(of: sentence).count
    }

    @Test(arguments: left)
    func `a loop without descriptors serves timers, blocks, sources and observers`(left: Int32) async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [left] in
            try onThread {
                Limits.leaveDescriptors(left)
                let clock = VirtualClock()
                let loop = LoopTable.makeCurrent(clock: clock)
                let log = CallLog()
                loop.add(
                    CFRunLoopTimerCreateWithHandler(nil, loop.clock.absoluteTime + 1_000, 1_000, 0, 0) { _ in
                        log.add("timer")
                    }!, to: .defaultMode)
                let source = CFRunLoopSource.manual { log.add("source") }
                loop.add(source, to: .defaultMode)
                source.signal()
                loop.post({ log.add("block") }, mode: .defaultMode)
                let before = loop.turns
                #expect(loop.run(for: 2_500) == .timedOut)
                #expect(log.entries == ["block", "source", "timer", "timer"])
                #expect(loop.turns - before <= 16)
            }
        }
        #expect(occurrences(of: Self.sentence, in: result) == 1)
    }

    @Test(arguments: left)
    func `a loop without descriptors is woken and stopped from another thread without being asked for`(left: Int32)
        async
    {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) { [left] in
            try onThread {
                Limits.leaveDescriptors(left)
                let loop = LoopTable.current
                loop.keepAlive(.defaultMode)
                let log = CallLog()
                let poster = TestThread {
                    for count in 1...200 {
                        while !loop.wake.isSleeping { sched_yield() }
                        let done = Gate()
                        loop.post(
                            {
                                log.add("block"); done.open()
                            }, mode: .defaultMode)
                        loop.wake.wakeUp()
                        done.pass()
                        if count == 200 { loop.wake.stop() }
                    }
                }
                let before = loop.turns
                #expect(loop.run(for: 1e9) == .stopped)
                try poster.join()
                #expect(log.count == 200)
                #expect(loop.turns - before <= 1_000)
            }
        }
        #expect(occurrences(of: Self.sentence, in: result) == 1)
    }

    @Test(arguments: left)
    func `a loop without descriptors serves those of its sources, in turn and in their modes`(left: Int32) async {
        await #expect(processExitsWith: .success) { [left] in
            try onThread {
                let pipes = (0..<3).map { _ in OwnDescriptor.pipe() }
                let file = OwnDescriptor.file()
                Limits.leaveDescriptors(left)
                let loop = LoopTable.current
                let other = CFRunLoopMode("other")
                let log = CallLog()
                for (place, pipe) in pipes.enumerated() {
                    loop.add(
                        try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                            log.add("\(place)")
                        }.source, to: place == 2 ? other : .defaultMode)
                }
                loop.keepAlive(.defaultMode, other)
                loop.poll()
                #expect(log.take().isEmpty)
                for pipe in pipes { pipe.writer.write("x") }
                for _ in 0..<4 { loop.poll() }
                #expect(log.take() == ["0", "1", "0", "1"])
                loop.poll(other)
                #expect(log.take() == ["2"])
                // A regular file is always ready, and a closed descriptor is found out.
                let always = try FileDescriptorSource(fileDescriptor: file.number, events: .readable) { _ in
                    log.add("file")
                }
                loop.add(always.source, to: other)
                pipes[2].reader.close()
                for _ in 0..<3 { loop.poll(other) }
                #expect(log.take().contains("file"))
                always.invalidate()
            }
        }
    }

    @Test(arguments: left)
    func `a sleeping loop without descriptors hears of its sources' descriptors`(left: Int32) async {
        await #expect(processExitsWith: .success) { [left] in
            try onThread {
                let pipe = OwnDescriptor.pipe()
                Limits.leaveDescriptors(left)
                let loop = LoopTable.current
                let source = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                    loop.wake.stop()
                }
                loop.add(source.source, to: .defaultMode)
                let writer = TestThread {
                    while !loop.wake.isSleeping { sched_yield() }
                    pipe.writer.write("x")
                }
                #expect(loop.run(for: 1e9) == .stopped)
                try writer.join()
                source.invalidate()
            }
        }
    }

    @Test(arguments: left)
    func `a loop makes its descriptors as soon as there are some`(left: Int32) async {
        await #expect(processExitsWith: .success) { [left] in
            try onThread {
                let pipe = OwnDescriptor.pipe()
                Limits.leaveDescriptors(left)
                let loop = LoopTable.current
                let log = CallLog()
                let source = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in
                    log.add(pipe.reader.read())
                }
                loop.add(source.source, to: .defaultMode)
                loop.poll()
                #expect(loop.poller.epoll < 0)
                Limits.raiseDescriptors()
                loop.poll()
                #expect(loop.poller.epoll >= 0)
                pipe.writer.write("x")
                loop.poll()
                #expect(log.entries == ["x"])
                source.invalidate()
            }
        }
    }

    @Test func `a loop that has to make its epoll anew when no descriptor is left goes on`() async {
        await #expect(processExitsWith: .success) {
            try onVirtualLoop { loop in
                let (closed, open) = (OwnDescriptor.pipe(), OwnDescriptor.pipe())
                closed.writer.write("x")
                let duplicate = closed.reader.duplicate()
                let log = CallLog()
                let ghost = try FileDescriptorSource(fileDescriptor: closed.reader.number, events: .readable) { _ in
                    log.add("ghost")
                }
                let source = try FileDescriptorSource(fileDescriptor: open.reader.number, events: .readable) { _ in
                    log.add(open.reader.read())
                }
                loop.add(ghost.source, to: .defaultMode)
                loop.add(source.source, to: .defaultMode)
                closed.reader.close()
                Limits.leaveDescriptors(0)
                let before = loop.turns
                #expect(loop.run(for: 3_600) == .timedOut)
                #expect(loop.turns - before <= 6)
                open.writer.write("y")
                loop.poll()
                #expect(log.entries == ["y"])
                #expect(!ghost.isValid)
                withExtendedLifetime(duplicate) {}
            }
        }
    }

    @Test func `a host gets no descriptor where there is none left, and hears when to come back`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try onThread {
                Limits.leaveDescriptors(0)
                let loop = LoopTable.current
                #expect(loop.fileDescriptor == -1)
                let log = CallLog()
                loop.add(
                    CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 3_600, 0, 0, 0) { _ in }!,
                    to: .defaultMode)
                #expect(loop.prepare() == .milliseconds(10))
                loop.post({ log.add("block") }, mode: .defaultMode)
                loop.dispatch()
                #expect(log.entries == ["block"])
                loop.endGuest()
                FoundationLoop.join()
                #expect(loop.guest == nil)
                Limits.raiseDescriptors()
                #expect(loop.fileDescriptor >= 0)
            }
        }
        #expect(occurrences(of: "A run loop has no descriptor for its host: Too many open files.", in: result) == 2)
    }

    @Test func `a host's loop without a timer descriptor says so once, and tells the time of its timers`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            try onThread {
                let loop = LoopTable.current
                _ = loop.fileDescriptor
                loop.add(
                    CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 3_600, 0, 0, 0) { _ in }!,
                    to: .defaultMode)
                Limits.leaveDescriptors(0)
                for _ in 0..<3 {
                    #expect(loop.prepare() ?? .zero > .seconds(3_000))
                    loop.dispatch()
                }
                #expect(loop.deadlineDescriptor == -1)
                Limits.raiseDescriptors()
                loop.prepare()
                #expect(loop.deadlineDescriptor >= 0)
                loop.endGuest()
            }
        }
        #expect(occurrences(of: "A run loop has no timer descriptor", in: result) == 1)
    }

    @Test func `the main queue is not asked for a descriptor that libdispatch could not make`() async {
        await #expect(processExitsWith: .success) {
            Limits.leaveDescriptors(0)
            var port = MainQueuePort()
            let registered = port.register()
            #expect(registered == nil)
            let isReady = port.takeReady()
            #expect(!isReady)
        }
    }

    @Test func `a signal source throws where no descriptor is left`() async {
        await #expect(processExitsWith: .success) {
            Limits.leaveDescriptors(0)
            let error = #expect(throws: SignalSource.Failure.self) { try SignalSource(signal: SIGUSR1) { _ in } }
            #expect(
                error?.description
                    == "Signal 10 cannot be watched: the process has no file descriptor left for it (Too many open files). Close descriptors, or raise the limit with ulimit -n."
            )
        }
    }

    @Test(arguments: left)
    func `a thread whose loop has no descriptors takes and ends its work`(left: Int32) async {
        await #expect(processExitsWith: .success) { [left] in
            Limits.leaveDescriptors(left)
            let thread = RunLoopThread(name: "poor")
            let waited = try thread.performAndWait { 6 * 7 }
            let awaited = try await thread.run { 6 * 7 }
            #expect(waited == 42 && awaited == 42)
            thread.stop()
        }
    }

    // MARK: Threads

    @Test func `a thread that cannot be started is an error wherever there is one to give`() async {
        let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
            // The threads of libdispatch and of tasks exist already.
            Limits.leaveNoThreads()
            let thread = RunLoopThread(name: "one too many")
            #expect(!thread.start())
            let log = CallLog()
            #expect(!thread.perform { log.add("never") })
            let error = #expect(throws: RunLoopThread.StartFailure.self) {
                try thread.performAndWait { log.add("never") }
            }
            #expect(error?.code == EAGAIN)
            await #expect(throws: RunLoopThread.StartFailure.self) { try await thread.run { log.add("never") } }
            #expect(throws: Watchdog.StartError.self) {
                try Watchdog(LoopBeat(name: "loop"), limit: .seconds(1)).start()
            }
            Limits.raiseThreads()
            #expect(thread.start())
            let waited = try thread.performAndWait { 6 * 7 }
            #expect(waited == 42)
            thread.stop()
            #expect(log.entries.isEmpty)
        }
        #expect(
            occurrences(
                of: "The run loop thread “one too many” could not be started: Resource temporarily unavailable.",
                in: result) == 1)
    }

    @Test func `time goes on on a virtual clock after a thread of its could not be started`() async {
        await #expect(processExitsWith: .success) {
            let clock = VirtualClock()
            Limits.leaveNoThreads()
            let thread = RunLoopThread(name: "one too many", clock: clock)
            #expect(!thread.start())
            #expect(clock.openHolds == 0)
            thread.stop()
        }
    }
}
