/// Whole columns and rows of the screen: from `left` and `top` on, up to `right` and `bottom`, which are not among them.
struct PixelBox: Hashable, Sendable {
    var left: Int32
    var top: Int32
    var right: Int32
    var bottom: Int32

    static let empty = PixelBox(left: 0, top: 0, right: 0, bottom: 0)

    /// So far from the screen's corner are pixels at most: nearer than the arithmetic overflows.
    static let farthest = 1 << 24

    /// All pixels that may be, on the screen or not.
    static let everything = PixelBox(
        left: -Int32(farthest), top: -Int32(farthest), right: Int32(farthest), bottom: Int32(farthest))

    init(left: Int32, top: Int32, right: Int32, bottom: Int32) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// The pixels that an area touches; what is no number touches none.
    @inline(__always)
    init(around low: SIMD2<Double>, _ high: SIMD2<Double>) {
        let most = SIMD2<Double>(repeating: Double(Self.farthest))
        guard low.x < high.x, low.y < high.y else {
            self = .empty
            return
        }
        let first = low.clamped(lowerBound: -most, upperBound: most).rounded(.down)
        let last = high.clamped(lowerBound: -most, upperBound: most).rounded(.up)
        self.init(left: Int32(first.x), top: Int32(first.y), right: Int32(last.x), bottom: Int32(last.y))
    }

    /// The pixels whose middles lie in an area.
    init(middlesIn low: SIMD2<Double>, _ high: SIMD2<Double>) {
        self.init(around: (low - 0.5).rounded(.up), (high - 0.5).rounded(.up))
    }

    var isEmpty: Bool { right <= left || bottom <= top }
    var width: Int { Int(right) - Int(left) }
    var height: Int { Int(bottom) - Int(top) }
    var area: Int { isEmpty ? 0 : width * height }

    @inline(__always)
    func meets(_ other: PixelBox) -> Bool {
        max(left, other.left) < min(right, other.right) && max(top, other.top) < min(bottom, other.bottom)
    }

    /// What lies in both.
    @inline(__always)
    func meeting(_ other: PixelBox) -> PixelBox {
        let both = PixelBox(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
        return both.isEmpty ? .empty : both
    }

    /// The smallest one around both.
    @inline(__always)
    func joined(_ other: PixelBox) -> PixelBox {
        if isEmpty { return other }
        if other.isEmpty { return self }
        return PixelBox(
            left: min(left, other.left), top: min(top, other.top), right: max(right, other.right),
            bottom: max(bottom, other.bottom))
    }

    func contains(_ other: PixelBox) -> Bool {
        other.left >= left && other.top >= top && other.right <= right && other.bottom <= bottom
    }

    /// With so many pixels more on each side.
    func grown(by reach: Int32) -> PixelBox {
        guard reach != 0, !isEmpty else { return self }
        let most = Int32(Self.farthest)
        return PixelBox(
            left: max(left - reach, -most), top: max(top - reach, -most), right: min(right + reach, most),
            bottom: min(bottom + reach, most))
    }

    func moved(_ x: Int32, _ y: Int32) -> PixelBox {
        PixelBox(left: left + x, top: top + y, right: right + x, bottom: bottom + y)
    }
}
