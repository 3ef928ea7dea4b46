/// Plays a scenario on a loop and writes down what happens.
///
/// It also keeps a small model of what is ready, so that no scenario hangs on the kernel's choice or on the machine's speed;
/// `Deviations.swift` says where and why. Belongs to one thread; read its results when that thread is done.
package final class ScenarioPlayer {
    package let scenario: Scenario
    let loop: any LoopUnderTest
    /// Longer limits on a slow machine.
    let patience: Double

    /// What happened.
    package private(set) var trace = Trace()
    /// The rules that the scenario exercised.
    package private(set) var rows: Set<Row> = []
    /// The machine was too slow for the scenario's limits: play it again with more patience.
    package private(set) var isLate = false
    /// From here on the two loops may differ, by a rule of `Deviations.swift`.
    private(set) var hasEnded = false

    var frames: [Frame] = []
    var ready = Readiness()
    var commonModes: Set<ModeName> = [.standard]
    /// All modes that the scenario names.
    let modeNames: [ModeName]
    var signalled: [Int: Int] = [:]
    var isInMainQueueItem = false
    private(set) var clockOfTrace = 0
    private var calls: [CallKey: Int] = [:]
    private var nextFrame = 0
    private var isMuted = false
    private let start: Double
    private(set) var descriptors: [Int: Int32] = [:]
    private var gridDates: [Int: Double] = [:]
    private var waitingBlocks: Set<Int> = []
    private let discardedBlocks = DiscardedBlocks()
    private var firedTimersInStage: [Int] = []
    var observersInStage: [Int] = []

    private struct CallKey: Hashable {
        var item: Int
        var activity: UInt
    }

    /// The hidden observer's number.
    package static let follower = -1

    /// Makes a player, and the scenario's items on the calling thread's loop.
    package init(_ scenario: Scenario, on kind: any LoopKind, patience: Double) {
        self.scenario = scenario
        self.patience = patience
        loop = kind.makeLoop(for: scenario)
        start = loop.now
        modeNames = scenario.modeNames
        loop.player = self
        if isOnMainThread {
            loop.addCommonMode(ModeName("P"))
            commonModes.insert(ModeName("P"))
        }
        for item in scenario.items { make(item) }
        loop.makeObserver(Self.follower, activities: Activities.all, repeats: true, order: .max)
    }

    var isOnMainThread: Bool { scenario.stage == .mainThread }

    /// Plays the scenario to its end.
    package func play() {
        for step in scenario.steps { perform(step, at: .outside) }
        if !isOnMainThread,
            scenario.items.contains(where: { $0.isSource && !modes(holding: $0.id).isEmpty })
                || !waitingBlocks.isEmpty
        {
            note(.threadExit)
        }
        if loop.now - start > 0.4 { isLate = true }
    }

    /// Leaves a loop that goes on after the scenario as it was.
    package func cleanUp() {
        isMuted = true
        for item in scenario.items { loop.invalidate(item.id) }
        for mode in modeNames where mode != .common {
            loop.add(Self.follower, to: mode)
            for _ in 0..<8 { _ = loop.run(mode, seconds: 0, returnAfterSourceHandled: false) }
        }
        loop.invalidate(Self.follower)
        loop.player = nil
    }

    /// After the thread has ended: gives the descriptors back, and takes items out of the other loop.
    package func finish() {
        isMuted = true
        for item in scenario.items { loop.invalidate(item.id) }
        loop.invalidate(Self.follower)
        for descriptor in descriptors.values { EventDescriptor.close(descriptor) }
        loop.letGo()
        isMuted = isOnMainThread
        if !isOnMainThread {
            for id in discardedBlocks.wait(for: waitingBlocks.count) { log(.discard, "block \(id) let go") }
        }
        loop.player = nil
    }

    // MARK: Items

    private func make(_ item: Item) {
        switch item.kind {
        case .source0(let order):
            loop.makeSource0(item.id, order: order)
        case .source1(let order):
            let descriptor = EventDescriptor.make()
            descriptors[item.id] = descriptor
            loop.makeSource1(item.id, order: order, descriptor: descriptor)
        case .timer(let fire, let interval, let order):
            loop.makeTimer(item.id, fireDate: date(fire), interval: interval.seconds, order: order)
            if case .due = fire { ready.due.insert(item.id) }
        case .observer(let activities, let repeats, let order):
            loop.makeObserver(item.id, activities: activities, repeats: repeats, order: order)
        }
    }

    func date(_ fire: FireTime) -> Double {
        switch fire {
        case .due(let seconds): start - Double(seconds)
        case .far(let thousands): start + Double(thousands) * 1000
        case .distant: 1e12
        }
    }

    /// A date as the trace writes it: whole seconds from the start.
    func text(ofDate date: Double) -> String {
        if date == 0 { return "none" }
        let seconds = date - start
        return seconds > 1e8 ? "distant" : "\(Int(seconds.rounded()))"
    }

    // MARK: The trace

    func note(_ row: Row) { if !hasEnded, !isMuted { rows.insert(row) } }

    func log(_ kind: Trace.Line.Kind, _ text: String) {
        clockOfTrace += 1
        guard !hasEnded, !isMuted else { return }
        trace.lines.append(Trace.Line(kind: kind, depth: frames.count, text: text))
    }

    /// Ends the comparison by a rule.
    func end(_ reason: String) {
        log(.other, "the comparison ends: \(reason)")
        hasEnded = true
    }

    // MARK: Blocks

    func postBlock(_ block: Block) {
        let postedAt = clockOfTrace
        waitingBlocks.insert(block.id)
        let token = DiscardedBlocks.Token(block.id, discardedBlocks)
        loop.post(modes: block.modes, isList: block.isList) { [weak self] in
            token.wasCalled = true
            self?.blockCalled(block, postedAt: postedAt)
        }
    }

    private func blockCalled(_ block: Block, postedAt: Int) {
        guard !isMuted else { return }
        waitingBlocks.remove(block.id)
        log(.block, "block \(block.id)")
        if let place = frames.indices.last {
            frames[place].blocks += 1
            frames[place].pendingSources = []
            if block.modes.contains(.common), frames[place].mode != .standard { note(.commonBlockInCommonMode) }
        }
        perform(block.operations, at: .block(postedAt: postedAt))
    }

    // MARK: Runs

    func run(_ run: Run, before: Bool = false) {
        let outer = frames.last
        if let outer, let last = outer.pendingSources.last, loop.contains(last, in: run.mode) {
            return log(.other, "skipped: \(last) is the last of a round of sources")
        }
        if let outer, outer.stage == Activities.afterWaiting, !outer.hasServedPort,
            !readyPorts(in: outer.mode).subtracting([.mainQueue]).isDisjoint(with: readyPorts(in: run.mode))
        {
            return log(.other, "skipped: what is ready is the outer run's")
        }
        if outer != nil { note(.changesInCallouts) }
        if ready.firing.last != nil { note(.nestedRunInTimer) }
        var limit = run.limit
        let isTimed = limit != .poll && limit != .negative
        var seconds = patience * (limit == .short ? 0.0015 : 0.012)
        if let outer {
            guard let inner = outer.innerSeconds, outer.timedRunsInside < 2 else {
                if isTimed { limit = .poll }
                return begin(run, limit, seconds: 0, inner: nil, before)
            }
            if isTimed { frames[frames.count - 1].timedRunsInside += 1 }
            seconds = min(seconds, inner)
        }
        switch limit {
        case .poll: begin(run, limit, seconds: 0, inner: nil, before)
        case .negative: begin(run, limit, seconds: -5, inner: nil, before)
        case .short: begin(run, limit, seconds: seconds, inner: nil, before)
        case .untilIdle:
            begin(run, limit, seconds: seconds, inner: seconds < patience * 0.002 ? nil : seconds / 4, before)
        case .endless: begin(run, limit, seconds: 1e10, inner: patience * 0.002, before)
        }
    }

    private func begin(_ run: Run, _ limit: Run.Limit, seconds: Double, inner: Double?, _ before: Bool) {
        // Nobody else would end an endless run.
        let isFollowed = run.mode != .common && (limit == .endless || !run.isBare && loop.allModes.contains(run.mode))
        if isFollowed { loop.add(Self.follower, to: run.mode) }
        let holdsItem = scenario.items.contains { !$0.isObserver && loop.contains($0.id, in: run.mode) }
        log(
            .run,
            "run in \(run.mode), \(limit)\(run.returnAfterSourceHandled ? ", until a source is handled" : "")\(before ? ", before" : "")"
        )
        nextFrame += 1
        var frame = Frame(
            serial: nextFrame, mode: run.mode, limit: limit, returnAfterSourceHandled: run.returnAfterSourceHandled,
            isFollowed: isFollowed, deadline: seconds > 0 && seconds < 1e9 ? loop.now + seconds : nil,
            innerSeconds: inner,
            lastActivity: loop.now)
        frame.wasEmptyButForBlocks = !holdsItem && !waitingBlocks.isEmpty
        frame.wasEmpty = !holdsItem && waitingBlocks.isEmpty
        let timers = scenario.items.filter { !$0.isObserver && loop.contains($0.id, in: run.mode) }
        if timers.count == 1, let only = timers.first, only.isOneShotTimer { frame.onlyTimer = only.id }
        frame.signalledAtStart = signalled.keys.filter { loop.contains($0, in: run.mode) }.count
        if ready.hasWakeUp { ready.takers.insert(frame.serial) }
        frames.append(frame)
        let result: Int
        if before {
            result = loop.runBefore(run.mode, seconds: seconds > 0 ? seconds : -1) ? -1 : -2
        } else {
            result = loop.run(run.mode, seconds: seconds, returnAfterSourceHandled: run.returnAfterSourceHandled)
        }
        frame = frames.removeLast()
        if frame.isFollowed, !frames.contains(where: { $0.isFollowed && $0.mode == run.mode }) {
            loop.remove(Self.follower, from: run.mode)
        }
        settle(frame, result, before: before)
        log(.result, before ? "returned \(result == -1)" : "result \(result)")
    }

    private func settle(_ frame: Frame, _ result: Int, before: Bool) {
        if let deadline = frame.deadline {
            if frame.lastActivity > deadline - 0.0002 { isLate = true }
            // What ended the run came in a pass without a sleep, where the time-out may have been as ready as a port.
            let wasEndedByCall = before ? frame.sources + frame.mainQueueItems > 0 : result != 3
            if wasEndedByCall, loop.now > deadline - 0.0002 { isLate = true }
            let hadToEndBefore = frame.timedOutTooSoon || frame.wasEndedAsIdle || frame.wasStoppedBeforeSleep
            if result == 3, hadToEndBefore { isLate = true }
            if scenario.style == .crowded, !readyPorts(in: frame.mode).isEmpty { isLate = true }
        }
        if frame.pass > 0, ready.takers.contains(frame.serial) { wakeUpWasTaken() }
        if result == 1, frame.observerCalls == 0, frame.wasEmpty { note(.emptyModeFinishes) }
        if result == 3, isOnMainThread, frame.wasEmpty, commonModes.contains(frame.mode) { note(.mainLoopNeverEmpty) }
        if frame.wasEmptyButForBlocks, frame.blocks > 0, result != 1 {
            note(.queuedBlockKeepsMode)
            if !frame.isPoll, result == 3 { note(.emptinessAfterWaitOnly) }
        }
        if frame.returnAfterSourceHandled {
            if frame.blocks + frame.timers > 0, frame.sources == 0, frame.mainQueueItems == 0, result != 4 {
                note(.blockIsNoSource)
            }
            if frame.mainQueueItems > 0, result == 4 { note(.mainQueueItemIsSource) }
            if frame.signalledAtStart > 1, frame.sources == 1, result == 4 { note(.oneSourceThenReturn) }
        }
        if frame.onlyTimer != nil, frame.timers == 1, result == 1 { note(.oneShotTimerAlone) }
        if frame.wasStopped, result == 2, !frames.isEmpty { note(.stopInNestedRun) }
        if result < 0 { note(.runModeBefore) }
    }

    // MARK: Bookkeeping of calls

    /// The operations of an item's call-out that begins now.
    func reactions(_ id: Int, _ activity: UInt = 0) -> [Operation] {
        let key = CallKey(item: id, activity: activity)
        calls[key, default: 0] += 1
        let call = calls[key] ?? 0
        return scenario.items[id].reactions.filter { $0.call == call && ($0.activity ?? 0) == activity }.flatMap(
            \.operations)
    }

    var isSilent: Bool { isMuted }

    /// Whether a repeating timer went on by whole intervals since it was asked last.
    func askGrid(_ id: Int) {
        let next = loop.nextFireDate(id)
        if let last = gridDates[id] {
            let steps = (next - last) / loop.interval(id)
            let isWhole = (steps - steps.rounded()).magnitude < 0.05
            // A date is made of two clocks; who is interrupted between reading them is off. It does not happen every time.
            if !isWhole, patience < 50 { isLate = true }
            log(.other, "grid of \(id): whole steps \(isWhole), at least seven \(steps > 6.9)")
            note(.missedFiresSkipped)
        }
        gridDates[id] = next
    }
}

extension Scenario {
    /// The modes that it names, but for the pseudo mode.
    var modeNames: [ModeName] {
        var names: Set<ModeName> = [.standard]
        func visit(_ operations: [Operation]) {
            for operation in operations {
                switch operation {
                case .add(_, let mode), .remove(_, let mode), .addCommonMode(let mode), .runBefore(let mode, _):
                    names.insert(mode)
                case .run(let run): names.insert(run.mode)
                case .post(let block): names.formUnion(block.modes)
                default: break
                }
                visit(operation.inner)
            }
        }
        visit(steps)
        for item in items { for reaction in item.reactions { visit(reaction.operations) } }
        names.remove(.common)
        return names.sorted { $0.rawValue < $1.rawValue }
    }
}

extension Item {
    var isObserver: Bool { if case .observer = kind { true } else { false } }
    var isSource: Bool {
        switch kind {
        case .source0, .source1: true
        default: false
        }
    }
    var isTimer: Bool { if case .timer = kind { true } else { false } }
    var isOneShotTimer: Bool {
        if case .timer(_, let interval, _) = kind { interval.seconds <= 0 } else { false }
    }
}

extension Interval {
    /// The interval as it is given.
    var seconds: Double {
        switch self {
        case .none: 0
        case .negative: -3
        case .thousands(let thousands): Double(thousands) * 1000
        case .millisecond: 0.001
        }
    }
}
