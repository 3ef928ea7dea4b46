import Foundation

/// The story, recorded by another process of this program: the story has another clock, and one process has one.
@MainActor
final class StoryProcess {
    private let child = Process()
    /// The temporary file for a preview of the recording; nil if no page is to show it.
    private let previewFile: URL?

    /// - Parameter options: What the story is recorded into, and of how many cities.
    init(_ options: Options) {
        var arguments: [String] = []
        previewFile =
            options.recording != nil && options.report != nil
            ? FileManager.default.temporaryDirectory.appendingPathComponent("Atlas-\(UUID().uuidString).webp") : nil
        if let previewFile { arguments += ["--preview", previewFile.path] }
        if let file = options.recording { arguments += ["--record", file] }
        if let folder = options.frames { arguments += ["--frames", folder] }
        if let seconds = options.storySeconds { arguments += ["--story-seconds", String(seconds)] }
        if options.rows < .max { arguments += ["--rows", String(options.rows)] }
        child.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        child.arguments = arguments
    }

    /// Starts it, and waits for its end while the main loop goes on.
    /// - Returns: The preview of the recording; nil if no page is to show it.
    /// - Throws: A sentence if the process failed, or an error if the preview cannot be read.
    func run() async throws -> Data? {
        defer { removePreview() }
        let child = child
        let status = try await withCheckedThrowingContinuation { continuation in
            child.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do {
                try child.run()
            } catch {
                child.terminationHandler = nil
                continuation.resume(throwing: error)
            }
        }
        guard status == EXIT_SUCCESS else { throw Failure() }
        return try previewFile.map { try Data(contentsOf: $0) }
    }

    private func removePreview() {
        if let previewFile { try? FileManager.default.removeItem(at: previewFile) }
    }

    /// Has it end before its time, in an orderly way, and waits for that.
    ///
    /// It is in a process group of its own: neither the terminal's signals reach it nor those that somebody sends to this
    /// process.
    func end() {
        // The process may have written the preview just before it ended.
        defer { removePreview() }
        guard child.isRunning else { return }
        child.terminate()
        child.waitUntilExit()
    }

    private struct Failure: Error, CustomStringConvertible {
        var description: String { "The story could not be recorded; what went wrong stands above." }
    }
}
