internal import Locks

/// Who waits on other threads for what a loop is to do, told in reports of its stops.
///
/// Any thread may use it.
package final class LoopWaits: Sendable {
    private struct State {
        var lastNumber = 0
        var waits: [(number: Int, sentence: String)] = []
    }

    private let state = Guarded(State())

    package init() {}

    /// Calls a closure in which the caller waits for the loop.
    /// - Parameter sentence: who waits, and for what.
    package func during<Result>(_ sentence: String, _ body: () throws -> Result) rethrows -> Result {
        let number = begin(sentence)
        defer { end(number) }
        return try body()
    }

    /// The caller waits for the loop, or on its thread.
    /// - Parameter sentence: who waits, and for what.
    /// - Returns: what ends it.
    package func begin(_ sentence: String) -> Int {
        state.withLock { state in
            state.lastNumber += 1
            state.waits.append((state.lastNumber, sentence))
            return state.lastNumber
        }
    }

    /// Nobody waits any more for what was begun. More than once is as good as once.
    package func end(_ number: Int) { state.withLock { state in state.waits.removeAll { $0.number == number } } }

    /// What those wait for who are there now, in the order in which they came.
    package var sentences: [String] { state.withLock { $0.waits.map(\.sentence) } }
}
