internal import Dispatch
internal import Foundation

/// Tells on a terminal how far a migration is.
final class MigrationProgress {
    private let progress = Progress(totalUnitCount: 1)
    private let timer: (any DispatchSourceTimer)?

    init() {
        guard StandardError.isTerminal else {
            timer = nil
            return
        }
        let timer = DispatchSource.makeTimerSource(queue: .global())
        timer.schedule(deadline: .now() + .milliseconds(200), repeating: .milliseconds(200))
        let progress = progress
        timer.setEventHandler {
            StandardError.write("\r\u{1B}[Kmigrate: \(Int((progress.fractionCompleted * 100).rounded(.down))) %")
        }
        timer.resume()
        self.timer = timer
    }

    /// Runs a closure whose progress is told.
    func during<Result>(_ body: () throws -> Result) throws -> Result {
        progress.becomeCurrent(withPendingUnitCount: 1)
        defer { progress.resignCurrent() }
        return try body()
    }

    /// Takes the line away.
    func end() {
        guard let timer else { return }
        timer.cancel()
        StandardError.write("\r\u{1B}[K")
    }
}
