internal import Foundation
public import Mainspring

/// Ours: where a tree of layers shows: what a window, or a surface off the screen, attaches to.
///
/// Layers below a host live in a committed context: their changes animate, they have presentations, their animations
/// run. Frames are evaluated on a thread of the host's own, so that animations go on while other threads are busy; on a
/// `VirtualClock` they are stepped in place, by whoever moves time. A frame is made only when something has changed or
/// moves.
///
/// The host belongs to the thread of its tree, as layers do, and goes with it when that is handed over.
///
/// A host that goes waits for nobody: no frame begins any more, a call of ``onFrame`` that is going on comes to its end
/// on its own thread, and its closure goes with that. Such a call may also be what lets go of the host last; then the
/// layers leave it in a later turn of the loop that has committed them.
public final class LayerHost {
    let core: LayerHostCore
    private let context: LayerContext

    /// A host with frames at a number of times a second, 1 to 1000, on the clock of the calling thread's loop unless
    /// one is given.
    public init(framesPerSecond: Int = 60, clock: RunLoopClock? = nil) {
        core = LayerHostCore(clock: clock ?? .current, grid: FrameGrid(rate: min(max(framesPerSecond, 1), 1000)))
        context = LayerContext(core)
    }

    deinit {
        core.invalidate()
        guard let loop = core.loopOfLayers else { return context.close() }
        let closing = ClosingContext(context)
        loop.deliver { closing.context.close() }
    }

    /// A context on its way to the thread of its layers.
    private final class ClosingContext: @unchecked Sendable {
        // `@unchecked Sendable`: nobody but the receiver uses the context any more.
        let context: LayerContext

        init(_ context: LayerContext) { self.context = context }
    }

    /// The outermost layer. It leaves the superlayer that it has.
    ///
    /// Changes of it are not animated, as those of the layers inside it are.
    public var layer: CALayer? {
        get { context.root }
        set { context.setRoot(newValue) }
    }

    /// Whether anybody sees the frames. While nobody does none are made for their own sake, but animations end at their
    /// time.
    public var isVisible: Bool {
        get { core.isVisible }
        set { core.isVisible = newValue }
    }

    /// Is called with each frame while the host is visible, on the thread that makes it.
    ///
    /// The frame changes afterwards: read it during the call only. Of frames that are asked for by ``frame(at:)`` it
    /// hears nothing.
    public var onFrame: (@Sendable (LayerFrame) -> Void)? {
        get { core.onFrame }
        set { core.onFrame = newValue }
    }

    /// Asks for a frame although no layer has changed, as when what was shown is lost. From any thread.
    ///
    /// While nobody sees frames nothing happens: the first one that is seen shows everything anyway.
    public func setNeedsFrame() { core.requestFrame() }

    /// The frame of an instant, past or to come, of what was committed last.
    ///
    /// Tells nobody of beginnings or ends, and changes nothing.
    /// - Parameter time: Seconds of the host's clock, as `CACurrentMediaTime()` gives them.
    public func frame(at time: CFTimeInterval) -> LayerFrame {
        LayerFrame(core.shown().tree, at: time.isFinite ? time : core.shown().time)
    }

    /// When the last frame was made, or the last commit if that was later: what presentations show. Seconds of the
    /// host's clock.
    public var lastFrameTime: CFTimeInterval { core.shown().time }

    /// How many frames were made.
    public var frameCount: Int { core.frameCount }
}
