/// Runs the cases of an area: each measurement a process, ours and the peers in turn.
final class Runner {
    let area: Area
    let rounds: Int
    let ours: InstalledContender?
    let peers: [InstalledContender]
    private let launcher: Launcher
    /// What has been measured, by cases: several figures may come from one run.
    private var measured: [String: [Entrant]] = [:]

    init(area: Area, rounds: Int, folder: String) {
        self.area = area
        self.rounds = rounds
        launcher = Launcher(folder: folder)
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
                ? Launcher.measureTogether(entrants.map { (launcher, $0.program) }, item)
                : entrants.map { launcher.measure($0.program, item) }
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
