import FoundationRunLoop
import Synchronization
import Testing

/// The texts' listings on threads and run loops, line by line.
@Suite struct `The texts' listings` {
    /// A thread kept alive by a port in `run()`, which nothing stops.
    final class UnstoppableThread: @unchecked Sendable {
        // Guards itself: written before the thread is started.
        private(set) var thread: Thread!
        let tested = Event()
        let reachedEnd = Atomic(false)

        init() {
            thread = Thread { [self] in __run() }
            thread.start()
        }

        private func __run() {
            RunLoop.current.add(Port(), forMode: .default)
            RunLoop.current.run()
            reachedEnd.store(true, ordering: .relaxed)
        }

        func test() { tested.signal() }
    }

    @Test func `a thread kept alive by a port in run performs, and a stop does not end it`() throws {
        let object = UnstoppableThread()
        try RunLoop.perform(on: object.thread, waitUntilDone: false) { object.test() }
        object.tested.wait()
        for _ in 0..<3 {
            try RunLoop.perform(on: object.thread, waitUntilDone: true) { CFRunLoopStop(CFRunLoopGetCurrent()) }
        }
        try RunLoop.perform(on: object.thread, waitUntilDone: true) { object.test() }
        object.tested.wait()
        let hasEnded = object.reachedEnd.load(ordering: .relaxed)
        #expect(!hasEnded)
    }

    /// The same with a loop of runs around it, which a flag ends.
    final class StoppableThread: @unchecked Sendable {
        private(set) var thread: Thread!
        // Touched on `thread` alone.
        private var stopped = false
        let ended = Event()

        init() {
            thread = Thread { [self] in __run() }
            thread.start()
        }

        private func __run() {
            RunLoop.current.add(Port(), forMode: .default)
            while !stopped {
                _ = RunLoop.current.run(mode: .default, before: .distantFuture)
            }
            ended.signal()
        }

        func stopThread() {
            stopped = true
            CFRunLoopStop(CFRunLoopGetCurrent())
        }
    }

    @Test func `a thread kept alive in a loop of runs ends when it is told to`() throws {
        let object = StoppableThread()
        try RunLoop.perform(on: object.thread, waitUntilDone: false) { object.stopThread() }
        object.ended.wait()
    }

    /// The thread class of the text: run, execute, and a stop that waits.
    ///
    /// Its two forms differ in how the thread keeps its loop.
    final class PermanentThread: @unchecked Sendable {
        enum Form: CaseIterable {
            case portAndRuns, sourceAndRunInMode
        }

        /// `thread` and `stopped` are touched by the owner before the start, and on the thread in `__stop`, for which `stop` waits.
        private var thread: Thread?
        private var stopped = false
        private let end: Event

        init(_ form: Form, end: Event) {
            self.end = end
            thread = Thread { [weak self] in
                switch form {
                case .portAndRuns:
                    RunLoop.current.add(Port(), forMode: .default)
                    while self?.stopped == false {
                        _ = RunLoop.current.run(mode: .default, before: .distantFuture)
                    }
                case .sourceAndRunInMode:
                    var context = CFRunLoopSourceContext()
                    let source = CFRunLoopSourceCreate(kCFAllocatorDefault, 0, &context)
                    CFRunLoopAddSource(CFRunLoopGetCurrent(), source, .defaultMode)
                    CFRunLoopRunInMode(.defaultMode, 1.0e10, false)
                }
                end.signal()
            }
        }

        func run() {
            guard let thread else { return }
            thread.start()
        }

        func executeTask(_ taskBlock: @escaping @Sendable () -> Void) throws {
            guard let thread else { return }
            try RunLoop.perform(on: thread, waitUntilDone: false) { Self.__executeTask(taskBlock) }
        }

        func stop() {
            guard let thread else { return }
            try? RunLoop.perform(on: thread, waitUntilDone: true) { self.__stop() }
        }

        deinit { stop() }

        private func __stop() {
            stopped = true
            CFRunLoopStop(CFRunLoopGetCurrent())
            thread = nil
        }

        private static func __executeTask(_ taskBlock: () -> Void) { taskBlock() }
    }

    @Test(arguments: PermanentThread.Form.allCases)
    func `the thread class executes its tasks in order and stops when told`(_ form: PermanentThread.Form) throws {
        let end = Event()
        let thread = PermanentThread(form, end: end)
        let log = Log<Int>()
        thread.run()
        for task in 0..<5 {
            try thread.executeTask { log.append(task) }
        }
        thread.stop()
        end.wait()
        #expect(log.entries == [0, 1, 2, 3, 4])
    }

    @Test(arguments: PermanentThread.Form.allCases)
    func `nothing holds the thread class in a circle, and its destructor stops the thread`(
        _ form: PermanentThread.Form
    ) throws {
        let end = Event()
        let done = Event()
        weak var reference: PermanentThread?
        do {
            let thread = PermanentThread(form, end: end)
            reference = thread
            thread.run()
            try thread.executeTask { done.signal() }
            done.wait()
        }
        end.wait()
        #expect(reference == nil)
    }

    @Test func `a timer added for the common modes goes on while the loop tracks`() async throws {
        let times = try await onVirtualThread { clock in
            let log = Log<Int>()
            let timer = Timer(timeInterval: 0.1, repeats: true) { _ in log.append(clock.milliseconds) }
            RunLoop.current.add(timer, forMode: .common)
            _ = RunLoop.current.run(mode: .tracking, before: .virtual(0.25))
            _ = RunLoop.current.run(mode: .default, before: .virtual(0.45))
            return log.entries
        }
        #expect(times == [100, 200, 300, 400])
    }
}
