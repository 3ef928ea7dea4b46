import CommandRunner
import Foundation

/// A git repository in a temporary folder, with copies of the scripts that check commit messages.
///
/// Git sees neither a configuration of the user or the machine nor the environment of these tests.
struct ScratchRepository {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The folder of the working tree. The caller removes `parent`.
    let folder: String
    /// The folder that contains everything of a test.
    let parent: String

    /// Creates a repository whose first commit is the base that its script names.
    ///
    /// - Parameter isEmpty: True for a folder that git does not know. A single message needs no more.
    init(isEmpty: Bool = false) throws {
        parent = NSTemporaryDirectory() + "/mainspring-commits-\(UUID().uuidString)"
        folder = parent + "/clone"
        try FileManager.default.createDirectory(atPath: folder + "/Scripts", withIntermediateDirectories: true)
        for name in ["bootstrap", "commit-msg"] {
            try FileManager.default.copyItem(
                atPath: "\(Document.root)/Scripts/\(name)", toPath: "\(folder)/Scripts/\(name)")
        }
        guard !isEmpty else { return }
        try git("init", "--quiet", "--initial-branch=main")
        // A message that breaks every rule: the base is not checked itself.
        try commit("The base.\nof all")
        try setBase(to: try git("rev-parse", "HEAD"))
    }

    /// Replaces the base that the script names.
    func setBase(to hash: String) throws {
        let file = folder + "/Scripts/commit-msg"
        let script = try String(contentsOfFile: file, encoding: .utf8)
        let replaced = script.replacing(/\nbase=[0-9a-f]{40}\n/, with: "\nbase=\(hash)\n")
        guard replaced != script else { throw Failure(description: "Scripts/commit-msg names no base.") }
        try replaced.write(toFile: file, atomically: false, encoding: .utf8)
    }

    /// Adds a commit without changes. The message is stored as it is.
    func commit(_ message: String) throws {
        try write(message, to: "message")
        try git(
            "commit", "--quiet", "--allow-empty", "--allow-empty-message", "--cleanup=verbatim", "--no-verify",
            "--file=\(parent)/message")
    }

    /// Runs git and returns its output without the last line break. A status other than 0 is an error.
    @discardableResult
    func git(_ arguments: String...) throws -> String {
        let (status, output) = try run(["git", "-C", folder] + arguments)
        guard status == 0 else {
            throw Failure(description: "git \(arguments.joined(separator: " ")) ends with \(status): \(output)")
        }
        return output.trimmingCharacters(in: .newlines)
    }

    /// Runs a script of the repository.
    func script(
        _ name: String, _ arguments: [String] = [], locale: String = "C"
    ) throws -> (status: Int32, output: String) {
        try run(["bash", "\(folder)/Scripts/\(name)"] + arguments, locale: locale)
    }

    /// Checks a message as git's hook does.
    func check(message: String, locale: String = "C") throws -> (status: Int32, output: String) {
        try write(message, to: "message")
        return try script("commit-msg", [parent + "/message"], locale: locale)
    }

    /// Writes a file beside the working tree.
    func write(_ text: String, to name: String) throws {
        try text.write(toFile: "\(parent)/\(name)", atomically: false, encoding: .utf8)
    }

    /// Runs a command in an environment that is the same for every user.
    func run(_ command: [String], locale: String = "C") throws -> (status: Int32, output: String) {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let environment = [
            "PATH=\(path)", "HOME=/nonexistent", "LC_ALL=\(locale)", "GIT_CONFIG_GLOBAL=/dev/null",
            "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=Author", "GIT_AUTHOR_EMAIL=author@example.com",
            "GIT_COMMITTER_NAME=Committer", "GIT_COMMITTER_EMAIL=committer@example.com",
        ]
        return try Command(arguments: ["env", "-i"] + environment + command)
            .run(writingTo: "\(parent)/output-\(UUID().uuidString)")
    }
}
