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
/// of these. What is seen of a layer that is drawn in tiles is a picture of its own beside that, of at most 64 MiB; the pictures of layers with
/// `shouldRasterize` have 2^26 pixels together at most, 256 MiB, and a third more where they are made smaller. Use the compositor from
/// one thread at a time, such as the one that makes a host's frames.
public final class LayerCompositor {
    /// Columns of pixels.
    public private(set) var width: Int
    /// Rows of pixels.
    public private(set) var height: Int
    /// How many pixels make a point.
    public let scale: CGFloat
    /// How many threads draw at most; from 1 to 64.
    public var threads: Int {
        get { drawing.threads }
        set { drawing.threads = min(max(newValue, 1), 64) }
    }
    /// What was drawn by the last frame, in pixels from the upper left corner; some rectangles that do not meet.
    public private(set) var lastDamage: [CGRect] = []

    private var pixels: UnsafeMutablePointer<UInt32>
    let scene: Scene
    private let cache: TextureCache
    private let background: UInt32
    private let drawing: SceneDrawing

    /// So many pixels wide or high it is at most, and so many there are in all.
    static let longestSide = 32_767
    package static let mostPixels = 1 << 26
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
        guard scale > 0, scale.isFinite, let memory = Self.memory(width, height) else { return nil }
        (self.width, self.height, self.scale, pixels) = (width, height, scale, memory)
        self.background = PaintColor(background)?.pixel(255) ?? 0
        cache = TextureCache(limit: max(cacheLimit, 0))
        scene = Scene(
            scale: Double(scale), bounds: Self.box(width, height), cache: cache)
        drawing = SceneDrawing(threads: min(ProcessInfo.processInfo.activeProcessorCount, 64))
        pixels_fill(pixels, width, self.background, width, height)
    }

    deinit { free(pixels) }

    private static func box(_ width: Int, _ height: Int) -> PixelBox {
        PixelBox(left: 0, top: 0, right: Int32(width), bottom: Int32(height))
    }

    private static func memory(_ width: Int, _ height: Int) -> UnsafeMutablePointer<UInt32>? {
        guard width > 0, height > 0, width <= longestSide, height <= longestSide, width * height <= mostPixels
        else { return nil }
        return calloc(width * height, 4)?.bindMemory(to: UInt32.self, capacity: width * height)
    }

    /// Has another size from the next frame on, which draws everything anew; until then the pixels are the background.
    ///
    /// What layers show stays kept as pixels, unlike in a new compositor: a window that is made larger step by step draws no text twice.
    /// - Returns: false for a size that a compositor cannot have, and where there is no memory; then nothing has changed.
    @discardableResult
    public func resize(width: Int, height: Int) -> Bool {
        if width == self.width, height == self.height { return true }
        guard let memory = Self.memory(width, height) else { return false }
        free(pixels)
        (self.width, self.height, pixels) = (width, height, memory)
        pixels_fill(pixels, width, background, width, height)
        scene.resize(to: Self.box(width, height))
        return true
    }

    /// Draws what a frame shows otherwise than the one before; of another tree's, or after one was left out, everything.
    public func draw(_ frame: LayerFrame) {
        cache.beginFrame()
        scene.update(to: frame)
        scene.tellOfTiles()
        let parts = scene.takeDamage()
        lastDamage = parts.map { CGRect(x: Int($0.left), y: Int($0.top), width: $0.width, height: $0.height) }
        let canvas = Canvas(pixels: pixels, stride: width, box: scene.bounds)
        for part in parts { drawing.draw(part, of: scene, on: canvas, background: background) }
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
}
