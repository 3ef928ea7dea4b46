internal import Foundation

/// A few rectangles that cover what was added: where there are too many, two that waste the least are put together.
struct DamageRegion {
    static let limit = 8

    private(set) var rects: [CGRect]
    /// The one that took in the last rectangle: the next one often lies in it too.
    private var latest = CGRect.zero

    init() {
        rects = []
        rects.reserveCapacity(Self.limit)
    }

    mutating func removeAll() {
        rects.removeAll(keepingCapacity: true)
        latest = .zero
    }

    /// Adds where something was and where it is; null or without an area, neither adds anything.
    @inline(__always)
    mutating func add(_ former: CGRect, _ new: CGRect) {
        // What hardly moves is one rectangle.
        if former.size.width > 0, new.size.width > 0 {
            let both = former.joined(new)
            if both.area <= 1.25 * (former.area + new.area) { return add(both) }
        }
        add(former)
        add(new)
    }

    /// Adds a rectangle; one without an area adds nothing.
    @inline(__always)
    mutating func add(_ rect: CGRect) {
        if rect.size.width > 0, rect.size.height > 0, !latest.contains(quickly: rect) { insert(rect) }
    }

    @inline(never)
    private mutating func insert(_ rect: CGRect) {
        // What lies nowhere damages nothing, and numbers that are too large are none in the end.
        guard rect.origin.x < .infinity, rect.origin.y < .infinity else { return }
        let rect = rect.meeting(LayerFrame.everywhere)
        guard !rect.isNull else { return }
        for index in rects.indices where rects[index].contains(quickly: rect) {
            latest = rects[index]
            return
        }
        guard rects.count == Self.limit else {
            rects.append(rect)
            latest = rect
            return
        }
        var best = 0
        var least = Double.infinity
        for index in rects.indices {
            let waste = rects[index].joined(rect).area - rects[index].area
            if waste < least { (best, least) = (index, waste) }
        }
        rects[best] = rects[best].joined(rect)
        latest = rects[best]
    }
}

extension CGRect {
    var area: Double { size.width * size.height }

    /// Whether another rectangle lies in this one; both have sizes of at least 0.
    @inline(__always)
    func contains(quickly other: CGRect) -> Bool {
        other.origin.x >= origin.x && other.origin.y >= origin.y
            && other.origin.x + other.size.width <= origin.x + size.width
            && other.origin.y + other.size.height <= origin.y + size.height
    }

    /// The smallest rectangle around both; both have sizes of at least 0.
    @inline(__always)
    func joined(_ other: CGRect) -> CGRect {
        let x = min(origin.x, other.origin.x)
        let y = min(origin.y, other.origin.y)
        return CGRect(
            x: x, y: y, width: max(origin.x + size.width, other.origin.x + other.size.width) - x,
            height: max(origin.y + size.height, other.origin.y + other.size.height) - y)
    }

    /// What lies in both; null where nothing does. Both have sizes of at least 0, or are infinite or null.
    @inline(__always)
    func meeting(_ other: CGRect) -> CGRect {
        let x = max(origin.x, other.origin.x)
        let y = max(origin.y, other.origin.y)
        let right = min(origin.x + size.width, other.origin.x + other.size.width)
        let bottom = min(origin.y + size.height, other.origin.y + other.size.height)
        return right > x && bottom > y ? CGRect(x: x, y: y, width: right - x, height: bottom - y) : .null
    }
}
