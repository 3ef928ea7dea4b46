/// How long a slice may go on.
struct SliceMeter {
    private let budget: MergeBudget
    private let start = ContinuousClock.now
    private(set) var count = 0

    init(_ budget: MergeBudget) { self.budget = budget }

    /// Notes merged objects.
    mutating func note(_ objects: Int) { count += objects }

    /// Whether nothing more is to be merged in this slice.
    /// - Parameter telling: how long telling of an object takes, by the slices before.
    func isOver(telling: Duration) -> Bool {
        switch budget.limit {
        case .objects(let most): count >= most
        // What has been merged is still to be told. Half is left for objects that are harder than those before, and for a machine that
        // lets another thread run meanwhile.
        case .time(let most): (elapsed + telling * count) * 2 >= most
        }
    }

    /// How many objects may be merged before this is asked again.
    var most: Int {
        switch budget.limit {
        case .objects(let most): max(most - count, 1)
        case .time: Self.mostUntimed
        }
    }

    /// Some microseconds' work, so that looking at the clock costs nothing beside it.
    private static let mostUntimed = 32

    /// The time since the slice began.
    var elapsed: Duration { start.duration(to: .now) }
}
