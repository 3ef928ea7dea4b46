public import Foundation
internal import Diagnostics
public import Mainspring

/// Makes frames of a tree of layers when it is told to, at times that it is told.
///
/// The layers are in a committed context, as below a ``LayerHost``: their changes animate, animations begin and end
/// with the frames. A frame is between ``beginFrame(atTime:timeStamp:)`` and ``endFrame()``.
///
/// Apple's draws with Metal; this one gives the frame to whoever draws, see ``init(drawing:)``.
open class CARenderer: NSObject {
    private let core: LayerHostCore
    private let context: LayerContext
    private let draw: (LayerFrame, CGRect) -> Void
    private var updates = CGRect.null
    private var isInFrame = false

    /// Ours: a renderer that calls a closure to draw, with the frame and the part of ``bounds`` that is to be drawn.
    ///
    /// The frame is valid for the length of the call.
    public init(drawing draw: @escaping (LayerFrame, CGRect) -> Void) {
        self.draw = draw
        core = LayerHostCore(clock: .current, grid: .standard, isDriven: false)
        context = LayerContext(core)
        super.init()
    }

    deinit { context.close() }

    /// The outermost layer. It leaves the superlayer that it has.
    open var layer: CALayer? {
        get { context.root }
        set { context.setRoot(newValue) }
    }

    /// What is drawn of the layer's surroundings; in the coordinates that the outermost layer lies in.
    open var bounds = CGRect.zero

    /// Begins a frame: what was committed, at a time in seconds as `CACurrentMediaTime()` gives them. The time stamp is
    /// not asked.
    open func beginFrame(atTime t: CFTimeInterval, timeStamp ts: UnsafeMutableRawPointer? = nil) {
        guard !isInFrame else {
            return report("Mainspring: a CARenderer was told to begin a frame in a frame; call endFrame() before.")
        }
        guard t.isFinite else {
            return report("Mainspring: a CARenderer was told to begin a frame at \(t); give seconds.")
        }
        isInFrame = true
        updates = .null
        core.makeFrame(at: t)
        for rect in core.frame.damage { updates = updates.union(rect) }
    }

    /// Adds a part that is to be drawn in this frame, whether something has changed there or not.
    open func addUpdate(_ r: CGRect) {
        if isInFrame, !r.isNull { updates = updates.union(r) }
    }

    /// What is to be drawn in this frame: around all that has changed; null if nothing has.
    open func updateBounds() -> CGRect {
        guard isInFrame, !updates.isNull else { return .null }
        return updates.intersection(bounds)
    }

    /// Draws what is to be drawn in this frame.
    open func render() {
        let part = updateBounds()
        if !part.isNull, !part.isEmpty { draw(core.frame, part) }
    }

    /// The frame of an instant of what was committed last; tells nobody of it.
    package func frame(at time: CFTimeInterval) -> LayerFrame { LayerFrame(core.shown().tree, at: time) }

    /// Whether something was committed that no frame has shown yet.
    package var hasNewTree: Bool { core.hasNewTree }

    /// Has the tiles drawn that the last frame lacks, by turns of the loop.
    package func drawTiles(_ turn: () -> Void) {
        for _ in 0..<TileGrid.mostTiles where !context.tiledLayers.isEmpty {
            let former = context.tileDrawing.progress
            guard former.isPending else { return }
            turn()
            CATransaction.flush()
            // Another loop's may be the turn.
            if context.tileDrawing.progress.arrivals == former.arrivals { return }
        }
    }

    /// When the next frame is due: now where something was committed since the last one, the time of that one while
    /// something moves, `infinity` while nothing does or will.
    open func nextFrameTime() -> CFTimeInterval {
        if core.hasNewTree { return core.now }
        return core.frame.isMoving ? core.frame.time : min(core.frame.nextNotice, core.frame.nextStep)
    }

    /// Ends the frame.
    open func endFrame() { isInFrame = false }
}

extension CARenderer {
    /// A renderer for a texture of Metal.
    @available(*, unavailable, message: "There is no Metal on Linux. Use init(drawing:), and draw the frame yourself.")
    public convenience init(mtlTexture: Any, options: [AnyHashable: Any]? = nil) { Diagnostics.unavailable() }

    /// A renderer for a context of OpenGL.
    @available(
        *, unavailable, message: "Layers are not drawn by OpenGL. Use init(drawing:), and draw the frame yourself."
    )
    public convenience init(cglContext ctx: Any, options dict: [AnyHashable: Any]? = nil) { Diagnostics.unavailable() }
}
