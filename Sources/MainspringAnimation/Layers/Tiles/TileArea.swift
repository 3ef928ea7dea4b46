package import Foundation

/// Whole pixels of one level of a tiled layer, counted from where the layer's coordinates are 0: up to `right` and `bottom`, which are not among
/// them.
package struct TileArea: Hashable, Sendable {
    package var left: Int
    package var top: Int
    package var right: Int
    package var bottom: Int

    package init(left: Int, top: Int, right: Int, bottom: Int) {
        (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    /// Where numbers of pixels end that a double tells apart.
    static let farthest = 1e15

    /// The pixels that a rectangle touches; nil for none, and where there are no numbers for them.
    package init?(around rect: CGRect, scale: Double) {
        // What is touched by rounding alone is not.
        let low = (SIMD2(rect.minX, rect.minY) * scale + 1e-6).rounded(.down)
        let high = (SIMD2(rect.maxX, rect.maxY) * scale - 1e-6).rounded(.up)
        guard abs(low.x) < Self.farthest, abs(low.y) < Self.farthest, abs(high.x) < Self.farthest,
            abs(high.y) < Self.farthest, low.x < high.x, low.y < high.y
        else { return nil }
        self.init(left: Int(low.x), top: Int(low.y), right: Int(high.x), bottom: Int(high.y))
    }

    package var width: Int { right - left }
    package var height: Int { bottom - top }
    package var isEmpty: Bool { right <= left || bottom <= top }
    /// How many pixels there are; a product that would be too large is the greatest number.
    package var count: Int {
        if isEmpty { return 0 }
        let (product, isTooLarge) = width.multipliedReportingOverflow(by: height)
        return isTooLarge ? .max : product
    }

    package func contains(_ other: TileArea) -> Bool {
        other.left >= left && other.top >= top && other.right <= right && other.bottom <= bottom
    }

    /// What lies in both; without pixels where nothing does.
    package func meeting(_ other: TileArea) -> TileArea {
        TileArea(
            left: max(left, other.left), top: max(top, other.top), right: min(right, other.right),
            bottom: min(bottom, other.bottom))
    }

    /// With so many pixels more on each side.
    package func grown(by reach: Int) -> TileArea {
        TileArea(left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach)
    }

    /// The least one around it whose sides lie at multiples of a number.
    package func snapped(to step: Int) -> TileArea {
        func down(_ place: Int) -> Int { place.dividedDown(by: step) * step }
        return TileArea(
            left: down(left), top: down(top), right: down(right + step - 1), bottom: down(bottom + step - 1))
    }
}

extension Int {
    /// The greatest whole number that is not above the quotient; the divisor is above 0.
    package func dividedDown(by divisor: Int) -> Int {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}
