public import Foundation

/// Ours: what a ``CGContext`` draws by. The context keeps the state that Apple's contexts have; an engine only paints.
///
/// Paths come in device space, whose origin is at the lower left of a bitmap with y upwards, as in Apple's bitmap
/// contexts. Images and gradients come in user space, with the map in the state. Engines are called on the thread that
/// uses the context, and only with finite coordinates and maps that can be undone.
public protocol CGContextEngine: AnyObject {
    /// The memory that is drawn into; nil if there is none, because drawing is recorded or sent on.
    var bitmap: CGBitmapDescription? { get }
    /// What can be drawn on, in device space; infinite if there is no end.
    var deviceBounds: CGRect { get }
    /// The map from user space to device space that a new context begins with.
    var initialTransform: CGAffineTransform { get }

    /// Keeps the clip, over those kept before.
    func saveClip()
    /// Takes back the clip that was kept last.
    func restoreClip()
    /// Takes back the clip that a new context has; those kept stay as they are.
    func resetClip()
    /// Lets only what is also within a path be drawn.
    func clip(to path: CGPath, using rule: CGPathFillRule, state: CGContextState)
    /// Lets everything be drawn only as much as a mask or grey image in a rectangle covers, and nothing beyond the
    /// rectangle.
    func clip(to mask: CGImage, in rect: CGRect, state: CGContextState)

    /// Paints a path's area with the fill colour.
    func fill(_ path: CGPath, using rule: CGPathFillRule, state: CGContextState)
    /// Paints along a path with the stroke colour, with a pen that the state's map makes of a round one in user space.
    func stroke(_ path: CGPath, state: CGContextState)
    /// Makes a path's area transparent, or as a new bitmap is, whatever blend mode, alpha and shadow are.
    func clear(_ path: CGPath, state: CGContextState)
    /// Paints an image whose first row is at the greatest y of a rectangle, or fills the clip with such images.
    func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool, state: CGContextState)
    /// Paints the clip with a gradient.
    func draw(
        _ gradient: CGGradient, along geometry: CGGradientGeometry, options: CGGradientDrawingOptions,
        state: CGContextState)

    /// Has what follows drawn on an empty ground of its own, no larger than the clip.
    func beginTransparencyLayer(state: CGContextState)
    /// Draws the ground begun last as one thing, with the alpha, blend mode and shadow of a state, that of its
    /// beginning.
    func endTransparencyLayer(state: CGContextState)

    /// The bitmap as it is now; nil if there is none.
    func makeImage() -> CGImage?
    /// Has everything that was drawn get to where it is kept.
    func flush()
}

/// Ours: along what a gradient's colours change; in user space.
public enum CGGradientGeometry: Hashable, Sendable {
    /// Along a line, and the same at right angles to it.
    case linear(start: CGPoint, end: CGPoint)
    /// From one circle to another.
    case radial(startCenter: CGPoint, startRadius: CGFloat, endCenter: CGPoint, endRadius: CGFloat)
    /// Around a point, from an angle in radians, towards growing angles.
    case conic(center: CGPoint, angle: CGFloat)
}

/// Ours: a bitmap that is wanted, or that is there.
public struct CGBitmapDescription {
    /// The first byte of the top row; nil if the engine is to find memory.
    public var data: UnsafeMutableRawPointer?
    /// How many pixels a row has.
    public var width: Int
    /// How many rows there are.
    public var height: Int
    /// How many bits a component has.
    public var bitsPerComponent: Int
    /// How many bits a pixel has; 0 if the engine is to know.
    public var bitsPerPixel: Int
    /// From row to row; 0 if the engine is to choose.
    public var bytesPerRow: Int
    /// What the components mean; nil for alpha alone.
    public var colorSpace: CGColorSpace?
    /// How the bits of a pixel are to be read.
    public var bitmapInfo: CGBitmapInfo

    /// Makes a description from its parts.
    public init(
        data: UnsafeMutableRawPointer? = nil, width: Int, height: Int, bitsPerComponent: Int = 8,
        bitsPerPixel: Int = 0, bytesPerRow: Int = 0, colorSpace: CGColorSpace?, bitmapInfo: CGBitmapInfo
    ) {
        (self.data, self.width, self.height) = (data, width, height)
        (self.bitsPerComponent, self.bitsPerPixel, self.bytesPerRow) = (bitsPerComponent, bitsPerPixel, bytesPerRow)
        (self.colorSpace, self.bitmapInfo) = (colorSpace, bitmapInfo)
    }
}
