/// What a basic animation does to a value: the way from its start to its end.
struct BasicTrack: Sendable {
    /// An end of the way.
    private enum End: Sendable {
        case value(AnimatedValue)
        /// What the property has without the animation.
        case current
        /// What the property has without the animation, and something more.
        case currentAnd(AnimatedValue)

        func value(over current: AnimatedValue) -> AnimatedValue {
            switch self {
            case .value(let value): value
            case .current: current
            case .currentAnd(let change): current.adding(change)
            }
        }
    }

    private enum Way: Sendable {
        case fixed(ValueBlend)
        /// An end of it depends on what the property has.
        indirect case open(End, End)
    }

    private let way: Way

    /// The straight way from one vector to another.
    init(from start: SIMD4<Double>, to end: SIMD4<Double>) {
        way = .fixed(.vector(start, change: end - start))
    }

    /// - Parameters:
    ///   - previous: What the property had before the change that the animation shows; for an animation that says
    ///     nothing.
    ///   - zero: What an animation by a change alone begins with, if it is to be added to the property.
    init(
        from: AnimatedValue?, to: AnimatedValue?, by: AnimatedValue?, previous: AnimatedValue? = nil,
        zero: AnimatedValue? = nil
    ) {
        let (start, end): (End, End)
        switch (from, to, by) {
        case (let from?, let to?, _): (start, end) = (.value(from), .value(to))
        case (let from?, nil, let by?): (start, end) = (.value(from), .value(from.adding(by)))
        case (nil, let to?, let by?): (start, end) = (.value(to.subtracting(by)), .value(to))
        case (let from?, nil, nil): (start, end) = (.value(from), .current)
        case (nil, let to?, nil): (start, end) = (.current, .value(to))
        case (nil, nil, let by?):
            if let zero {
                (start, end) = (.value(zero), .value(by))
            } else {
                (start, end) = (.current, .currentAnd(by))
            }
        case (nil, nil, nil): (start, end) = (previous.map { .value($0) } ?? .current, .current)
        }
        if case .value(let start) = start, case .value(let end) = end {
            way = .fixed(ValueBlend(from: start, to: end))
        } else {
            way = .open(start, end)
        }
    }

    /// The way, if it does not depend on what the property has.
    var fixedWay: ValueBlend? {
        if case .fixed(let way) = way { way } else { nil }
    }

    /// At which parts of the duration the value changes; nil where it may change at any.
    var bounds: [Double]? {
        switch fixedWay {
        case .vector(_, let change)? where change == .zero: []
        case .step?: Self.midpoint
        default: nil
        }
    }

    private static let midpoint = [0, 0.5, 1]

    /// The value at a point of the way.
    /// - Parameter current: What the property has without the animation.
    func value(at progress: Double, over current: @autoclosure () -> AnimatedValue) -> AnimatedValue {
        switch way {
        case .fixed(let way): return way.value(at: progress)
        case .open(let start, let end):
            let current = current()
            return ValueBlend(from: start.value(over: current), to: end.value(over: current)).value(at: progress)
        }
    }
}
