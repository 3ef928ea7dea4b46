import Foundation
import Mainspring
import MainspringGraphics
import Testing

@testable import MainspringAnimation
@testable import MainspringRendering

/// When tiles come, appear, are drawn again and are forgotten.
@Suite struct TileTimeTests {
    /// What of a tile of one colour shows, at times of a second in which it appears.
    @Test(
        arguments: [(0, 0), (0.1, 26), (0.25, 64), (0.5, 128), (0.999, 255), (1, 255), (7, 255)] as [(Double, UInt32)])
    func `a new tile appears by the frame's time`(time: Double, alpha: UInt32) throws {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(32, 32), SlowPattern(32, 32))
            layer.pattern.side = 1000
            stage.root.addSublayer(layer)
            stage.draw()
            stage.drawTiles()
            stage.draw(at: time)
            #expect(stage.pixel(9, 9) >> 24 == alpha && stage.pixels == stage.pixelsFromNothing(at: time))
        }
    }

    @Test func `what a tile appears over goes as it comes, so that what is translucent does not become denser`() throws
    {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(32, 32), SlowPattern(64, 64, tile: 32))
            (layer.pattern.side, layer.pattern.alpha, layer.levelsOfDetail) = (1000, 0.5, 2)
            layer.transform = CATransform3DMakeScale(0.5, 0.5, 1)
            stage.root.addSublayer(layer)
            stage.draw()
            stage.drawTiles()
            CFRunLoopRunInMode(.defaultMode, 2, false)
            stage.draw(at: 2)
            let alpha = stage.pixel(9, 9) >> 24
            layer.transform = CATransform3DIdentity
            stage.draw(at: 2)
            #expect(stage.pixel(9, 9) >> 24 == alpha)
            stage.drawTiles()
            for time in [2, 2.3, 2.7, 3] {
                stage.draw(at: time)
                // Each of the two is rounded.
                #expect(abs(Int(stage.pixel(9, 9) >> 24) - Int(alpha)) <= 1, "\(time)")
                #expect(stage.pixels == stage.pixelsFromNothing(at: time))
            }
        }
    }

    @Test func `coarser and finer tiles show until those are there that are wanted`() throws {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(64, 64), TiledPattern(256, 256, tile: 32))
            (layer.levelsOfDetail, layer.levelsOfDetailBias) = (3, 1)
            stage.root.addSublayer(layer)
            func look(at scale: CGFloat, drawing: Bool = true) -> Int {
                layer.transform = CATransform3DMakeScale(scale, scale, 1)
                stage.draw()
                let missing = stage.pixels.count { $0 >> 24 != 255 }
                if drawing {
                    stage.drawTiles()
                    stage.draw()
                    #expect(!stage.pixels.contains { $0 >> 24 != 255 }, "\(scale)")
                }
                #expect(stage.pixels == stage.pixelsFromNothing(), "\(scale)")
                return missing
            }
            #expect(look(at: 0.25) == 64 * 64)
            // All of it is there, as coarse as it is.
            #expect(look(at: 0.5) == 0)
            #expect(look(at: 1) == 0)
            #expect(look(at: 2) == 0)
            // A level that was never drawn shows by the finer ones, as far as these go.
            layer.setNeedsDisplay()
            stage.draw()
            stage.drawTiles()
            let missing = look(at: 0.5, drawing: false)
            #expect(missing > 0 && missing < 64 * 64)
        }
    }

    @Test func `a tile is drawn between two passes of the loop, and so is the next`() throws {
        let log = try CompositorStage.run {
            let (stage, layer) = (CompositorStage(64, 64), TiledPattern(64, 64, tile: 32))
            stage.root.addSublayer(layer)
            var log = ""
            layer.whileDrawing = { log += "t" }
            let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(
                nil, CFRunLoopActivity.beforeTimers.rawValue, true, 0
            ) { _, _ in log += "." }
            CFRunLoopAddObserver(CFRunLoopGetCurrent(), observer, .defaultMode)
            defer { CFRunLoopObserverInvalidate(observer) }
            stage.draw()
            CFRunLoopRunInMode(.defaultMode, 1, false)
            return log
        }
        #expect(log.count { $0 == "t" } == 4)
        // A pass comes to blocks twice.
        #expect(!log.contains("ttt"), "\(log)")
    }

    @Test func `setNeedsDisplay(_:) has those drawn again that it meets and that are seen, and they show at once`()
        throws
    {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(64, 64), SlowPattern(640, 64, tile: 32))
            stage.root.addSublayer(layer)
            stage.draw()
            stage.drawTiles()
            // Others are seen for a while.
            layer.position.x = -128
            stage.draw()
            stage.drawTiles()
            layer.position.x = 0
            stage.draw(at: 2)
            layer.forgetCalls()
            layer.pattern.shift = 3
            let before = stage.pixels
            layer.setNeedsDisplay(CGRect(x: 40, y: 10, width: 100, height: 5))
            stage.draw(at: 2)
            #expect(stage.pixels == before)
            stage.drawTiles()
            stage.draw(at: 2)
            #expect(layer.calls.map(\.box) == [CGRect(x: 32, y: 0, width: 32, height: 32)])
            #expect(stage.compositor.lastDamage.allSatisfy { $0.minX >= 28 && $0.maxY <= 36 })
            #expect(stage.pixel(50, 10) != before[10 * 64 + 50] && stage.pixel(10, 10) == before[10 * 64 + 10])
            #expect(stage.pixels == stage.pixelsFromNothing(at: 2))
            // What is not seen is drawn when it is.
            layer.forgetCalls()
            layer.position.x = -128
            stage.draw(at: 2)
            stage.drawTiles()
            #expect(
                Set(layer.calls.map(\.box)) == [
                    CGRect(x: 128, y: 0, width: 32, height: 32)
                ])
            layer.forgetCalls()
            layer.setNeedsDisplay()
            stage.draw(at: 2)
            stage.drawTiles()
            #expect(layer.calls.count == 4)
        }
    }

    @Test func `what is changed while a tile is drawn is drawn again`() throws {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(32, 32), TiledPattern(32, 32))
            stage.root.addSublayer(layer)
            var isFirst = true
            layer.whileDrawing = { [unowned layer] in
                if isFirst { layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1)) }
                isFirst = false
            }
            stage.draw()
            stage.drawTiles()
            CATransaction.flush()
            stage.drawTiles()
            #expect(layer.calls.count == 2)
        }
    }

    /// A change of the layer, and the parts that are drawn for it.
    @Test func `other bounds, sizes and scales have drawn what is missing, and no more`() throws {
        let cases: [(String, @Sendable (TiledPattern) -> Void, [CGRect])] = [
            (
                "larger", { $0.bounds.size = CGSize(width: 64, height: 40) },
                [
                    CGRect(x: 32, y: 0, width: 32, height: 32), CGRect(x: 32, y: 32, width: 32, height: 8),
                ]
            ),
            ("smaller", { $0.bounds.size = CGSize(width: 20, height: 30) }, []),
            (
                "other tiles", { $0.tileSize = CGSize(width: 25, height: 40) },
                [
                    CGRect(x: 0, y: 0, width: 25, height: 40), CGRect(x: 25, y: 0, width: 25, height: 40),
                ]
            ),
            (
                "finer", { $0.contentsScale = 2 },
                [
                    0, 16, 32, 48,
                ].flatMap { x in [0, 16, 32].map { CGRect(x: x, y: $0, width: 16, height: 16) } }.map {
                    $0.intersection(CGRect(x: 0, y: 0, width: 50, height: 40))
                }
            ),
            ("another colour", { $0.backgroundColor = color(1, 0, 0) }, []),
            ("moved", { $0.position = CGPoint(x: 3, y: 4) }, []),
        ]
        for (name, change, expected) in cases {
            let calls = try CompositorStage.run {
                let (stage, layer) = (CompositorStage(100, 100), TiledPattern(50, 40, tile: 32))
                stage.root.addSublayer(layer)
                stage.draw()
                stage.drawTiles()
                layer.forgetCalls()
                change(layer)
                for _ in 0..<3 {
                    stage.draw()
                    stage.drawTiles()
                }
                #expect(stage.pixels == stage.pixelsFromNothing())
                return layer.calls.map(\.box)
            }
            #expect(Set(calls) == Set(expected) && calls.count == expected.count, "\(name): \(calls)")
        }
    }

    @Test func `tiles are kept within a bound, the least recently seen go first, and those that are seen stay`() throws
    {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(64, 64), TiledPattern(6400, 64, tile: 64))
            // Four tiles.
            layer.tileLimit = 4 * 4 * 64 * 64
            stage.root.addSublayer(layer)
            func drawn(at number: Int) -> Int {
                layer.forgetCalls()
                layer.position.x = -64 * CGFloat(number)
                stage.draw()
                stage.drawTiles()
                stage.draw()
                #expect(stage.pixels == stage.pixelsFromNothing())
                #expect((layer.own.tiles?.all.count ?? 0) <= 4)
                return layer.calls.count
            }
            #expect([0, 1, 2, 3].map(drawn) == [1, 1, 1, 1])
            #expect([0, 1, 2, 3].map(drawn) == [0, 0, 0, 0])
            // The first one was seen last before the others.
            #expect([0, 4, 0, 1].map(drawn) == [0, 1, 0, 1])
            layer.tileLimit = 0
            #expect(drawn(at: 9) == 1 && layer.own.tiles?.all.count == 1)
        }
    }

    @Test func `a frame paints no more than a tile that comes or appears`() throws {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(256, 256), SlowPattern(256, 256, tile: 64))
            stage.root.addSublayer(layer)
            stage.draw()
            CFRunLoopRunInMode(.defaultMode, 0, false)
            let count = layer.calls.count
            #expect((1...2).contains(count))
            stage.draw()
            stage.draw(at: 0.5)
            let damage = stage.compositor.lastDamage
            // With the pixels around it that it is mixed with.
            #expect(damage.reduce(0) { $0 + $1.width * $1.height } <= CGFloat(count) * 70 * 70)
            #expect(stage.pixels == stage.pixelsFromNothing(at: 0.5))
            stage.draw(at: 0.5)
            #expect(stage.compositor.lastDamage.isEmpty)
            stage.draw(at: 5)
            stage.draw(at: 6)
            #expect(stage.compositor.lastDamage.isEmpty)
        }
    }

    @Test func `a host makes frames as long as tiles appear, all of them are painted by its damage, and then none`()
        throws
    {
        try CompositorStage.run {
            let compositor = try #require(LayerCompositor(width: 128, height: 128))
            let picture = DamagedPicture(compositor)
            let host = LayerHost()
            host.onFrame = { picture.add($0) }
            let root = CALayer()
            root.anchorPoint = .zero
            root.bounds = CGRect(x: 0, y: 0, width: 128, height: 128)
            let layer = SlowPattern(128, 128, tile: 32)
            root.addSublayer(layer)
            host.layer = root
            CATransaction.flush()
            CFRunLoopRunInMode(.defaultMode, 2, false)
            #expect(layer.calls.count == 16 && picture.differences == 0)
            // Some for what is there, and sixty for a second.
            #expect((60...80).contains(picture.count))
            let count = picture.count
            CFRunLoopRunInMode(.defaultMode, 2, false)
            #expect(picture.count == count)
            layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
            CFRunLoopRunInMode(.defaultMode, 2, false)
            #expect(layer.calls.count == 17 && picture.count <= count + 3 && picture.differences == 0)
            host.layer = nil
        }
    }

    /// A picture into which of each frame what it damages is taken over, as a window's presenter does it.
    private final class DamagedPicture: @unchecked Sendable {
        // `@unchecked Sendable`: on a virtual clock frames are made by the thread that moves it.
        private let compositor: LayerCompositor
        private var pixels: [UInt32]
        private(set) var count = 0
        /// How many pixels it had otherwise than the compositor, after all frames.
        private(set) var differences = 0

        init(_ compositor: LayerCompositor) {
            self.compositor = compositor
            pixels = [UInt32](repeating: 0, count: compositor.width * compositor.height)
        }

        func add(_ frame: LayerFrame) {
            compositor.draw(frame)
            count += 1
            compositor.withPixels { bytes, _ in
                let drawn = bytes.bindMemory(to: UInt32.self)
                for rect in count == 1 ? [CGRect(x: 0, y: 0, width: 128, height: 128)] : frame.damage {
                    let part = rect.integral.intersection(CGRect(x: 0, y: 0, width: 128, height: 128))
                    for y in Int(part.minY)..<Int(part.maxY) {
                        for x in Int(part.minX)..<Int(part.maxX) { pixels[y * 128 + x] = drawn[y * 128 + x] }
                    }
                }
                differences += zip(pixels, drawn).count { $0 != $1 }
            }
        }
    }

    @Test func `animations that come, go and are replaced while tiles come are shown`() throws {
        try CompositorStage.run {
            let (stage, layer) = (CompositorStage(64, 64), SlowPattern(64, 64, tile: 32))
            stage.root.addSublayer(layer)
            for step in 0..<8 {
                let time = Double(step) / 4
                stage.draw(at: time)
                stage.turn()
                let round = CABasicAnimation(keyPath: step % 2 == 0 ? "cornerRadius" : "borderWidth")
                (round.fromValue, round.toValue, round.duration) = (2, 12, 10)
                if step % 4 != 3 { layer.add(round, forKey: "\(step % 3)") } else { layer.removeAllAnimations() }
                stage.draw(at: time)
                #expect(stage.pixels == stage.pixelsFromNothing(at: time), "\(step)")
            }
            #expect(layer.calls.count == 4)
        }
    }

    @Test func `a layer that goes into another host, and a compositor that goes, leave nothing behind`() throws {
        try CompositorStage.run {
            let layer = TiledPattern(64, 64, tile: 32)
            for number in 0..<3 {
                let stage = CompositorStage(64, 64)
                stage.root.addSublayer(layer)
                stage.draw()
                stage.drawTiles()
                stage.draw()
                #expect(layer.calls.count == 4, "\(number)")
                #expect(layer.own.demand?.uses.shown.count == 4)
                #expect(stage.pixels == stage.pixelsFromNothing())
                layer.removeFromSuperlayer()
                stage.draw()
                #expect(layer.own.demand?.uses.shown.isEmpty == true)
            }
        }
    }
}
