internal import Foundation
public import MainspringApplication
public import MainspringGraphics
internal import MainspringRendering

/// Ours: paints a window's layers: a `LayerCompositor` for the window's surface.
///
/// Give each window one of its own: `HeadlessWindowSystem` and `X11WindowSystem` take a closure that makes them. Called on the thread that
/// makes the window's frames.
public final class LayerPainter: FramePainter, @unchecked Sendable {
    // `@unchecked Sendable`: the presenter calls it for one frame at a time, and nobody else uses the compositor.

    private let background: CGColor?
    private var compositor: LayerCompositor?

    /// - Parameter background: What is behind all layers; nil for nothing, which is black where a window has no alpha.
    public init(background: CGColor? = .white) { self.background = background }

    /// Paints what an update says into memory of its size. Of a surface with more than 2^26 pixels, and of one whose pixels there is no
    /// memory for, nothing is painted; that is said once on standard error.
    public func paint(_ update: FrameUpdate, into pixels: PixelMemory) {
        guard pixels.size == update.size, let compositor = compositor(for: update) else { return }
        compositor.draw(update.frame)
        compositor.withPixels { source, bytesPerRow in
            guard let source = source.baseAddress else { return }
            for rect in update.damage {
                for y in rect.y..<rect.y + rect.height {
                    memcpy(
                        pixels.base + y * pixels.bytesPerRow + 4 * rect.x, source + y * bytesPerRow + 4 * rect.x,
                        4 * rect.width)
                }
            }
        }
    }

    private func compositor(for update: FrameUpdate) -> LayerCompositor? {
        if let compositor, compositor.scale == update.scale,
            compositor.resize(width: update.size.width, height: update.size.height)
        {
            return compositor
        }
        compositor = LayerCompositor(
            width: update.size.width, height: update.size.height, scale: update.scale, background: background)
        if compositor == nil { Self.complain(of: update.size) }
        return compositor
    }

    private static func complain(of size: PixelSize) {
        let most = LayerCompositor.mostPixels
        let reason =
            size.width * size.height > most
            ? "a window has more than \(most) pixels" : "there is no memory for the pixels of a window"
        DrawingComplaint.say("\(reason), so it is not painted. Make it smaller, or have fewer pixels to a point.")
    }
}
