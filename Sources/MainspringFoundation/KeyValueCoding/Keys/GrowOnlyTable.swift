internal import Foundation
internal import Synchronization

/// A hash table that is read without a lock, and from which nothing is ever removed.
///
/// A reader loads one pointer for each link of a chain. Writers take a lock. A node lives for ever, and so does a value
/// that was replaced, since a reader may be about to use it: for things of which a program has few, such as its
/// classes.
final class GrowOnlyTable<Key: Hashable & Sendable, Value: AnyObject & Sendable>: @unchecked Sendable {
    // `@unchecked Sendable`: chains and values are atomic, nodes constant but for their values; `lock` orders the
    // writers and guards `nodes`.

    private final class Node {
        let key: Key
        /// An object of type `Value`, kept for ever.
        let value: Atomic<UnsafeRawPointer?>
        /// Another node of the same chain, kept for ever.
        let next: UnsafeRawPointer?

        init(_ key: Key, _ value: UnsafeRawPointer, next: UnsafeRawPointer?) {
            self.key = key
            self.value = Atomic(value)
            self.next = next
        }
    }

    /// A node, which lives for ever, without the counting of references.
    private struct NodeReference {
        private let node: Unmanaged<Node>

        init(_ pointer: UnsafeRawPointer) { node = .fromOpaque(pointer) }

        func has(_ key: Key) -> Bool { node._withUnsafeGuaranteedRef { $0.key == key } }
        func load() -> UnsafeRawPointer? { node._withUnsafeGuaranteedRef { $0.value.load(ordering: .acquiring) } }
        func store(_ value: UnsafeRawPointer) {
            node._withUnsafeGuaranteedRef { $0.value.store(value, ordering: .releasing) }
        }
        var next: UnsafeRawPointer? { node._withUnsafeGuaranteedRef { $0.next } }
    }

    private let chains: UnsafeMutablePointer<Atomic<UnsafeRawPointer?>>
    private let mask: Int
    private let lock = NSLock()
    private var nodes: [Node] = []

    /// Makes an empty table.
    /// - Parameter chainBits: the binary logarithm of the number of chains, which never changes.
    init(chainBits: Int) {
        let count = 1 << chainBits
        mask = count - 1
        chains = .allocate(capacity: count)
        for index in 0..<count { (chains + index).initialize(to: Atomic(nil)) }
    }

    deinit {
        // Values that were replaced stay: nobody knows who has them.
        chains.deinitialize(count: mask + 1)
        chains.deallocate()
    }

    /// Returns the value for a key. Takes no lock and allocates nothing.
    func value(for key: Key, hash: Int) -> Value? {
        guard let value = node(for: key, hash: hash)?.load() else { return nil }
        return Unmanaged<Value>.fromOpaque(value).takeUnretainedValue()
    }

    /// Adds a value, unless there is one for the key or the table is full; returns the one that is there then.
    func insert(_ value: Value, for key: Key, hash: Int, limit: Int = .max) -> Value? {
        lock.withLock {
            if let present = self.value(for: key, hash: hash) { return present }
            guard nodes.count < limit else { return nil }
            let chain = chains + (hash & mask)
            let node = Node(key, Self.kept(value), next: chain.pointee.load(ordering: .relaxed))
            nodes.append(node)
            chain.pointee.store(UnsafeRawPointer(Unmanaged.passUnretained(node).toOpaque()), ordering: .releasing)
            return value
        }
    }

    /// Replaces the value for a key, if there is one; readers see the old or the new one.
    func replace(_ value: Value, for key: Key, hash: Int) {
        lock.withLock { node(for: key, hash: hash)?.store(Self.kept(value)) }
    }

    /// The keys that have a value.
    var keys: [Key] { lock.withLock { nodes.map(\.key) } }

    private static func kept(_ value: Value) -> UnsafeRawPointer {
        UnsafeRawPointer(Unmanaged.passRetained(value).toOpaque())
    }

    private func node(for key: Key, hash: Int) -> NodeReference? {
        var link = chains[hash & mask].load(ordering: .acquiring)
        while let pointer = link {
            let node = NodeReference(pointer)
            if node.has(key) { return node }
            link = node.next
        }
        return nil
    }
}
