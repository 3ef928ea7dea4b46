internal import Locks

/// Writes sentences to standard error, each of them once in a process: what comes from a file or sixty times a second
/// must fill neither log nor memory.
///
/// May be used from any thread.
package final class OnceLog<Subject: Hashable & Sendable>: Sendable {
    private let written = Guarded<Set<Subject>>([])
    /// So many different ones are written.
    package let limit: Int
    private let ending: String

    /// - Parameter ending: What is written after the last one.
    package init(limit: Int = 1_000, ending: String) {
        self.limit = limit
        self.ending = ending
    }

    /// Writes a sentence, unless one about the same was written, or as many as there may be.
    package func write(_ subject: Subject, _ sentence: @autoclosure () -> String) {
        let count = written.withLock { written in
            written.count < limit && written.insert(subject).inserted ? written.count : 0
        }
        if count > 0 { report("Mainspring: \(sentence())") }
        if count == limit { report("Mainspring: \(ending)") }
    }
}
