internal import Foundation
internal import Glibc

/// Compares animations of random timings with Chromium's: `Scripts/compare-animations [--count N] [--seed S]`.
@main
enum CompareAnimations {
    static func main() throws {
        let options = Options(Array(CommandLine.arguments.dropFirst()))
        switch options.work {
        case .write(let file):
            let cases = (0..<options.count).map { AnimationCase(number: $0, seed: options.seed) }
            try JSONEncoder().encode(cases).write(to: URL(fileURLWithPath: file))
        case .compare(let casesFile, let answersFile):
            let cases = try read([AnimationCase].self, casesFile)
            let browser = try read(BrowserAnswers.self, answersFile)
            exit(compare(cases, browser, seed: options.seed) ? 0 : 1)
        }
    }

    private static func read<Value: Decodable>(_ type: Value.Type, _ file: String) throws -> Value {
        try JSONDecoder().decode(type, from: Data(contentsOf: URL(fileURLWithPath: file)))
    }

    /// Prints how the two sides differ. Returns whether they agree.
    private static func compare(_ cases: [AnimationCase], _ browser: BrowserAnswers, seed: UInt64) -> Bool {
        let answers = Dictionary(uniqueKeysWithValues: browser.answers.map { ($0.number, $0.samples) })
        var comparison = Comparison()
        for each in cases { comparison.compare(each, with: answers[each.number] ?? []) }
        print("\(cases.count) cases of seed \(seed), against \(browser.browser).")
        print(comparison.table)
        let failed = comparison.failed
        guard !failed.isEmpty else { return true }
        print("\n\(failed.count) cases do not agree:")
        for each in cases {
            guard let failure = failed[each.number] else { continue }
            print("\n\(each.told)\n    \(failure)")
        }
        print("\nAgain: Scripts/compare-animations --count \(cases.count) --seed \(seed)")
        return false
    }
}

extension AnimationCase {
    /// All of it in one line, but for the instants.
    fileprivate var told: String {
        "case \(number): \(kind) from \(from) to \(to), \(duration) s, delay \(delay), iterations "
            + "\(iterations.map { "\($0)" } ?? "infinite"), \(direction.rawValue), fill \(fill), easing "
            + "\(easing.map { "\($0)" } ?? "linear"); form \(form), speed \(speed)"
    }
}
