internal import Foundation
internal import Locks

/// The properties that a class declares as numbers or truth values without a nil, by what the model compiler has written of
/// their key paths: those take no nil by key, as on Apple's platforms.
enum ScalarProperties {
    private static let known = Guarded<[ObjectIdentifier: [String: Any.Type]]>([:])

    /// The type of such a property; nil for any other.
    static func type(of name: String, in type: NSManagedObject.Type) -> Any.Type? { all(of: type)[name] }

    private static func all(of type: NSManagedObject.Type) -> [String: Any.Type] {
        let identity = ObjectIdentifier(type)
        if let types = known.withLock({ $0[identity] }) { return types }
        // The tables are code of the classes' modules: no lock is held.
        var types: [String: Any.Type] = [:]
        for type in sequence(first: type, next: { _getSuperclass($0) as? NSManagedObject.Type }) {
            for (keyPath, name) in ManagedModules.table(of: type)?.keyPaths ?? [:] where types[name] == nil {
                let (root, value) = (Swift.type(of: keyPath).rootType, Swift.type(of: keyPath).valueType)
                if root == type, isScalar(value) { types[name] = value }
            }
        }
        known.withLock { $0[identity] = types }
        return types
    }

    private static func isScalar(_ type: Any.Type) -> Bool {
        type == Bool.self || type is any BinaryInteger.Type || type is any BinaryFloatingPoint.Type
    }
}
