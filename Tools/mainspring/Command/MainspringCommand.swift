internal import ArgumentParser
internal import Glibc

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

    static func main() {
        // Swift's strings are UTF-8: another name would be taken for one that is not there, or be written under a third.
        let arguments = (1..<max(1, CommandLine.argc)).compactMap { CommandLine.unsafeArgv[Int($0)] }
        if let stranger = arguments.first(where: { String(validatingCString: $0) == nil }) {
            let text = TerminalText.plain(String(cString: stranger))
            StandardError.write("mainspring: “\(text)” is no UTF-8. Rename the file, or lead to it by a link.\n")
            Glibc.exit(ExitStatus.error.rawValue)
        }
        main(nil)
    }
}
