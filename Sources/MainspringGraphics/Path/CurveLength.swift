import Foundation

/// A curve and its length, prepared so that the parameter of a length along it is found quickly.
struct CurveLength: Sendable {
    /// Into how many equal steps of the parameter a cubic is divided.
    private static let stepCount = 16

    let curve: PathCurve
    let length: CGFloat
    /// For a cubic, the length up to each step, beginning with 0; empty for a line.
    private let lengths: ContiguousArray<CGFloat>

    init(_ curve: PathCurve) {
        self.curve = curve
        switch curve {
        case .line(let start, let end):
            length = start.distance(to: end)
            lengths = []
        case .cubic(let cubic):
            var lengths: ContiguousArray<CGFloat> = [0]
            var sum: CGFloat = 0
            for step in 0..<Self.stepCount {
                let first = CGFloat(step) / CGFloat(Self.stepCount)
                let last = CGFloat(step + 1) / CGFloat(Self.stepCount)
                sum += GaussLegendre.integral(from: first, to: last) { cubic.velocity(at: $0).length }
                lengths.append(sum)
            }
            length = sum
            self.lengths = lengths
        }
    }

    /// The parameter at which so much of the curve lies behind; 0 and 1 for lengths outside of it.
    ///
    /// Newton's method on the integral of the speed within the step where the length lies, kept between bounds that
    /// close in.
    func parameter(atLength distance: CGFloat) -> CGFloat {
        guard distance > 0 else { return 0 }
        guard distance < length else { return 1 }
        guard case .cubic(let cubic) = curve else { return distance / length }
        var step = 0
        while step < Self.stepCount - 1, lengths[step + 1] < distance { step += 1 }
        let begin = CGFloat(step) / CGFloat(Self.stepCount)
        var (low, high) = (begin, CGFloat(step + 1) / CGFloat(Self.stepCount))
        let target = distance - lengths[step]
        let stepLength = lengths[step + 1] - lengths[step]
        var parameter = low + (high - low) * (stepLength > 0 ? target / stepLength : 0)
        for _ in 0..<60 {
            let reached = GaussLegendre.once(from: begin, to: parameter) { cubic.velocity(at: $0).length }
            let error = reached - target
            guard abs(error) > 1e-12 * length else { break }
            if error > 0 { high = parameter } else { low = parameter }
            let next = parameter - error / cubic.velocity(at: parameter).length
            parameter = next > low && next < high ? next : (low + high) / 2
        }
        return parameter
    }

    /// The part between two lengths along the curve.
    func part(from first: CGFloat, to last: CGFloat) -> PathCurve {
        if first <= 0, last >= length { return curve }
        return curve.part(from: parameter(atLength: first), to: parameter(atLength: last))
    }
}
