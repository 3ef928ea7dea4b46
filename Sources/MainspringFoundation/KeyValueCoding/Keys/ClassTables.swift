internal import Diagnostics
internal import Foundation

/// The tables of all classes that were used.
///
/// Making a table asks the class for its keys, which is user code; so it is made without a lock, and thrown away if
/// somebody registered keys meanwhile.
final class ClassTables: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards `registered` and `registrations`, and orders those who write `tables`.

    static let shared = ClassTables()

    private let tables = GrowOnlyTable<ObjectIdentifier, KeyTable>(chainBits: 9)
    private let lock = NSLock()
    private var registered: [ObjectIdentifier: KeyTable] = [:]
    private var registrations = 0

    func table(of type: AnyClass) -> KeyTable {
        let identity = ObjectIdentifier(type)
        if let found = tables.value(for: identity, hash: identity.chain) { return found }
        while true {
            let (registered, registrations) = lock.withLock { (self.registered, self.registrations) }
            let made = Self.make(type, registered)
            let inserted = lock.withLock {
                self.registrations == registrations ? tables.insert(made, for: identity, hash: identity.chain) : nil
            }
            if let inserted { return inserted }
        }
    }

    func register(_ table: KeyTable, for type: AnyClass) {
        let identity = ObjectIdentifier(type)
        var (registered, registrations) = lock.withLock {
            self.registered[identity] = self.registered[identity]?.adding(table, owner: type) ?? table
            self.registrations += 1
            return (self.registered, self.registrations)
        }
        while true {
            let replacements = tables.keys.compactMap { key -> (ObjectIdentifier, KeyTable)? in
                guard let used = tables.value(for: key, hash: key.chain)?.owner,
                    Self.lineage(of: used).contains(identity)
                else { return nil }
                return (key, Self.make(used, registered))
            }
            let isDone = lock.withLock {
                guard self.registrations == registrations else {
                    (registered, registrations) = (self.registered, self.registrations)
                    return false
                }
                for (key, table) in replacements { tables.replace(table, for: key, hash: key.chain) }
                return true
            }
            if isDone { return }
        }
    }

    /// Puts a class's table together: what it inherits, what the model compiler and it declare, what is registered for it.
    private static func make(_ type: AnyClass, _ registered: [ObjectIdentifier: KeyTable]) -> KeyTable {
        let identity = ObjectIdentifier(type)
        let inherited = superclass(of: type).map { make($0, registered) } ?? .empty
        var table = inherited.adding(.empty, owner: type)
        if let own = FoundationKeys.tables[identity] { table = table.adding(own, owner: type) }
        for own in (type as? any CompiledKeys.Type)?.compiledKeys ?? [] { table = table.adding(own, owner: type) }
        if let declared = (type as? any KeyValueCoding.Type)?.keyTable, declared !== KeyTable.empty {
            if declared.owner == type {
                table = table.adding(declared, owner: type)
            } else if !lineage(of: type).contains(ObjectIdentifier(declared.owner)) {
                programmerError(
                    "The keyTable of \(type) is one of \(declared.owner). Make it as KeyTable(\(type).self) { … }.")
            }
        }
        if let added = registered[identity] { table = table.adding(added, owner: type) }
        return table
    }

    /// A class and its superclasses.
    private static func lineage(of type: AnyClass) -> [ObjectIdentifier] {
        Array(sequence(first: type, next: superclass).lazy.map { ObjectIdentifier($0) })
    }

    /// The class that a class inherits from. The standard library's function is the only way to know it without an
    /// object.
    private static func superclass(of type: AnyClass) -> AnyClass? { _getSuperclass(type) }
}
