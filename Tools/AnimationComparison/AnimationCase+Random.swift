internal import Foundation
internal import SeededRandom

extension AnimationCase {
    /// A case of a seed.
    init(number: Int, seed: UInt64) {
        // Each case has numbers of its own, so that one can be repeated without those before it.
        var seeds = SeededGenerator(seed: seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(number))
        var random = SeededGenerator(seed: seeds.next())
        /// On a grid of binary fractions both sides compute without rounding, so that boundaries can be met exactly.
        let isExact = Bool.random(using: &random)
        func seconds(_ range: ClosedRange<Double>) -> Double {
            let any = Double.random(in: range, using: &random)
            return isExact ? (any * 64).rounded(.up) / 64 : any
        }
        let direction = Direction.allCases.randomElement(using: &random) ?? .normal
        let duration = seconds(0.05...8)
        let delay = Int.random(in: 0..<4, using: &random) == 0 ? 0 : seconds(-5...5)
        let iterations = Self.iterations(direction, isExact: isExact, &random)
        let kind = Kind.allCases.randomElement(using: &random) ?? .number
        let (from, to) = kind.ends(&random)
        self.init(
            number: number, duration: duration, delay: delay, iterations: iterations, direction: direction,
            fill: Fill.allCases.randomElement(using: &random) ?? .none, easing: Self.easing(&random), kind: kind,
            from: from, to: to, instants: [],
            form: Self.forms(direction, iterations).randomElement(using: &random) ?? .forwards,
            speed: [1, 1, 1, 0.5, 2, 4].randomElement(using: &random) ?? 1)
        instants = makeInstants(isExact: isExact, &random)
    }

    private static func iterations(
        _ direction: Direction, isExact: Bool, _ random: inout SeededGenerator
    ) -> Double? {
        switch Int.random(in: 0..<10, using: &random) {
        case 0..<4: Double(Int.random(in: 1...6, using: &random))
        // What runs towards its beginning cannot come from without end.
        case 4 where direction == .normal || direction == .alternate: nil
        case _ where isExact: Double(Int.random(in: 1...40, using: &random)) / 8
        // Counts are `Float` in Core Animation.
        default: Double(Float.random(in: 0.1...5, using: &random))
        }
    }

    private static func easing(_ random: inout SeededGenerator) -> [Double]? {
        guard Int.random(in: 0..<4, using: &random) > 0 else { return nil }
        // Control points are `Float` in Core Animation.
        return [0...1, -1.5...2.5, 0...1, -1.5...2.5].map { Double(Float.random(in: $0, using: &random)) }
    }

    /// The forms in Core Animation that say the same.
    private static func forms(_ direction: Direction, _ iterations: Double?) -> [Form] {
        guard let iterations else { return [.forwards] }
        let isWhole = iterations == iterations.rounded()
        let isEven = iterations.truncatingRemainder(dividingBy: 2) == 0
        return switch direction {
        case .normal: [.forwards, .forwards, .group]
        case .reverse: isWhole ? [.backwards, .backwards, .group] : [.group]
        // Backwards, an even number of runs begins as forwards, an odd one begins at the far end.
        case .alternate: isWhole && isEven ? [.forwards, .backwards, .group] : [.forwards, .forwards, .group]
        case .alternateReverse: isWhole && !isEven ? [.backwards, .backwards, .group] : [.group]
        }
    }

    /// As near as instants come to a boundary without meeting it, in seconds: nearer than a millionth Chromium takes them for the boundary.
    private static let nearness = 1e-5

    private func makeInstants(isExact: Bool, _ random: inout SeededGenerator) -> [Instant] {
        var list: [Instant] = []
        func add(_ active: Double, _ place: Place) {
            // With a delay below 0 Web Animations have no active time before `currentTime` 0; Core Animation has.
            guard delay >= 0 || delay + active >= 0 else { return }
            list.append(Instant(time: delay + active, place: place))
        }
        let near = Self.nearness
        add(-duration * .random(in: 0.01...3, using: &random), .before)
        add(-near, .before)
        add(0, .begin)
        let shown = min(activeDuration, duration * 6)
        for _ in 0..<12 {
            let active = Double.random(in: 0..<shown, using: &random)
            let part = active / duration
            if abs(part - part.rounded()) * duration > near, activeDuration - active > near { add(active, .inside) }
        }
        for run in 1...6 {
            let boundary = Double(run) * duration
            guard boundary + near < activeDuration else { break }
            add(boundary - near, .inside)
            if isExact { add(boundary, .boundary) }
            add(boundary + near, .inside)
        }
        guard activeDuration.isFinite else { return list }
        add(activeDuration - near, .inside)
        if isExact { add(activeDuration, .end) }
        // Chromium divides the time by the duration: after a whole number of runs rounding makes the end of the last or the beginning of
        // another of it.
        let isRounded = !isExact && activeDuration != duration && iterations == iterations?.rounded()
        if isRounded, fill == .forwards || fill == .both { return list }
        add(activeDuration + near, .after)
        add(activeDuration + .random(in: 0.01...20, using: &random), .after)
        return list
    }
}
