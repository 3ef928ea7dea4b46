/// An animation of one value in the words of Web Animations, and the instants at which it is looked at.
///
/// Times are in seconds.
struct AnimationCase: Codable {
    /// Which of its seed's cases it is, from 0.
    var number: Int
    var duration: Double
    var delay: Double
    /// Nil for one without an end.
    var iterations: Double?
    var direction: Direction
    var fill: Fill
    /// x and y of the two control points; nil for the even pace.
    var easing: [Double]?
    var kind: Kind
    /// The number, the point, the angle in radians, or the matrix row by row.
    var from: [Double]
    var to: [Double]
    var instants: [Instant]
    /// How it is written down in Core Animation's words.
    var form: Form
    /// How fast the animation's time runs beside the host's: a power of two, so that nothing is rounded.
    var speed: Double

    enum Direction: String, Codable, CaseIterable {
        case normal, reverse, alternate
        case alternateReverse = "alternate-reverse"

        var alternates: Bool { self == .alternate || self == .alternateReverse }
    }

    enum Fill: String, Codable, CaseIterable {
        case none, forwards, backwards, both
    }

    enum Kind: String, Codable, CaseIterable {
        /// `zPosition`, and a registered custom property.
        case number
        case opacity
        /// `position`, and two registered custom properties.
        case position
        /// `transform.rotation.z` or a value function, and `rotate()`.
        case rotation
        /// Matrices of the plane that lean, turn, enlarge, mirror and move.
        case plane
        /// Matrices of space, leaning ones and perspective too.
        case space
    }

    enum Form: String, Codable {
        /// An animation with a speed above 0.
        case forwards
        /// An animation with a speed below 0 and the offset at which it begins.
        case backwards
        /// An animation inside a group, which cuts it off.
        case group
    }

    struct Instant: Codable {
        /// Of the animation, as `currentTime` counts it: 0 is when the delay begins.
        var time: Double
        var place: Place
    }

    enum Place: String, Codable {
        case before, begin, inside, boundary, end, after
    }

    /// How long it runs, delay apart.
    var activeDuration: Double { iterations.map { $0 * duration } ?? .infinity }
}
