internal import Foundation
internal import MainspringGraphics

/// An image whose middle part is stretched, and whose rim keeps its size: ``CALayer/contentsCenter``.
final class StretchedTexture: DrawnTexture {
    private let image: CGImage
    private let center: CGRect
    /// Of the image's pixels to a unit.
    private let contentsScale: Double
    private let isUpward: Bool

    init(_ image: CGImage, in rect: CGRect, center: CGRect, contentsScale: Double, isUpward: Bool) {
        (self.image, self.center, self.contentsScale, self.isUpward) = (image, center, contentsScale, isUpward)
        super.init(rect) { _ in }
    }

    override func make(_ scale: Double) -> Texture? {
        guard let texture = makeClear(scale), let source = Texture(image) else { return nil }
        let map = map(scale)
        let (width, height) = (texture.width, texture.height)
        let columns = places(
            width, (rect.minX, rect.maxX), -map.x, scale, Double(image.width), (center.minX, center.maxX))
        var rows = places(
            height, (rect.minY, rect.maxY), -map.y, scale, Double(image.height), (center.minY, center.maxY))
        if isUpward { rows = rows.map { $0.map { (Double(image.height) - $0.place, $0.cover) } } }
        for (y, row) in rows.enumerated() {
            guard let row else { continue }
            for (x, column) in columns.enumerated() {
                guard let column else { continue }
                texture.pixels[y * texture.stride + x] = mean(source, column.place, row.place, column.cover * row.cover)
            }
        }
        texture.settle()
        return texture
    }

    /// Where in the image each pixel's middle lies, and how much of it is covered; nil outside.
    private func places(
        _ count: Int, _ ends: (Double, Double), _ first: Double, _ scale: Double, _ size: Double,
        _ center: (Double, Double)
    ) -> [(place: Double, cover: Double)?] {
        var (before, after) = (center.0 * size / contentsScale, (1 - center.1) * size / contentsScale)
        let length = ends.1 - ends.0
        // Where there is no room for the rims they share it.
        if before + after > length {
            (before, after) = (before * length / (before + after), after * length / (before + after))
        }
        return (0..<count).map { index in
            let low = (Double(index) + first) / scale, high = (Double(index + 1) + first) / scale
            let cover = (min(high, ends.1) - max(low, ends.0)) * scale
            guard cover > 0 else { return nil }
            let place = min(max((low + high) / 2 - ends.0, 0), length)
            let rim = (low: center.0 * size, high: center.1 * size)
            if place < before { return (place / before * rim.low, min(cover, 1)) }
            if place > length - after { return (size - (length - place) / after * (size - rim.high), min(cover, 1)) }
            let middle = length - before - after
            return (rim.low + (middle > 0 ? (place - before) / middle : 0.5) * (rim.high - rim.low), min(cover, 1))
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
