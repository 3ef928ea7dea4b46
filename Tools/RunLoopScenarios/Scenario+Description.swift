extension Scenario: CustomStringConvertible {
    /// The scenario as an indented text.
    package var description: String {
        var text = "scenario \(seed) on \(stage.rawValue), \(style.rawValue)\n"
        for item in items {
            text += "  \(item.title)\n"
            for reaction in item.reactions {
                let when = reaction.activity.map { " of \(Activities.name($0))" } ?? ""
                text += "    in call \(reaction.call)\(when):\n" + Operation.list(reaction.operations, indentation: 6)
            }
        }
        return text + "  steps:\n" + Operation.list(steps, indentation: 4)
    }
}

extension Item {
    /// What it is, in a line.
    var title: String {
        switch kind {
        case .source0(let order): "\(name): source0, order \(order)"
        case .source1(let order): "\(name): source1, order \(order)"
        case .timer(let fire, let interval, let order): "\(name): timer, \(fire), interval \(interval), order \(order)"
        case .observer(let activities, let repeats, let order):
            "\(name): observer of \(Activities.names(activities)), \(repeats ? "repeating" : "once"), order \(order)"
        }
    }

    /// A short name.
    package var name: String {
        switch kind {
        case .source0: "s\(id)"
        case .source1: "v\(id)"
        case .timer: "t\(id)"
        case .observer: "o\(id)"
        }
    }
}

/// Names of activities.
package enum Activities {
    package static let entry: UInt = 1
    package static let beforeTimers: UInt = 2
    package static let beforeSources: UInt = 4
    package static let beforeWaiting: UInt = 32
    package static let afterWaiting: UInt = 64
    package static let exit: UInt = 128
    package static let all: UInt = 0x0FFF_FFFF
    static let each: [UInt] = [entry, beforeTimers, beforeSources, beforeWaiting, afterWaiting, exit]

    static func name(_ activity: UInt) -> String {
        switch activity {
        case entry: "entry"
        case beforeTimers: "before timers"
        case beforeSources: "before sources"
        case beforeWaiting: "before waiting"
        case afterWaiting: "after waiting"
        case exit: "exit"
        default: "activity \(activity)"
        }
    }

    static func names(_ activities: UInt) -> String {
        if activities == all { return "all activities" }
        return each.filter { activities & $0 != 0 }.map(name).joined(separator: ", ")
    }
}

extension Operation: CustomStringConvertible {
    /// The operation in a line, without what it contains.
    package var description: String {
        switch self {
        case .add(let item, let mode): "add \(item) to \(mode)"
        case .remove(let item, let mode): "remove \(item) from \(mode)"
        case .invalidate(let item): "invalidate \(item)"
        case .signal(let item): "signal \(item)"
        case .ring(let item): "ring \(item)"
        case .setFireTime(let item, let time): "set fire time of \(item) to \(time)"
        case .setTolerance(let item, let tolerance): "set tolerance of \(item) to \(tolerance)"
        case .post(let block):
            "post block \(block.id) for \(block.modes.map(\.rawValue).joined(separator: ", "))\(block.isList ? " as a list" : "")"
        case .postToMainQueue(let block): "post item \(block.id) to the main queue"
        case .wakeUp: "wake up"
        case .stop: "stop"
        case .run(let run):
            "run in \(run.mode), \(run.limit)\(run.returnAfterSourceHandled ? ", until a source is handled" : "")\(run.isBare ? ", bare" : "")"
        case .runBefore(let mode, let limit): "run(mode: \(mode), before: \(limit))"
        case .addCommonMode(let mode): "make \(mode) a common mode"
        case .ask(let item): "ask about \(item)"
        case .askLoop: "ask about the loop"
        case .addElsewhere(let item, let mode): "add \(item) to \(mode) of the other loop"
        case .removeElsewhere(let item, let mode): "remove \(item) from \(mode) of the other loop"
        case .askFromElsewhere(let item): "ask about \(item) from another thread"
        case .pass(let milliseconds): "let \(milliseconds) ms pass"
        case .askGrid(let item): "ask about the grid of \(item)"
        }
    }

    /// The operations that it contains.
    var inner: [Operation] {
        switch self {
        case .post(let block), .postToMainQueue(let block): block.operations
        default: []
        }
    }

    /// Several operations, one a line.
    static func list(_ operations: [Operation], indentation: Int) -> String {
        let space = String(repeating: " ", count: indentation)
        return operations.map { operation in
            "\(space)\(operation)\n" + list(operation.inner, indentation: indentation + 2)
        }.joined()
    }
}
