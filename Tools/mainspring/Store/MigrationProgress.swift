internal import Dispatch
internal import Foundation

/// Tells on a terminal how far a migration is, which gives no sign by itself: what its progress says is looked at now and then.
final class MigrationProgress {
    private let progress = Progress(totalUnitCount: 1)
    /// Only the queue's own work touches the line.
    private let line: ProgressLine
    private let queue = DispatchQueue(label: "mainspring.migration-progress")
    private var timer: (any DispatchSourceTimer)?

    /// - Parameter interval: how often it is looked at; nil leaves that to `tell()`.
    init(_ line: ProgressLine = ProgressLine("migrate"), every interval: DispatchTimeInterval? = .milliseconds(200)) {
        self.line = line
        guard let interval, line.isShown else { return }
        let timer = DispatchSource.makeTimerSource(queue: queue)
        timer.schedule(deadline: .now() + interval, repeating: interval)
        let progress = progress
        timer.setEventHandler { line.note(progress.fractionCompleted) }
        timer.resume()
        self.timer = timer
    }

    /// Runs a closure whose progress is told.
    func during<Result>(_ body: () throws -> Result) throws -> Result {
        progress.becomeCurrent(withPendingUnitCount: 1)
        defer { progress.resignCurrent() }
        return try body()
    }

    /// Tells how far it is now.
    func tell() {
        queue.sync { line.note(progress.fractionCompleted) }
    }

    /// Takes the line away; nothing is told afterwards.
    func end() {
        timer?.cancel()
        timer = nil
        queue.sync { line.end() }
    }
}
