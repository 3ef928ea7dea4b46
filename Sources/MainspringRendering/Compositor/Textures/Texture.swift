internal import CPixels
internal import Foundation

/// Pixels that are drawn again and again, multiplied by alpha; constant once it was made, save for its smaller
/// versions, and for the tiles that are put together in one.
final class Texture: @unchecked Sendable {
    // `@unchecked Sendable`: the memory is written by who makes it, and levels are made while nobody draws.

    let width: Int
    let height: Int
    /// The first one of the first row.
    let pixels: UnsafeMutablePointer<UInt32>
    /// From row to row: each has a clear pixel before and behind it.
    var stride: Int { width + 2 }
    private let memory: UnsafeMutablePointer<UInt32>
    /// Whether each pixel covers all that is behind it.
    private(set) var isOpaque = false
    /// Each half as large as the one before.
    private(set) var levels: [Texture] = []

    /// So many pixels has one at most: 256 MiB.
    static let most = 1 << 26

    /// Clear; nil where there are too many pixels, or none, or no memory.
    init?(width: Int, height: Int) {
        guard width > 0, height > 0, width <= Self.most, height <= Self.most, width * height <= Self.most,
            let bytes = calloc((width + 2) * height, 4)
        else { return nil }
        (self.width, self.height) = (width, height)
        memory = bytes.bindMemory(to: UInt32.self, capacity: (width + 2) * height)
        pixels = memory + 1
    }

    deinit { free(memory) }

    var byteCount: Int { levels.reduce(4 * stride * height) { $0 + 4 * $1.stride * $1.height } }

    var picture: pixels_picture {
        pixels_picture(pixels: pixels, stride: stride, width: Int32(width), height: Int32(height))
    }

    /// Looks whether it is opaque, and sees to it that no colour is greater than its alpha: what is drawn over something would overflow.
    func settle() {
        isOpaque = true
        for row in 0..<height where pixels_settle(pixels + row * stride, width) == 0 { isOpaque = false }
    }

    /// How many of its pixels one of the screen shows, in a row.
    func reduction(through texels: DeviceMap) -> Double {
        1 / texels.meanEnlargement(in: CGRect(x: 0, y: 0, width: width, height: height))
    }

    /// Makes smaller versions, down to the one that is looked at when a pixel of the screen shows so many of its own.
    func makeLevels(for reduction: Double) {
        guard reduction >= 2 else { return }
        let wanted = Int(log2(min(reduction, 32_768)))
        while levels.count < wanted {
            let last = levels.last ?? self
            guard last.width > 1 || last.height > 1, let next = last.halved() else { return }
            levels.append(next)
        }
    }

    /// The pixels have changed.
    func forgetLevels() { levels = [] }

    /// The version for that many.
    func level(for reduction: Double) -> (texture: Texture, scale: Double) {
        guard reduction >= 2, !levels.isEmpty else { return (self, 1) }
        let index = min(Int(log2(min(reduction, 32_768))), levels.count)
        return index > 0 ? (levels[index - 1], 1 / Double(1 << index)) : (self, 1)
    }

    /// An odd last column or row counts twice.
    private func halved() -> Texture? {
        let (newWidth, newHeight) = ((width + 1) / 2, (height + 1) / 2)
        guard let half = Texture(width: newWidth, height: newHeight) else { return nil }
        if width % 2 == 0, height % 2 == 0 {
            pixels_halve(half.pixels, half.stride, pixels, stride, newWidth, newHeight)
            return half
        }
        guard let even = Texture(width: 2 * newWidth, height: 2 * newHeight) else { return nil }
        for y in 0..<2 * newHeight {
            let (row, source) = (even.pixels + y * even.stride, pixels + min(y, height - 1) * stride)
            row.update(from: source, count: width)
            if even.width > width { row[width] = source[width - 1] }
        }
        pixels_halve(half.pixels, half.stride, even.pixels, even.stride, newWidth, newHeight)
        return half
    }
}
