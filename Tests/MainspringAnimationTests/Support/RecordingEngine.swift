import Foundation
import MainspringGraphics
import Testing

/// An engine that paints nothing and writes down what it was told, with boxes in device space.
final class RecordingEngine: CGContextEngine {
    private(set) var lines: [String] = []
    private(set) var states: [CGContextState] = []
    private(set) var bitmap: CGBitmapDescription?
    let deviceBounds: CGRect
    let initialTransform = CGAffineTransform.identity

    init(bitmap: CGBitmapDescription? = nil) {
        self.bitmap = bitmap
        deviceBounds =
            bitmap.map { CGRect(x: 0, y: 0, width: $0.width, height: $0.height) }
            ?? CGRect(x: -1000, y: -1000, width: 2000, height: 2000)
    }

    private func write(_ line: String, _ state: CGContextState) {
        lines.append(line)
        states.append(state)
    }

    func saveClip() {}
    func restoreClip() {}
    func resetClip() {}
    func clip(to path: CGPath, using rule: CGPathFillRule, state: CGContextState) {
        write("clip \(words(path.boundingBoxOfPath))", state)
    }
    func clip(to mask: CGImage, in rect: CGRect, state: CGContextState) { write("clip to mask", state) }
    func fill(_ path: CGPath, using rule: CGPathFillRule, state: CGContextState) {
        write("fill \(words(path.boundingBoxOfPath))", state)
    }
    func stroke(_ path: CGPath, state: CGContextState) {
        write("stroke \(words(path.boundingBoxOfPath)) \(words(state.lineWidth))", state)
    }
    func clear(_ path: CGPath, state: CGContextState) { write("clear \(words(path.boundingBoxOfPath))", state) }
    func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool, state: CGContextState) {
        let corner = CGPoint(x: rect.minX, y: rect.maxY).applying(state.ctm)
        // The first row begins there.
        write(
            "image \(words(rect.applying(state.ctm))) from \(words(corner.y))", state)
    }
    func draw(
        _ gradient: CGGradient, along geometry: CGGradientGeometry, options: CGGradientDrawingOptions,
        state: CGContextState
    ) {
        let words =
            switch geometry {
            case .linear(let start, let end):
                "linear \(words(start.x)) \(words(start.y)) \(words(end.x)) \(words(end.y))"
            case .radial(_, _, _, let radius):
                "radial \(words(CGRect(x: -radius, y: -radius, width: 2 * radius, height: 2 * radius).applying(state.ctm)))"
            case .conic(let center, let angle): "conic \(words(center.x)) \(words(center.y)) \(words(angle))"
            }
        write(words, state)
    }
    func beginTransparencyLayer(state: CGContextState) {
        write("begin \(words(state.alpha))\(state.blendMode == .normal ? "" : " \(state.blendMode)")", state)
    }
    func endTransparencyLayer(state: CGContextState) { write("end", state) }
    func makeImage() -> CGImage? {
        bitmap.flatMap { makeImage(width: $0.width, height: $0.height) }
    }
    func flush() {}

    private func makeImage(width: Int, height: Int) -> CGImage? {
        try? MainspringAnimationTests.makeImage(width, height)
    }
}

/// A number without digits that only rounding gave it.
private func words(_ number: CGFloat) -> String {
    let rounded = (number * 1000).rounded() / 1000
    return rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
}

private func words(_ rect: CGRect) -> String {
    "\(words(rect.minX)) \(words(rect.minY)) \(words(rect.width)) \(words(rect.height))"
}

/// A transparent picture.
func makeImage(_ width: Int, _ height: Int) throws -> CGImage {
    let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
    let info = CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)
    let provider = try #require(CGDataProvider(data: Data(count: width * height * 4)))
    return try #require(
        CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: width * 4, space: space,
            bitmapInfo: info, provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent))
}
