internal import ArgumentParser

/// What is done with traces.
struct TraceCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trace", abstract: "Read traces in Chrome's format, as TraceRecorder writes them.",
        subcommands: [TraceSummaryCommand.self])
}
