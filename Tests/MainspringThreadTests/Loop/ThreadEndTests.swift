import CLinux
import Glibc
import Locks
import Testing

@testable import Mainspring

/// One loop for each thread, and what becomes of it when the thread ends.
@Suite struct ThreadEndTests {
    private static let other = CFRunLoopMode("other")

    /// Knows whether a loop is still there.
    private final class WeakLoop: @unchecked Sendable {
        // `@unchecked Sendable`: the weak reference is set before another thread looks.
        weak var loop: CFRunLoop?
    }

    @Test func `each thread has a loop of its own, always the same`() throws {
        let loops = Guarded<[CFRunLoop]>([])
        let threads = (0..<8).map { _ in
            TestThread {
                let loop = CFRunLoopGetCurrent()!
                #expect(CFRunLoopGetCurrent() === loop)
                #expect(loop.isCurrent)
                loops.withLock { $0.append(loop) }
            }
        }
        for thread in threads { try thread.join() }
        let all = loops.withLock { $0 }
        #expect(Set(all).count == 8)
        for loop in all { #expect(!loop.isCurrent) }
    }

    @Test func `sources leave their modes on the thread that ends, blocks go uncalled, and the loop goes`() throws {
        let log = CallLog()
        let weakLoop = WeakLoop()
        try onThread {
            let loop = CFRunLoopGetCurrent()!
            weakLoop.loop = loop
            let thread = mainspring_thread_id()
            var context = CFRunLoopSourceContext()
            context.cancel = { _, loop, mode in
                #expect(mainspring_thread_id() == thread)
                #expect(loop === weakLoop.loop)
                log.add("cancel \(mode!.rawValue)")
            }
            let source: CFRunLoopSource = CFRunLoopSourceCreate(nil, 0, &context)
            CFRunLoopAddSource(loop, source, .defaultMode)
            CFRunLoopAddSource(loop, source, Self.other)
            source.signal()
            let object = OnEnd { log.add("block let go") }
            CFRunLoopPerformBlock(loop, CFRunLoopMode.defaultMode) {
                log.add("block called")
                withExtendedLifetime(object) {}
            }
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent() + 60, 1, 0, 0) {
                _ in
            }
            CFRunLoopAddTimer(loop, timer, .commonModes)
            let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(nil, 1, true, 0) { _, _ in }
            CFRunLoopAddObserver(loop, observer, .commonModes)
        }
        let entries = log.entries
        #expect(entries.count == 3)
        #expect(entries.contains("cancel kCFRunLoopDefaultMode"))
        #expect(entries.contains("cancel other"))
        #expect(entries.contains("block let go"))
        #expect(weakLoop.loop == nil)
    }

    @Test func `items outlive their loop, and may be used in another`() throws {
        struct Items: @unchecked Sendable {
            // `@unchecked Sendable`: the items are.
            var source: CFRunLoopSource
            var timer: CFRunLoopTimer
            var observer: CFRunLoopObserver
        }
        let log = CallLog()
        let items = try onVirtualLoop { loop in
            let items = Items(
                source: .manual { log.add("source") },
                timer: CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in log.add("timer") },
                observer: CFRunLoopObserverCreateWithHandler(nil, 1, true, 0) { _, _ in log.add("observer") })
            loop.add(items.source, to: .commonModes)
            loop.add(items.timer, to: .commonModes)
            loop.add(items.observer, to: .commonModes)
            return items
        }
        #expect(items.source.isValid && items.timer.isValid && items.observer.isValid)
        items.timer.nextFireDate = 0
        items.timer.tolerance = 1
        items.source.signal()
        try onVirtualLoop { loop in
            loop.add(items.source, to: .defaultMode)
            loop.add(items.timer, to: .defaultMode)
            loop.add(items.observer, to: .defaultMode)
            loop.poll()
            loop.poll()
        }
        #expect(log.entries == ["observer", "source", "timer", "observer"])
        items.source.invalidate()
        items.timer.invalidate()
        items.observer.invalidate()
    }

    @Test func `an ended loop refuses everything, and says so for what would be lost`() throws {
        let log = CallLog()
        let loop = try onThread { CFRunLoopGetCurrent()! }
        loop.post({ log.add("called") }, mode: .defaultMode)
        loop.post({ log.add("called") }, modes: [.defaultMode, .commonModes])
        let source = CFRunLoopSource.manual { log.add("called") }
        let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(nil, 0, 0, 0, 0) { _ in log.add("called") }
        let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(nil, 1, true, 0) { _, _ in
            log.add("called")
        }
        let pipe = OwnDescriptor.pipe()
        let descriptor = try FileDescriptorSource(fileDescriptor: pipe.reader.number, events: .readable) { _ in }
        for mode in [CFRunLoopMode.defaultMode, .commonModes, Self.other] {
            loop.add(source, to: mode)
            loop.add(timer, to: mode)
            loop.add(observer, to: mode)
            loop.add(descriptor.source, to: mode)
            #expect(!loop.contains(source, in: mode))
            #expect(!loop.contains(timer, in: mode))
            #expect(!loop.contains(observer, in: mode))
            #expect(!loop.contains(descriptor.source, in: mode))
            loop.remove(source, from: mode)
            loop.remove(timer, from: mode)
            loop.remove(observer, from: mode)
            loop.remove(descriptor.source, from: mode)
        }
        loop.addCommonMode(Self.other)
        CFRunLoopWakeUp(loop)
        CFRunLoopStop(loop)
        #expect(!CFRunLoopIsWaiting(loop))
        #expect(CFRunLoopCopyCurrentMode(loop) == nil)
        #expect(log.entries.isEmpty)
        #expect(source.isValid && timer.isValid && observer.isValid && descriptor.isValid)
    }

    @Test func `a destructor of thread-specific data may use the loop in every round`() throws {
        let log = CallLog()
        try onThread {
            _ = CFRunLoopGetCurrent()
            Use.atThreadEnd(log)
        }
        #expect(log.count == Use.roundLimit)
    }

    /// What a destructor does with its thread's loop. It asks for another round as often as the system allows, so it also comes
    /// after the loop's own end.
    private final class Use {
        /// The thread sanitizer lets go of a thread in the last round, and has no memory of it in a destructor that comes later.
        static let roundLimit = Int(_POSIX_THREAD_DESTRUCTOR_ITERATIONS) - (Sanitizers.hasThread ? 1 : 0)

        private static let key = {
            var key = pthread_key_t()
            pthread_key_create(&key) { Unmanaged<Use>.fromOpaque($0!).takeUnretainedValue().round() }
            return key
        }()

        private let log: CallLog
        private var rounds = 0

        private init(log: CallLog) { self.log = log }

        /// Makes the calling thread's end use its loop.
        static func atThreadEnd(_ log: CallLog) {
            pthread_setspecific(key, Unmanaged.passRetained(Use(log: log)).toOpaque())
        }

        func round() {
            rounds += 1
            let loop = CFRunLoopGetCurrent()!
            loop.post({}, mode: .defaultMode)
            loop.add(CFRunLoopTimerCreateWithHandler(nil, 1e9, 0, 0, 0) { _ in }, to: .defaultMode)
            loop.add(.manual {}, to: .commonModes)
            let result = CFRunLoopRunInMode(.defaultMode, 0, false)
            log.add("round \(rounds): \(result)")
            if rounds < Self.roundLimit {
                pthread_setspecific(Self.key, Unmanaged.passUnretained(self).toOpaque())
            } else {
                Unmanaged.passUnretained(self).release()
            }
        }
    }

    @Test func `a thousand threads with loops leave no descriptor and no loop behind`() async {
        await #expect(processExitsWith: .success) {
            func openDescriptors() -> Int { (0..<4_096).count { fcntl(Int32($0), F_GETFD) >= 0 } }
            func run() throws {
                try onThread {
                    Use.atThreadEnd(CallLog())
                    let loop = CFRunLoopGetCurrent()!
                    loop.keepAlive(.defaultMode)
                    loop.add(CFRunLoopTimerCreateWithHandler(nil, 1e9, 1, 0, 0) { _ in }, to: .commonModes)
                    CFRunLoopPerformBlock(loop, CFRunLoopMode("other")) {}
                    #expect(CFRunLoopRunInMode(.defaultMode, 0, false) == .timedOut)
                }
            }
            try run()
            let before = openDescriptors()
            for _ in 0..<1_000 { try run() }
            precondition(openDescriptors() == before, "descriptors were left open")
            precondition(LoopTable.count == 0, "loops were left")
        }
    }
}
