import TrialStores

/// The saves that a worker's processes have acknowledged.
///
/// A process prints “at 5” when it has opened a store and found save 5, and “saved 6” when save 6 has returned.
struct Acknowledgments {
    /// The number of the last save that was acknowledged or found.
    private(set) var last = 0
    /// The number of saves that were acknowledged.
    private(set) var count = 0

    /// Notes what a process that has ended printed.
    mutating func note(_ lines: [String], _ name: String) throws {
        for line in lines {
            if let step = Self.number(line, "at ") {
                try found(step, name)
            } else if let step = Self.number(line, "saved ") {
                try require(step == last + 1, "\(name) acknowledges save \(step) after save \(last)")
                (last, count) = (step, count + 1)
            }
        }
    }

    /// Notes the last save that is in the store. The one after the last acknowledged may be there too: the process was
    /// killed before it could print that.
    mutating func found(_ step: Int, _ name: String) throws {
        try require(
            step == last || step == last + 1,
            "save \(last) was acknowledged, and \(name) finds save \(step) in the store")
        last = step
    }

    private static func number(_ line: String, _ beginning: String) -> Int? {
        line.hasPrefix(beginning) ? Int(line.dropFirst(beginning.count)) : nil
    }
}

extension AttackRun {
    /// Runs a closure that checks what processes have printed.
    func checked<Result>(_ body: () throws -> Result) -> Result {
        do {
            return try body()
        } catch {
            fail(sentence(of: error))
        }
    }
}
