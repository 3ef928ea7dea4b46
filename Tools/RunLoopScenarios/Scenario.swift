/// Something to do with a run loop: items, and operations on them, as a plain value.
///
/// A scenario says nothing about the loop it is played on, so that two loops can be compared by what they make of it.
package struct Scenario: Codable, Sendable, Equatable {
    /// On which thread it is played.
    package enum Stage: String, Codable, Sendable {
        case secondaryThread
        case mainThread
    }

    /// How much may be ready at once.
    package enum Style: String, Codable, Sendable {
        /// One port at a time, so that the trace has one right form.
        case exact
        /// Many ports at once; which comes first is the kernel's choice, so call-outs change nothing and lines are compared unordered.
        case crowded
    }

    package var seed: UInt64
    package var stage: Stage
    package var style: Style
    package var items: [Item]
    package var steps: [Operation]
}

/// The name of a mode, as scenarios write it.
package struct ModeName: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
    package var rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
    init(_ name: String) { rawValue = name }

    package var description: String { rawValue }

    /// The default mode.
    package static let standard = ModeName("default")
    /// The pseudo mode of the common modes.
    package static let common = ModeName("common")
}

/// A source, timer or observer.
package struct Item: Codable, Sendable, Equatable {
    /// What it is.
    package enum Kind: Codable, Sendable, Equatable {
        case source0(order: Int)
        /// Watches an event descriptor.
        case source1(order: Int)
        case timer(fire: FireTime, interval: Interval, order: Int)
        case observer(activities: UInt, repeats: Bool, order: Int)
    }

    package var id: Int
    package var kind: Kind
    /// What its call-outs do.
    package var reactions: [Reaction]
}

/// When a timer fires: long ago, far from everything, or never; nothing that depends on speed.
package enum FireTime: Codable, Sendable, Equatable {
    /// So many seconds ago.
    case due(Int)
    /// In so many thousand seconds.
    case far(Int)
    /// Beyond the range of dates.
    case distant
}

/// How often a timer repeats.
package enum Interval: Codable, Sendable, Equatable {
    case none
    case negative
    /// Every so many thousand seconds.
    case thousands(Int)
    /// Every millisecond; only where the scenario waits for it in a way that does not depend on speed.
    case millisecond
}

/// What an item does in one of its call-outs.
package struct Reaction: Codable, Sendable, Equatable {
    /// In its how many-th call, counted from 1; of an observer, call for `activity`.
    package var call: Int
    package var activity: UInt?
    package var operations: [Operation]
}

/// A block posted to the loop or to the main queue.
package struct Block: Codable, Sendable, Equatable {
    package var id: Int
    package var modes: [ModeName]
    /// Posts the modes as an array even if there is one only.
    package var isList: Bool
    package var operations: [Operation]
}

/// A run of the loop.
package struct Run: Codable, Sendable, Equatable {
    /// How long it may last.
    package enum Limit: Codable, Sendable, Equatable {
        /// Time-out 0.
        case poll
        /// A time-out below 0.
        case negative
        /// Until a short time is over.
        case short
        /// Until nothing is ready: then it is stopped when it is about to sleep.
        case untilIdle
        /// The same, with a time-out beyond all limits.
        case endless
    }

    package var mode: ModeName
    package var limit: Limit
    package var returnAfterSourceHandled: Bool
    /// Without a hidden observer that follows the stages of the run.
    package var isBare: Bool
}

/// One operation.
package indirect enum Operation: Codable, Sendable, Equatable {
    case add(Int, ModeName)
    case remove(Int, ModeName)
    case invalidate(Int)
    case signal(Int)
    /// Makes the descriptor of a source1 readable.
    case ring(Int)
    case setFireTime(Int, FireTime)
    case setTolerance(Int, Double)
    case post(Block)
    case postToMainQueue(Block)
    case wakeUp
    case stop
    case run(Run)
    /// `RunLoop.run(mode:before:)`, Foundation's level.
    case runBefore(ModeName, Run.Limit)
    case addCommonMode(ModeName)
    /// Writes down all that can be asked about an item.
    case ask(Int)
    /// Writes down all that can be asked about the loop.
    case askLoop
    /// Adds an item to another thread's loop.
    case addElsewhere(Int, ModeName)
    case removeElsewhere(Int, ModeName)
    /// Asks from another thread, and waits for the answer: it hangs if a lock is held.
    case askFromElsewhere(Int)
    /// Lets so many milliseconds pass.
    case pass(Int)
    /// Writes down whether a repeating timer's next date lies on its grid and ahead of now.
    case askGrid(Int)
}
