internal import Measure

/// A program in Swift that measures: its version and its cases. See `measure.h` for how it is called and what it prints.
public struct Program {
    /// One case: `run` does the work at `size` and returns the number of operations the measured time is divided by.
    public struct Case {
        public let name: String
        public let size: Int
        public let run: (Int) -> Int

        /// A case that fails ends the program.
        public init(_ name: String, size: Int, run: @escaping (Int) throws -> Int) {
            self.name = name
            self.size = size
            self.run = { size in
                do { return try run(size) } catch { fatalError("\(name): \(error)") }
            }
        }
    }

    /// What is said of the program's version.
    public let version: String
    public let cases: [Case]

    public init(version: String, cases: [Case]) {
        self.version = version
        self.cases = cases
    }

    /// The whole of `main`.
    /// - Parameter arguments: the program's name, and what `measure.h` says.
    public func main(_ arguments: [String] = CommandLine.arguments) {
        let name = arguments.count > 1 ? arguments[1] : ""
        if name == "--describe" {
            print("version \(version)")
            for item in cases { print("case \(item.name)") }
        } else if let item = cases.first(where: { $0.name == name }) {
            let scale = arguments.count > 2 ? Int(arguments[2]) ?? 1 : 1
            measure_report(item.run(item.size * scale))
        } else {
            fatalError("\(arguments[0]): name one of the cases that --describe lists.")
        }
    }
}

/// The sizes that every peer has the same.
public enum Sizes {
    public static let posts = Int(MEASURE_POSTS)
    public static let roundTrips = Int(MEASURE_ROUND_TRIPS)
    public static let timers = Int(MEASURE_TIMERS)
    public static let events = Int(MEASURE_EVENTS)
    public static let batched = Int(MEASURE_BATCHED)
    public static let batch = Int(MEASURE_BATCH)
    public static let passes = Int(MEASURE_PASSES)
    public static let idle = Int(MEASURE_IDLE)
}
