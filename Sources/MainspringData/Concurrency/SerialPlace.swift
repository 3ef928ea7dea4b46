/// What one thread has at a time, and others wait for: a queue, or a store's turn.
class SerialPlace: @unchecked Sendable {
    // `@unchecked Sendable`: has nothing; each subclass says what guards its own.

    /// What it is called in sentences where no context is meant.
    var title: String { "a queue" }
}
