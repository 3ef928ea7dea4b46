public import Foundation

/// Ours: what a context draws with; an engine is given it with everything that is drawn.
///
/// It is what `saveGState()` keeps, except the clip, which the engine keeps.
public struct CGContextState: Sendable {
    /// From user space, in which callers give coordinates, to device space.
    public internal(set) var ctm: CGAffineTransform
    /// What areas are filled with.
    public internal(set) var fillColor = CGColor.black
    /// What lines are drawn with.
    public internal(set) var strokeColor = CGColor.black
    /// How wide lines are, in user space; positive.
    public internal(set) var lineWidth: CGFloat = 1
    /// How the ends of lines look.
    public internal(set) var lineCap = CGLineCap.butt
    /// How lines meet.
    public internal(set) var lineJoin = CGLineJoin.miter
    /// How many line widths a mitre may be long.
    public internal(set) var miterLimit: CGFloat = 10
    /// How far into the pattern of dashes a line begins, in user space.
    public internal(set) var dashPhase: CGFloat = 0
    /// The lengths that are alternately drawn and left out, in user space; empty for solid lines.
    public internal(set) var dashLengths: [CGFloat] = []
    /// How far from the true curve may be drawn, in pixels; a hint.
    public internal(set) var flatness: CGFloat = 1
    /// What everything's alpha is multiplied by, from 0 to 1.
    public internal(set) var alpha: CGFloat = 1
    /// How what is drawn mixes with what is there.
    public internal(set) var blendMode = CGBlendMode.normal
    /// The shadow of what is drawn; nil for none.
    public internal(set) var shadow: Shadow?
    /// How carefully images are drawn at another size.
    public internal(set) var interpolationQuality = CGInterpolationQuality.default
    /// What is to be done about colours that the bitmap does not have.
    public internal(set) var renderingIntent = CGColorRenderingIntent.defaultIntent
    /// Whether edges are smoothed.
    public var shouldAntialias: Bool { wantsAntialiasing && allowsAntialiasing }
    /// What is done with letters.
    public internal(set) var textDrawingMode = CGTextDrawingMode.fill
    /// How much is added to the width of each letter, in text space.
    public internal(set) var characterSpacing: CGFloat = 0
    var wantsAntialiasing = true
    /// The context's own, which no state that was kept brings back.
    var allowsAntialiasing = true
    /// The rectangle around the clip, in device space.
    var clipBox: CGRect
    /// The spaces in which components of colours are given without one.
    var fillSpace = CGColorSpaceCreateDeviceGray()
    var strokeSpace = CGColorSpaceCreateDeviceGray()

    init(ctm: CGAffineTransform, clipBox: CGRect) {
        (self.ctm, self.clipBox) = (ctm, clipBox)
    }

    /// Has what is drawn by it take the place of what is there by a mode, whatever else was said of alpha and shadows.
    package mutating func drawsPlainly(_ mode: CGBlendMode) {
        (alpha, blendMode, shadow) = (1, mode, nil)
    }

    /// A shadow that things cast.
    public struct Shadow: Hashable, Sendable {
        /// How far it is away, in the units of the device's space, whatever the map from user space.
        public var offset: CGSize
        /// How blurred it is, in the same units; 0 or more.
        public var blur: CGFloat
        /// Its colour.
        public var color: CGColor
    }
}
