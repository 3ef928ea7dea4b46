/// A program that is there, with what it says of itself.
struct InstalledProgram {
    let label: String
    var command: [String]
    let version: String
    let cases: Set<String>

    /// Asks the program; nil if it is not there.
    init?(_ program: Program, in folder: String) {
        var command = program.command
        if !command[0].contains("/") { command[0] = folder + "/" + command[0] }
        guard let text = Bench.output(of: command + ["--describe"]) else { return nil }
        self.command = command
        label = program.label
        var version = ""
        var cases: Set<String> = []
        for line in text.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            guard words.count == 2 else { continue }
            if words[0] == "version" { version = words[1] }
            if words[0] == "case" { cases.insert(words[1]) }
        }
        self.version = version
        self.cases = cases
    }
}

/// Ours or a peer, with those of its programs that are there.
struct InstalledContender {
    let name: String
    let programs: [InstalledProgram]

    /// Says on standard error what is left out.
    init?(_ contender: Contender, in folder: String) {
        name = contender.name
        programs = contender.programs.compactMap { program in
            let installed = InstalledProgram(program, in: folder)
            if installed == nil {
                say(
                    "bench: \(contender.name) is left out: its program \(program.command[0]) was not built or does not run."
                )
            }
            return installed
        }
        if programs.isEmpty { return nil }
    }
}
