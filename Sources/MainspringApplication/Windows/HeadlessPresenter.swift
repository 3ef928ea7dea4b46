internal import Foundation
internal import Locks
public import Mainspring
internal import MainspringAnimation
public import MainspringGraphics

/// Takes the frames of a window without a display: counts them, and has them painted if there is a painter. Ours. From
/// any thread.
public final class HeadlessPresenter: FramePresenter, @unchecked Sendable {
    // `@unchecked Sendable`: `state` and `painting` have locks; a bitmap is taken out of `painting` by the one thread
    // that presents, while it is painted; the rest is constant.

    private struct State {
        var count = 0
        var damage: [PixelRect] = []
        var lastTime: Double = 0
    }

    private let painter: (any FramePainter)?
    private let state = Guarded(State())
    private let painting = Guarded(Bitmap())

    /// A bitmap of more pixels is not made, and its frames are counted only: a gibibyte.
    static let pixelLimit = 268_435_456

    private struct Bitmap {
        var size = PixelSize(width: 0, height: 0)
        var pixels = Data()
    }

    init(_ painter: (any FramePainter)?) { self.painter = painter }

    /// How many updates came.
    public var count: Int { state.withLock { $0.count } }
    /// What was painted again in the last one.
    public var lastDamage: [PixelRect] { state.withLock { $0.damage } }
    /// When the last one's frame was, in seconds of the loop's clock.
    public var lastTime: CFTimeInterval { state.withLock { $0.lastTime } }

    /// Takes an update.
    public func present(_ update: FrameUpdate) {
        if let painter { paint(update, by: painter) }
        state.withLock { state in
            state.count += 1
            state.damage = update.damage
            state.lastTime = update.frame.time
        }
    }

    private func paint(_ update: FrameUpdate, by painter: any FramePainter) {
        let size = update.size
        guard size.width * size.height <= Self.pixelLimit else { return }
        // Taken out, so that no lock is held while it is painted.
        var bitmap = painting.withLock { bitmap in
            defer { bitmap = Bitmap() }
            return bitmap
        }
        if bitmap.size != size { bitmap = Bitmap(size: size, pixels: Data(count: size.width * size.height * 4)) }
        bitmap.pixels.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            painter.paint(update, into: PixelMemory(base: base, size: size, bytesPerRow: size.width * 4))
        }
        painting.withLock { $0 = bitmap }
    }

    /// A copy of what was painted; nil before the first frame, without a painter, and while a frame is being painted.
    public func makeImage() -> CGImage? {
        let bitmap = painting.withLock { $0 }
        guard bitmap.size.width > 0 else { return nil }
        return CGImage(
            width: bitmap.size.width, height: bitmap.size.height, bitsPerComponent: 8, bitsPerPixel: 32,
            bytesPerRow: bitmap.size.width * 4, space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue).union(.byteOrder32Little),
            provider: CGDataProvider(data: bitmap.pixels)!, decode: nil, shouldInterpolate: true,
            intent: .defaultIntent)
    }
}
