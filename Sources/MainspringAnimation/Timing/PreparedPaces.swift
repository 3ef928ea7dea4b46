/// The timing functions of a frame's animations, each once, with tables from which the curves' parameters are found sooner.
struct PreparedPaces: Sendable {
    fileprivate static let steps = 32

    private var numbers: [UnitBezier: Int32] = [:]
    private var curves: ContiguousArray<UnitBezier> = []
    /// Of each curve, at each 32nd part of the time, the parameter and how much it grows in such a part.
    private var tables: ContiguousArray<SIMD2<Double>> = []

    /// The number of a timing function; -1 for the even one.
    mutating func number(of curve: UnitBezier?) -> Int32 {
        guard let curve else { return -1 }
        if let number = numbers[curve] { return number }
        let number = Int32(curves.count)
        curves.append(curve)
        for step in 0...Self.steps {
            let parameter = curve.parameter(at: Double(step) / Double(Self.steps))
            tables.append(SIMD2(parameter, 1 / (curve.slope(at: parameter) * Double(Self.steps))))
        }
        numbers[curve] = number
        return number
    }

    mutating func removeAll() {
        numbers.removeAll(keepingCapacity: true)
        curves.removeAll(keepingCapacity: true)
        tables.removeAll(keepingCapacity: true)
    }

    /// Lends the functions in a form that costs no counting of references.
    func withReader<Result>(_ body: (Reader) -> Result) -> Result {
        curves.withUnsafeBufferPointer { curves in
            tables.withUnsafeBufferPointer { body(Reader(curves: curves, tables: $0)) }
        }
    }

    /// The functions, for the length of a call.
    struct Reader {
        fileprivate let curves: UnsafeBufferPointer<UnitBezier>
        fileprivate let tables: UnsafeBufferPointer<SIMD2<Double>>

        /// As ``UnitBezier/value(at:)``, to 1e-12, of the function with a number.
        @inline(__always)
        func value(at x: Double, of number: Int32) -> Double {
            guard number >= 0 else { return x }
            guard x > 0, x < 1 else { return curves[Int(number)].value(at: x) }
            let place = x * Double(PreparedPaces.steps)
            let step = Int(place)
            let index = Int(number) * (PreparedPaces.steps + 1) + step
            let part = place - Double(step)
            let (start, end) = (tables[index], tables[index + 1])
            // Hermite's cubic; no number where the curve stands upright, which the curve then finds out.
            let way = end.x - start.x
            let bend = start.y + end.y - 2 * way
            let guess = start.x + part * (start.y + part * (3 * way - 2 * start.y - end.y + part * bend))
            return curves[Int(number)].value(at: x, near: guess)
        }
    }
}
