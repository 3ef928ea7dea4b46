internal import ArgumentParser
internal import Foundation
internal import MainspringData

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
        do {
            try perform()
            try StandardOutput.shared.flush()
        } catch is ClosedPipe {
            // Who reads has seen enough.
            UnfinishedFiles.shared.removeAll()
            throw ExitCode.success
        } catch is Findings {
            try? StandardOutput.shared.flush()
            UnfinishedFiles.shared.removeAll()
            throw ExitStatus.findings
        } catch {
            try? StandardOutput.shared.flush()
            let sentence = UnfinishedFiles.shared.telling(ToolError.sentence(for: error))
            UnfinishedFiles.shared.removeAll()
            StandardError.write("mainspring: \(sentence)\n")
            throw ExitStatus.error
        }
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
