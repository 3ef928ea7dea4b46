internal import Glibc
internal import Measure

/// Runs the cases of an area: each measurement a process, ours and the peers in turn.
final class Runner {
    let area: Area
    let rounds: Int
    let ours: InstalledContender?
    let peers: [InstalledContender]
    /// Where this package's programs and libraries are.
    private let folder: String
    /// What has been measured, by cases: several figures may come from one run.
    private var measured: [String: [Entrant]] = [:]

    /// A program that takes longer than this is ended and left out; the first one of page-10m also makes the file.
    private static let secondsAtMost = 300
    /// The processor that cases are pinned to: the last one, as most interrupts are served by the first.
    private static let processor = String(measure_last_processor())

    init(area: Area, rounds: Int, folder: String) {
        self.area = area
        self.rounds = rounds
        self.folder = folder
        ours = InstalledContender(area.ours, in: folder)
        peers = area.peers.compactMap { InstalledContender($0, in: folder) }
    }

    /// Measures one case; nil if ours has no figure.
    func run(_ item: Case) -> CaseResult? {
        guard let source = item.source else {
            return measureAll(item).flatMap { CaseResult(item, $0, peers: area.peers.map(\.name)) }
        }
        guard let other = area.cases.first(where: { $0.name == source.case }), var entrants = measureAll(other) else {
            return nil
        }
        for index in entrants.indices {
            entrants[index].measurements = entrants[index].measurements.compactMap { $0.figure(source.note) }
        }
        return CaseResult(item, entrants, peers: area.peers.map(\.name))
    }

    /// Measures with all contenders, unless that has been done.
    private func measureAll(_ item: Case) -> [Entrant]? {
        if let known = measured[item.name] { return known }
        guard let ours, ours.programs.contains(where: { $0.cases.contains(item.name) }) else { return nil }
        var entrants = ([ours] + peers).flatMap { contender in
            contender.programs.filter { $0.cases.contains(item.name) }.map { Entrant(contender.name, $0) }
        }
        say("bench: \(item.name): \(entrants.count) programs, \(rounds) rounds")
        for _ in 0..<rounds {
            let measured =
                item.runsTogether
                ? measureTogether(entrants, item) : entrants.map { measure($0.program, item) }
            for (index, measurement) in measured.enumerated().reversed() {
                if let measurement {
                    entrants[index].measurements.append(measurement)
                } else {
                    let entrant = entrants.remove(at: index)
                    say("bench: \(item.name): \(entrant.contender) is left out: \(entrant.program.command[0]) failed.")
                }
            }
        }
        measured[item.name] = entrants
        return entrants
    }

    private func command(_ program: InstalledProgram, _ item: Case, scale: Int? = nil) -> [String] {
        let limit = ["timeout", String(Self.secondsAtMost)]
        let pin = item.isPinned ? ["taskset", "--cpu-list", Self.processor] : []
        let count = item.quantity == .allocations ? ["env", "LD_PRELOAD=\(folder)/libAllocations.so"] : []
        return limit + pin + count + program.command + [item.name] + (scale.map { [String($0)] } ?? [])
    }

    private func measure(_ program: InstalledProgram, _ item: Case) -> Measurement? {
        if item.quantity == .systemCalls { return countSystemCalls(program, item) }
        guard let process = ChildProcess(command(program, item)) else { return nil }
        return Measurement(process.wait(), quantity: item.quantity, unit: item.unit)
    }

    /// Starts all programs, then waits for each.
    private func measureTogether(_ entrants: [Entrant], _ item: Case) -> [Measurement?] {
        var waits: [() -> Measurement?] = []
        for entrant in entrants {
            let process = SharedProcess(command(entrant.program, item))
            waits.append { process?.wait().flatMap { Measurement($0, quantity: item.quantity, unit: item.unit) } }
        }
        return waits.map { $0() }
    }

    /// What a run of twice the length makes more, divided by how many operations it does more.
    private func countSystemCalls(_ program: InstalledProgram, _ item: Case) -> Measurement? {
        var calls: [Double] = []
        var operations: [Double] = []
        for scale in [1, 2] {
            let file = "/tmp/bench-strace-\(getpid())"
            defer { unlink(file) }
            let traced = ["strace", "-f", "-c", "-o", file] + command(program, item, scale: scale)
            guard let process = ChildProcess(traced) else { return nil }
            guard let run = Measurement(process.wait(), quantity: .value, unit: item.unit) else { return nil }
            // The line of totals: share, seconds, microseconds a call, calls, perhaps errors, the word.
            guard let text = output(of: ["cat", file]), let total = text.split(separator: "\n").last,
                let count = Double(total.split(separator: " ").dropFirst(3).first ?? "")
            else { return nil }
            calls.append(count)
            operations.append(run.value)
        }
        return Measurement(value: (calls[1] - calls[0]) / (operations[1] - operations[0]))
    }
}

/// A program in a case, with what was measured of it.
struct Entrant {
    let contender: String
    let program: InstalledProgram
    var measurements: [Measurement] = []

    init(_ contender: String, _ program: InstalledProgram) {
        self.contender = contender
        self.program = program
    }
}

/// A process that a closure can hold and wait for once.
private final class SharedProcess {
    private var process: ChildProcess?

    init?(_ command: [String]) {
        guard let process = ChildProcess(command) else { return nil }
        self.process = consume process
    }

    func wait() -> ChildProcess.Ending? { process.take()?.wait() }
}
