internal import Glibc
internal import Locks
internal import Mainspring

/// The part of a host that threads share: what was published last, the frames made of it, and when the next one is due.
final class LayerHostCore: @unchecked Sendable {
    // `@unchecked Sendable`: `state` has a lock; `frame` belongs to whoever makes frames, one at a time
    // (`state.isRendering`); `driver` is set by `init` alone; the rest is constant.

    let clock: RunLoopClock
    let grid: FrameGrid
    let frame = LayerFrame()
    private let state: Guarded<State>
    private(set) var driver: (any FrameDriver)?

    private struct State {
        var tree = RenderTree()
        /// When the last frame was, and the last commit, in nanoseconds of the clock.
        var frameTime: UInt64 = 0
        var commitTime: UInt64 = 0
        var isVisible = true
        /// Frames were made that nobody saw: the next one that is seen shows everything anew.
        var wasUnseen = false
        var isRendering = false
        /// Who makes the frame that is being made.
        var renderingThread: pthread_t?
        /// The host has gone.
        var isOver = false
        var frameCount = 0
        /// The loop of the thread that committed last.
        var loop: CFRunLoop?
        /// A tree was published of which there is no frame yet.
        var isNew = false
        /// Where layers are drawn in each frame.
        var redraw: LayerRedraw?
        /// The frame that they were told of last. What they draw makes another one of the same instant.
        var redrawTime: UInt64?
        var onFrame: FrameHandler?
    }

    /// Who is called with each frame: an object, since a function that goes through a generic one is wrapped anew each
    /// time.
    private final class FrameHandler: Sendable {
        let call: @Sendable (LayerFrame) -> Void

        init(_ call: @escaping @Sendable (LayerFrame) -> Void) { self.call = call }
    }

    /// - Parameter isDriven: Frames come by themselves; else only by ``makeFrame(at:)``.
    init(clock: RunLoopClock, grid: FrameGrid, isDriven: Bool = true) {
        self.clock = clock
        self.grid = grid
        state = Guarded(State())
        guard isDriven else { return }
        let render: @Sendable (UInt64) -> UInt64? = { [weak self] time in self?.render(at: time) }
        if let clock = clock as? VirtualClock {
            driver = SteppedFrameDriver(clock, render)
        } else {
            driver = ThreadFrameDriver(clock, grid, render)
        }
    }

    /// Ends the frames, and waits for none. A call of the handler that is going on keeps its closure alive.
    func invalidate() {
        let handler = state.withLock { state in
            defer { state.onFrame = nil }
            state.isOver = true
            return state.onFrame
        }
        driver?.stop()
        withExtendedLifetime(handler) {}
    }

    /// The loop of the thread that has committed last, if the calling thread is making a frame and is another one; else
    /// nil.
    var loopOfLayers: CFRunLoop? {
        state.withLock { state in
            guard let thread = state.renderingThread, pthread_equal(thread, pthread_self()) != 0, let loop = state.loop
            else { return nil }
            return loop.isCurrent ? nil : loop
        }
    }

    /// Seconds of the clock.
    var now: Double { Double(clock.uptime) / 1e9 }

    /// How many frames were made.
    var frameCount: Int { state.withLock { $0.frameCount } }

    var isVisible: Bool {
        get { state.withLock { $0.isVisible } }
        set {
            let shows = state.withLock { state in
                defer { state.isVisible = newValue }
                return newValue && !state.isVisible
            }
            if shows { driver?.request(at: grid.first(from: clock.uptime)) }
        }
    }

    /// Asks for a frame of what is there, if anybody sees it.
    func requestFrame() {
        if isVisible { driver?.request(at: grid.first(from: clock.uptime)) }
    }

    var onFrame: (@Sendable (LayerFrame) -> Void)? {
        get { state.withLock { $0.onFrame }?.call }
        set {
            let handler = newValue.map { FrameHandler($0) }
            let former = state.withLock { state in
                defer { state.onFrame = handler }
                return state.onFrame
            }
            withExtendedLifetime(former) {}
        }
    }

    /// A commit has published a tree.
    /// - Parameter redraw: Who is told of frames, because layers are drawn in each; nil where none are.
    func take(_ tree: RenderTree, by loop: CFRunLoop, redraw: LayerRedraw?) {
        let now = clock.uptime
        let former = state.withLock { state in
            defer {
                state.tree = tree
                state.commitTime = now
                state.loop = loop
                state.isNew = true
                state.redraw = redraw
            }
            return state.tree
        }
        withExtendedLifetime(former) {}
        driver?.request(at: grid.first(from: now))
    }

    /// Tells of a frame, if there are layers that are drawn in each.
    private func redraw(at time: UInt64) {
        let due = state.withLock { state -> (CFRunLoop, LayerRedraw)? in
            guard let loop = state.loop, let redraw = state.redraw, state.redrawTime != time else { return nil }
            state.redrawTime = time
            return (loop, redraw)
        }
        if let (loop, redraw) = due { redraw.send(to: loop) }
    }

    /// Whether a tree was published of which there is no frame yet.
    var hasNewTree: Bool { state.withLock { $0.isNew } }

    /// A tree that no frame shows any more goes where it came from: what it was the last to hold, such as a delegate,
    /// ends on the thread that the layers belong to.
    private func retire(_ retired: RetiredTree) {
        guard let loop = state.withLock({ $0.loop }), !loop.isCurrent else { return }
        loop.deliver { retired.tree = nil }
    }

    /// A tree on its way back. An object, so that it is the receiver who lets go of the tree, whoever lets go of the
    /// object.
    private final class RetiredTree: @unchecked Sendable {
        // `@unchecked Sendable`: it is one thread's, then the other's.
        var tree: RenderTree?

        init(_ tree: RenderTree) { self.tree = tree }
    }

    /// The tree, and the instant that a presentation shows, in seconds.
    func shown() -> (tree: RenderTree, time: Double) {
        state.withLock { ($0.tree, Double(max($0.frameTime, $0.commitTime)) / 1e9) }
    }

    /// Makes the frame of an instant, in seconds, where frames do not come by themselves.
    func makeFrame(at seconds: Double) {
        _ = render(at: UInt64(min(max(seconds, 0) * 1e9, 9e18).rounded()), exactly: seconds)
    }

    /// Makes the frame of an instant and tells who has to know. Returns when the next one is due; nil if nothing is
    /// going to happen.
    private func render(at time: UInt64, exactly seconds: Double? = nil) -> UInt64? {
        var isOver = false
        let work = state.withLock { state -> (RenderTree, Bool, Bool, FrameHandler?)? in
            isOver = state.isOver
            guard !state.isRendering, !isOver else { return nil }
            state.isRendering = true
            state.renderingThread = pthread_self()
            state.isNew = false
            let showsAll = state.isVisible && state.wasUnseen
            state.wasUnseen = !state.isVisible
            return (state.tree, state.isVisible, showsAll, state.onFrame)
        }
        // Somebody else is at it, who will see what is asked now.
        guard let (tree, isVisible, showsAll, onFrame) = work else { return isOver ? nil : grid.next(after: time) }
        let former = frame.tree.isSame(as: tree) ? nil : RetiredTree(frame.tree)
        frame.update(to: tree, at: seconds ?? Double(time) / 1e9)
        if let former { retire(former) }
        if showsAll { frame.damageEverything() }
        let notices = frame.takeNotices()
        if isVisible { onFrame?.call(frame) }
        // From here on the frame may be somebody else's.
        var (isMoving, nextNotice) = (frame.isMoving, frame.nextNotice)
        if isVisible { nextNotice = min(nextNotice, frame.nextStep) }
        let isStepping = frame.isStepping
        state.withLock { state in
            // What layers draw by animations may be called for between two steps.
            isMoving = isMoving || isStepping && state.redraw != nil
            state.frameTime = max(state.frameTime, time)
            state.isRendering = false
            state.renderingThread = nil
            state.frameCount += 1
        }
        let isRedrawn = isMoving || !notices.ended.isEmpty
        notices.send()
        if isRedrawn { redraw(at: time) }
        if isMoving, isVisible { return grid.next(after: time) }
        // What comes after the clock's last instant never comes.
        let instant = (nextNotice * 1e9).rounded(.up)
        guard instant < Double(Int64.max) else { return nil }
        return max(grid.first(from: UInt64(max(instant, 0))), grid.next(after: time))
    }
}
