import Foundation
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringRendering

/// Layers with sizes, places and numbers that nobody means.
@Suite struct HostileLayerTests {
    private static let numbers: [CGFloat] = [
        0, -1, 1e-9, 1e9, 1e30, .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
    ]

    private static func kinds() -> [CALayer] {
        let shape = CAShapeLayer()
        shape.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 30, height: 30), transform: nil)
        (shape.strokeColor, shape.lineWidth) = (color(0, 0, 1), 3)
        let gradient = CAGradientLayer()
        gradient.colors = [color(1, 0, 0), color(0, 1, 0)]
        let text = CATextLayer()
        text.string = "Text"
        let plain = CALayer()
        plain.contents = testImage(8, 8)
        let emitter = CAEmitterLayer()
        let cell = CAEmitterCell()
        (cell.contents, cell.birthRate, cell.lifetime) = (testImage(4, 4), 5, 2)
        emitter.emitterCells = [cell]
        let replicator = CAReplicatorLayer()
        replicator.instanceCount = 3
        return [shape, gradient, text, plain, emitter, replicator, CATransformLayer(), CATiledLayer(), CAScrollLayer()]
    }

    @Test(arguments: numbers) func `a layer of any size and place is drawn or not seen, by damage as from nothing`(
        number: CGFloat
    ) throws {
        try CompositorStage.run {
            let stage = CompositorStage(40, 40)
            for (index, layer) in Self.kinds().enumerated() {
                layer.backgroundColor = color(0.5, 0.5, 1, 0.5)
                layer.bounds = CGRect(x: 0, y: 0, width: 20, height: 20)
                layer.position = CGPoint(x: 20, y: 20)
                switch index % 3 {
                case 0: layer.bounds.size.width = number
                case 1: layer.position.x = number
                default: layer.bounds.origin.y = number
                }
                (layer.cornerRadius, layer.borderWidth) = (index % 2 == 0 ? number : 3, index % 2 == 0 ? 2 : number)
                (layer.shadowOpacity, layer.shadowRadius) = (0.5, index % 4 == 0 ? number : 2)
                layer.shadowOffset = CGSize(width: index % 4 == 1 ? number : 1, height: 1)
                if index == 3 { layer.contentsScale = number }
                stage.root.addSublayer(layer)
                stage.draw(at: Double(index) / 4)
                #expect(stage.pixels == stage.pixelsFromNothing(at: Double(index) / 4))
            }
        }
    }

    @Test(arguments: numbers) func `transforms of any numbers are drawn or not seen`(number: CGFloat) throws {
        try CompositorStage.run {
            let stage = CompositorStage(40, 40)
            for (index, layer) in Self.kinds().enumerated() {
                layer.backgroundColor = color(0.5, 1, 0.5)
                layer.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
                var transform = CATransform3DIdentity
                switch index % 4 {
                case 0: transform.m11 = number
                case 1: transform.m34 = number
                case 2: transform = CATransform3DMakeTranslation(number, 0, number)
                default: transform.m12 = number
                }
                layer.transform = CATransform3DRotate(transform, 0.5, 0.3, 1, 0)
                (layer.masksToBounds, layer.cornerRadius) = (index % 2 == 0, 4)
                stage.root.addSublayer(layer)
            }
            stage.draw()
            #expect(stage.pixels == stage.pixelsFromNothing(threads: 3))
        }
    }

    @Test func `a blur, a border and corners of any size, and filters of any numbers`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(30, 30)
            for number in Self.numbers {
                let layer = CALayer()
                layer.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
                layer.backgroundColor = color(1, 0, 0)
                layer.filters = [
                    LayerFilter.gaussianBlur(radius: number), LayerFilter.saturation(number),
                    LayerFilter.hueRotation(number),
                    LayerFilter.colorMatrix([1, 2, 3]),
                    LayerFilter.colorMatrix(Array(repeating: Float(number), count: 20)), "blur", 3,
                ]
                layer.compositingFilter = number > 0 ? "noSuchMode" : 7
                stage.root.addSublayer(layer)
            }
            stage.draw()
            #expect(stage.pixels == stage.pixelsFromNothing())
        }
    }

    @Test func `masks, groups and clips may be nested deeper than a stack is`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(20, 20)
            var outer = stage.root
            for number in 0..<3000 {
                let layer = CALayer()
                layer.frame = CGRect(x: 0, y: 0, width: 20, height: 20)
                if number % 3 == 0 { layer.opacity = 0.9999 }
                if number % 3 == 1 { (layer.masksToBounds, layer.cornerRadius) = (true, 1) }
                outer.addSublayer(layer)
                outer = layer
            }
            outer.backgroundColor = color(0, 1, 0)
            stage.draw()
            #expect(stage.pixel(10, 10) & 0xff00 > 0)
        }
    }

    @Test(arguments: [1e9, 1e13, 1e28, 1e30, 1e300] as [CGFloat])
    func `paths of any size are drawn or not seen in perspective`(size: CGFloat) throws {
        try CompositorStage.run {
            let stage = CompositorStage(40, 40)
            stage.root.sublayerTransform.m34 = -1 / 500
            for origin in [0, size, -size] {
                let layer = CAShapeLayer()
                layer.path = CGPath(rect: CGRect(x: origin, y: 0, width: size, height: size), transform: nil)
                layer.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
                layer.transform = CATransform3DMakeRotation(0.5, 0, 1, 0)
                (layer.shadowOpacity, layer.shadowPath) = (0.5, layer.path)
                stage.root.addSublayer(layer)
            }
            stage.draw()
            #expect(stage.pixels == stage.pixelsFromNothing(threads: 3))
        }
    }

    @Test(arguments: [false, true])
    func `six blurs, of one layer or of layers in each other, take memory for what they may reach altogether`(
        isNested: Bool
    ) async {
        await #expect(processExitsWith: .success) { [isNested] in
            let taken = try PeakMemory.taken {
                try CompositorStage.run {
                    let stage = CompositorStage(200, 200)
                    Self.addBlurs(to: stage.root, isNested: isNested)
                    stage.draw()
                    precondition(stage.pixels.contains { $0 != 0 })
                }
            }
            precondition(taken <= 256 << 20, "took \(taken) bytes")
        }
    }

    /// Six blurs of a small layer in the middle of 200 points, each far beyond what one may be.
    private static func addBlurs(to root: CALayer, isNested: Bool) {
        let blur = LayerFilter.gaussianBlur(radius: 1000)
        var outer = root
        for _ in 0..<(isNested ? 6 : 1) {
            let layer = CALayer()
            layer.frame = outer === root ? CGRect(x: 90, y: 90, width: 20, height: 20) : outer.bounds
            layer.filters = Array(repeating: blur, count: isNested ? 1 : 6)
            outer.addSublayer(layer)
            outer = layer
        }
        // So many pixels that something of them is left.
        outer.backgroundColor = color(1, 0, 0)
        outer.frame = CGRect(x: -200, y: -200, width: 420, height: 420)
    }

    @Test func `a layer in blurred ones is drawn by damage as from nothing when these change`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(120, 120)
            let (outer, inner, innermost) = (CALayer(), CALayer(), CALayer())
            for (layer, around) in [(outer, stage.root), (inner, outer), (innermost, inner)] {
                layer.frame = CGRect(x: 20, y: 20, width: 60, height: 50)
                around.addSublayer(layer)
            }
            innermost.contents = noise(20, 20).image
            (innermost.shadowOpacity, innermost.shadowRadius, innermost.shadowOffset) = (1, 100, .zero)
            inner.filters = [LayerFilter.gaussianBlur(radius: 4)]
            for (step, radius) in ([1, 80, 400, 3, 260, 0] as [CGFloat]).enumerated() {
                outer.filters = [LayerFilter.gaussianBlur(radius: radius), LayerFilter.gaussianBlur(radius: radius)]
                stage.draw(at: Double(step))
                #expect(stage.pixels == stage.pixelsFromNothing(at: Double(step), threads: 2))
            }
        }
    }

    @Test func `layers in one whose shadow grows are drawn by damage as from nothing`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(120, 120)
            stage.root.masksToBounds = true
            let (outer, inner) = (CALayer(), CALayer())
            outer.frame = CGRect(x: 20, y: 20, width: 60, height: 50)
            (outer.shadowOpacity, outer.shadowOffset) = (1, .zero)
            inner.frame = CGRect(x: -60, y: 30, width: 40, height: 40)
            inner.contents = noise(20, 20).image
            inner.filters = Array(repeating: LayerFilter.gaussianBlur(radius: 120), count: 2)
            stage.root.addSublayer(outer)
            outer.addSublayer(inner)
            outer.animate("shadowRadius", from: 0, to: 240)
            for step in 0..<5 {
                stage.draw(at: Double(step) / 5)
                #expect(stage.pixels == stage.pixelsFromNothing(at: Double(step) / 5, threads: 2))
            }
        }
    }

    @Test(arguments: [(0, 5), (5, 0), (-1, 5), (40_000, 5), (16_384, 16_384)] as [(Int, Int)])
    func `a compositor of no pixels or too many is refused`(width: Int, height: Int) {
        #expect(LayerCompositor(width: width, height: height) == nil)
        #expect(LayerCompositor(width: 5, height: 5, scale: .nan) == nil)
        #expect(LayerCompositor(width: 5, height: 5, scale: 0) == nil)
    }

    @Test func `what layers show is kept within a bound, the least recently used goes first`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(64, 64, cacheLimit: 100_000)
            var pictures: [[UInt32]] = []
            for number in 0..<12 {
                let layer = CALayer()
                layer.frame = CGRect(x: 1000, y: 0, width: 64, height: 64)
                // Some 17 KiB each.
                layer.contents = testImage(64, 64 + number)
                stage.root.addSublayer(layer)
            }
            for round in 0..<2 {
                for number in 0..<12 {
                    // One is on the screen.
                    for (place, layer) in (stage.root.sublayers ?? []).enumerated() {
                        layer.frame.origin.x = place == number ? 0 : 1000
                    }
                    stage.draw()
                    #expect(stage.compositor.cacheByteCount <= 100_000)
                    if round == 0 { pictures.append(stage.pixels) } else { #expect(stage.pixels == pictures[number]) }
                }
            }
            #expect(stage.compositor.cacheByteCount > 60_000)
            stage.root.sublayers?.forEach { $0.removeFromSuperlayer() }
            stage.draw()
            #expect(stage.compositor.cacheByteCount == 0)
        }
    }

    @Test func `ten thousand layers in each other, all of them to be kept, are drawn`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(40, 40)
            var inner = stage.root
            for step in 0..<10_000 {
                inner = inner.add(CALayer(0, 0, 30, 30, step % 2 == 0 ? .red : .blue)) { $0.shouldRasterize = true }
            }
            inner.add(CALayer(5, 5, 10, 10, .green))
            stage.draw()
            #expect(stage.pixel(10, 10) == stage.pixelsFromNothing()[10 * 40 + 10])
            inner.sublayers?[0].position.x += 1
            stage.draw()
            #expect(difference(stage.pixels, stage.pixelsFromNothing()).count == 0)
        }
    }
}
