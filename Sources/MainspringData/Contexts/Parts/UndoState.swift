/// Whether a context undoes or redoes changes. Accessed only on the context's queue.
final class UndoState {
    /// Whether changes are being undone or redone: an event must not end meanwhile.
    private(set) var isUndoing = false

    /// Calls a closure that undoes changes. One of its hooks may undo others.
    func undoing<Result>(_ body: () throws -> Result) rethrows -> Result {
        let outer = isUndoing
        isUndoing = true
        defer { isUndoing = outer }
        return try body()
    }
}
