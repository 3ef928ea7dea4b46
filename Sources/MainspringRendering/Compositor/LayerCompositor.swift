internal import CPixels
public import Foundation
public import MainspringAnimation
public import MainspringGraphics

/// Ours: makes pixels of a tree of layers: of each `LayerFrame` what has changed since the one before.
///
/// The pixels are a function of the frame, of size, scale and background alone: whatever was drawn before, however many threads draw, and
/// however the frame was cut into parts, they are the same bit for bit.
///
/// What layers show, pictures, paths, gradients, texts, shadows, is kept as pixels, within a bound of memory; frames are put together
/// of these. What is seen of a layer that is drawn in tiles is a picture of its own beside that, of at most 64 MiB. Use the compositor from
/// one thread at a time, such as the one that makes a host's frames.
public final class LayerCompositor {
    /// Columns of pixels.
    public let width: Int
    /// Rows of pixels.
    public let height: Int
    /// How many pixels make a point.
    public let scale: CGFloat
    /// How many threads draw at most; from 1 to 64.
    public var threads: Int { didSet { threads = min(max(threads, 1), 64) } }
    /// What was drawn by the last frame, in pixels from the upper left corner; some rectangles that do not meet.
    public private(set) var lastDamage: [CGRect] = []

    private let pixels: UnsafeMutablePointer<UInt32>
    let scene: Scene
    private let cache: TextureCache
    private let background: UInt32
    private var memories: [ScratchMemory] = []

    /// So many pixels wide or high it is at most, and so many there are in all.
    static let longestSide = 32_767
    static let mostPixels = 1 << 26
    /// So many bytes of what layers show are kept, if the frame does not need more.
    public static let standardCacheLimit = 256 << 20

    /// A compositor of some size, whose pixels are the background.
    ///
    /// Nil for a size without pixels, with a side of more than 32,767 or with more than 2^26 pixels, for a scale that is not above 0, and
    /// where there is no memory.
    /// - Parameters:
    ///   - scale: How many pixels make a point; the host's coordinates begin in the upper left corner.
    ///   - background: What is behind all layers; nil for nothing.
    ///   - cacheLimit: So many bytes of what layers show are kept; what the frame that is drawn shows is kept in any case.
    public init?(
        width: Int, height: Int, scale: CGFloat = 1, background: CGColor? = nil,
        cacheLimit: Int = LayerCompositor.standardCacheLimit
    ) {
        guard width > 0, height > 0, width <= Self.longestSide, height <= Self.longestSide,
            width * height <= Self.mostPixels,
            scale > 0, scale.isFinite, let memory = calloc(width * height, 4)
        else { return nil }
        (self.width, self.height, self.scale) = (width, height, scale)
        pixels = memory.bindMemory(to: UInt32.self, capacity: width * height)
        self.background = PaintColor(background)?.pixel(255) ?? 0
        cache = TextureCache(limit: max(cacheLimit, 0))
        scene = Scene(
            scale: Double(scale), bounds: PixelBox(left: 0, top: 0, right: Int32(width), bottom: Int32(height)),
            cache: cache)
        threads = ProcessInfo.processInfo.activeProcessorCount
        pixels_fill(pixels, width, self.background, width, height)
    }

    deinit { free(pixels) }

    /// Draws what a frame shows otherwise than the one before; of another tree's, or after one was left out, everything.
    public func draw(_ frame: LayerFrame) {
        cache.beginFrame()
        scene.update(to: frame)
        scene.tellOfTiles()
        let parts = scene.takeDamage()
        lastDamage = parts.map { CGRect(x: Int($0.left), y: Int($0.top), width: $0.width, height: $0.height) }
        for part in parts {
            ScenePreparation(scene: scene).prepare(part)
            draw(part)
        }
        cache.endFrame()
    }

    /// Draws the whole of the next frame anew, whatever has changed.
    public func setNeedsDisplay() { scene.damageAll() }

    /// Bytes of pixels that are kept of what layers show.
    public var cacheByteCount: Int { cache.byteCount }

    /// Lends the pixels: blue, green, red and alpha in memory, as sRGB and multiplied by alpha, the top row first.
    public func withPixels<Result>(
        _ body: (_ pixels: UnsafeRawBufferPointer, _ bytesPerRow: Int) throws -> Result
    ) rethrows -> Result {
        try body(UnsafeRawBufferPointer(start: pixels, count: 4 * width * height), 4 * width)
    }

    /// A copy of the pixels.
    public func makeImage() -> CGImage? {
        let data = Data(bytes: pixels, count: 4 * width * height)
        guard let provider = CGDataProvider(data: data) else { return nil }
        let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
        return CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: info), provider: provider,
            decode: nil,
            shouldInterpolate: true, intent: .defaultIntent)
    }

    // MARK: Parts

    /// So many pixels are worth a thread of their own.
    private static let pixelsOfThread = 128 * 128
    /// So many stay in a processor's second cache while all layers that touch them are drawn.
    private static let pixelsOfBand = 1 << 18

    private func draw(_ part: PixelBox) {
        let threads = min(threads, max(part.area / Self.pixelsOfThread, 1), part.height)
        while memories.count < threads { memories.append(ScratchMemory()) }
        // Whatever a blur or a shadow brings in from around a band is drawn for each band anew: fewer are better then.
        let bands = scene.reachesAround ? 1 : part.area / Self.pixelsOfBand + 1
        // As many for each.
        let count = min((bands + threads - 1) / threads * threads, part.height)
        let work = Bands(compositor: self, part: part, count: count, threads: threads, memories: memories)
        guard threads > 1 else { return work.draw(on: 0) }
        DispatchQueue.concurrentPerform(iterations: threads) { work.draw(on: $0) }
    }

    /// Rows of a part, for threads.
    private struct Bands: @unchecked Sendable {
        // `@unchecked Sendable`: while bands are drawn nobody changes the scene, each has rows and each thread a memory of its own.
        let compositor: LayerCompositor
        let part: PixelBox
        let count: Int
        let threads: Int
        let memories: [ScratchMemory]

        /// Draws those of one thread: every so manieth, since layers may lie where few others do.
        func draw(on thread: Int) {
            for index in stride(from: thread, to: count, by: threads) {
                var band = part
                band.top = part.top + Int32(part.height * index / count)
                band.bottom = part.top + Int32(part.height * (index + 1) / count)
                compositor.draw(band, memories[thread])
            }
        }
    }

    private func draw(_ part: PixelBox, _ memory: ScratchMemory) {
        let canvas = Canvas(pixels: pixels, stride: width, box: scene.bounds)
        for visible in scene.visible(in: part) {
            let box = visible.box
            if visible.first == 0 {
                pixels_fill(canvas.at(box.left, box.top), canvas.stride, background, box.width, box.height)
            }
            var pass = ScenePass(scene, memory)
            pass.draw(visible.first..<scene.steps.count, on: canvas, box)
        }
    }
}
