internal import Locks
internal import Mainspring
import Synchronization

/// Frames on a thread of their own, by a timer of its loop: they go on while other threads are busy.
///
/// The thread is begun with the first frame. While no frame is due it sleeps without end. If the system cannot start a
/// thread, the main loop makes the frames.
final class ThreadFrameDriver: FrameDriver, @unchecked Sendable {
    // `@unchecked Sendable`: `due` has a lock; `timer` belongs to the thread; the rest is constant.

    private let clock: RunLoopClock
    private let grid: FrameGrid
    private let render: @Sendable (UInt64) -> UInt64?
    let thread: RunLoopThread
    private let due = Guarded<UInt64>(.max)
    private var timer: CFRunLoopTimer?
    /// Whether the main loop makes the frames, since the system could not start a thread.
    private let isOnMain = Atomic<Bool>(false)
    /// Whether the driver was stopped.
    private let isOver = Atomic<Bool>(false)

    /// - Parameter render: Makes the frame of an instant; returns when the next one is due.
    init(_ clock: RunLoopClock, _ grid: FrameGrid, _ render: @escaping @Sendable (UInt64) -> UInt64?) {
        self.clock = clock
        self.grid = grid
        self.render = render
        thread = RunLoopThread(name: "render", clock: clock)
    }

    func request(at time: UInt64) {
        guard isEarlier(time) else { return }
        guard isOnMain.load(ordering: .relaxed) || !performOnThread() else { return }
        guard let main = CFRunLoopGetMain() else { return }
        CFRunLoopPerformBlock(main, .commonModes) { [weak self] in self?.arm() }
        CFRunLoopWakeUp(main)
    }

    /// Arms the timer on the thread. Returns false if the system cannot start the thread.
    private func performOnThread() -> Bool {
        if thread.perform({ [weak self] in self?.arm() }) { return true }
        // A stopped thread counts as started.
        if thread.start() { return true }
        isOnMain.store(true, ordering: .relaxed)
        return false
    }

    func stop() {
        thread.stopWithoutWaiting()
        isOver.store(true, ordering: .relaxed)
    }

    /// Whether no frame is due.
    var isAtRest: Bool { due.withLock { $0 == .max } }

    private func isEarlier(_ time: UInt64) -> Bool {
        due.withLock { due in
            guard time < due else { return false }
            due = time
            return true
        }
    }

    /// On the thread: sets the timer to the next frame.
    private func arm() {
        let time = due.withLock { $0 }
        guard time < .max else { return }
        if let timer {
            timer.fireUptime = time
            return
        }
        // Repeating, so that it stays valid; each frame sets the time of the next.
        let made: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(
            nil, CFAbsoluteTimeGetCurrent(), CFRunLoopTimer.farInterval, 0, 0
        ) { [weak self] _ in self?.fire() }
        made.fireUptime = time
        timer = made
        CFRunLoopAddTimer(CFRunLoopGetCurrent(), made, .commonModes)
    }

    /// On the thread: the frame that is on now, which is the one that was asked for unless the thread is late.
    private func fire() {
        let asked = due.withLock { due in
            defer { due = .max }
            return due
        }
        guard asked < .max, !isOver.load(ordering: .relaxed) else { return }
        if let next = render(max(asked, grid.last(upTo: clock.uptime))), isEarlier(next) { arm() }
    }
}

extension CFRunLoopTimer {
    /// Ten years: an interval of a timer whose times are set one by one.
    fileprivate static let farInterval = 315_576_000.0
}
