internal import Foundation

/// The seeds of random tests: a bounded share in an ordinary run, and more, which are others each time, in `Scripts/soak`.
///
/// The environment variable `MAINSPRING_SEEDS=FIRST-LAST` replaces them, to repeat a failure.
public enum Seeds {
    /// The round of a soak, from 1 on, or `nil` in an ordinary run: `MAINSPRING_SOAK`.
    public static let round: UInt64? = ProcessInfo.processInfo.environment["MAINSPRING_SOAK"].flatMap { UInt64($0) }

    /// Whether the thread sanitizer watches this process. Code then takes about ten times as long.
    public static let isSanitized = dlsym(nil, "__tsan_init") != nil

    /// The seeds in `MAINSPRING_SEEDS`; nil if it is not set or not a range.
    private static let wished: Range<UInt64>? = {
        let wish = ProcessInfo.processInfo.environment["MAINSPRING_SEEDS"] ?? ""
        let ends = wish.split(separator: "-").map { UInt64($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, first <= last, last < .max else { return nil }
        return first..<last + 1
    }()

    /// Returns the first seeds from 0 on; in each round of a soak as many as `soak` that no other round has, and prints them.
    ///
    /// - Parameters:
    ///   - count: The number of seeds in an ordinary run, at least 1.
    ///   - soak: Their number in a round of a soak; `nil` for ten times as many as in an ordinary run.
    ///   - test: The name that is printed with the seeds.
    public static func first(_ count: UInt64, soak: UInt64? = nil, of test: StaticString = #fileID) -> Range<UInt64> {
        if let wished { return wished }
        guard let round else { return 0..<count }
        let many = soak ?? count * 10
        let start = count + (round - 1) * many
        print("\(test): seeds \(start)..<\(start + many)")
        return start..<start + many
    }

    /// Returns some of many cases, evenly spread: each `step`-th from the first on; all of them in a soak and
    /// where seeds are repeated.
    ///
    /// - Parameters:
    ///   - step: The distance of those that are taken, at least 1.
    ///   - sanitized: Their distance where the thread sanitizer watches; `nil` for the same.
    public static func sample<Cases: Collection>(
        _ cases: Cases, each step: Int = 1, sanitized: Int? = nil
    ) -> [Cases.Element] {
        guard round == nil, wished == nil else { return Array(cases) }
        let step = isSanitized ? sanitized ?? step : step
        return cases.enumerated().filter { $0.offset % step == 0 }.map(\.element)
    }

    /// Returns how much a test does: less where the thread sanitizer watches, except in a soak.
    public static func size(_ whole: Int, sanitized: Int) -> Int { isSanitized && round == nil ? sanitized : whole }
}
