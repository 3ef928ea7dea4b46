import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics

@testable import MainspringRendering

/// A tree of layers, a compositor that is given its frames, and the time, which stands still until it is moved.
final class CompositorStage {
    let root = CALayer()
    let compositor: LayerCompositor
    private let frames: Frames
    private let renderer: CARenderer
    let scale: CGFloat
    private let background: CGColor?
    /// So many pixels have the pictures of layers together that are kept.
    private let mostKept: Int

    init(
        _ width: Int, _ height: Int, scale: CGFloat = 1, background: CGColor? = nil, threads: Int = 1,
        cacheLimit: Int = LayerCompositor.standardCacheLimit, mostKept: Int = PictureBudget.standard
    ) {
        (self.scale, self.background, self.mostKept) = (scale, background, mostKept)
        let compositor = LayerCompositor(
            width: width, height: height, scale: scale, background: background, cacheLimit: cacheLimit)!
        compositor.threads = threads
        compositor.scene.budget = PictureBudget(most: mostKept)
        self.compositor = compositor
        let frames = Frames()
        self.frames = frames
        renderer = CARenderer { frame, _ in
            compositor.draw(frame)
            (frames.damage, frames.last) = (frame.damage, frame)
        }
        renderer.bounds = CGRect(x: 0, y: 0, width: CGFloat(width) / scale, height: CGFloat(height) / scale)
        root.anchorPoint = .zero
        root.bounds = renderer.bounds
        renderer.layer = root
    }

    /// What the last frame says that has changed, which a window is given anew.
    var frameDamage: [CGRect] { frames.damage }

    private final class Frames {
        var damage: [CGRect] = []
        var last: LayerFrame?
    }

    /// The pixels that are others than before, and that the last frame does not say have changed.
    func changesBesideDamage(since former: [UInt32]) -> Int {
        let (now, width) = (pixels, compositor.width)
        let said = frameDamage.map { rect in
            CGRect(x: rect.minX * scale, y: rect.minY * scale, width: rect.width * scale, height: rect.height * scale)
        }
        return now.indices.count { index in
            guard now[index] != former[index] else { return false }
            let pixel = CGRect(x: index % width, y: index / width, width: 1, height: 1)
            return !said.contains { $0.intersects(pixel) }
        }
    }

    /// Draws what has been committed, at a time.
    func draw(at time: Double = 0) {
        CATransaction.flush()
        renderer.beginFrame(atTime: time)
        renderer.addUpdate(renderer.bounds)
        renderer.render()
        renderer.endFrame()
        CATransaction.setDisableActions(true)
    }

    /// Draws the last frame once more, which is still the renderer's.
    func redraw() {
        if let last = frames.last { compositor.draw(last) }
    }

    /// Runs the loop, which time stands still on, until the last frame's tiles are all drawn.
    func drawTiles() {
        renderer.drawTiles { turn() }
        CATransaction.setDisableActions(true)
    }

    /// Lets the loop look once at what is there.
    func turn() { CFRunLoopRunInMode(.defaultMode, 0, false) }

    /// A frame is made that the compositor does not see.
    func skip() {
        CATransaction.flush()
        renderer.beginFrame(atTime: 0)
        renderer.endFrame()
        CATransaction.setDisableActions(true)
    }

    /// The pixels' words, row by row.
    var pixels: [UInt32] {
        compositor.withPixels { bytes, _ in Array(bytes.bindMemory(to: UInt32.self)) }
    }

    func pixel(_ x: Int, _ y: Int) -> UInt32 { pixels[y * compositor.width + x] }

    /// What a whole new compositor makes of the same tree at the same time.
    func pixelsFromNothing(at time: Double = 0, threads: Int = 1) -> [UInt32] {
        let fresh = LayerCompositor(
            width: compositor.width, height: compositor.height, scale: scale, background: background)!
        fresh.threads = threads
        fresh.scene.budget = PictureBudget(most: mostKept)
        fresh.draw(renderer.frame(at: time))
        return fresh.withPixels { bytes, _ in Array(bytes.bindMemory(to: UInt32.self)) }
    }

    /// What Cairo makes of the tree as it is now: `render(in:)`.
    func renderedPixels() -> [UInt32] {
        let (width, height) = (compositor.width, compositor.height)
        var pixels = [UInt32](repeating: 0, count: width * height)
        pixels.withUnsafeMutableBytes { bytes in
            let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
            let context = CGContext(
                data: bytes.baseAddress, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 4 * width,
                space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: info)!
            context.translateBy(x: 0, y: CGFloat(height))
            context.scaleBy(x: scale, y: -scale)
            root.render(in: context)
            context.flush()
        }
        return pixels
    }

    /// Runs a closure on a thread with a clock that stands still.
    static func run<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
        let thread = RunLoopThread(name: "compositor", clock: VirtualClock())
        defer { thread.stop() }
        return try thread.performAndWait {
            CGContext.installCairo()
            CATransaction.setDisableActions(true)
            return try body()
        }
    }
}

/// The greatest difference of a component of two pictures, and how many pixels differ by more than a tolerance.
func difference(_ one: [UInt32], _ other: [UInt32], tolerance: Int = 0) -> (greatest: Int, count: Int) {
    var (greatest, count) = (0, 0)
    for (a, b) in zip(one, other) where a != b {
        var most = 0
        for shift in stride(from: 0, to: 32, by: 8) {
            most = max(most, abs(Int((a >> shift) & 255) - Int((b >> shift) & 255)))
        }
        greatest = max(greatest, most)
        if most > tolerance { count += 1 }
    }
    return (greatest, count)
}

func color(_ red: CGFloat, _ green: CGFloat, _ blue: CGFloat, _ alpha: CGFloat = 1) -> CGColor {
    CGColor(srgbRed: red, green: green, blue: blue, alpha: alpha)
}
