import Foundation
import MainspringGraphics
import Testing

/// Code as it is written for Apple's platforms, with nothing but the public interface.
@Suite struct ListingTests {
    @Test func `a star is filled`() {
        let path = CGMutablePath()
        for index in 0..<5 {
            let angle = CGFloat(index) * 4 * .pi / 5
            let point = CGPoint(x: 50 + 50 * sin(angle), y: 50 + 50 * cos(angle))
            if index == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        path.closeSubpath()
        let center = CGPoint(x: 50, y: 50)
        #expect(path.contains(center) && !path.contains(center, using: .evenOdd, transform: .identity))
        var count = 0
        path.applyWithBlock { element in
            switch element.pointee.type {
            case .moveToPoint, .addLineToPoint: count += 1
            case .addQuadCurveToPoint, .addCurveToPoint, .closeSubpath: break
            @unknown default: break
            }
        }
        #expect(count == 5)
    }

    @Test func `a bubble is put together from arcs`() throws {
        let bubble = CGMutablePath()
        bubble.addArc(
            center: CGPoint(x: 20, y: 20), radius: 20, startAngle: .pi, endAngle: 3 * .pi / 2, clockwise: false)
        bubble.addLine(to: CGPoint(x: 100, y: 0))
        bubble.addArc(tangent1End: CGPoint(x: 120, y: 0), tangent2End: CGPoint(x: 120, y: 20), radius: 10)
        bubble.addRelativeArc(center: CGPoint(x: 100, y: 20), radius: 20, startAngle: 0, delta: .pi / 2)
        bubble.closeSubpath()
        var transform = CGAffineTransform(translationX: 5, y: 5).scaledBy(x: 2, y: 2).rotated(by: .pi / 8).inverted()
        let moved = try #require(bubble.copy(using: &transform)?.mutableCopy())
        moved.addPath(CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 3, height: 3), transform: nil), transform: .identity)
        let outline = moved.copy(strokingWithWidth: 2, lineCap: .round, lineJoin: .round, miterLimit: 10)
        #expect(outline.boundingBoxOfPath.width > moved.boundingBoxOfPath.width)
        #expect(!moved.copy(dashingWithPhase: 0, lengths: [4, 2]).isEmpty)
    }

    @Test func `a picture is drawn`() throws {
        let engine = CountingEngine()
        let context = CGContext(engine: engine)
        let space = try #require(CGColorSpace(name: CGColorSpace.sRGB))
        let colors = [CGColor(red: 1, green: 0, blue: 0, alpha: 1), CGColor.white] as CFArray
        let gradient = try #require(CGGradient(colorsSpace: space, colors: colors, locations: [0, 1]))
        context.saveGState()
        context.addEllipse(in: CGRect(x: 0, y: 0, width: 10, height: 10))
        context.clip()
        context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 10, y: 0), options: [.drawsAfterEndLocation])
        context.restoreGState()
        context.setStrokeColor(CGColor(gray: 0.5, alpha: 1))
        context.setLineWidth(2)
        context.setLineDash(phase: 0, lengths: [3, 1])
        context.stroke(CGRect(x: 1, y: 1, width: 8, height: 8))
        let pixels: [UInt8] = [255, 0, 0, 255]
        let provider = try #require(CGDataProvider(data: Data(pixels) as CFData))
        let image = try #require(
            CGImage(
                width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4, space: space,
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue), provider: provider,
                decode: nil, shouldInterpolate: true, intent: .defaultIntent))
        context.draw(image, in: CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(engine.calls == ["save", "clip", "gradient", "restore", "stroke", "image"])
    }

    @Test func `a point goes along a path`() throws {
        let path = CGMutablePath()
        path.move(to: .zero)
        path.addLine(to: CGPoint(x: 10, y: 0))
        path.addCurve(to: CGPoint(x: 20, y: 10), control1: CGPoint(x: 20, y: 0), control2: CGPoint(x: 20, y: 0))
        let measure = CGPathMeasure(path)
        #expect(measure.segments.map(\.end) == [CGPoint(x: 10, y: 0), CGPoint(x: 20, y: 10)])
        let tangent = try #require(measure.tangent(atLength: measure.length))
        #expect(abs(atan2(tangent.dy, tangent.dx) - .pi / 2) < 1e-9)
    }

    /// An engine from outside of the module.
    private final class CountingEngine: CGContextEngine {
        var calls: [String] = []
        let bitmap: CGBitmapDescription? = nil
        let deviceBounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        let initialTransform = CGAffineTransform.identity

        func saveClip() { calls.append("save") }
        func restoreClip() { calls.append("restore") }
        func resetClip() { calls.append("reset") }
        func clip(to path: CGPath, using rule: CGPathFillRule, state: CGContextState) { calls.append("clip") }
        func clip(to mask: CGImage, in rect: CGRect, state: CGContextState) { calls.append("mask") }
        func fill(_ path: CGPath, using rule: CGPathFillRule, state: CGContextState) { calls.append("fill") }
        func stroke(_ path: CGPath, state: CGContextState) {
            if state.lineWidth == 2, state.dashLengths == [3, 1], state.strokeColor.alpha == 1 {
                calls.append("stroke")
            }
        }
        func clear(_ path: CGPath, state: CGContextState) { calls.append("clear") }
        func draw(_ image: CGImage, in rect: CGRect, byTiling: Bool, state: CGContextState) { calls.append("image") }
        func draw(
            _ gradient: CGGradient, along geometry: CGGradientGeometry, options: CGGradientDrawingOptions,
            state: CGContextState
        ) { calls.append("gradient") }
        func beginTransparencyLayer(state: CGContextState) { calls.append("begin") }
        func endTransparencyLayer(state: CGContextState) { calls.append("end") }
        func makeImage() -> CGImage? { nil }
        func flush() { calls.append("flush") }
    }
}
