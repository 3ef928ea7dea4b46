import Foundation
import MainspringAnimation
import Measure

/// hit-test-100k: one test at a random point of a tree of 1,000 groups that clip, side by side, with 100 layers each.
///
/// The layers of a group lie anywhere in it and reach out of it; a point that none of them covers belongs to its group.
func hitTests(_ size: Int) -> Int {
    var random: UInt64 = 1
    let scene = ClippingGroups(random: &random)
    for (count, isWarmUp) in [(size / 10, true), (size, false)] {
        let points = (0..<count).map { _ in scene.randomPoint(&random) }
        var hits: [CALayer?] = []
        hits.reserveCapacity(count)
        measure_begin()
        for point in points { hits.append(scene.root.hitTest(point)) }
        measure_end()
        if isWarmUp { measure_reset() }
        for (point, hit) in zip(points, hits) {
            precondition(hit === scene.expectedHit(point), "The hit test at \(point) found the wrong layer.")
        }
    }
    return size
}

/// The tree of the case, and by plain search what a hit test must find in it.
private struct ClippingGroups {
    static let columns = 40
    static let rows = 25
    static let layers = 100
    static let side = 100.0
    static let layerSide = 10.0

    let root = CALayer()
    private var groups: [CALayer] = []

    init(random: inout UInt64) {
        root.frame = CGRect(
            x: 0, y: 0, width: Self.side * Double(Self.columns), height: Self.side * Double(Self.rows))
        for row in 0..<Self.rows {
            for column in 0..<Self.columns {
                let group = CALayer()
                group.frame = CGRect(
                    x: Double(column) * Self.side, y: Double(row) * Self.side, width: Self.side, height: Self.side)
                group.masksToBounds = true
                for _ in 0..<Self.layers {
                    let layer = CALayer()
                    layer.bounds = CGRect(x: 0, y: 0, width: Self.layerSide, height: Self.layerSide)
                    layer.position = Self.point(in: CGSize(width: Self.side, height: Self.side), &random)
                    group.addSublayer(layer)
                }
                root.addSublayer(group)
                groups.append(group)
            }
        }
    }

    func randomPoint(_ random: inout UInt64) -> CGPoint { Self.point(in: root.bounds.size, &random) }

    func expectedHit(_ point: CGPoint) -> CALayer {
        let group = groups[Int(point.y / Self.side) * Self.columns + Int(point.x / Self.side)]
        let inside = CGPoint(x: point.x - group.frame.minX, y: point.y - group.frame.minY)
        return group.sublayers?.last { $0.frame.contains(inside) } ?? group
    }

    private static func point(in size: CGSize, _ random: inout UInt64) -> CGPoint {
        func part() -> Double { Double(measure_random(&random) >> 11) * 0x1p-53 }
        return CGPoint(x: part() * size.width, y: part() * size.height)
    }
}
