internal import Synchronization

/// The rows of one entity that a store keeps, for contexts that take them without asking anybody else. Any thread may ask.
///
/// A class to inherit from and not a protocol: each fault that is fired asks it.
package class KeptRows: @unchecked Sendable {
    // `@unchecked Sendable`: an atomic is all that is here; subclasses say what guards theirs.

    /// That of all rows.
    final let layout: ObjectLayout
    private let closed = Atomic(false)

    init(_ layout: ObjectLayout) { self.layout = layout }

    /// Whether the store is there.
    @inline(__always)
    final var isOpen: Bool { !closed.load(ordering: .relaxed) }

    /// The store goes: no row is given any more.
    final func close() { closed.store(true, ordering: .relaxed) }

    /// The row of an object; nil if it is to be asked for in another way. Calls nobody who could use a context.
    func row(_ key: Int64) -> Row? { nil }
}
