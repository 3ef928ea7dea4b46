import Foundation
import MainspringGraphics

/// The cities that have arrived on the map, found by where they are.
///
/// Belongs to the main thread, as the layers that draw it.
final class CityField {
    struct Spot {
        let point: CGPoint
        let population: Int64
        let name: String
        /// GeoNames' number.
        let number: Int64
    }

    private(set) var spots: ContiguousArray<Spot> = []
    /// The places in ``spots`` of those in each square.
    private var cells: [[Int32]]
    private static let side: CGFloat = 5
    private static let columns = Int(Projection.size.width / side)
    private static let rows = Int(Projection.size.height / side) + 1

    init() { cells = Array(repeating: [], count: Self.columns * Self.rows) }

    func add(_ spot: Spot) {
        let column = min(Int(spot.point.x / Self.side), Self.columns - 1)
        let row = min(Int(spot.point.y / Self.side), Self.rows - 1)
        cells[max(row, 0) * Self.columns + max(column, 0)].append(Int32(spots.count))
        spots.append(spot)
    }

    /// All that lie in a part of the map, in no order.
    func spots(in rect: CGRect) -> [Spot] {
        let columns = range(rect.minX, rect.maxX, Self.columns)
        let rows = range(rect.minY, rect.maxY, Self.rows)
        var found: [Spot] = []
        for row in rows {
            for column in columns {
                for index in cells[row * Self.columns + column] {
                    let spot = spots[Int(index)]
                    if rect.contains(spot.point) { found.append(spot) }
                }
            }
        }
        return found
    }

    private func range(_ low: CGFloat, _ high: CGFloat, _ count: Int) -> Range<Int> {
        let first = min(max(Int((low / Self.side).rounded(.down)), 0), count)
        return first..<max(min(Int((high / Self.side).rounded(.down)) + 1, count), first)
    }

    /// The largest ones of a part of the map, the largest first.
    func largest(_ count: Int, in rect: CGRect) -> [Spot] {
        Array(spots(in: rect).sorted { $0.population > $1.population }.prefix(count))
    }

    /// The one nearest to a point; nil if none is so near.
    func nearest(to point: CGPoint, within reach: CGFloat) -> Spot? {
        let around = CGRect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
        func distance(_ spot: Spot) -> CGFloat { hypot(spot.point.x - point.x, spot.point.y - point.y) }
        return spots(in: around).filter { distance($0) <= reach }.min { distance($0) < distance($1) }
    }
}
