/// Small scenes that make sure that every row is exercised often; the rest of a scenario goes on around them.
enum Recipe: CaseIterable {
    case idleMain, emptyMode, onlyBlock, blockUntilSource, mainItemUntilSource, blockInBlock, timerAlone
    case ranks, twoUntilSource, memberships, lateCommonMode, nestedStop, missedFires, nestedInTimer, timerOrders
    case observerOrders, commonBlock, leftovers, ownFireDate, twoLoops, intervals, tolerance, wakeUps,
        signalBeforeWaiting
    case runBefore, changes, askElsewhere, stopAtEntry, removedButFires, batchOfTimers, emptied, nestedMainItem

    var needsMainThread: Bool {
        switch self {
        case .idleMain, .mainItemUntilSource, .nestedMainItem: true
        default: false
        }
    }

    /// Before anything else has happened on the loop.
    var comesFirst: Bool { self == .idleMain }
}

extension ScenarioGenerator {
    /// A mode of the scene's own, so that what else the scenario does leaves it alone.
    private var own: ModeName { ModeName("Q") }

    private func run(
        _ mode: ModeName, _ limit: Run.Limit, untilSource: Bool = false, bare: Bool = false
    ) -> Operation {
        .run(Run(mode: mode, limit: limit, returnAfterSourceHandled: untilSource, isBare: bare))
    }

    private mutating func source0(_ order: Int = 0, _ operations: [Operation] = []) -> Int {
        make(
            .source0(order: order), operations.isEmpty ? [] : [Reaction(call: 1, activity: nil, operations: operations)]
        )
    }

    private mutating func timer(
        _ fire: FireTime, _ interval: Interval = .none, order: Int = 0, _ operations: [Operation] = []
    ) -> Int {
        make(
            .timer(fire: fire, interval: interval, order: order),
            operations.isEmpty ? [] : [Reaction(call: 1, activity: nil, operations: operations)])
    }

    private mutating func keepAlive(_ mode: ModeName) { steps.append(.add(source0(50), mode)) }

    private mutating func limits() -> Run.Limit { random.pick([.poll, .untilIdle, .untilIdle, .short]) }

    /// Appends a scene.
    mutating func cook(_ recipe: Recipe) {
        switch recipe {
        case .idleMain:
            steps.append(run(.standard, random.pick([.poll, .negative, .short]), bare: random.chance(50)))
        case .emptyMode:
            switch random.below(3) {
            case 0: steps.append(run(ModeName("never"), random.pick([.poll, .short, .untilIdle])))
            case 1:
                watch([own])
                steps.append(run(own, limits()))
            default: steps += [.post(block(depth: 3, modes: [own])), run(own, .poll), run(own, limits())]
            }
        case .onlyBlock:
            if random.chance(70) { watch([own]) }
            steps += [
                .post(block(depth: 3, modes: [own], operations: [])), run(own, random.pick([.short, .short, .poll])),
            ]
        case .blockUntilSource:
            keepAlive(own)
            if random.chance(50) { steps.append(.add(timer(.due(2)), own)) }
            steps += [
                .post(block(depth: 3, modes: [own], operations: [])),
                run(own, random.pick([.short, .untilIdle]), untilSource: true),
            ]
        case .mainItemUntilSource:
            steps += [
                .postToMainQueue(block(depth: 3, modes: [.standard])), run(.standard, limits(), untilSource: true),
            ]
        case .blockInBlock:
            watch([own])
            keepAlive(own)
            let inner = block(
                depth: 2, modes: [own], operations: [.post(block(depth: 3, modes: [own], operations: []))])
            steps += [
                .post(block(depth: 2, modes: [own], operations: [.post(inner)])), run(own, limits()), run(own, .poll),
            ]
        case .timerAlone:
            if random.chance(70) { watch([own]) }
            let only = timer(.due(3))
            steps += [
                .add(only, own), run(own, random.pick([.untilIdle, .endless]), untilSource: random.chance(30)),
                .ask(only),
            ]
        case .ranks, .twoUntilSource:
            cookSignals(untilSource: recipe == .twoUntilSource)
        case .memberships, .lateCommonMode, .twoLoops:
            cookMemberships(recipe)
        case .nestedStop, .nestedInTimer, .missedFires, .timerOrders, .ownFireDate, .batchOfTimers, .intervals,
            .tolerance:
            cookTimers(recipe)
        case .observerOrders, .wakeUps, .signalBeforeWaiting, .stopAtEntry:
            cookObservers(recipe)
        default:
            cookRest(recipe)
        }
    }

    private mutating func cookSignals(untilSource: Bool) {
        let mode = random.chance(50) ? .standard : own
        if mode == own, random.chance(60) { watch([own]) }
        let sources = (0..<(2 + random.below(4))).map { _ in source0(random.pick([0, 0, 1, 5])) }
        for source in sources { steps.append(.add(source, mode)) }
        for _ in 0..<(sources.count + 1) { steps.append(.signal(random.pick(sources))) }
        for source in sources.prefix(2) { steps.append(.signal(source)) }
        steps += [run(mode, limits(), untilSource: untilSource), run(mode, .poll, untilSource: untilSource)]
    }

    private mutating func cookMemberships(_ recipe: Recipe) {
        let source = source0()
        switch recipe {
        case .memberships:
            steps += [.add(source, .standard), .add(source, .standard), .add(source, own), .ask(source)]
            steps +=
                random.chance(50)
                ? [.invalidate(source), .add(source, own)] : [.remove(source, own), .remove(source, own)]
            steps.append(.ask(source))
        case .lateCommonMode:
            let timer = timer(.far(2))
            let observer = make(.observer(activities: Activities.all, repeats: true, order: 2))
            let mode = isOnMainThread ? ModeName("P") : random.pick([own, ModeName("P")])
            steps += [.add(source, .common), .add(timer, .common), .add(observer, .common), .addCommonMode(mode)]
            if random.chance(40) {
                steps.append(.remove(random.pick([source, timer, observer]), random.pick([mode, .standard])))
            }
            steps += [.ask(source), .ask(timer), .ask(observer), .signal(source), run(mode, .poll)]
            if random.chance(60) { steps.append(.remove(random.pick([source, timer, observer]), .common)) }
            steps += [.ask(source), .ask(timer), .ask(observer)]
        default:
            let item = random.pick([
                source, timer(.far(2)), make(.observer(activities: Activities.all, repeats: true, order: 0)),
            ])
            let (first, second): (Operation, Operation) =
                random.chance(50)
                ? (.add(item, .standard), .addElsewhere(item, ModeName("E")))
                : (.addElsewhere(item, ModeName("E")), .add(item, .standard))
            steps += [
                first, second, .ask(item), .removeElsewhere(item, ModeName("E")), .add(item, anyMode()), .ask(item),
            ]
        }
    }

    private mutating func cookTimers(_ recipe: Recipe) {
        switch recipe {
        case .nestedStop:
            keepAlive(own)
            let inner = block(depth: 3, modes: [own], operations: [.stop])
            var operations: [Operation] = [.post(inner), run(own, .untilIdle)]
            if random.chance(30) { operations.append(.stop) }
            steps += [.post(block(depth: 1, modes: [.standard], operations: operations)), run(.standard, .untilIdle)]
        case .nestedInTimer:
            let id = items.count
            let nested: [Operation] =
                random.chance(50)
                ? [.setFireTime(id, .due(1)), run(own, .untilIdle)] : [run(own, random.pick([.poll, .untilIdle]))]
            let outer = timer(.due(5), random.pick([.none, .thousands(1)]), nested)
            steps += [.add(outer, own), .add(timer(.due(4), random.pick([.none, .thousands(2)])), own)]
            steps += [run(own, random.pick([.untilIdle, .poll])), .ask(outer)]
        case .missedFires:
            let id = items.count
            let late = make(
                .timer(fire: .due(1), interval: .millisecond, order: 0),
                [1, 2].map { Reaction(call: $0, activity: nil, operations: [.pass(4)]) })
            precondition(late == id)
            steps += [
                .add(late, own), run(own, .poll), .askGrid(late), .pass(3), run(own, .poll), .askGrid(late),
                .invalidate(late),
            ]
        case .timerOrders:
            if random.chance(60) { watch([own]) }
            for _ in 0..<(2 + random.below(3)) {
                steps.append(.add(timer(.due(1 + random.below(5)), order: 3 - random.below(7)), own))
            }
            steps.append(run(own, random.pick([.untilIdle, .poll])))
        case .ownFireDate:
            let id = items.count
            let time = randomFireTime()
            let timer = timer(.due(5), random.pick([.none, .thousands(2)]), [.setFireTime(id, time), .ask(id)])
            steps += [
                .add(timer, own), run(own, .poll), .ask(timer), run(own, random.pick([.poll, .untilIdle])), .ask(timer),
            ]
        case .batchOfTimers:
            let id = items.count
            let change: Operation = random.pick([
                .remove(id + 1, own), .invalidate(id + 1), .setFireTime(id + 1, .far(3)), .setFireTime(id + 2, .due(1)),
                .add(id + 2, own), .invalidate(id), .remove(id, own),
            ])
            steps.append(.add(timer(.due(3), random.pick([.none, .thousands(1)]), [change]), own))
            steps.append(.add(timer(.due(2)), own))
            let third = timer(.due(1))
            if random.chance(50) { steps.append(.add(third, own)) }
            keepAlive(own)
            steps += [run(own, random.pick([.untilIdle, .poll])), .ask(id), .ask(id + 1)]
        case .intervals:
            let timer = timer(random.pick([.due(1), .far(1)]), random.pick([.none, .negative]))
            steps += [.ask(timer), .add(timer, own), run(own, .poll), .ask(timer)]
        default:
            let timer = timer(.far(1), random.pick([.none, .thousands(1)]))
            steps += [
                .setTolerance(timer, random.pick([-1, 0, 0.5, 700])), .ask(timer), .add(timer, .standard), .ask(timer),
            ]
        }
    }

    private mutating func cookObservers(_ recipe: Recipe) {
        let activity = random.pick(Activities.each)
        switch recipe {
        case .observerOrders:
            keepAlive(own)
            let first = items.count
            for place in 0..<(2 + random.below(3)) {
                let change: [Operation] = [
                    .invalidate(first + 1), .remove(first + 1, own), .add(first + 1, own), run(own, .poll),
                    .invalidate(first), .post(block(depth: 3, modes: [own])),
                ]
                let reaction = Reaction(call: 1, activity: activity, operations: [random.pick(change)])
                make(
                    .observer(activities: Activities.all, repeats: random.chance(60), order: random.pick([0, 0, 1])),
                    place == 0 ? [reaction] : [])
            }
            for item in items[first...] { steps.append(.add(item.id, own)) }
            steps += [run(own, limits()), run(own, .poll)]
        case .wakeUps, .stopAtEntry:
            keepAlive(own)
            let isStop = recipe == .stopAtEntry
            let when = isStop ? random.pick([Activities.entry, Activities.entry, activity]) : activity
            let reaction = Reaction(call: 1, activity: when, operations: [isStop ? .stop : .wakeUp])
            steps.append(.add(make(.observer(activities: Activities.all, repeats: true, order: 0), [reaction]), own))
            if random.chance(20) { steps.append(.wakeUp) }
            steps += [run(own, limits()), run(own, random.pick([.untilIdle, .poll, .short]))]
        default:
            let source = source0()
            let reaction = Reaction(call: 1, activity: Activities.beforeWaiting, operations: [.signal(source)])
            steps.append(.add(make(.observer(activities: Activities.all, repeats: true, order: 0), [reaction]), own))
            steps += [.add(source, own), run(own, random.pick([.short, .untilIdle])), run(own, .poll)]
        }
    }

    private mutating func cookRest(_ recipe: Recipe) {
        switch recipe {
        case .commonBlock:
            let mode = isOnMainThread ? ModeName("P") : own
            steps += [.addCommonMode(mode), .post(block(depth: 3, modes: [.standard], operations: []))]
            steps += [.post(block(depth: 2, modes: [.common])), .post(block(depth: 3, modes: [mode], operations: []))]
            steps += [run(mode, .poll), run(.standard, .poll)]
        case .leftovers:
            steps += [
                .add(source0(), anyMode()), .add(source0(), .common),
                .post(block(depth: 3, modes: [ModeName("N")], operations: [])),
            ]
        case .runBefore:
            let source = source0()
            steps.append(.add(source, own))
            if random.chance(40) { steps.append(.signal(source)) }
            if random.chance(40) { steps.append(.add(timer(.due(1)), own)) }
            steps.append(
                .runBefore(random.pick([own, own, own, ModeName("never")]), random.pick([.poll, .untilIdle, .short])))
        case .changes:
            let id = items.count
            let change = [
                Operation.add(id + 1, own), .remove(id + 1, own), .invalidate(id + 1), .signal(id + 1), .signal(id),
            ]
            let acting = source0(0, [random.pick(change), random.pick(change)])
            let other = source0(random.pick([0, 1, -1]))
            watch([own])
            keepAlive(own)
            steps += [.add(acting, own), .add(other, own), .signal(other), .signal(acting)]
            if random.chance(50) {
                let last = source0(9)
                steps += [.add(last, own), .signal(last)]
            }
            steps += [run(own, limits()), .ask(other)]
        case .askElsewhere:
            let id = items.count
            let kind: Item.Kind = random.pick([
                .source0(order: 0), .source1(order: 0), .timer(fire: .due(1), interval: .none, order: 0),
                .observer(activities: Activities.all, repeats: true, order: 0),
            ])
            let activity: UInt? = if case .observer = kind { Activities.beforeTimers } else { nil }
            make(kind, [Reaction(call: 1, activity: activity, operations: [.askFromElsewhere(id)])])
            keepAlive(own)
            steps += [.add(id, own), .signal(id), .ring(id), run(own, .poll)]
        case .removedButFires:
            let id = items.count
            _ = source0(0, [.remove(id + 1, own)])
            _ = source0(1)
            _ = source0(2, random.chance(40) ? [run(own, .poll)] : [])
            for source in id..<(id + 3) { steps += [.add(source, own), .signal(source)] }
            steps += [run(own, random.pick([.poll, .untilIdle])), .ask(id + 1)]
        case .emptied:
            if random.chance(70) { watch([own]) }
            let id = items.count
            let leaving: Operation = random.pick([.remove(id, own), .invalidate(id)])
            let keeper = source0(0, random.chance(50) ? [leaving] : [])
            steps += [.add(keeper, own), .signal(keeper)]
            if random.chance(50) {
                let wake: [Operation] = random.chance(50) ? [.wakeUp] : []
                steps.append(.post(block(depth: 3, modes: [own], operations: [leaving] + wake)))
            }
            steps += [run(own, random.pick([.short, .poll]), untilSource: random.chance(20)), run(own, .poll)]
        case .nestedMainItem:
            let posted = Operation.postToMainQueue(block(depth: 3, modes: [.standard], operations: []))
            let nested = block(
                depth: 2, modes: [.standard], operations: [posted, run(.standard, random.pick([.poll, .short]))])
            steps += [.postToMainQueue(nested), run(.standard, random.pick([.poll, .untilIdle, .untilIdle]))]
        default:
            break
        }
    }
}
