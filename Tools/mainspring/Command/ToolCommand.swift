internal import ArgumentParser
internal import Foundation
@_spi(Tools) internal import MainspringData

/// A subcommand that does something. What it throws becomes a sentence on standard error and an exit status.
protocol ToolCommand: ParsableCommand {
    /// Does it.
    /// - Throws: ``Findings`` if what was looked at is not as it should be; ``ClosedPipe``; anything else for what cannot be done.
    func perform() throws
}

extension ToolCommand {
    func run() throws {
        Interruption.prepare()
        // Stores and models are others', and so are their classes.
        ManagedClassLookup.turnOff()
        var (hasFindings, isClosed) = (false, false)
        do {
            do { try perform() } catch is Findings { hasFindings = true }
            try StandardOutput.shared.flush()
        } catch is ClosedPipe {
            // Who reads has seen enough.
            isClosed = true
        } catch {
            try? StandardOutput.shared.flush()
            let sentence = UnfinishedFiles.shared.telling(ToolError.sentence(for: error))
            UnfinishedFiles.shared.removeAll()
            StandardError.write("mainspring: \(TerminalText.plain(sentence))\n")
            throw ExitStatus.error
        }
        guard hasFindings || isClosed else { return }
        UnfinishedFiles.shared.removeAll()
        throw hasFindings ? ExitStatus.findings : ExitCode.success
    }
}

/// What the tool ends with.
enum ExitStatus {
    /// What was looked at is not as it should be.
    static let findings = ExitCode(1)
    /// Something could not be done.
    static let error = ExitCode(2)
}

/// What was looked at is not as it should be, and that has been said.
struct Findings: Error {}
