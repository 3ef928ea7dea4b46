import Foundation
import Testing

@testable import MainspringGraphics

@Suite struct CGContextTests {
    private let engine = RecordingEngine()
    private let context: CGContext

    init() { context = CGContext(engine: engine) }

    private func state() throws -> CGContextState { try #require(engine.states.last) }

    private func image() throws -> CGImage {
        let provider = try #require(CGDataProvider(data: Data(count: 4)))
        return try #require(
            CGImage(
                width: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: .premultipliedBGRA, provider: provider, decode: nil,
                shouldInterpolate: false, intent: .defaultIntent))
    }

    @Test func `a new context is as Apple's`() throws {
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        let state = try state()
        #expect(
            state.ctm == .identity && state.fillColor.components == [0, 1] && state.strokeColor.components == [0, 1])
        #expect(state.lineWidth == 1 && state.lineCap == .butt && state.lineJoin == .miter && state.miterLimit == 10)
        #expect(state.dashLengths.isEmpty && state.alpha == 1 && state.blendMode == .normal && state.shadow == nil)
        #expect(state.interpolationQuality == .default && state.shouldAntialias && state.textDrawingMode == .fill)
        #expect(context.isPathEmpty && context.path == nil && context.textMatrix == .identity)
    }

    @Test func `a path stays where it was put, whatever the map becomes`() {
        context.translateBy(x: 10, y: 20)
        context.move(to: .zero)
        context.scaleBy(x: 2, y: 3)
        context.addLine(to: CGPoint(x: 1, y: 1))
        context.rotate(by: .pi / 2)
        context.addQuadCurve(to: CGPoint(x: 1, y: 0), control: CGPoint(x: 0, y: 1))
        #expect(near(context.currentPointOfPath, CGPoint(x: 1, y: 0)))
        context.addCurve(to: .zero, control1: .zero, control2: .zero)
        context.closePath()
        context.fillPath()
        #expect(engine.take() == ["fill winding M 10,20 L 12,23 Q 8,20 10,23 C 10,20 10,20 10,20 Z"])
        #expect(context.isPathEmpty)
    }

    @Test func `the map's parts act in the order of the last one first`() {
        context.translateBy(x: 10, y: 0)
        context.scaleBy(x: 2, y: 2)
        context.concatenate(CGAffineTransform(translationX: 1, y: 1))
        #expect(context.ctm == CGAffineTransform(a: 2, b: 0, c: 0, d: 2, tx: 12, ty: 2))
        #expect(context.userSpaceToDeviceSpaceTransform == context.ctm)
        #expect(context.convertToDeviceSpace(CGPoint(x: 1, y: 1)) == CGPoint(x: 14, y: 4))
        #expect(context.convertToUserSpace(CGPoint(x: 14, y: 4)) == CGPoint(x: 1, y: 1))
        #expect(context.convertToDeviceSpace(CGSize(width: 1, height: 2)) == CGSize(width: 2, height: 4))
        #expect(context.convertToUserSpace(CGSize(width: 2, height: 4)) == CGSize(width: 1, height: 2))
        let rect = CGRect(x: 0, y: 0, width: 1, height: 1)
        #expect(context.convertToDeviceSpace(rect) == CGRect(x: 12, y: 2, width: 2, height: 2))
        #expect(context.convertToUserSpace(context.convertToDeviceSpace(rect)) == rect)
    }

    @Test func `what is kept comes back, and the path does not`() throws {
        context.setLineWidth(3)
        context.saveGState()
        context.translateBy(x: 5, y: 5)
        context.setLineWidth(7)
        context.setLineCap(.round)
        context.setLineJoin(.bevel)
        context.setMiterLimit(4)
        context.setLineDash(phase: 1, lengths: [2, 3])
        context.setAlpha(0.5)
        context.setBlendMode(.multiply)
        context.setShadow(offset: CGSize(width: 1, height: 2), blur: 3)
        context.setFillColor(red: 1, green: 0, blue: 0, alpha: 1)
        context.setStrokeColor(gray: 0.5, alpha: 1)
        context.interpolationQuality = .high
        context.setRenderingIntent(.perceptual)
        context.setShouldAntialias(false)
        context.setFlatness(5)
        context.setTextDrawingMode(.stroke)
        context.setCharacterSpacing(2)
        context.textPosition = CGPoint(x: 8, y: 9)
        context.move(to: .zero)
        context.addLine(to: CGPoint(x: 1, y: 1))
        context.strokePath()
        let inner = try state()
        #expect(inner.lineWidth == 7 && inner.lineCap == .round && inner.lineJoin == .bevel && inner.miterLimit == 4)
        #expect(
            inner.dashPhase == 1 && inner.dashLengths == [2, 3] && inner.alpha == 0.5 && inner.blendMode == .multiply)
        #expect(inner.fillColor.components == [1, 0, 0, 1] && inner.strokeColor.components == [0.5, 1])
        #expect(inner.interpolationQuality == .high && inner.renderingIntent == .perceptual && !inner.shouldAntialias)
        #expect(inner.flatness == 5 && inner.textDrawingMode == .stroke && inner.characterSpacing == 2)
        #expect(inner.shadow?.blur == 3 && inner.shadow?.color.components == [0, 1.0 / 3])
        context.move(to: .zero)
        context.restoreGState()
        context.addLine(to: CGPoint(x: 1, y: 1))
        context.strokePath()
        let outer = try state()
        #expect(outer.lineWidth == 3 && outer.lineCap == .butt && outer.dashLengths.isEmpty && outer.alpha == 1)
        #expect(outer.shadow == nil && outer.fillColor == .black && outer.ctm == .identity && outer.shouldAntialias)
        #expect(engine.take() == ["save", "stroke M 5,5 L 6,6", "restore", "stroke M 5,5 L 1,1"])
        #expect(context.textPosition == CGPoint(x: 8, y: 9) && context.textMatrix.tx == 8)
    }

    @Test func `a restore too many is ignored`() {
        context.restoreGState()
        context.setLineWidth(4)
        context.saveGState()
        context.restoreGState()
        context.restoreGState()
        context.endTransparencyLayer()
        #expect(engine.take() == ["save", "restore"] && context.state.lineWidth == 4)
    }

    @Test func `a layer is drawn apart and comes back with the state of its beginning`() throws {
        context.setAlpha(0.5)
        context.setBlendMode(.screen)
        context.setShadow(offset: .zero, blur: 1)
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(try state().alpha == 1 && state().blendMode == .normal && state().shadow == nil)
        context.saveGState()
        context.saveGState()
        context.setAlpha(0.1)
        context.endTransparencyLayer()
        #expect(try state().alpha == 0.5 && state().blendMode == .screen && state().shadow != nil)
        #expect(
            engine.take() == [
                "save", "begin layer 0.5", "fill winding M 0,0 L 1,0 L 1,1 L 0,1 Z", "save", "save", "restore",
                "restore",
                "end layer 0.5", "restore",
            ])
        context.restoreGState()
        #expect(engine.take().isEmpty && context.state.alpha == 0.5)
    }

    @Test func `a layer holds what is kept within it`() {
        context.saveGState()
        context.beginTransparencyLayer(in: CGRect(x: 1, y: 1, width: 2, height: 2), auxiliaryInfo: nil)
        context.restoreGState()
        context.setLineWidth(9)
        #expect(context.boundingBoxOfClipPath == CGRect(x: 1, y: 1, width: 2, height: 2))
        context.endTransparencyLayer()
        #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 100, height: 100))
        #expect(context.state.lineWidth == 1)
        context.restoreGState()
        #expect(
            engine.take() == [
                "save", "save", "clip winding M 1,1 L 3,1 L 3,3 L 1,3 Z", "begin layer 1.0", "end layer 1.0", "restore",
                "restore",
            ])
    }

    @Test(
        arguments: [
            (.fill, ["fill winding M 0,0 L 1,1"]), (.eoFill, ["fill evenOdd M 0,0 L 1,1"]),
            (.stroke, ["stroke M 0,0 L 1,1"]),
            (.fillStroke, ["fill winding M 0,0 L 1,1", "stroke M 0,0 L 1,1"]),
            (.eoFillStroke, ["fill evenOdd M 0,0 L 1,1", "stroke M 0,0 L 1,1"]),
        ] as [(CGPathDrawingMode, [String])])
    func `a path is filled, stroked or both`(mode: CGPathDrawingMode, expected: [String]) {
        context.addLines(between: [.zero, CGPoint(x: 1, y: 1)])
        context.drawPath(using: mode)
        context.drawPath(using: mode)
        #expect(engine.take() == expected)
    }

    @Test func `shapes are drawn in one call, and drop the path`() {
        let rect = CGRect(x: 0, y: 0, width: 2, height: 1)
        context.move(to: CGPoint(x: 50, y: 50))
        context.fill(rect)
        context.stroke(rect)
        context.stroke(rect, width: 5)
        #expect(engine.states.map(\.lineWidth) == [1, 1, 5] && context.state.lineWidth == 1)
        context.fill([rect, .null, rect])
        context.strokeLineSegments(between: [
            .zero, CGPoint(x: 1, y: 0), CGPoint(x: 2, y: 0), CGPoint(x: 3, y: 0), .zero,
        ])
        context.clear(rect)
        context.fillEllipse(in: CGRect(x: 0, y: 0, width: 0, height: 0))
        context.strokeEllipse(in: .null)
        let box = "M 0,0 L 2,0 L 2,1 L 0,1 Z"
        let expected: [String] = [
            "fill winding \(box)", "stroke \(box)", "stroke \(box)", "fill winding \(box) \(box)",
            "stroke M 0,0 L 1,0 M 2,0 L 3,0", "clear \(box)",
            "fill winding M 0,0 C 0,0 0,0 0,0 C 0,0 0,0 0,0 C 0,0 0,0 0,0 C 0,0 0,0 0,0 Z",
        ]
        #expect(engine.take() == expected)
    }

    @Test func `arcs and paths are added to the path`() {
        context.addPath(CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1)))
        context.addArc(center: .zero, radius: 1, startAngle: 0, endAngle: .pi / 2, clockwise: false)
        context.addArc(tangent1End: CGPoint(x: 0, y: 5), tangent2End: CGPoint(x: 5, y: 5), radius: 1)
        context.addRects([CGRect(x: 2, y: 2, width: 1, height: 1)])
        context.addEllipse(in: .null)
        context.strokePath()
        #expect(
            engine.take() == [
                "stroke M 0,0 L 1,0 L 1,1 L 0,1 Z L 1,0 C 1,0.552 0.552,1 0,1 L 0,4 C 0,4.552 0.448,5 1,5 "
                    + "M 2,2 L 3,2 L 3,3 L 2,3 Z"
            ])
    }

    @Test func `the path can be asked in user space`() throws {
        context.scaleBy(x: 2, y: 2)
        context.addRect(CGRect(x: 1, y: 1, width: 4, height: 4))
        #expect(context.path?.written == "M 1,1 L 5,1 L 5,5 L 1,5 Z")
        #expect(context.boundingBoxOfPath == CGRect(x: 1, y: 1, width: 4, height: 4))
        #expect(context.pathContains(CGPoint(x: 3, y: 3), mode: .fill))
        #expect(!context.pathContains(CGPoint(x: 3, y: 3), mode: .stroke))
        #expect(context.pathContains(CGPoint(x: 3, y: 3), mode: .eoFillStroke))
        #expect(context.pathContains(CGPoint(x: 0.7, y: 3), mode: .stroke))
        context.beginPath()
        #expect(context.boundingBoxOfPath.isNull && context.currentPointOfPath == .zero)
        context.addLines(between: [.zero, CGPoint(x: 10, y: 0)])
        context.setLineWidth(2)
        context.setLineDash(phase: 0, lengths: [4, 4])
        context.replacePathWithStrokedPath()
        context.fillPath()
        #expect(
            engine.take() == ["fill winding M 0,-2 L 8,-2 L 8,2 L 0,2 L 0,-2 Z M 16,-2 L 20,-2 L 20,2 L 16,2 L 16,-2 Z"]
        )
    }

    @Test func `a clip is a path in device space, and its box shrinks`() throws {
        context.translateBy(x: 10, y: 10)
        context.addRect(CGRect(x: 0, y: 0, width: 50, height: 50))
        context.clip(using: .evenOdd)
        #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 50, height: 50))
        context.saveGState()
        context.clip(to: [CGRect(x: -5, y: 0, width: 10, height: 5), CGRect(x: 0, y: 0, width: 20, height: 1)])
        #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 20, height: 5))
        context.restoreGState()
        #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 50, height: 50))
        context.clip()
        let provider = try #require(CGDataProvider(data: Data(count: 4)))
        let mask = try #require(
            CGImage(
                maskWidth: 1, height: 1, bitsPerComponent: 8, bitsPerPixel: 8, bytesPerRow: 1, provider: provider,
                decode: nil, shouldInterpolate: false))
        context.clip(to: CGRect(x: 5, y: 5, width: -5, height: 5), mask: mask)
        context.clip(to: CGRect(x: 5, y: 5, width: 5, height: 5), mask: try image())
        #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 5, width: 5, height: 5))
        context.resetClip()
        #expect(context.boundingBoxOfClipPath == CGRect(x: -10, y: -10, width: 100, height: 100))
        #expect(
            engine.take() == [
                "clip evenOdd M 10,10 L 60,10 L 60,60 L 10,60 Z", "save",
                "clip winding M 5,10 L 15,10 L 15,15 L 5,15 Z M 10,10 L 30,10 L 30,11 L 10,11 Z", "restore",
                "mask 0.0 5.0 5.0 5.0", "reset clip",
            ])
    }

    @Test func `nothing is drawn where nothing could be seen`() throws {
        context.saveGState()
        context.clip(to: CGRect(x: 200, y: 0, width: 10, height: 10))
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        context.draw(try image(), in: CGRect(x: 0, y: 0, width: 10, height: 10))
        context.restoreGState()
        context.saveGState()
        context.clip(to: .null)
        #expect(context.boundingBoxOfClipPath.isNull)
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        context.restoreGState()
        context.saveGState()
        context.scaleBy(x: 0, y: 1)
        context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        context.clear(CGRect(x: 0, y: 0, width: 10, height: 10))
        context.restoreGState()
        #expect(engine.take().filter { !["save", "restore"].contains($0) && !$0.hasPrefix("clip") }.isEmpty)
    }

    @Test func `images and gradients come in user space, with the map`() throws {
        let (image, gradient) = (
            try image(), try #require(CGGradient(colorsSpace: nil, colors: [CGColor.black], locations: nil))
        )
        context.scaleBy(x: 2, y: 2)
        context.draw(image, in: CGRect(x: 5, y: 5, width: -5, height: 5))
        context.draw(image, in: CGRect(x: 0, y: 0, width: 1, height: 1), byTiling: true)
        context.draw(image, in: .zero)
        context.draw(image, in: .null)
        context.drawLinearGradient(gradient, start: .zero, end: CGPoint(x: 1, y: 2), options: .drawsAfterEndLocation)
        context.drawRadialGradient(
            gradient, startCenter: .zero, startRadius: -1, endCenter: CGPoint(x: 1, y: 2), endRadius: 3, options: [])
        context.drawConicGradient(gradient, center: CGPoint(x: 1, y: 2), angle: 3)
        context.drawConicGradient(nil, center: .zero, angle: 3)
        #expect(
            engine.take() == [
                "image 0.0 5.0 5.0 5.0", "image 0.0 0.0 1.0 1.0 tiled", "linear 0.0 0.0 1.0 2.0 2",
                "radial 0.0 0.0 0.0 1.0 2.0 3.0 0", "conic 1.0 2.0 3.0 0",
            ])
        #expect(try state().ctm == CGAffineTransform(scaleX: 2, y: 2))
    }

    @Test func `colours come in every form`() throws {
        context.setFillColor([0.5, 0.25])
        #expect(
            context.state.fillColor == CGColor(colorSpace: CGColorSpaceCreateDeviceGray(), components: [0.5, 0.25]))
        let space = try #require(CGColorSpace(name: CGColorSpace.displayP3))
        context.setFillColorSpace(space)
        context.setStrokeColorSpace(space)
        #expect(context.state.fillColor == CGColor(colorSpace: space, components: [0, 0, 0, 1]))
        context.setFillColor([1, 0.5, 0, 1])
        context.setStrokeColor([0, 0.5, 0, 1])
        #expect(context.state.fillColor == CGColor(colorSpace: space, components: [1, 0.5, 0, 1]))
        #expect(context.state.strokeColor == CGColor(colorSpace: space, components: [0, 0.5, 0, 1]))
        context.setFillColor(gray: 0.5, alpha: 1)
        context.setStrokeColor(red: 1, green: 0, blue: 0, alpha: 0.5)
        #expect(context.state.fillColor.colorSpace == CGColorSpaceCreateDeviceGray())
        #expect(context.state.strokeColor.components == [1, 0, 0, 0.5])
        context.setStrokeColor(.white)
        #expect(context.state.strokeColor == .white)
    }

    @Test func `smoothing can be forbidden for all states`() throws {
        let rect = CGRect(x: 0, y: 0, width: 1, height: 1)
        context.saveGState()
        context.setAllowsAntialiasing(false)
        context.fill(rect)
        #expect(try !state().shouldAntialias)
        context.restoreGState()
        context.fill(rect)
        #expect(try !state().shouldAntialias)
        context.setAllowsAntialiasing(true)
        context.fill(rect)
        #expect(try state().shouldAntialias)
    }

    @Test(arguments: strangeNumbers)
    func `an engine sees no number that it could not draw with`(number: CGFloat) throws {
        let gradient = try #require(CGGradient(colorsSpace: nil, colors: [CGColor.black], locations: nil))
        let (point, rect) = (CGPoint(x: number, y: 1), CGRect(x: 0, y: number, width: number, height: 1))
        context.setLineWidth(number)
        context.setMiterLimit(number)
        context.setLineDash(phase: number, lengths: [number, number])
        context.setAlpha(number)
        context.setFlatness(number)
        context.setCharacterSpacing(number)
        context.setShadow(offset: CGSize(width: number, height: 0), blur: number)
        context.setFillColor(red: number, green: number, blue: number, alpha: number)
        context.move(to: point)
        context.addLine(to: point)
        context.addArc(center: point, radius: number, startAngle: number, endAngle: number, clockwise: true)
        context.drawPath(using: .fillStroke)
        context.fill(rect)
        context.strokeEllipse(in: rect)
        context.draw(try image(), in: rect)
        context.drawLinearGradient(gradient, start: point, end: point, options: [])
        context.drawRadialGradient(
            gradient, startCenter: point, startRadius: number, endCenter: point, endRadius: number, options: [])
        context.drawConicGradient(gradient, center: point, angle: number)
        context.clip(to: rect)
        context.translateBy(x: number, y: number)
        context.scaleBy(x: number, y: number)
        context.rotate(by: number)
        context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
        #expect(context.ctm.isFinite)
        for line in engine.take() { #expect(!line.contains("nan") && !line.contains("inf"), "\(line)") }
        for state in engine.states {
            #expect(
                state.ctm.isFinite && state.lineWidth > 0 && state.lineWidth.isFinite && (0...1).contains(state.alpha))
            #expect(state.miterLimit.isFinite && state.flatness.isFinite && state.characterSpacing.isFinite)
            #expect((state.shadow?.blur ?? 0) >= 0 && state.dashPhase.isFinite)
        }
        _ = (context.boundingBoxOfClipPath, context.boundingBoxOfPath, context.pathContains(point, mode: .fillStroke))
    }

    @Test func `the raw values are Apple's`() {
        #expect((0...27).allSatisfy { CGBlendMode(rawValue: $0) != nil } && CGBlendMode(rawValue: 28) == nil)
        #expect(CGBlendMode.luminosity.rawValue == 15 && CGBlendMode.clear.rawValue == 16)
        #expect(CGBlendMode.sourceAtop.rawValue == 20 && CGBlendMode.xor.rawValue == 25)
        #expect(CGBlendMode.plusDarker.rawValue == 26 && CGBlendMode.plusLighter.rawValue == 27)
        #expect([CGInterpolationQuality.default, .none, .low, .high, .medium].map(\.rawValue) == [0, 1, 2, 3, 4])
        #expect(CGTextDrawingMode.clip.rawValue == 7 && CGColorRenderingIntent.saturation.rawValue == 4)
        #expect(CGPathDrawingMode.eoFillStroke.rawValue == 4)
    }
}
