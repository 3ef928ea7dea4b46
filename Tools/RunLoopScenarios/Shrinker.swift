/// Makes a failing scenario small.
package enum Shrinker {
    /// The smallest scenario found that still fails; tries at most so many.
    package static func shrink(_ scenario: Scenario, tries: Int = 3000, fails: (Scenario) -> Bool) -> Scenario {
        var best = scenario
        var left = tries
        var goesOn = true
        while goesOn {
            goesOn = false
            for candidate in candidates(best) {
                guard left > 0 else { return best }
                left -= 1
                if fails(candidate) {
                    best = candidate
                    goesOn = true
                    break
                }
            }
        }
        return best
    }

    /// Scenarios that are simpler by one step, the boldest first.
    private static func candidates(_ scenario: Scenario) -> some Sequence<Scenario> {
        var found: [Scenario] = []
        func with(_ change: (inout Scenario) -> Void) {
            var copy = scenario
            change(&copy)
            if copy != scenario { found.append(copy) }
        }
        for steps in shorter(scenario.steps, scenario.style) { with { $0.steps = steps } }
        for place in scenario.items.indices {
            with { $0.items[place].reactions = [] }
            with { $0.forget(place) }
            for reaction in scenario.items[place].reactions.indices {
                with { $0.items[place].reactions.remove(at: reaction) }
                for operations in shorter(scenario.items[place].reactions[reaction].operations, scenario.style) {
                    with { $0.items[place].reactions[reaction].operations = operations }
                }
            }
        }
        return found
    }

    /// Shorter forms of a list: without a stretch of it, and with shorter insides.
    private static func shorter(_ operations: [Operation], _ style: Scenario.Style) -> [[Operation]] {
        var found: [[Operation]] = []
        var length = operations.count
        while length > 0 {
            for start in stride(from: 0, to: operations.count, by: length) {
                var copy = operations
                copy.removeSubrange(start..<min(start + length, operations.count))
                found.append(copy)
            }
            length /= 2
        }
        for place in operations.indices {
            for inner in simpler(operations[place], style) {
                var copy = operations
                copy[place] = inner
                found.append(copy)
            }
        }
        return found
    }

    private static func simpler(_ operation: Operation, _ style: Scenario.Style) -> [Operation] {
        switch operation {
        case .post(let block): return shorter(block.operations, style).map { .post(block.with($0)) }
        case .postToMainQueue(let block):
            return shorter(block.operations, style).map { .postToMainQueue(block.with($0)) }
        case .run(var run) where run.limit != .poll || run.returnAfterSourceHandled:
            // A crowded run must last until everything ready was served.
            guard style == .exact else { return [] }
            if run.returnAfterSourceHandled { run.returnAfterSourceHandled = false } else { run.limit = .poll }
            return [.run(run)]
        default: return []
        }
    }
}

extension Block {
    func with(_ operations: [Operation]) -> Block {
        var copy = self
        copy.operations = operations
        return copy
    }
}

extension Scenario {
    /// Takes an item out of every operation; the item itself stays, so that numbers keep their meaning.
    mutating func forget(_ item: Int) {
        steps = steps.compactMap { $0.without(item) }
        for place in items.indices {
            for reaction in items[place].reactions.indices {
                items[place].reactions[reaction].operations = items[place].reactions[reaction].operations.compactMap {
                    $0.without(item)
                }
            }
        }
    }
}

extension Operation {
    func without(_ item: Int) -> Operation? {
        switch self {
        case .add(let id, _), .remove(let id, _), .invalidate(let id), .signal(let id), .ring(let id),
            .setFireTime(let id, _),
            .setTolerance(let id, _), .ask(let id), .addElsewhere(let id, _), .removeElsewhere(let id, _),
            .askFromElsewhere(let id),
            .askGrid(let id):
            id == item ? nil : self
        case .post(let block): .post(block.with(block.operations.compactMap { $0.without(item) }))
        case .postToMainQueue(let block): .postToMainQueue(block.with(block.operations.compactMap { $0.without(item) }))
        default: self
        }
    }
}
