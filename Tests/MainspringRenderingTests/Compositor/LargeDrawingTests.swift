import Foundation
import MainspringAnimation
import MainspringGraphics
import Testing

@testable import MainspringRendering

/// Layers that are larger than what is kept as one picture: what is seen of them is what is seen of smaller ones.
@Suite struct LargeDrawingTests {
    private static let white = color(1, 1, 1)

    private static func throwShadow(_ layer: CALayer, radius: CGFloat, offset: CGFloat) {
        layer.backgroundColor = color(0, 0.5, 1)
        (layer.shadowColor, layer.shadowOpacity) = (color(1, 0, 0), 0.5)
        (layer.shadowRadius, layer.shadowOffset) = (radius, CGSize(width: 0, height: offset))
    }

    /// What is seen of the left part of a layer.
    private static func pixels(_ layer: CALayer) -> [UInt32] {
        let stage = CompositorStage(400, 200, background: white)
        stage.root.addSublayer(layer)
        stage.draw()
        return stage.pixels
    }

    @Test(arguments: [4040, 4090, 5000, 1e6, 1e9] as [CGFloat])
    func `the shadow of a known shape is the same however wide the layer is`(width: CGFloat) throws {
        let (narrow, wide) = try CompositorStage.run {
            let all = [1000, width].map { width in
                let layer = CALayer()
                layer.frame = CGRect(x: 20, y: 20, width: width, height: 60)
                Self.throwShadow(layer, radius: 8, offset: 40)
                return Self.pixels(layer)
            }
            return (all[0], all[1])
        }
        let middle: UInt32 = wide[100 * 400 + 200]
        #expect(middle == 0xffff_7f7f)
        #expect(difference(wide, narrow).greatest <= 1)
    }

    @Test(arguments: [0, 1, 8, 40, 200] as [CGFloat])
    func `a shadow of a large layer that is turned and stretched is as blurred as one of a small layer`(
        radius: CGFloat
    ) throws {
        let (small, large) = try CompositorStage.run {
            let all = [1200, 9000].map { width in
                let layer = CALayer()
                layer.anchorPoint = CGPoint(x: 0, y: 0.5)
                layer.bounds = CGRect(x: 0, y: 0, width: width, height: 60)
                layer.position = CGPoint(x: 50, y: 40)
                layer.transform = CATransform3DScale(CATransform3DMakeRotation(0.2, 0, 0, 1), 1.1, 0.6, 1)
                Self.throwShadow(layer, radius: radius, offset: 80)
                return Self.pixels(layer)
            }
            return (all[0], all[1])
        }
        // Pixels of edges are means of a picture's pixels, whose places are others.
        #expect(difference(large, small, tolerance: 2).count <= (radius < 2 ? 60 : 0))
    }

    @Test func `a layer that is enlarged beyond the bound keeps its shadow`() throws {
        let pictures = try CompositorStage.run {
            [960, 1100].map { width in
                let layer = CALayer()
                layer.anchorPoint = .zero
                layer.bounds = CGRect(x: 0, y: 0, width: width, height: 20)
                layer.position = CGPoint(x: 20, y: 10)
                layer.transform = CATransform3DMakeScale(4, 4, 1)
                Self.throwShadow(layer, radius: 3, offset: 20)
                return Self.pixels(layer)
            }
        }
        let middle: UInt32 = pictures[0][130 * 400 + 300]
        #expect(middle == 0xffff_7f7f)
        #expect(difference(pictures[0], pictures[1]).greatest <= 1)
    }

    @Test(arguments: [4096, 4097, 6000, 1e7] as [CGFloat])
    func `a rim beside a middle that is stretched is the same however wide the layer is`(width: CGFloat) throws {
        let pictures = try CompositorStage.run {
            let random = noise(30, 30)
            // The middle, and one column beside it on each side, has one colour a row.
            let picture = PixelPicture(
                30, 30,
                (0..<900).map { place in
                    let x = place % 30
                    return random.pixels[place / 30 * 30 + (8...21 ~= x ? 8 : x)] | 0xff00_0000
                })
            return [1000, width].map { width in
                let layer = CALayer()
                layer.frame = CGRect(x: 10, y: 10, width: width, height: 140)
                layer.contents = picture.image
                layer.contentsCenter = CGRect(x: 0.3, y: 0.3, width: 0.4, height: 0.4)
                return Self.pixels(layer)
            }
        }
        #expect(pictures[0].contains { $0 != 0xffff_ffff })
        #expect(difference(pictures[0], pictures[1]).greatest <= 1)
    }

    @Test func `what is too large to be kept is drawn by damage as from nothing, on any number of threads`() throws {
        try CompositorStage.run {
            let stage = CompositorStage(600, 500, background: Self.white)
            let thrown = CALayer()
            thrown.frame = CGRect(x: 20.3, y: 20.6, width: 5000, height: 100)
            Self.throwShadow(thrown, radius: 12, offset: 60)
            thrown.transform = CATransform3DMakeRotation(0.05, 0, 0, 1)
            let framed = CALayer()
            framed.frame = CGRect(x: 5.2, y: 250.7, width: 6000, height: 200)
            framed.contents = noise(30, 30).image
            framed.contentsCenter = CGRect(x: 0.3, y: 0.3, width: 0.4, height: 0.4)
            let moved = CALayer()
            moved.frame = CGRect(x: 0, y: 0, width: 33, height: 41)
            moved.backgroundColor = color(0, 1, 0, 0.5)
            for layer in [thrown, framed, moved] { stage.root.addSublayer(layer) }
            stage.draw()
            for step in 1..<6 {
                moved.position = CGPoint(x: 40.3 + CGFloat(step) * 81.7, y: 60.9 + CGFloat(step) * 61.3)
                stage.draw(at: Double(step))
                #expect(stage.pixels == stage.pixelsFromNothing(at: Double(step), threads: step))
            }
        }
    }
}
