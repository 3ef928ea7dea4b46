internal import Glibc

/// What the command line asks for.
struct Options {
    enum Work {
        /// Writes the cases to a file.
        case write(cases: String)
        /// Compares what the browser made of them.
        case compare(cases: String, answers: String)
    }

    var work: Work
    var count = 200
    var seed: UInt64 = 1

    init(_ arguments: [String]) {
        var files: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--count": count = Int(Self.number(argument, rest.popFirst()))
            case "--seed": seed = Self.number(argument, rest.popFirst())
            case _ where argument.hasPrefix("--"): Self.fail("There is no option \(argument).")
            default: files.append(argument)
            }
        }
        switch files.count {
        case 1: work = .write(cases: files[0])
        case 2: work = .compare(cases: files[0], answers: files[1])
        default: Self.fail("One file is needed to write cases to, or one of cases and one of answers.")
        }
    }

    private static func number(_ option: String, _ text: String?) -> UInt64 {
        guard let text, let number = UInt64(text), number <= UInt64(Int.max) else {
            fail("\(option) needs a whole number of 0 or more.")
        }
        return number
    }

    private static func fail(_ message: String) -> Never {
        print(message)
        print("usage: Scripts/compare-animations [--count N] [--seed S]")
        exit(2)
    }
}
