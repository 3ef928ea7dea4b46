import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics
import MainspringRendering
import Measure

/// A tree of layers that is drawn frame by frame.
final class Stage {
    let root = CALayer()
    let compositor: LayerCompositor
    /// What is drawn, if formulas say it: how sprites go, and what the last frame must look like.
    private let scene: measure_scene?
    private let renderer: CARenderer
    private var frame = 0
    /// Seconds of the layers' clock at which the scene begins.
    private var start = 0.0

    init(
        _ scene: measure_scene? = nil, width: Int = Int(MEASURE_WIDTH), height: Int = Int(MEASURE_HEIGHT),
        threads: Int = 1
    ) {
        self.scene = scene
        CFRunLoopGetCurrent().clock = VirtualClock()
        CGContext.installCairo()
        guard
            let compositor = LayerCompositor(
                width: width, height: height, background: CGColor(srgbRed: 1, green: 1, blue: 1, alpha: 1))
        else { fatalError("There is no memory for a picture.") }
        compositor.threads = threads
        self.compositor = compositor
        renderer = CARenderer { frame, _ in compositor.draw(frame) }
        renderer.bounds = CGRect(x: 0, y: 0, width: width, height: height)
        root.anchorPoint = .zero
        root.bounds = renderer.bounds
        renderer.layer = root
        start = CACurrentMediaTime()
    }

    /// Draws the next frame.
    func drawNext() {
        renderer.beginFrame(atTime: start + Double(frame) / Double(MEASURE_SCENE_RATE))
        renderer.addUpdate(renderer.bounds)
        renderer.render()
        renderer.endFrame()
        frame += 1
    }

    /// Draws so many frames, of which the first ones do not count, and checks the last one.
    func run(_ frames: Int, before body: (Int) -> Void = { _ in }) -> Int {
        let warmUp = Int(MEASURE_DRAWN_WARM_UP)
        CATransaction.flush()
        for index in 0..<warmUp {
            body(index)
            drawNext()
        }
        measure_begin()
        for index in warmUp..<warmUp + frames {
            body(index)
            drawNext()
        }
        measure_end()
        measure_note("cache-mib", Double(compositor.cacheByteCount) / 1_048_576)
        check()
        return frames
    }

    /// Ends the program if what was drawn last is not the scene's picture.
    func check() {
        guard let scene else { return }
        compositor.withPixels { measure_drawing_check(scene, frame - 1, $0.baseAddress, $1) }
    }

    /// Whether a pixel of what was drawn last is black.
    func isBlack(x: Int, y: Int) -> Bool {
        compositor.withPixels { pixels, bytesPerRow in
            pixels[y * bytesPerRow + 4 * x..<y * bytesPerRow + 4 * x + 3].allSatisfy { $0 == 0 }
        }
    }

    /// How a sprite of the scene goes.
    func way(of sprite: Int) -> measure_way {
        guard let scene else { fatalError("There are sprites where no scene says how they go.") }
        return measure_way_of(scene, UInt32(sprite))
    }

    /// Sends a layer to and fro as a sprite goes.
    func move(_ layer: CALayer, as sprite: Int) {
        let way = way(of: sprite)
        let animation = CABasicAnimation(keyPath: "position")
        animation.fromValue = CGPoint(x: way.from.0, y: way.from.1)
        animation.toValue = CGPoint(x: way.to.0, y: way.to.1)
        animation.duration = way.duration
        animation.autoreverses = true
        animation.repeatCount = .infinity
        layer.add(animation, forKey: "way")
    }

    /// Turns a layer on and on.
    func turn(_ layer: CALayer, as sprite: Int) {
        let animation = CABasicAnimation(keyPath: "transform.rotation.z")
        (animation.fromValue, animation.toValue) = (0, 2 * Double.pi)
        animation.duration = way(of: sprite).duration
        animation.repeatCount = .infinity
        layer.add(animation, forKey: "turn")
    }

    func makeSprite(_ number: Int, _ layer: CALayer = CALayer()) -> CALayer {
        let side = CGFloat(MEASURE_SPRITE)
        layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        let way = way(of: number)
        layer.position = CGPoint(x: way.from.0, y: way.from.1)
        return layer
    }
}

/// The sprites' picture.
let spriteImage: CGImage = {
    let side = Int(MEASURE_SPRITE)
    var pixels: [UInt32] = []
    for y in 0..<side { for x in 0..<side { pixels.append(measure_sprite_pixel(Int32(x), Int32(y))) } }
    let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
    guard let provider = CGDataProvider(data: pixels.withUnsafeBytes { Data($0) }),
        let image = CGImage(
            width: side, height: side, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * side,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider,
            decode: nil,
            shouldInterpolate: true, intent: .defaultIntent)
    else { fatalError("There is no memory for a picture.") }
    return image
}()
