import CLinux
import Glibc
import LoopWatchdog
import Mainspring
import Testing

@Suite(.interruptsThreads) struct BacktraceTests {
    @Test func `names the functions of the calling thread, private ones too, beginning with the caller`() throws {
        let names = outerFunction().symbolicated().compactMap(\.name)
        let inner = try #require(names.first)
        #expect(inner.contains("innerFunction()"))
        #expect(names.dropFirst().first?.contains("outerFunction()") == true)
        #expect(names.contains { $0.contains("names the functions of the calling thread") })
        // The hash that private names carry is not a part of the name.
        #expect(!names.contains { $0.contains(" in _") })
    }

    @Test func `takes no more frames than were asked for`() {
        #expect(Backtrace.current(limit: 2).addresses.count == 2)
        #expect(Backtrace.current(limit: -1).addresses.count == 1)
    }

    @Test func `says in which file a frame is and how far into its function`() throws {
        let frame = try #require(innerFunction().symbolicated().first)
        #expect(frame.symbol?.hasPrefix("$s") == true)
        #expect(frame.offset > 0)
        #expect(try #require(frame.file).hasPrefix("/"))
        #expect(frame.description.contains("innerFunction()"))
    }

    @Test func `leaves an address that is in no file without a name`() {
        let frame = Backtrace(addresses: [1]).symbolicated()
        #expect(frame.map(\.symbol) == [nil])
        #expect(frame.map(\.file) == [nil])
    }

    @Test func `names C functions and what the system's libraries export`() throws {
        let address = UInt(bitPattern: try #require(dlsym(nil, "qsort")))
        #expect(Backtrace(addresses: [address]).symbolicated().first?.name == "qsort")
    }

    // MARK: Other threads

    @Test func `takes the stack of a thread that never calls anything`() throws {
        let flag = Flag()
        let thread = ObservedThread { busyFunction(flag) }
        defer {
            flag.raise()
            thread.join()
        }
        let names = try framesOnceInside("busyFunction", thread)
        #expect(names.contains { $0.contains("busyFunction") })
    }

    @Test func `takes the stack of a thread that waits in the kernel, which goes on waiting`() throws {
        var descriptors: [CInt] = [0, 0]
        #expect(pipe(&descriptors) == 0)
        let (reader, writer) = (descriptors[0], descriptors[1])
        let results = Mailbox<Int>()
        let thread = ObservedThread { results.put(readingFunction(reader)) }
        let names = try framesOnceInside("readingFunction", thread)
        #expect(names.contains { $0.contains("readingFunction") })
        // SA_RESTART: the read was not ended by the signal.
        var byte: UInt8 = 1
        #expect(write(writer, &byte, 1) == 1)
        #expect(results.take() == 1)
        thread.join()
        close(reader)
        close(writer)
    }

    @Test func `keeps the errno of the thread that it interrupts`() throws {
        let flag = Flag()
        let thread = ObservedThread {
            errno = 4321
            while !flag.isRaised {
                if errno != 4321 { break }
            }
            #expect(errno == 4321)
        }
        for _ in 0..<100 { _ = try Backtrace.ofThread(thread.id, timeout: patience) }
        flag.raise()
        thread.join()
    }

    @Test func `takes the calling thread's stack by its number`() throws {
        let frames = try Backtrace.ofThread(mainspring_thread_id()).symbolicated()
        #expect(frames.contains { $0.name?.contains("by its number") == true })
    }

    @Test func `says that a thread has ended`() {
        let thread = ObservedThread {}
        thread.join()
        // The kernel takes the thread off its list some time after the closure.
        while mainspring_thread_exists(thread.id) { sched_yield() }
        let error = #expect(throws: Backtrace.CaptureError.noSuchThread(thread.id)) {
            try Backtrace.ofThread(thread.id)
        }
        #expect(error?.description.contains("\(thread.id) is not there") == true)
    }

    @Test func `says that a thread blocks the signal, until it lets it through`() throws {
        let signal = try #require(Backtrace.interruptingSignal)
        let (isBlocked, admit, isAdmitted, end) = (Flag(), Flag(), Flag(), Flag())
        let thread = ObservedThread {
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, signal)
            pthread_sigmask(SIG_BLOCK, &set, nil)
            isBlocked.raise()
            admit.spin()
            Backtrace.admitCapture()
            isAdmitted.raise()
            busyFunction(end)
        }
        isBlocked.spin()
        let error = #expect(throws: Backtrace.CaptureError.blocked(thread.id)) { try Backtrace.ofThread(thread.id) }
        #expect(error?.description.contains("blocks the signal") == true)
        admit.raise()
        isAdmitted.spin()
        #expect(try framesOnceInside("busyFunction", thread).isEmpty == false)
        end.raise()
        thread.join()
    }

    @Test func `gives up on a thread that does not answer in time, and takes no late answer for a new one`() throws {
        let flags = [Flag(), Flag()]
        let threads = flags.map { flag in ObservedThread { busyFunction(flag) } }
        for _ in 0..<5 {
            // No time at all: whether the answer comes late or just in time is the machine's choice.
            _ = try? Backtrace.ofThread(threads[0].id, timeout: .zero)
            let names = try Backtrace.ofThread(threads[1].id, timeout: patience).symbolicated().compactMap(\.name)
            #expect(!names.isEmpty)
        }
        for flag in flags { flag.raise() }
        for thread in threads { thread.join() }
    }

    @Test func `takes stacks of threads that allocate and load libraries, from several threads at once`() throws {
        let flag = Flag()
        let workers = (0..<3).map { index in
            ObservedThread {
                var kept: [[Int]] = []
                while !flag.isRaised {
                    kept.append(Array(0..<index + 10))
                    if kept.count > 100 { kept = [] }
                    if index == 0, let library = dlopen("libm.so.6", RTLD_NOW) { dlclose(library) }
                }
            }
        }
        let askers = (0..<2).map { _ in
            ObservedThread {
                for round in 0..<25 {
                    let taken = try? Backtrace.ofThread(
                        workers[round % workers.count].id, timeout: patience)
                    #expect(taken?.addresses.isEmpty == false)
                }
            }
        }
        for asker in askers { asker.join() }
        flag.raise()
        for worker in workers { worker.join() }
    }

    /// Asks until the thread has come to a function; a thread that was just made is elsewhere.
    private func framesOnceInside(_ function: String, _ thread: ObservedThread) throws -> [String] {
        while true {
            let names = try Backtrace.ofThread(thread.id, timeout: patience).symbolicated().compactMap(\.name)
            if names.contains(where: { $0.contains(function) }) { return names }
        }
    }
}

@Suite(.interruptsThreads) struct InterruptingSignalTests {
    @Test func `takes a real-time signal that was free, and another one when somebody takes that`() async {
        await #expect(processExitsWith: .success) {
            let first = try #require(Backtrace.interruptingSignal)
            #expect(first > 32 && first < 64)
            #expect(Backtrace.interruptingSignal == first)
            signal(first) { _ in }
            let second = try #require(Backtrace.interruptingSignal)
            #expect(second != first)
            let flag = Flag()
            let thread = ObservedThread { busyFunction(flag) }
            #expect(try !Backtrace.ofThread(thread.id, timeout: patience).addresses.isEmpty)
            exit(first > 32 && second != first ? EXIT_SUCCESS : EXIT_FAILURE)
        }
    }

    @Test func `ignores the signal when others send it`() async {
        await #expect(processExitsWith: .success) {
            let signal = try #require(Backtrace.interruptingSignal)
            kill(getpid(), signal)
            raise(signal)
            exit(EXIT_SUCCESS)
        }
    }
}

@inline(never)
private func innerFunction() -> Backtrace {
    let backtrace = Backtrace.current()
    // Something to do after the call keeps it from being a jump.
    withExtendedLifetime(backtrace) { _ = getppid() }
    return backtrace
}

@inline(never)
private func outerFunction() -> Backtrace {
    let backtrace = innerFunction()
    withExtendedLifetime(backtrace) { _ = getppid() }
    return backtrace
}

@inline(never)
private func busyFunction(_ flag: Flag) {
    while !flag.isRaised {}
    _ = getppid()
}

@inline(never)
private func readingFunction(_ descriptor: CInt) -> Int {
    var byte: UInt8 = 0
    let count = read(descriptor, &byte, 1)
    _ = getppid()
    return count
}
