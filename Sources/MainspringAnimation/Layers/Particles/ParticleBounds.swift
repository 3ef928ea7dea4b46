/// What numbers of emitters are limited to, so that no product of them is infinite and births can be counted.
enum ParticleBounds {
    /// Seconds: some thirty years.
    static let seconds = 1e9
    /// Births a second.
    static let rate = 1e6
    /// Points, points a second, and points a second each second.
    static let points = 1e9
    static let scale = 1e6
    /// Radians, and radians a second.
    static let angle = 1e6
    /// Parts of a colour's component.
    static let component = 1e3
    static let speed = 1e3

    /// The nearest value within a limit to both sides; no number counts as 0.
    static func limited(_ value: Double, _ limit: Double) -> Double {
        value.isNaN ? 0 : min(max(value, -limit), limit)
    }
}
