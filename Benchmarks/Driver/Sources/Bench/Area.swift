/// A part of the project that is measured: its cases, and the contenders.
struct Area: Equatable {
    let name: String
    let ours: Contender
    /// The programs that ours starts by itself and that must lie beside it.
    var startedPrograms: [String] = []
    let peers: [Contender]
    let cases: [Case]

    static func == (left: Area, right: Area) -> Bool { left.name == right.name }

    /// All areas; a new one is a file in `Areas/` and a line here.
    static let all = [runLoop, animation, graph, store, contexts, tool, drawing]
}

/// Ours or a peer. Where several of its programs have a case, the slowest of them counts.
struct Contender {
    let name: String
    let programs: [Program]

    /// A contender with one program, built by this package.
    init(_ name: String, _ executable: String) {
        self.init(name, [Program(label: name, command: [executable])])
    }

    init(_ name: String, _ programs: [Program]) {
        self.name = name
        self.programs = programs
    }
}

/// A program that measures one case each time it is run, in a process of its own; `measure.h` says how it is called.
struct Program {
    /// What it stands for where a contender has several.
    let label: String
    /// The program and its first arguments. A name without a slash is a product of this package; any other is looked for from the
    /// repository's folder.
    let command: [String]
}

/// One case: what is measured, in which unit, and what it must be.
struct Case {
    /// Where the number comes from.
    enum Quantity: String {
        /// CPU time an operation, of all threads of the process: throughput.
        case cpu = "CPU"
        /// Wall time an operation: latency.
        case wall
        /// What the program itself gives.
        case value = "-"
        /// System calls an operation, counted by strace: the difference between a longer and a shorter run.
        case systemCalls = "calls"
        /// Blocks of memory that an operation asks for, counted by a `malloc` that is put before the C library's.
        case allocations = "mallocs"
    }

    let name: String
    let unit: Unit
    let quantity: Quantity
    /// What must hold, in words: it is printed, not tested.
    let target: String
    /// Pinned to one processor; else free to use all.
    var isPinned = true
    /// All contenders run at the same time: for cases in which nothing happens.
    var runsTogether = false
    /// Where the figure is a note of another case's runs; nil for one with runs of its own.
    var source: (case: String, note: String)?
    /// True for a figure such as a speed-up, of which a higher one is better.
    var moreIsBetter = false
    /// True if the work waits for moments of the clock, so that a program that is slowed down does other work.
    var followsClock = false

    /// The reason why a number of instructions does not tell how long the case takes; nil if it does.
    var reasonAgainstInstructions: String? {
        switch quantity {
        case .cpu where !isPinned || runsTogether: "several processors"
        case .cpu where followsClock: "follows the clock"
        case .cpu: nil
        case .wall: "wall time"
        case .value: "the program's own value"
        case .systemCalls, .allocations: "a count"
        }
    }
}

/// The unit of a case's figures.
enum Unit: String {
    case nanoseconds = "ns"
    case microseconds = "us"
    case milliseconds = "ms"
    case count
    case percent = "%"
    case bytes
    case mebibytes = "MiB"
    /// A ratio.
    case times = "×"

    /// What nanoseconds are divided by.
    var nanoseconds: Double {
        switch self {
        case .nanoseconds, .count, .percent, .bytes, .mebibytes, .times: 1
        case .microseconds: 1e3
        case .milliseconds: 1e6
        }
    }
}
