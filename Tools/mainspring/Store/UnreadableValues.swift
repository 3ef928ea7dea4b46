/// The values of a store that could not be read, counted while objects are written. Used by one thread.
final class UnreadableValues {
    private var count = 0
    private var first = ""

    /// Counts a value.
    func note(_ reason: String) {
        if count == 0 { first = reason }
        count += 1
    }

    /// Reports the number of values on standard error.
    /// - Throws: ``Findings`` if there is one.
    func report(in store: String) throws {
        guard count > 0 else { return }
        let begin = count == 1 ? "1 value" : "\(count) values"
        StandardError.write(
            TerminalText.plain("mainspring: \(begin) of “\(store)” could not be read. The first one: \(first)") + "\n")
        throw Findings()
    }
}
