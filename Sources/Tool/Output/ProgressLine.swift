internal import Foundation

/// A line on standard error that tells how far long work is, on a terminal alone.
final class ProgressLine {
    private let title: String
    private let isShown: Bool
    private var lastTime = ContinuousClock.now
    private var isWritten = false

    /// - Parameter title: what is being done.
    init(_ title: String, isShown: Bool = StandardError.isTerminal) {
        (self.title, self.isShown) = (title, isShown)
    }

    deinit { end() }

    /// Tells how far it is, at most ten times a second.
    func note(_ count: Int, of total: Int? = nil) {
        guard isShown, ContinuousClock.now - lastTime > .milliseconds(100) else { return }
        lastTime = .now
        let amount = total.map { "\(count) of \($0)" } ?? "\(count)"
        write(total.map { $0 > 0 ? "\(amount), \(count * 100 / $0) %" : amount } ?? amount)
    }

    /// Tells how far it is, as a part of the whole.
    func note(_ fraction: Double) {
        guard isShown, ContinuousClock.now - lastTime > .milliseconds(100) else { return }
        lastTime = .now
        write("\(Int((fraction * 100).rounded(.down))) %")
    }

    private func write(_ text: String) {
        isWritten = true
        StandardError.write("\r\u{1B}[K\(title): \(text)")
    }

    /// Takes the line away.
    func end() {
        guard isWritten else { return }
        isWritten = false
        StandardError.write("\r\u{1B}[K")
    }
}
