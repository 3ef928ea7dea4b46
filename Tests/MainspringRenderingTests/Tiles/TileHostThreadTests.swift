import Foundation
import Mainspring
import MainspringGraphics
import Synchronization
import Testing

@testable import MainspringAnimation
@testable import MainspringRendering

/// When tiles are drawn, and frames made of them.
@Suite struct TileHostThreadTests {
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

    /// By order, not by time: the loop is run until the picture is whole.
    @Test func `tiles are drawn on the layer's thread while another one makes frames`() throws {
        let thread = RunLoopThread(name: "tiles")
        defer { thread.stop() }
        try thread.performAndWait {
            CGContext.installCairo()
            let seen = Seen(try #require(LayerCompositor(width: 128, height: 128)))
            let host = LayerHost()
            host.onFrame = { seen.add($0) }
            let layer = AppearingPattern(512, 512, tile: 32)
            layer.levelsOfDetail = 3
            host.layer = layer
            let move = CABasicAnimation(keyPath: "transform.scale")
            (move.fromValue, move.toValue, move.duration) = (1, 0.25, 0.2)
            (move.autoreverses, move.repeatCount) = (true, 4)
            layer.add(move, forKey: "zoom")
            let end = CFAbsoluteTimeGetCurrent() + 30
            while layer.animation(forKey: "zoom") != nil || !seen.isWhole.load(ordering: .relaxed) {
                try #require(CFAbsoluteTimeGetCurrent() < end, "\(layer.calls.count) tiles were drawn")
                CFRunLoopRunInMode(.defaultMode, 0.01, true)
                layer.setNeedsDisplay(CGRect(x: CGFloat(layer.calls.count % 128), y: 0, width: 1, height: 1))
            }
            #expect(Set(layer.calls.map(\.scale)).count > 1)
            host.onFrame = nil
            host.layer = nil
        }
    }

    /// Whether the last picture is whole.
    private final class Seen: @unchecked Sendable {
        // `@unchecked Sendable`: `isWhole` is atomic, the compositor the thread's that makes frames.
        let isWhole = Atomic<Bool>(false)
        private let compositor: LayerCompositor

        init(_ compositor: LayerCompositor) { self.compositor = compositor }

        func add(_ frame: LayerFrame) {
            compositor.draw(frame)
            let isWhole = compositor.withPixels { bytes, _ in
                bytes.bindMemory(to: UInt32.self).allSatisfy { $0 >> 24 == 255 }
            }
            self.isWhole.store(isWhole, ordering: .relaxed)
        }
    }

    /// Tiles that take no longer than two frames to appear.
    private final class AppearingPattern: TiledPattern {
        override class func fadeDuration() -> CFTimeInterval { 0.03 }
    }
}
