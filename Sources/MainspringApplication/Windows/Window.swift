public import Foundation
public import MainspringAnimation
public import MainspringGraphics

/// A rectangle of a display, or of memory, that shows a tree of layers and gets events. Ours.
///
/// The application keeps it until it closes. It belongs to the thread of the application's loop, as its layers do. Its
/// frames are made and presented on the render thread of its layers' host, while it is mapped and not covered; in
/// between, animations end at their time and nothing is painted.
///
/// Points count from the upper left corner to the right and downwards.
public final class Window {
    /// The number by which events name it.
    public let identifier: WindowIdentifier
    /// Who decides for it. Not retained.
    public weak var delegate: (any WindowDelegate)?
    /// The outermost layer. Its bounds follow the window's size; what the window shows goes into it.
    public let layer: CALayer
    /// Whether it is closed: then it shows nothing and gets nothing any more.
    public private(set) var isClosed = false

    /// The application that it is one of; nil once that has gone.
    public internal(set) weak var application: Application?
    let surface: any WindowSurface
    let frames: WindowFrames
    let host: LayerHost
    private(set) lazy var router = EventRouter(self)
    private(set) lazy var gestures = GestureCoordinator(self)
    var scrollCourse = ScrollCourse()
    var keyTaker = KeyTaker()
    private weak var focused: CALayer?
    var visibility = WindowVisibility()

    /// Makes a window, which is not on the screen before ``show()``.
    ///
    /// - Throws: What keeps the application's window system from making one, or a ``WindowError``.
    public init(_ configuration: WindowConfiguration = WindowConfiguration(), application: Application = .shared) throws
    {
        guard !application.isOver else { throw WindowError.applicationIsOver }
        guard let system = application.windowSystem else { throw WindowError.noWindowSystem }
        var wanted = configuration
        wanted.size = configuration.size.forWindow
        wanted.minimumSize = configuration.minimumSize.forWindow
        identifier = .next()
        title = configuration.title
        icon = configuration.icon
        minimumSize = wanted.minimumSize
        surface = try system.makeSurface(wanted, events: WindowEventPoster(application.queue, identifier))
        size = surface.size.forWindow
        scale = surface.scale.forWindow
        frames = WindowFrames(surface.presenter, size: size, scale: scale)
        layer = CALayer()
        host = LayerHost(framesPerSecond: surface.framesPerSecond)
        self.application = application
        layer.anchorPoint = .zero
        layer.contentsScale = scale
        layer.bounds = CGRect(origin: .zero, size: size)
        host.isVisible = false
        host.layer = layer
        host.onFrame = { [frames] in frames.present($0) }
        application.add(self)
    }

    // MARK: What it is like

    /// The text that stands on it.
    public var title: String { didSet { if !isClosed { surface.setTitle(title) } } }

    /// The picture that stands for it.
    public var icon: CGImage? { didSet { if !isClosed { surface.setIcon(icon) } } }

    /// The size below which neither the user nor ``resize(to:)`` brings it, in points. One that is smaller already
    /// stays so.
    public var minimumSize: CGSize {
        didSet {
            minimumSize = minimumSize.forWindow
            if !isClosed { surface.setMinimumSize(minimumSize) }
        }
    }

    /// How the pointer looks over it.
    public var cursor = CursorShape.arrow { didSet { if !isClosed, cursor != oldValue { surface.setCursor(cursor) } } }

    /// Its size, in points. To ask for another one, call ``resize(to:)``.
    public internal(set) var size: CGSize

    /// How many pixels a point is.
    public internal(set) var scale: CGFloat

    /// Whether keys are its own.
    public internal(set) var isKey = false

    /// Whether it fills its screen. To ask for that, call ``setFullScreen(_:)``.
    public internal(set) var isFullScreen = false

    /// Whether somebody may see it: it is mapped, not wholly covered, and not closed.
    public var isVisible: Bool { host.isVisible }

    /// How many updates of frames it has presented. From any thread.
    public var frameCount: Int { frames.count }

    /// Asks for a size in points, which is at least ``minimumSize``; the delegate hears when it has one.
    public func resize(to size: CGSize) { if !isClosed { surface.setSize(size.forWindow) } }

    /// Asks for filling the screen, or no more.
    public func setFullScreen(_ isFullScreen: Bool) { if !isClosed { surface.setFullScreen(isFullScreen) } }

    /// Puts it on the screen.
    public func show() { if !isClosed { surface.show() } }

    /// Takes it off the screen; it does not close.
    public func hide() { if !isClosed { surface.hide() } }

    // MARK: Keys

    /// The layer that keys go to first, then to each one around it, then to the delegate. One that leaves the window
    /// loses them; nil for none.
    public var focusLayer: CALayer? {
        get { focused.flatMap { $0.isInside(layer) ? $0 : nil } }
        set {
            let new = newValue.flatMap { !isClosed && $0.isInside(layer) ? $0 : nil }
            // One that comes from another window hears of that one's end first.
            for window in application?.windows ?? [] where window !== self { window.dropLostFocus() }
            let old = focused
            guard old !== new else { return }
            focused = new
            if let old { old.effectiveEventHandler?.layer(old, didChangeFocus: false) }
            // The one before may have set another one.
            if let new, focused === new { new.effectiveEventHandler?.layer(new, didChangeFocus: true) }
        }
    }

    /// A layer that has left has keys no more, and hears so.
    func dropLostFocus() {
        guard let old = focused, !old.isInside(layer) else { return }
        focused = nil
        old.effectiveEventHandler?.layer(old, didChangeFocus: false)
    }

    /// Leads keys to the next layer that accepts them, in the order of the tree, round about.
    public func focusNextLayer() { moveFocus(isBackwards: false) }

    /// Leads keys to the layer before that accepts them.
    public func focusPreviousLayer() { moveFocus(isBackwards: true) }

    private func moveFocus(isBackwards: Bool) {
        if let next = FocusChain.next(to: focusLayer, in: layer, isBackwards: isBackwards) { focusLayer = next }
    }

    // MARK: Its end

    /// Closes it if its delegate does not object, as when the user asks for it.
    public func performClose() {
        if !isClosed, delegate?.windowShouldClose(self) ?? true { close() }
    }

    /// Closes it. Twice is as good as once.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        cancelCourses()
        focusLayer = nil
        delegate?.windowWillClose(self)
        setKey(false)
        updateVisibility()
        host.onFrame = nil
        host.layer = nil
        surface.close()
        application?.remove(self)
    }

    /// Lets the host know whether frames are seen.
    func updateVisibility() {
        let isSeen = visibility.isSeen && !isClosed
        guard isSeen != host.isVisible else { return }
        if isSeen { frames.expose(nil) }
        host.isVisible = isSeen
        delegate?.windowDidChangeVisibility(self)
    }

    /// Asks for a frame although no layer has changed.
    func requestFrame() { host.setNeedsFrame() }

    /// Ends what goes on, as when the window is no longer where it could end by itself.
    func cancelCourses() {
        router.cancelAll()
        gestures.cancelAll()
        application?.tracking.update(self)
    }
}

/// As its layers are.
@available(*, unavailable)
extension Window: @unchecked Sendable {}
