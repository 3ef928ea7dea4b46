/// A line on standard error that tells how far long work is, on a terminal alone.
final class ProgressLine {
    private let title: String
    let isShown: Bool
    private let now: () -> ContinuousClock.Instant
    private let output: (String) -> Void
    private var lastTime: ContinuousClock.Instant
    private var isWritten = false
    /// The greatest part of the whole that was told.
    private var furthest = 0.0

    /// Work that takes no longer than this shows nothing, and what takes longer no more often.
    static let interval = Duration.milliseconds(100)

    /// - Parameters:
    ///   - title: what is being done.
    ///   - now: what time it is.
    ///   - output: writes to where the line is shown.
    init(
        _ title: String, isShown: Bool = StandardError.isTerminal,
        now: @escaping () -> ContinuousClock.Instant = { .now },
        output: @escaping (String) -> Void = { StandardError.write($0) }
    ) {
        (self.title, self.isShown, self.now, self.output) = (title, isShown, now, output)
        lastTime = now()
    }

    deinit { end() }

    /// Tells how far it is, at most ten times a second.
    func note(_ count: Int, of total: Int? = nil) {
        note {
            guard let total else { return "\(count)" }
            return "\(count) of \(total)" + (total > 0 ? ", \(count * 100 / total) %" : "")
        }
    }

    /// Tells how far it is, as a part of the whole. What was told before is not taken back.
    func note(_ fraction: Double) {
        furthest = max(furthest, min(fraction, 1))
        note { "\(Int((furthest * 100).rounded(.down))) %" }
    }

    private func note(_ amount: () -> String) {
        guard isShown else { return }
        let time = now()
        guard time - lastTime > Self.interval else { return }
        lastTime = time
        isWritten = true
        output("\r\u{1B}[K\(title): \(amount())")
    }

    /// Takes the line away.
    func end() {
        guard isWritten else { return }
        isWritten = false
        output("\r\u{1B}[K")
    }
}
