package import MainspringModel

/// Which objects a store has found, in their order, without an object for each: eight bytes a row, and two more where there
/// are several entities.
package struct FetchedKeys: @unchecked Sendable {
    // `@unchecked Sendable`: a value; entities in use are constant.

    /// The number of the store in identities.
    let store: UInt32
    /// The number of the root of all entities.
    let root: UInt32
    private(set) var keys: ContiguousArray<Int64> = []
    private(set) var entities: [NSEntityDescription] = []
    /// Which of the entities each is of; empty as long as there is one.
    private var entityNumbers: ContiguousArray<UInt16> = []

    package init(store: UInt32, root: UInt32) { (self.store, self.root) = (store, root) }

    package var count: Int { keys.count }
    var isEmpty: Bool { keys.isEmpty }

    /// Which of the entities an object is of.
    @inline(__always)
    func entity(_ index: Int) -> NSEntityDescription { entities[entityNumber(index)] }

    /// Which of ``entities`` that is.
    @inline(__always)
    func entityNumber(_ index: Int) -> Int { entityNumbers.isEmpty ? 0 : Int(entityNumbers[index]) }

    @inline(__always)
    package func key(_ index: Int) -> ObjectKey { ObjectKey(store: store, root: root, key: keys[index]) }

    func identity(_ index: Int) -> NSManagedObjectID { NSManagedObjectID(key(index), entity(index)) }

    var identities: [NSManagedObjectID] { keys.indices.map(identity) }

    /// The number that stands for an entity in ``append(_:_:)``.
    package mutating func number(of entity: NSEntityDescription) -> UInt16 {
        if let known = entities.firstIndex(where: { $0 === entity }) { return UInt16(known) }
        entities.append(entity)
        if entities.count == 2 { entityNumbers = ContiguousArray(repeating: 0, count: keys.count) }
        return UInt16(entities.count - 1)
    }

    @inline(__always)
    package mutating func append(_ key: Int64, _ entityNumber: UInt16) {
        keys.append(key)
        if entities.count > 1 { entityNumbers.append(entityNumber) }
    }

    /// Gives back what was reserved for more of them, where that is much.
    mutating func trim() {
        keys = Self.trimmed(keys)
        entityNumbers = Self.trimmed(entityNumbers)
    }

    private static func trimmed<Number>(_ numbers: ContiguousArray<Number>) -> ContiguousArray<Number> {
        guard numbers.count > 4_096, numbers.capacity > numbers.count + numbers.count / 8 else { return numbers }
        var exact = ContiguousArray<Number>()
        exact.reserveCapacity(numbers.count)
        exact.append(contentsOf: numbers)
        return exact
    }

    mutating func reserveCapacity(_ count: Int) { keys.reserveCapacity(count) }

    /// Those at some places.
    func part(_ indexes: some Sequence<Int>) -> FetchedKeys {
        var part = FetchedKeys(store: store, root: root)
        part.entities = entities
        for index in indexes { part.append(keys[index], UInt16(entityNumber(index))) }
        return part
    }
}

/// What relationships lead to, found for many objects at once.
package struct FetchedMembers {
    var members: FetchedKeys
    /// For each of them the key of the object whose member it is; those of one object are side by side, in their order.
    var owners: ContiguousArray<Int64> = []
}
