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
        cells[cell(of: spot.point)].append(Int32(spots.count))
        spots.append(spot)
    }

    /// All that lie in a part of the map, in no order.
    func spots(in rect: CGRect) -> [Spot] {
        var found: [Spot] = []
        forEach(in: rect) { found.append(spots[$0]) }
        return found
    }

    private func forEach(in rect: CGRect, _ body: (Int) -> Void) {
        let columns = range(rect.minX, rect.maxX, Self.columns)
        for row in range(rect.minY, rect.maxY, Self.rows) {
            for column in columns {
                for index in cells[row * Self.columns + column] where rect.contains(spots[Int(index)].point) {
                    body(Int(index))
                }
            }
        }
    }

    private func range(_ low: CGFloat, _ high: CGFloat, _ count: Int) -> Range<Int> {
        let first = min(max(Int((low / Self.side).rounded(.down)), 0), count)
        return first..<max(min(Int((high / Self.side).rounded(.down)) + 1, count), first)
    }

    /// The largest ones of a part of the map, the largest first.
    ///
    /// Cost: a look at each of them, and few are moved where few are asked for: the whole map is while somebody turns a wheel.
    func largest(_ count: Int, in rect: CGRect) -> [Spot] {
        guard count > 0 else { return [] }
        return (count < 1_000 ? few(count, in: rect) : many(count, in: rect)).map { spots[$0] }
    }

    private func few(_ count: Int, in rect: CGRect) -> [Int] {
        var found: [Int] = []
        forEach(in: rect) { index in
            let population = spots[index].population
            if found.count == count {
                guard let last = found.last, population > spots[last].population else { return }
                found.removeLast()
            }
            var (low, high) = (0, found.count)
            while low < high {
                let middle = (low + high) / 2
                if spots[found[middle]].population >= population { low = middle + 1 } else { high = middle }
            }
            found.insert(index, at: low)
        }
        return found
    }

    private func many(_ count: Int, in rect: CGRect) -> [Int] {
        var found: [(population: Int64, index: Int)] = []
        forEach(in: rect) { found.append((spots[$0].population, $0)) }
        // As many as are as large come in the order in which they arrived.
        found.sort { $0.population != $1.population ? $0.population > $1.population : $0.index < $1.index }
        return found.prefix(count).map(\.index)
    }

    /// A city that is known says something else of itself.
    func update(_ spot: Spot) {
        for index in cells[cell(of: spot.point)] where spots[Int(index)].number == spot.number {
            spots[Int(index)] = spot
        }
    }

    private func cell(of point: CGPoint) -> Int {
        let column = min(max(Int(point.x / Self.side), 0), Self.columns - 1)
        return min(max(Int(point.y / Self.side), 0), Self.rows - 1) * Self.columns + column
    }

    /// The largest one around a point; nil if none is so near.
    func largest(around point: CGPoint, within reach: CGFloat) -> Spot? {
        spots(around: point, within: reach).max { $0.population < $1.population }
    }

    /// The one nearest to a point; nil if none is so near.
    func nearest(to point: CGPoint, within reach: CGFloat) -> Spot? {
        func distance(_ spot: Spot) -> CGFloat { hypot(spot.point.x - point.x, spot.point.y - point.y) }
        return spots(around: point, within: reach).min { distance($0) < distance($1) }
    }

    private func spots(around point: CGPoint, within reach: CGFloat) -> [Spot] {
        let around = CGRect(x: point.x - reach, y: point.y - reach, width: 2 * reach, height: 2 * reach)
        return spots(in: around).filter { hypot($0.point.x - point.x, $0.point.y - point.y) <= reach }
    }
}
