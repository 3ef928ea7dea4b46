import Foundation

/// A line on standard error that tells how far a run is, on a terminal alone.
final class ProgressLine {
    private let isShown: Bool
    private let now: () -> ContinuousClock.Instant
    private let output: (String) -> Void
    private var lastTime: ContinuousClock.Instant?
    private var isWritten = false

    /// It is written no more often than once in this time.
    static let interval = Duration.milliseconds(100)

    /// - Parameters:
    ///   - now: what time it is.
    ///   - output: writes to where the line is shown.
    init(
        isShown: Bool = isatty(STDERR_FILENO) == 1, now: @escaping () -> ContinuousClock.Instant = { .now },
        output: @escaping (String) -> Void = {
            // A terminal may be gone, and with it who would look.
            try? FileHandle.standardError.write(contentsOf: Data($0.utf8))
        }
    ) {
        (self.isShown, self.now, self.output) = (isShown, now, output)
    }

    deinit { end() }

    /// Tells how far it is; the text is made where it is shown alone.
    func note(_ text: @autoclosure () -> String) {
        guard isShown else { return }
        let time = now()
        if let lastTime, time - lastTime < Self.interval { return }
        lastTime = time
        isWritten = true
        output("\r\u{1B}[K\(text())")
    }

    /// Takes the line away.
    func end() {
        guard isWritten else { return }
        isWritten = false
        output("\r\u{1B}[K")
    }
}
