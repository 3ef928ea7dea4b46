internal import ArgumentParser

/// The command-line tool: what it can do, by what it is done with.
@main
struct MainspringCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mainspring",
        abstract: "Looks into Core Data stores and models, ports source, reads traces, and checks the machine.",
        discussion: """
            Whatever looks changes nothing: no byte of a store, and no file beside it. The exit status is 0 if all is well, 1 for \
            findings, 2 for errors, which are told on standard error, and 64 for arguments that are not understood.
            """,
        subcommands: [
            StoreCommand.self, ModelCommand.self, PortCommand.self, TraceCommand.self, DoctorCommand.self,
        ])
}
