public import Foundation

/// Windows without a display: in memory, for tests, for pictures, for servers. Ours.
///
/// What a user and a display would do is done by the ``HeadlessSurface`` of each window.
public final class HeadlessWindowSystem: WindowSystem {
    /// The surfaces that were made, in that order, and are not closed.
    public private(set) var surfaces: [HeadlessSurface] = []
    /// The text that programs hand over to each other; here this program to itself.
    public var clipboardText: String?

    private let scale: CGFloat
    private let framesPerSecond: Int
    private let makePainter: (() -> any FramePainter)?

    /// A system whose windows have so many pixels to a point, and so many frames a second, 1 to 1000.
    /// - Parameter makePainter: Makes what paints a window's frames into its bitmap; without it frames are counted only.
    public init(scale: CGFloat = 1, framesPerSecond: Int = 60, makePainter: (() -> any FramePainter)? = nil) {
        self.scale = scale.forWindow
        self.framesPerSecond = framesPerSecond
        self.makePainter = makePainter
    }

    /// Makes a surface of the size that is wished for.
    public func makeSurface(_ configuration: WindowConfiguration, events: WindowEventPoster) -> any WindowSurface {
        let surface = HeadlessSurface(
            configuration, events, scale: scale, framesPerSecond: framesPerSecond,
            presenter: HeadlessPresenter(makePainter?()))
        surface.closed = { [weak self] surface in self?.surfaces.removeAll { $0 === surface } }
        surfaces.append(surface)
        return surface
    }
}
