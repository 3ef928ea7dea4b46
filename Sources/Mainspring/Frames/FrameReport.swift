/// What a ``FrameMonitor`` has seen of a loop. Ours.
public struct FrameReport: Hashable, Sendable, CustomStringConvertible {
    /// How many frames began while it was watched.
    public let due: Int
    /// In how many of them the loop came round.
    public let shown: Int
    /// The longest time from the beginning of a pass, or the end of a sleep, to the next.
    public let longestStop: Duration
    /// The longest time that the loop was outside of its own code: in a call-out, or in several in a row of which it does not tell.
    public let longestCallOut: Duration

    /// Makes a report of numbers.
    public init(due: Int, shown: Int, longestStop: Duration, longestCallOut: Duration) {
        (self.due, self.shown) = (due, shown)
        (self.longestStop, self.longestCallOut) = (longestStop, longestCallOut)
    }

    /// How many frames went by while the loop was busy.
    public var missed: Int { due - shown }

    /// The part of the frames that was missed, from 0 to 1; 0 where none was due.
    public var missedShare: Double { due > 0 ? Double(missed) / Double(due) : 0 }

    /// The numbers as a line.
    public var description: String {
        "\(due) frames due, \(shown) shown, \(missed) missed; longest stop \(longestStop), longest call-out \(longestCallOut)"
    }
}
