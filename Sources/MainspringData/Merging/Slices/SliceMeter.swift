/// How long a slice may go on.
struct SliceMeter {
    private let budget: MergeBudget
    private let start = ContinuousClock.now
    private(set) var count = 0
    /// So many objects take some microseconds, by those before.
    private var untimed = 1
    /// When the last objects were noted.
    private var noted = Duration.zero

    init(_ budget: MergeBudget) { self.budget = budget }

    /// Notes merged objects.
    mutating func note(_ objects: Int) {
        count += objects
        guard case .time = budget.limit else { return }
        let now = elapsed
        untimed = now - noted < Self.unnoticed ? min(untimed * 2, Self.mostUntimed) : max(untimed / 2, 1)
        noted = now
    }

    /// Whether nothing more is to be merged in this slice.
    /// - Parameter telling: how long telling of an object takes, by the slices before.
    func isOver(telling: Duration) -> Bool {
        switch budget.limit {
        case .objects(let most): count >= most
        // What has been merged is still to be told. The rest is left for objects that are harder than those before, and for a machine
        // that lets another thread run meanwhile.
        case .time(let most): (elapsed + telling * count) * 8 >= most * 3
        }
    }

    /// How many objects may be merged before this is asked again.
    var most: Int {
        switch budget.limit {
        case .objects(let most): max(most - count, 1)
        case .time: untimed
        }
    }

    /// Looking at the clock costs nothing beside what so many objects take at least; and where a hook takes long, each is looked at.
    private static let mostUntimed = 32
    private static let unnoticed = Duration.microseconds(60)

    /// The time since the slice began.
    var elapsed: Duration { start.duration(to: .now) }
}
