import SeededRandom

/// Makes random scenarios; a seed makes the same one for ever.
package struct ScenarioGenerator {
    var random: SeededGenerator
    private let seed: UInt64
    private let stage: Scenario.Stage
    var items: [Item] = []
    var steps: [Operation] = []
    private var nextBlock = 0

    private init(seed: UInt64, stage: Scenario.Stage) {
        self.seed = seed
        self.stage = stage
        random = SeededGenerator(seed: seed &* 2 &+ (stage == .mainThread ? 1 : 0))
    }

    /// The scenario of a seed.
    package static func scenario(seed: UInt64, stage: Scenario.Stage) -> Scenario {
        var generator = ScenarioGenerator(seed: seed, stage: stage)
        return generator.random.chance(12) ? generator.crowded() : generator.exact()
    }

    var isOnMainThread: Bool { stage == .mainThread }

    /// Modes that a scenario uses. On the main thread they live as long as the process: there `P` is common from the start, the others
    /// never become it.
    var namedModes: [ModeName] { [ModeName("M"), ModeName("N"), ModeName("P")] }

    // MARK: Exact scenarios

    private mutating func exact() -> Scenario {
        if random.chance(80) { watch([.standard]) }
        if random.chance(40) { watch([random.pick(namedModes)]) }
        for _ in 0..<(items.isEmpty ? 1 + random.below(5) : random.below(6)) { addRandomItem() }
        var recipes = Recipe.allCases
        if isOnMainThread {
            // Only every few scenarios play there.
            recipes += recipes.filter { $0.needsMainThread } + recipes.filter { $0.needsMainThread }
        } else {
            recipes.removeAll { $0.needsMainThread }
        }
        let chosen = (0..<(random.chance(85) ? 1 + random.below(2) : 0)).map { _ in random.pick(recipes) }
        for recipe in chosen.filter({ $0.comesFirst }) { cook(recipe) }
        for item in items where random.chance(85) { steps.append(.add(item.id, anyMode())) }
        for _ in 0..<random.below(8) { steps.append(randomOperation(depth: 0)) }
        if random.chance(80) { steps.append(.run(randomRun())) }
        for recipe in chosen.filter({ !$0.comesFirst }) {
            cook(recipe)
            for _ in 0..<random.below(3) { steps.append(randomOperation(depth: 0)) }
        }
        if random.chance(70) { steps.append(.run(randomRun())) }
        if random.chance(30), !items.isEmpty { steps.append(.ask(anyItem())) }
        if random.chance(30) { steps.append(.askLoop) }
        return Scenario(seed: seed, stage: stage, style: .exact, items: items, steps: steps)
    }

    /// Adds an item to the scenario, and returns its number.
    @discardableResult
    mutating func make(_ kind: Item.Kind, _ reactions: [Reaction] = []) -> Int {
        items.append(Item(id: items.count, kind: kind, reactions: reactions))
        return items.count - 1
    }

    /// An observer of everything, in some modes.
    mutating func watch(_ modes: [ModeName]) {
        let watcher = make(.observer(activities: Activities.all, repeats: true, order: random.below(3) - 1))
        if random.chance(25) {
            items[watcher].reactions = reactions(of: .observer(activities: Activities.all, repeats: true, order: 0))
        }
        for mode in modes { steps.append(.add(watcher, mode)) }
    }

    private mutating func addRandomItem() {
        let kind = randomKind()
        let item = make(kind)
        if random.chance(60) { items[item].reactions = reactions(of: kind) }
    }

    private mutating func randomKind() -> Item.Kind {
        let order = random.pick([0, 0, 0, 1, -1, 5])
        switch random.below(10) {
        case 0..<4: return .source0(order: order)
        case 4..<5: return .source1(order: order)
        case 5..<8:
            let interval = random.pick([Interval.none, .none, .none, .negative, .thousands(1), .thousands(3)])
            return .timer(fire: randomFireTime(), interval: interval, order: order)
        default:
            let activities =
                random.chance(40)
                ? Activities.all : random.pick(Activities.each) | (random.chance(40) ? random.pick(Activities.each) : 0)
            return .observer(activities: activities, repeats: random.chance(70), order: order)
        }
    }

    mutating func randomFireTime() -> FireTime {
        switch random.below(10) {
        case 0..<6: .due(1 + random.below(9))
        case 6..<9: .far(1 + random.below(5))
        default: .distant
        }
    }

    private mutating func reactions(of kind: Item.Kind) -> [Reaction] {
        (0..<(1 + random.below(2))).map { _ in
            var activity: UInt?
            if case .observer(let activities, _, _) = kind {
                activity = random.pick(Activities.each.filter { activities & $0 != 0 })
            }
            return Reaction(call: 1 + random.below(3), activity: activity, operations: randomOperations(depth: 1))
        }
    }

    mutating func randomOperations(depth: Int) -> [Operation] {
        (0..<(1 + random.below(3))).map { _ in randomOperation(depth: depth) }
    }

    mutating func anyItem() -> Int { random.below(max(items.count, 1)) }

    private mutating func item(where isRight: (Item) -> Bool) -> Int? {
        let right = items.filter(isRight)
        return right.isEmpty ? nil : random.pick(right).id
    }

    /// A mode for an item or a block.
    mutating func anyMode() -> ModeName {
        random.pick(weighted: [
            (55, .standard), (12, .common), (15, ModeName("M")), (8, ModeName("N")), (10, ModeName("P")),
        ])
    }

    mutating func block(depth: Int, modes: [ModeName]? = nil, operations: [Operation]? = nil) -> Block {
        nextBlock += 1
        let id = nextBlock
        var names = modes ?? [anyMode()]
        var isList = false
        if modes == nil, random.chance(12) {
            names = Array(Set((0..<(1 + random.below(3))).map { _ in anyMode() })).sorted { $0.rawValue < $1.rawValue }
            isList = true
        }
        let inner = operations ?? (depth < 3 && random.chance(50) ? randomOperations(depth: depth + 1) : [])
        return Block(id: id, modes: names, isList: isList, operations: inner)
    }

    mutating func randomRun() -> Run {
        let mode = random.pick(weighted: [
            (65, .standard), (15, ModeName("M")), (8, ModeName("N")), (10, ModeName("P")), (2, .common),
        ])
        let limit = random.pick(
            weighted: [(35, Run.Limit.poll), (4, .negative), (6, .short), (50, .untilIdle), (5, .endless)])
        return Run(mode: mode, limit: limit, returnAfterSourceHandled: random.chance(25), isBare: random.chance(5))
    }

    private mutating func randomOperation(depth: Int) -> Operation {
        let choice = random.below(depth == 0 ? 125 : 110)
        switch choice {
        case 0..<12: return .add(anyItem(), anyMode())
        case 12..<20: return .remove(anyItem(), anyMode())
        case 20..<25: return .invalidate(anyItem())
        case 25..<40:
            return .signal(item { if case .source0 = $0.kind { true } else { false } } ?? anyItem())
        case 40..<48:
            return item { if case .source1 = $0.kind { true } else { false } }.map { .ring($0) } ?? .askLoop
        case 48..<54:
            return item { $0.isTimer }.map { .setFireTime($0, randomFireTime()) } ?? .wakeUp
        case 54..<66: return .post(block(depth: depth))
        case 66..<71:
            return isOnMainThread
                ? .postToMainQueue(block(depth: depth, modes: [.standard])) : .post(block(depth: depth))
        case 71..<78: return .wakeUp
        case 78..<85: return .stop
        case 85..<93: return .run(randomRun())
        case 93..<95: return .runBefore(random.pick([.standard, ModeName("M")]), random.pick([.poll, .untilIdle]))
        case 95..<97: return isOnMainThread ? .addCommonMode(ModeName("P")) : .addCommonMode(anyMode(butCommon: true))
        case 97..<102: return .ask(anyItem())
        case 102..<105: return .askLoop
        case 105..<106:
            return item { $0.isTimer }.map { .setTolerance($0, random.pick([-1, 0, 0.5, 700])) } ?? .askLoop
        case 106..<108:
            return random.chance(70)
                ? .addElsewhere(anyItem(), ModeName("E")) : .removeElsewhere(anyItem(), ModeName("E"))
        case 108..<110: return .askFromElsewhere(anyItem())
        default: return .run(randomRun())
        }
    }

    private mutating func anyMode(butCommon: Bool) -> ModeName {
        let mode = anyMode()
        return mode == .common ? ModeName("M") : mode
    }

    // MARK: Crowded scenarios

    private mutating func crowded() -> Scenario {
        let modes = random.chance(70) ? [ModeName.standard] : [.standard, ModeName("M")]
        watch(modes)
        items[0].reactions = []
        // A mode that became empty would end the run, sooner or later by which port comes first.
        for mode in modes { steps.append(.add(make(.source0(order: 50)), mode)) }
        for _ in 0..<(2 + random.below(6)) {
            let kind = randomKind()
            switch kind {
            case .observer: continue
            default: steps.append(.add(make(kind), random.pick(modes)))
            }
        }
        for _ in 0..<(1 + random.below(3)) {
            for _ in 0..<(2 + random.below(8)) { steps.append(crowdedOperation(modes)) }
            steps.append(
                .run(Run(mode: random.pick(modes), limit: .short, returnAfterSourceHandled: false, isBare: false)))
        }
        return Scenario(seed: seed, stage: stage, style: .crowded, items: items, steps: steps)
    }

    private mutating func crowdedOperation(_ modes: [ModeName]) -> Operation {
        switch random.below(10) {
        case 0..<4: item { if case .source1 = $0.kind { true } else { false } }.map { .ring($0) } ?? .askLoop
        case 4..<6: .signal(item { if case .source0 = $0.kind { true } else { false } } ?? anyItem())
        case 6..<7: item { $0.isTimer }.map { .setFireTime($0, .due(1)) } ?? .askLoop
        case 7..<8:
            isOnMainThread
                ? .postToMainQueue(block(depth: 3, modes: [.standard], operations: []))
                : .post(block(depth: 3, modes: [random.pick(modes)], operations: []))
        default:
            .post(block(depth: 3, modes: [random.pick(modes)], operations: random.chance(40) ? [.wakeUp] : []))
        }
    }
}
