internal import Foundation
internal import Locks

/// Lets calls of a store's contract come one after another, as Apple promises it to subclasses, and saves into any store.
///
/// A call may lead to another one on the same thread, as when a custom store asks for an object that it has itself; or on
/// the thread of a context for which it waits. That one runs inside. It is no lock over data of ours: what is called has
/// its turn as long as it takes. Contexts and stores that wait for each other in a circle are told of, as contexts are.
final class StoreTurn: SerialPlace, @unchecked Sendable {
    // `@unchecked Sendable`: a lock guards the name.

    private let lock = NSLock()
    private let name = Guarded("a store's objects")

    override var title: String { name.withLock { $0 } }

    /// Says what the turn is called in sentences.
    func setTitle(_ title: String) { name.withLock { $0 = title } }

    /// Calls a closure as soon as nobody else has the turn.
    func take<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        let holds = ThreadHolds.current
        if holds.has(self) { return try body() }
        if !lock.try() {
            holds.waiting(for: QueuePlace(queue: self, context: nil)) { began in
                lock.lock()
                began()
            }
        }
        defer { lock.unlock() }
        return try holds.holding(self, of: nil, body)
    }

    /// Calls a closure at once if nobody else has the turn, and otherwise not at all.
    func takeIfFree(_ body: () -> Void) {
        let holds = ThreadHolds.current
        if holds.has(self) { return body() }
        guard lock.try() else { return }
        defer { lock.unlock() }
        holds.holding(self, of: nil, body)
    }
}
