internal import Locks

/// The key paths that begin at a type and lead to one key, with the keys' names.
final class KeyPathNames: @unchecked Sendable {
    // `@unchecked Sendable`: constant; key paths to properties hold nothing but how to reach them.

    /// What the model compiler has written down; constant.
    private let compiled: [AnyKeyPath: String]

    private init(_ compiled: [AnyKeyPath: String]) { self.compiled = compiled }

    /// What the model compiler has written down, by the class.
    private static let tables = Guarded<[ObjectIdentifier: KeyPathNames]>([:])
    /// Paths of keys that were found, by the key path.
    private static let found = Guarded<[AnyKeyPath: String]>([:])
    /// Of how many keys a path may consist.
    private static let longest = 4

    /// A key path on the way to another one, and the keys it stands for.
    private typealias Step = (path: AnyKeyPath, name: String)

    /// The keys that a key path stands for, divided by dots; nil if it leads through something that has no key.
    static func name(of keyPath: AnyKeyPath) -> String? {
        if let known = found.withLock({ $0[keyPath] }) { return known }
        guard let name = search(keyPath) else { return nil }
        found.withLock { $0[keyPath] = name }
        return name
    }

    /// Goes from the root along all keys that lead to objects, the shortest ways first.
    private static func search(_ keyPath: AnyKeyPath) -> String? {
        let (root, value) = (type(of: keyPath).rootType, type(of: keyPath).valueType)
        let first = steps(from: root)
        if let step = first.first(where: { $0.path == keyPath }) { return step.name }
        var ways = first.filter { object(in: type(of: $0.path).valueType) != nil }
        for length in 2...longest {
            var longer: [Step] = []
            for way in ways {
                for next in steps(from: type(of: way.path).valueType) {
                    let nextValue = type(of: next.path).valueType
                    let isGoal = nextValue == value
                    guard isGoal || (length < longest && object(in: nextValue) != nil),
                        let path = way.path.appending(path: next.path)
                    else { continue }
                    let name = "\(way.name).\(next.name)"
                    if isGoal, isSame(path, keyPath) { return name }
                    if object(in: nextValue) != nil { longer.append((path, name)) }
                }
            }
            ways = longer
        }
        return nil
    }

    /// Whether an appended key path leads the same way as another one.
    ///
    /// In Swift 6.3 it is not equal to the literal if that leads through an optional, since it remembers which of its parts
    /// could be written through; the parts themselves go into the hash and the description.
    private static func isSame(_ appended: AnyKeyPath, _ keyPath: AnyKeyPath) -> Bool {
        appended == keyPath
            || (type(of: appended) == type(of: keyPath) && appended.hashValue == keyPath.hashValue
                && appended.debugDescription == keyPath.debugDescription)
    }

    /// The key paths of one key that begin at a type, by the class's keys and by what the model compiler knows.
    private static func steps(from root: Any.Type) -> [Step] {
        guard let type = object(in: root) else { return [] }
        let declared = KeyTable.of(type).allEntries.compactMap { entry in
            entry.keyPath.map { ($0 as AnyKeyPath, entry.name) }
        }
        return (declared + compiled(type)).filter { Swift.type(of: $0.0).rootType == root }
    }

    private static func compiled(_ type: AnyClass) -> [Step] {
        guard let compiler = type as? any CompiledKeys.Type else { return [] }
        let identity = ObjectIdentifier(type)
        if let known = tables.withLock({ $0[identity] }) { return known.steps }
        // The table is code of the class's module: no lock is held.
        let made = KeyPathNames(compiler.compiledKeyPaths)
        return tables.withLock { tables in
            let names = tables[identity] ?? made
            tables[identity] = names
            return names
        }.steps
    }

    private var steps: [Step] { compiled.map { ($0.key, $0.value) } }

    /// The class of a type that is one, or an optional of one.
    private static func object(in type: Any.Type) -> AnyClass? {
        type as? AnyClass ?? (type as? any OptionalValue.Type)?.wrappedType as? AnyClass
    }
}
