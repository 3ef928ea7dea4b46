internal import Synchronization

/// Which object: the number of its store, of its root entity, and its key there. Sixteen bytes, without a reference.
///
/// Keys count for a root entity: an object and one of a subentity never have the same.
package struct ObjectKey: Hashable, Sendable {
    /// The number that the store has in this process; 0 for an object that no store knows yet.
    package let store: UInt32
    /// The number of the root entity among the roots of its model, by name; 0 where there is no store.
    package let root: UInt32
    /// Counts from 1.
    package let key: Int64

    package init(store: UInt32, root: UInt32, key: Int64) { (self.store, self.root, self.key) = (store, root, key) }

    /// Whether no store knows the object yet.
    var isTemporary: Bool { store == 0 }

    private static let temporaryKeys = Atomic<Int64>(0)

    /// A key for an object that no store knows; no other in the process has it.
    static func temporary() -> ObjectKey {
        ObjectKey(store: 0, root: 0, key: temporaryKeys.wrappingAdd(1, ordering: .relaxed).newValue)
    }

    /// Spreads keys over a table of a power of two, eight that follow one another side by side: they are mostly looked for one
    /// after the other, and lie in one line of memory then.
    var spread: UInt {
        let mixed = UInt64(bitPattern: key >> 3) ^ (UInt64(store) << 40) ^ (UInt64(root) << 52)
        let group = (mixed &* 0x9E37_79B9_7F4A_7C15) >> 20
        return UInt(truncatingIfNeeded: group << 3 | UInt64(bitPattern: key & 7))
    }
}
