import MainspringData
import SeededRandom
import StoreFaults

/// The call to the disk in which a process is to end.
struct Instant: CustomStringConvertible {
    let number: Int
    let calls: Set<SQLiteFaults.Call>

    /// Calls that change what other processes, or those who come later, find.
    static let changing = SQLiteFaults.changing.union([.lock, .unlock])
    /// All that is done with files; whoever opens a store mostly reads.
    static let all = Set(SQLiteFaults.Call.allCases)

    var description: String {
        "killed at call \(number) of \(calls == Self.all ? "all" : "those that change something")"
    }

    /// One of the first calls, as many as are given.
    static func random(
        upTo count: Int, of calls: Set<SQLiteFaults.Call> = changing, using random: inout SeededGenerator
    ) -> Instant {
        Instant(number: Int.random(in: 1...max(count, 1), using: &random), calls: calls)
    }
}

extension SQLiteFaults {
    /// Faults that end the process at an instant; without one they count only.
    convenience init(_ instant: Instant?) {
        self.init()
        if let instant { kill(at: instant.number, of: instant.calls) }
    }

    /// How many calls there were so far.
    func count(of calls: Set<Call>) -> Int { calls.reduce(0) { $0 + count(of: $1) } }
}
