/// What a player knows to be ready: the ports that a run would find.
///
/// Which of several ready ports comes first is the kernel's choice, so in an exact scenario the player lets only one be ready at a
/// time in any mode; an operation that would make it two is skipped, and the trace says so.
struct Readiness {
    /// A port, as far as it matters for who competes with whom.
    enum Port: Hashable {
        case descriptor(Int)
        case timers
        case mainQueue
    }

    /// Source1s whose descriptor is readable.
    var rung: Set<Int> = []
    /// Timers whose time has come.
    var due: Set<Int> = []
    /// Items in the main queue.
    var mainQueueItems = 0
    /// A wake-up has not been taken.
    var hasWakeUp = false
    /// Runs whose next wait will take it.
    var takers: Set<Int> = []
    /// Timers in their call-outs.
    var firing: [Int] = []
    /// Those of them that are not the first of their pass: libFoundation arms the port for the next timer before it calls one, so
    /// that it may be ready while the last of them is called.
    var armed: Set<Int> = []
}

extension ScenarioPlayer {
    /// The ports that a run in a mode would find ready.
    func readyPorts(in mode: ModeName, exceptFiring: Bool = false) -> Set<Readiness.Port> {
        var ports: Set<Readiness.Port> = []
        for item in ready.rung where loop.contains(item, in: mode) { ports.insert(.descriptor(item)) }
        for item in ready.due where loop.contains(item, in: mode) {
            if !(exceptFiring && ready.firing.contains(item)) { ports.insert(.timers) }
        }
        if !exceptFiring, ready.armed.contains(where: { loop.contains($0, in: mode) }) { ports.insert(.timers) }
        if isOnMainThread, commonModes.contains(mode), ready.mainQueueItems > 0, !(exceptFiring && isInMainQueueItem) {
            ports.insert(.mainQueue)
        }
        return ports
    }

    /// The modes that hold an item.
    func modes(holding item: Int) -> [ModeName] { modeNames.filter { loop.contains(item, in: $0) } }

    /// The port that an item makes ready as it stands.
    func port(of item: Int) -> Readiness.Port? {
        if ready.rung.contains(item) { return .descriptor(item) }
        return ready.due.contains(item) ? .timers : nil
    }

    /// Whether a port may become ready in some modes beside what is ready there.
    func mayBecomeReady(_ port: Readiness.Port, in modes: [ModeName]) -> Bool {
        if scenario.style == .crowded { return true }
        return !ready.hasWakeUp && modes.allSatisfy { readyPorts(in: $0).subtracting([port]).isEmpty }
    }

    /// Whether an item may come into a mode.
    func mayJoin(_ item: Int, _ mode: ModeName) -> Bool {
        guard scenario.style == .exact, let port = port(of: item) else { return true }
        return mayBecomeReady(port, in: mode == .common ? Array(commonModes) : [mode])
    }

    /// Whether a mode may become common.
    func mayBecomeCommon(_ mode: ModeName) -> Bool {
        guard mode == .common || commonModes.contains(mode) || commonObserversHaveOrdersOfTheirOwn else { return false }
        guard scenario.style == .exact, mode != .common, !commonModes.contains(mode) else { return true }
        let common = scenario.items.map(\.id).filter { loop.contains($0, in: .common) }.compactMap { port(of: $0) }
        guard !common.isEmpty else { return true }
        return !ready.hasWakeUp && readyPorts(in: mode).union(common).count < 2
    }

    /// Otherwise their order in a mode that becomes common is a hash table's.
    private var commonObserversHaveOrdersOfTheirOwn: Bool {
        let orders = scenario.items.compactMap { item -> Int? in
            guard case .observer(_, _, let order) = item.kind, loop.contains(item.id, in: .common) else { return nil }
            return order
        }
        return Set(orders).count == orders.count
    }

    /// What a wake-up given now comes to.
    enum WakeUpFate {
        case dropped, remembered, unknown
    }

    /// What a wake-up given now comes to.
    func wakeUpFate(_ place: Place) -> WakeUpFate {
        guard let frame = frames.last else { return .dropped }
        switch place {
        case .timer, .source1, .mainQueueItem:
            return .dropped
        case .source0:
            return .remembered
        case .observer(_, let activity) where activity != Activities.exit:
            return activity == Activities.afterWaiting ? .dropped : .remembered
        case .outside, .observer:
            return !frame.isFollowed ? .unknown : frame.ignoresWakeUps ? .dropped : .remembered
        case .block(let postedAt):
            guard frame.isFollowed else { return .unknown }
            if frame.ignoresWakeUps { return .dropped }
            // A block of the second or third round of a pass that does not sleep looks the same from here.
            return frame.hasPerformedSource0 || postedAt >= frame.blocksBeganAt ? .unknown : .remembered
        }
    }

    /// Notes a wake-up, or says that it may not be given now.
    func mayWakeUp(_ place: Place) -> Bool {
        switch wakeUpFate(place) {
        case .dropped: return true
        case .unknown: return false
        case .remembered:
            if scenario.style == .crowded { return true }
            if ready.hasWakeUp { return true }
            let isAnythingReady =
                ready.mainQueueItems > 0 || (ready.rung.union(ready.due)).contains { !modes(holding: $0).isEmpty }
            if isAnythingReady { return false }
            ready.hasWakeUp = true
            ready.takers = Set(frames.filter { !$0.ignoresWakeUps }.map(\.serial))
            return true
        }
    }

    /// The wake-up has been taken.
    func wakeUpWasTaken() {
        ready.hasWakeUp = false
        ready.takers = []
    }
}
