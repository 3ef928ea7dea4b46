import Glibc
import RunLoopScenarios

/// What the command line asks for.
struct Options {
    var scenarios = 2000
    var firstSeed: UInt64 = 1
    /// Every how many-th scenario plays on the main thread; 0 for none.
    var mainThreadShare = Campaign.usualMainThreadShare
    var playsOracleTwice = false
    var printsRows = false
    var isVerbose = false
    var keepsGoing = false
    var shrinks = true

    init(_ arguments: [String]) {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--scenarios": scenarios = Self.number(option, rest.popFirst())
            case "--seed": firstSeed = UInt64(Self.number(option, rest.popFirst()))
            case "--main": mainThreadShare = Self.number(option, rest.popFirst())
            case "--oracle-twice": playsOracleTwice = true
            case "--rows": printsRows = true
            case "--verbose": isVerbose = true
            case "--keep-going": keepsGoing = true
            case "--no-shrink": shrinks = false
            default: Self.fail("There is no option \(option).")
            }
        }
    }

    private static func number(_ option: String, _ text: String?) -> Int {
        guard let text, let number = Int(text), number >= 0 else { fail("\(option) needs a number.") }
        return number
    }

    private static func fail(_ message: String) -> Never {
        print(message)
        print(
            "differential [--scenarios N] [--seed S] [--main EVERY] [--oracle-twice] [--rows] [--verbose] [--keep-going] [--no-shrink]"
        )
        exit(2)
    }
}

/// Ends the process with the status of a failed test.
func exitWithFailure() -> Never { exit(1) }

/// Prints, and shows it at once also in a pipe.
func show(_ text: some CustomStringConvertible) {
    print(text)
    fflush(nil)
}
