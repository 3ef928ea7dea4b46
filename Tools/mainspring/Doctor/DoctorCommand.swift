internal import ArgumentParser

/// What the machine has and lacks.
struct DoctorCommand: ToolCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Say what this machine has and lacks, with the command that mends it.",
        discussion: "The exit status is 1 if something is missing without which nothing is built.")

    @OptionGroup var format: JSONOption

    @Flag(help: "Show only what is missing, and notes.")
    var short = false

    func perform() throws {
        let findings = MachineLook().findings()
        let shown = short ? findings.filter { $0.state != .present } : findings
        let output = StandardOutput.shared
        if format.json {
            try output.writeLine(
                JSONValue.object([
                    ("ok", .boolean(!findings.contains { $0.state == .missing })),
                    (
                        "findings",
                        .array(
                            shown.map {
                                .object([
                                    ("name", .string($0.name)), ("state", .string($0.state.rawValue)),
                                    ("detail", .string($0.detail)), ("remedy", JSONValue($0.remedy)),
                                ])
                            })
                    ),
                ]).document)
        } else {
            for finding in shown {
                let state = finding.state.rawValue + String(repeating: " ", count: 9 - finding.state.rawValue.count)
                try output.writeLine("\(state)\(finding.name): \(TerminalText.plain(finding.detail))")
                if let remedy = finding.remedy { try output.writeLine("         \(remedy)") }
            }
        }
        if findings.contains(where: { $0.state == .missing }) { throw Findings() }
    }
}
