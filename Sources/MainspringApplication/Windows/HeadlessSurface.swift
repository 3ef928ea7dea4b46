public import Foundation
public import Mainspring
internal import MainspringAnimation
public import MainspringGraphics

/// A window without a display, and in place of its user. Ours. On the loop's thread.
///
/// What is done to it comes to the window as events, in the order in which it was done, when the loop runs.
public final class HeadlessSurface: WindowSurface {
    /// What takes the frames.
    public var presenter: any FramePresenter { frames }
    /// The same, to look at what it took.
    public let frames: HeadlessPresenter
    /// The size that it has, in points.
    public private(set) var size: CGSize
    /// How many pixels a point is.
    public private(set) var scale: CGFloat
    /// How many frames a second it shows.
    public let framesPerSecond: Int
    /// The text that stands on it.
    public private(set) var title: String
    /// The picture that stands for it.
    public private(set) var icon: CGImage?
    /// The size below which it does not go.
    public private(set) var minimumSize: CGSize
    /// Whether it fills its screen.
    public private(set) var isFullScreen = false
    /// How the pointer looks.
    public private(set) var cursor = CursorShape.arrow
    /// Whether it is on the screen that is not there.
    public private(set) var isMapped = false
    /// Whether files that are dragged over it would be taken where they were last; nil before any were.
    public private(set) var takesFiles: Bool?
    /// Whether it is closed.
    public private(set) var isClosed = false

    private let events: WindowEventPoster
    var closed: ((HeadlessSurface) -> Void)?

    init(
        _ configuration: WindowConfiguration, _ events: WindowEventPoster, scale: CGFloat, framesPerSecond: Int,
        presenter: HeadlessPresenter
    ) {
        self.events = events
        self.scale = scale
        self.framesPerSecond = framesPerSecond
        frames = presenter
        size = configuration.size
        minimumSize = configuration.minimumSize
        title = configuration.title
        icon = configuration.icon
    }

    // MARK: The window's side

    /// Sets the text that stands on it.
    public func setTitle(_ title: String) { self.title = title }
    /// Sets the picture that stands for it.
    public func setIcon(_ icon: CGImage?) { self.icon = icon }
    /// Sets the size below which it does not go.
    public func setMinimumSize(_ size: CGSize) { minimumSize = size }
    /// Sets how the pointer looks.
    public func setCursor(_ cursor: CursorShape) { self.cursor = cursor }

    /// Takes a size, not below the least one.
    public func setSize(_ size: CGSize) {
        let wanted = size.forWindow
        self.size = CGSize(
            width: max(wanted.width, minimumSize.width), height: max(wanted.height, minimumSize.height))
        send(.window(.resized(self.size)))
    }

    /// Fills its screen, or no more; its size stays, since there is no screen.
    public func setFullScreen(_ isFullScreen: Bool) {
        self.isFullScreen = isFullScreen
        send(.window(.fullScreen(isFullScreen)))
    }

    /// Notes it.
    public func answerFileDrag(isTaken: Bool) { takesFiles = isTaken }

    /// Maps it.
    public func show() { setMapped(true) }
    /// Unmaps it.
    public func hide() { setMapped(false) }

    /// Ends it.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        closed?(self)
        closed = nil
    }

    private func setMapped(_ isMapped: Bool) {
        guard isMapped != self.isMapped else { return }
        self.isMapped = isMapped
        send(.window(.mapped(isMapped)))
    }

    // MARK: The user's side

    /// Tells the window of something, as having happened now or at another time, in seconds of the loop's clock.
    public func send(_ content: Event.Content, at time: CFTimeInterval? = nil) {
        events.post(content, time: time ?? CACurrentMediaTime())
    }

    /// Another number of pixels to a point, as on another display.
    public func changeScale(_ scale: CGFloat) {
        self.scale = scale.forWindow
        send(.window(.scaleChanged(self.scale)))
    }

    /// Others cover it wholly, or no more.
    public func setOccluded(_ isOccluded: Bool) { send(.window(.occluded(isOccluded))) }
}
