internal import Foundation

/// What trials have in common: a folder, a seed that is told first, and processes.
package struct TrialRun {
    package let folder: String
    package let seed: UInt64

    package init(folder: String, seed: UInt64) {
        (self.folder, self.seed) = (folder, seed)
        say("seed \(seed)")
        // Whoever is talked to may be killed at any time.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Tells what has gone wrong, with the seed that repeats it, and ends.
    package func fail(_ sentence: String) -> Never {
        say("seed \(seed): \(sentence).")
        exit(1)
    }

    /// Starts a process.
    package func start(_ body: (Parent) throws -> Void) -> ChildProcess {
        do {
            return try ChildProcess(body)
        } catch {
            fail("\(error)")
        }
    }

    /// Waits for a process that ends by itself, having done what it was to do.
    package func finish(_ child: ChildProcess, _ name: String = "a process") {
        let end = child.waitForEnd()
        guard end == .status(0) else { fail("\(name) ended with \(end), and has said \(child.lines.suffix(3))") }
    }

    /// Kills a process, which must not have ended by itself.
    package func kill(_ child: ChildProcess, _ name: String = "a process") {
        let end = child.kill()
        guard end == .signal(SIGKILL) else { fail("\(name) ended with \(end), and has said \(child.lines.suffix(3))") }
    }

    /// Runs a process to its end.
    /// - Returns: the lines that it has said.
    @discardableResult
    package func run(_ name: String = "a process", _ body: (Parent) throws -> Void) -> [String] {
        let child = start(body)
        finish(child, name)
        return child.lines
    }

    /// Waits for a process's next line with a beginning, without which it must not end.
    /// - Returns: what follows the beginning.
    @discardableResult
    package func expect(_ beginning: String, from child: ChildProcess, _ name: String = "a process") -> String {
        if let line = child.line(beginning) { return line }
        fail("\(name) ended with \(child.waitForEnd()) without “\(beginning)”, and has said \(child.lines.suffix(3))")
    }
}
