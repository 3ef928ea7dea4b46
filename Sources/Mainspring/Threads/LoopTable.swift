internal import CLinux
internal import Locks
import Synchronization

/// Which thread has which loop.
///
/// A thread's own loop stands in a thread slot, so asking for it costs no lock; the table keeps it alive until the
/// thread ends.
enum LoopTable {
    /// By address.
    private static let loops = Guarded<[UInt: CFRunLoop]>([:])

    /// The main thread's loop: there without asking, and for the life of the process.
    static let main = CFRunLoop(clock: RunLoopClock.process, isMain: true)

    /// The calling thread's loop, if it has one already. The main thread's counts once somebody has asked for it.
    @inline(__always)
    static var currentIfAny: CFRunLoop? {
        mainspring_get_thread_loop().map { Unmanaged<CFRunLoop>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The calling thread's loop, made if need be.
    @inline(__always)
    static var current: CFRunLoop { currentIfAny ?? makeCurrent(clock: nil) }

    /// Makes the calling thread's loop, with a clock of its own if one is given.
    @inline(never)
    static func makeCurrent(clock: RunLoopClock?) -> CFRunLoop {
        if mainspring_is_initial_thread() {
            let loop = main
            mainspring_set_thread_loop(Unmanaged.passUnretained(loop).toOpaque())
            return loop
        }
        let loop = CFRunLoop(clock: clock ?? RunLoopClock.process, isMain: false)
        // Too late for a loop that anything could end: a destructor of thread-specific data that comes after ours gets
        // one that takes nothing.
        if mainspring_thread_has_ended() {
            loop.lock.withLock { loop.hasEnded = true }
            return loop
        }
        loops.withLock { $0[address(of: loop)] = loop }
        mainspring_set_thread_loop(Unmanaged.passUnretained(loop).toOpaque())
        mainspring_at_thread_end { LoopTable.endCurrent() }
        mainspring_announce_thread_loop()
        return loop
    }

    /// The calling thread's loop ends: called on a thread that ends, after its other destructors.
    static func endCurrent() {
        guard let loop = currentIfAny else { return }
        guard loop.wake.process.isCurrent else {
            // In a child made by fork. The loop belongs to the parent: no call-out is made here.
            return mainspring_set_thread_loop(nil)
        }
        loop.tearDown()
        mainspring_set_thread_loop(nil)
        let released = loops.withLock { $0.removeValue(forKey: address(of: loop)) }
        withExtendedLifetime(released) {}
        let last = loop.atThreadEnd
        loop.atThreadEnd = nil
        last?()
    }

    /// The loop at an address, unless its thread has ended.
    static func loop(at address: UInt) -> CFRunLoop? {
        address == self.address(of: main) ? main : loops.withLock { $0[address] }
    }

    private static func address(of loop: CFRunLoop) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(loop).toOpaque())
    }

    /// How many threads besides the main one have a loop, for the tests.
    static var count: Int { loops.withLock { $0.count } }
}

extension CFRunLoop {
    /// The end of the thread: sources leave their modes, blocks are let go uncalled, nothing is accepted any more.
    func tearDown() {
        leaveClock()
        beat.abandonThread()
        let (sources, timers, observers, batch) = lock.withLock {
            hasEnded = true
            var sources: [CFRunLoopSource] = []
            var timers: [CFRunLoopTimer] = []
            var observers: [CFRunLoopObserver] = []
            for mode in modes {
                sources += mode.sources0.keys
                sources += mode.sources1.keys
                mode.timers.forEachPayload { timers.append($0.timer.takeUnretainedValue()) }
                observers += mode.removeAllObservers()
            }
            blockCount.store(0, ordering: .relaxed)
            return (sources, timers, observers, blocks.takeAll())
        }
        for source in sources { removeEverywhere(source) }
        for timer in timers { removeEverywhere(timer) }
        for observer in observers { observer.loopEnded() }
        handDeliveriesOver()
        BlockQueue.discard(batch)
        for left in unfinished { BlockQueue.discard(left) }
        unfinished = []
        // What left its modes one by one is still here.
        let left = lock.withLock {
            let left = (commonSources, commonTimers, commonObservers)
            commonSources = []
            commonTimers = []
            commonObservers = []
            return left
        }
        withExtendedLifetime(left) {}
    }
}
