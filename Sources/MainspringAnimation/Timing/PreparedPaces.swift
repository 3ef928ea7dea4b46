/// The timing functions of a frame's animations, each once, as tables of cubic pieces: found without solving for the
/// curve's parameter.
struct PreparedPaces: Sendable {
    fileprivate static let pieces = 256
    /// How far a piece may be from the curve; where it would be farther the curve itself is asked.
    static let tolerance = 1e-9

    private var numbers: [UnitBezier: Int32] = [:]
    private var curves: ContiguousArray<UnitBezier> = []
    /// Of each curve, at the beginning of each piece and at its end, y and how much it would grow in a piece at that
    /// pace.
    private var tables: ContiguousArray<SIMD4<Double>> = []

    /// The number of a timing function; -1 for the even one.
    mutating func number(of curve: UnitBezier?) -> Int32 {
        guard let curve else { return -1 }
        if let number = numbers[curve] { return number }
        let number = Int32(curves.count)
        curves.append(curve)
        numbers[curve] = number
        for piece in 0..<Self.pieces { tables.append(Self.piece(piece, of: curve)) }
        return number
    }

    mutating func removeAll() {
        numbers.removeAll(keepingCapacity: true)
        curves.removeAll(keepingCapacity: true)
        tables.removeAll(keepingCapacity: true)
    }

    /// The cubic that begins and ends with the curve's values and slopes, by its coefficients; no numbers where it is
    /// too far from it.
    private static func piece(_ number: Int, of curve: UnitBezier) -> SIMD4<Double> {
        let width = 1 / Double(pieces)
        let start = Double(number) * width
        let (y0, y1) = (curve.value(at: start), curve.value(at: start + width))
        let (m0, m1) = (curve.steepness(at: start) * width, curve.steepness(at: start + width) * width)
        let way = y1 - y0
        let cubic = SIMD4(y0, m0, 3 * way - 2 * m0 - m1, m0 + m1 - 2 * way)
        let isNear = [0.125, 0.3, 0.5, 0.7, 0.875].allSatisfy { part in
            abs(value(of: cubic, at: part) - curve.value(at: start + part * width)) < tolerance / 2
        }
        return isNear ? cubic : SIMD4(repeating: .nan)
    }

    @inline(__always)
    private static func value(of cubic: SIMD4<Double>, at part: Double) -> Double {
        ((cubic.w * part + cubic.z) * part + cubic.y) * part + cubic.x
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
        fileprivate let tables: UnsafeBufferPointer<SIMD4<Double>>

        /// As ``UnitBezier/value(at:)``, to ``PreparedPaces/tolerance``, of the function with a number.
        @inline(__always)
        func value(at x: Double, of number: Int32) -> Double {
            guard number >= 0 else { return x }
            guard x > 0, x < 1 else { return exactly(x, number) }
            let place = x * Double(PreparedPaces.pieces)
            let piece = Int(place)
            let cubic = tables[Int(number) * PreparedPaces.pieces + piece]
            let y = PreparedPaces.value(of: cubic, at: place - Double(piece))
            return y.isNaN ? exactly(x, number) : y
        }

        @inline(never)
        private func exactly(_ x: Double, _ number: Int32) -> Double { curves[Int(number)].value(at: x) }
    }
}
