/// A smooth step that is gone through at one speed: its length, and the part of the curve that belongs to a part of the
/// length.
struct PacedStep: Hashable, Sendable {
    private static let pieces = 64

    private let step: CubicStep
    /// The length up to the end of each piece.
    private let lengths: [Double]

    init(_ step: CubicStep) {
        self.step = step
        var sum = 0.0
        var former = step.start
        lengths = (1...Self.pieces).map { piece in
            let value = step.value(at: Double(piece) / Double(Self.pieces))
            let way = value - former
            sum += (way * way).sum().squareRoot()
            former = value
            return sum
        }
    }

    var length: Double { lengths[Self.pieces - 1] }

    /// The value after a part of the length.
    func value(at progress: Double) -> SIMD4<Double> {
        let goal = progress * length
        let piece = lengths.firstIndex { $0 >= goal } ?? Self.pieces - 1
        let before = piece > 0 ? lengths[piece - 1] : 0
        let own = lengths[piece] - before
        let part = own > 0 ? (goal - before) / own : 0
        return step.value(at: (Double(piece) + part) / Double(Self.pieces))
    }
}
