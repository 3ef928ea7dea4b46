internal import MainspringGraphics

/// The way from one value to another, prepared so that each point of it costs little.
enum ValueBlend: Sendable {
    case vector(SIMD4<Double>, change: SIMD4<Double>)
    /// Apart, since it is large and most ways are not.
    indirect case transform(TransformInterpolation)
    indirect case path(PathBlend)
    case vectors([SIMD4<Double>], [SIMD4<Double>])
    /// Nothing lies between: the second value begins in the middle.
    indirect case step(AnimatedValue, AnimatedValue)

    init(from start: AnimatedValue, to end: AnimatedValue) {
        switch (start, end) {
        case (.vector(let a), .vector(let b)): self = .vector(a, change: b - a)
        case (.transform(let a), .transform(let b)): self = .transform(TransformInterpolation(from: a, to: b))
        case (.path(let a), .path(let b)):
            self = PathBlend(from: a, to: b).map { .path($0) } ?? .step(start, end)
        case (.vectors(let a), .vectors(let b)) where a.count == b.count: self = .vectors(a, b)
        default: self = .step(start, end)
        }
    }

    /// The value at a point of the way; 0 is the start, 1 the end, and beyond them the way goes on.
    func value(at progress: Double) -> AnimatedValue {
        switch self {
        case .vector(let start, let change): .vector(start + change * progress)
        case .transform(let way): .transform(way.value(at: progress))
        case .path(let way): .path(way.value(at: progress))
        case .vectors(let start, let end):
            .vectors(zip(start, end).map { $0 + ($1 - $0) * progress })
        case .step(let start, let end): progress < 0.5 ? start : end
        }
    }
}
