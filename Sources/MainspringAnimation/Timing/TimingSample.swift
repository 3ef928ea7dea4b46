/// Where a timed object is in its course.
struct TimingCourse: Hashable, Sendable {
    /// From 0 to 1, in the direction in which the object runs just now; no timing function has been applied.
    var progress: Double
    /// How many repeats are over.
    var repeats: Double
}

/// On which side of its active time an object is.
enum TimingPhase: Hashable, Sendable {
    case before, active, after
}

/// What an object's timing says about an instant.
struct TimingSample: Hashable, Sendable {
    var course: TimingCourse
    var phase: TimingPhase
    /// Whether the object shows: it is active, or fills.
    var isInEffect: Bool
}
