internal import Foundation
internal import MainspringGraphics

/// An image whose middle part is stretched, and whose rim keeps its size: ``CALayer/contentsCenter``.
final class StretchedTexture: DrawnTexture {
    private let slot: ImageTexture
    /// What is shown of the image, in its pixels, and what is stretched of that.
    private let part: CGRect
    private let center: CGRect
    /// Of the image's pixels to a unit.
    private let contentsScale: Double
    private let isUpward: Bool

    /// - Parameters:
    ///   - part: Of the image; the whole is 1.
    ///   - center: Of that part, likewise; both are told from the image's first row.
    init(
        _ slot: ImageTexture, part: CGRect, in rect: CGRect, center: CGRect, contentsScale: Double, isUpward: Bool
    ) {
        let (width, height) = (Double(slot.source.width), Double(slot.source.height))
        self.slot = slot
        self.part = CGRect(
            x: part.minX * width, y: part.minY * height, width: part.width * width, height: part.height * height)
        (self.center, self.contentsScale, self.isUpward) = (center, contentsScale, isUpward)
        super.init(rect) { _ in }
    }

    override var isMadeOfPixels: Bool { true }

    override var source: ImageTexture? { slot }

    override func makePart(_ part: TexturePart, _ scale: Double) -> (texture: Texture, part: TexturePart)? {
        guard let texture = part.makeClear(), let source = slot.texture(1) ?? Texture(slot.source) else { return nil }
        let (width, height) = (texture.width, texture.height)
        let columns = Axis(
            (rect.minX, rect.maxX), size: self.part.width, (center.minX, center.maxX), contentsScale: contentsScale
        ).places(width, from: part.left, scale)
        let ends: (Double, Double) =
            isUpward ? (1 - center.maxY, 1 - center.minY) : (center.minY, center.maxY)
        let rows = Axis((rect.minY, rect.maxY), size: self.part.height, ends, contentsScale: contentsScale)
            .places(height, from: part.top, scale)
        for (y, row) in rows.enumerated() {
            guard let row else { continue }
            let down = isUpward ? self.part.height - row.place : row.place
            for (x, column) in columns.enumerated() {
                guard let column else { continue }
                texture.pixels[y * texture.stride + x] = mean(
                    source, self.part.minX + column.place, self.part.minY + down, column.cover * row.cover)
            }
        }
        texture.settle()
        return (texture, part)
    }

    /// How the image lies along one of the layer's axes.
    private struct Axis {
        private let low: Double
        private let length: Double
        /// How long the parts are that are not stretched, and where in the image they end.
        private let (before, after): (Double, Double)
        private let rim: (low: Double, high: Double)
        private let size: Double

        init(_ ends: (Double, Double), size: Double, _ center: (Double, Double), contentsScale: Double) {
            (low, length, self.size) = (ends.0, ends.1 - ends.0, size)
            rim = (center.0 * size, center.1 * size)
            let (before, after) = (rim.low / contentsScale, (1 - center.1) * size / contentsScale)
            // Where there is no room for the rims they share it.
            let factor = before + after > length ? length / (before + after) : 1
            (self.before, self.after) = (before * factor, after * factor)
        }

        /// Where in the image the middle of each of some pixels lies, and how much of it is covered; nil outside.
        func places(_ count: Int, from first: Double, _ scale: Double) -> [(place: Double, cover: Double)?] {
            (0..<count).map { index in
                let (from, to) = ((Double(index) + first) / scale, (Double(index + 1) + first) / scale)
                let cover = (min(to, low + length) - max(from, low)) * scale
                guard cover > 0 else { return nil }
                return (place(of: min(max((from + to) / 2 - low, 0), length)), min(cover, 1))
            }
        }

        private func place(of distance: Double) -> Double {
            if distance < before { return distance / before * rim.low }
            if distance > length - after { return size - (length - distance) / after * (size - rim.high) }
            let middle = length - before - after
            return rim.low + (middle > 0 ? (distance - before) / middle : 0.5) * (rim.high - rim.low)
        }
    }

    private func mean(_ source: Texture, _ x: Double, _ y: Double, _ cover: Double) -> UInt32 {
        let (u, v) = (min(max(x - 0.5, 0), Double(source.width - 1)), min(max(y - 0.5, 0), Double(source.height - 1)))
        let (left, top) = (Int(u), Int(v))
        let (right, bottom) = (min(left + 1, source.width - 1), min(top + 1, source.height - 1))
        let (across, down) = (u - Double(left), v - Double(top))
        func value(_ x: Int, _ y: Int) -> SIMD4<Double> {
            let pixel = source.pixels[y * source.stride + x]
            return SIMD4(
                Double(pixel & 255), Double((pixel >> 8) & 255), Double((pixel >> 16) & 255), Double(pixel >> 24))
        }
        let upper = value(left, top) * (1 - across) + value(right, top) * across
        let lower = value(left, bottom) * (1 - across) + value(right, bottom) * across
        let mixed = ((upper * (1 - down) + lower * down) * cover).rounded(.toNearestOrAwayFromZero)
        return UInt32(mixed.w) << 24 | UInt32(mixed.z) << 16 | UInt32(mixed.y) << 8 | UInt32(mixed.x)
    }
}
