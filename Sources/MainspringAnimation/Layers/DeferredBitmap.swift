internal import Diagnostics
internal import Foundation
internal import MainspringGraphics

/// A bitmap for a layer's contents that takes memory only when it is drawn into.
final class DeferredBitmap: CGContextEngine {
    let width: Int
    let height: Int
    /// Whether anything was painted since this was set to false.
    var isPainted = false
    private let description: CGBitmapDescription
    private var made: (any CGContextEngine)?
    private var isRefused = false

    private static let complaints = OnceLog<String>(ending: "No further complaints about bitmaps are written.")

    init(width: Int, height: Int, isOpaque: Bool) {
        (self.width, self.height) = (width, height)
        let alpha: CGImageAlphaInfo = isOpaque ? .noneSkipFirst : .premultipliedFirst
        description = CGBitmapDescription(
            width: width, height: height, bitsPerPixel: 32, colorSpace: CGColorSpace(name: CGColorSpace.sRGB),
            bitmapInfo: CGBitmapInfo(rawValue: CGBitmapInfo.byteOrder32Little.rawValue | alpha.rawValue))
    }

    /// The engine that draws; nil if there is none, which is told.
    private var engine: (any CGContextEngine)? {
        if let made { return made }
        guard !isRefused else { return nil }
        let make = CGContext.bitmapEngineMaker
        made = make?(description)
        isRefused = made == nil
        if make == nil {
            Self.complaints.write(
                "none",
                "a layer draws its contents, but nothing that draws is installed, and they stay empty. "
                    + "Call CGContext.installBitmapEngine(_:) first, or CGContext.installCairo() of MainspringRendering."
            )
        } else if isRefused {
            Self.complaints.write(
                "\(width) \(height)",
                "the installed engine makes no bitmap of \(width) by \(height) pixels; a layer's contents stay empty.")
        }
        return made
    }

    private var painter: (any CGContextEngine)? {
        isPainted = true
        return engine
    }

    var bitmap: CGBitmapDescription? { made?.bitmap ?? description }
    var deviceBounds: CGRect { CGRect(x: 0, y: 0, width: width, height: height) }
    var initialTransform: CGAffineTransform { .identity }

    func saveClip() { engine?.saveClip() }
    func restoreClip() { engine?.restoreClip() }
    func resetClip() { engine?.resetClip() }
    func clip(to path: CGPath, using rule: CGPathFillRule, state: CGContextState) {
        engine?.clip(to: path, using: rule, state: state)
    }
    func clip(to mask: CGImage, in rect: CGRect, state: CGContextState) {
        engine?.clip(to: mask, in: rect, state: state)
    }

    func fill(_ path: CGPath, using rule: CGPathFillRule, state: CGContextState) {
        painter?.fill(path, using: rule, state: state)
    }
    func stroke(_ path: CGPath, state: CGContextState) { painter?.stroke(path, state: state) }
    func clear(_ path: CGPath, state: CGContextState) { painter?.clear(path, state: state) }
    func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool, state: CGContextState) {
        painter?.draw(image, in: rect, byTiling: byTiling, state: state)
    }
    func draw(
        _ gradient: CGGradient, along geometry: CGGradientGeometry, options: CGGradientDrawingOptions,
        state: CGContextState
    ) {
        painter?.draw(gradient, along: geometry, options: options, state: state)
    }
    func beginTransparencyLayer(state: CGContextState) { painter?.beginTransparencyLayer(state: state) }
    func endTransparencyLayer(state: CGContextState) { painter?.endTransparencyLayer(state: state) }

    /// The bitmap; nil if it was never drawn into.
    func makeImage() -> CGImage? { made?.makeImage() }

    /// Takes memory too: it is called before somebody gets the bytes.
    func flush() { painter?.flush() }
}
