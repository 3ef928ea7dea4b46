internal import Foundation

/// The seeds of random tests: some in an ordinary run, and others in each round of `Scripts/soak`.
///
/// The environment variable `MAINSPRING_SEEDS=FIRST-LAST` replaces them, to repeat a failure.
public enum Seeds {
    /// The round of a soak, from 1 on, or `nil` in an ordinary run: `MAINSPRING_SOAK`.
    public static let round: UInt64? = variable("MAINSPRING_SOAK").map { text in
        guard let round = UInt64(text), round >= 1, round < 1 << 40 else {
            fatalError("MAINSPRING_SOAK is “\(text)”. Set it to the number of a round, from 1 on.")
        }
        return round
    }

    /// Whether the thread sanitizer watches this process. Code then takes about ten times as long.
    public static let isSanitized = dlsym(nil, "__tsan_init") != nil

    /// The seeds in `MAINSPRING_SEEDS`; `nil` if it is not set.
    private static let requestedRange: Range<UInt64>? = variable("MAINSPRING_SEEDS").map { text in
        let ends = text.split(separator: "-", omittingEmptySubsequences: false).map { UInt64($0) }
        guard 1...2 ~= ends.count, let first = ends[0], let last = ends[ends.count - 1], first <= last, last < .max
        else { fatalError("MAINSPRING_SEEDS is “\(text)”. Set it to a seed, or to the first and last of some: 3-7.") }
        return first..<last + 1
    }

    private static func variable(_ name: String) -> String? { ProcessInfo.processInfo.environment[name] }

    /// Returns the seeds that a test plays: the first ones from 0 on in an ordinary run. Each round of a soak has other
    /// seeds, and prints them.
    ///
    /// - Parameters:
    ///   - count: The number of seeds in an ordinary run, at least 1.
    ///   - soak: Their number in a round of a soak; `nil` for ten times as many as in an ordinary run.
    ///   - test: The name that is printed with the seeds.
    public static func first(_ count: UInt64, soak: UInt64? = nil, of test: StaticString = #fileID) -> Range<UInt64> {
        if let requestedRange { return requestedRange }
        guard let round else { return 0..<count }
        let many = soak ?? count * 10
        let start = count + (round - 1) * many
        print("\(test): MAINSPRING_SEEDS=\(start)-\(start + many - 1)")
        return start..<start + many
    }

    /// Returns some of many cases, evenly spread: each `step`-th from the first on. In a soak, and where seeds are
    /// repeated, it returns all of them.
    ///
    /// - Parameters:
    ///   - step: The distance of the cases, at least 1.
    ///   - sanitized: Their distance where the thread sanitizer watches; `nil` for `step`.
    public static func sample<Cases: Collection>(
        _ cases: Cases, each step: Int = 1, sanitized: Int? = nil
    ) -> [Cases.Element] {
        guard round == nil, requestedRange == nil else { return Array(cases) }
        let step = isSanitized ? sanitized ?? step : step
        return cases.enumerated().filter { $0.offset % step == 0 }.map(\.element)
    }

    /// Returns `sanitized` under the thread sanitizer, except in a soak, and `whole` elsewhere.
    public static func size(_ whole: Int, sanitized: Int) -> Int { isSanitized && round == nil ? sanitized : whole }
}
