public import Foundation

/// What went wrong with a key or a path.
///
/// Ours: Apple raises exceptions, which Swift cannot catch. Owners and types are given by name, keys as they were
/// passed.
public enum KeyValueError: Error, Hashable, Sendable {
    /// The owner has no such key.
    case undefinedKey(_ key: String, owner: String)
    /// The property can only be read.
    case readOnlyKey(_ key: String, owner: String)
    /// `nil` was given for a property that cannot be `nil`.
    case nilValue(_ key: String, owner: String, expected: String)
    /// The value is of a type that cannot be converted to the property's, or out of its range.
    case wrongValue(_ key: String, owner: String, expected: String, given: String)
    /// The path cannot be understood, for the reason that the sentence gives.
    case malformedPath(_ path: String, reason: String)
    /// What stands before an operator is not a collection that it works on.
    case notACollection(operation: String, given: String)
    /// An operator met a value that it cannot use.
    case wrongOperand(operation: String, given: String)
    /// An operator that collects objects met `nil`.
    case nilOperand(operation: String)
    /// Two values have no order.
    case notComparable(operation: String, first: String, second: String)
    /// A value that would have to stand in a set is not hashable.
    case notHashable(_ type: String)
    /// A path leads through an element of a collection that is a value, and could not be stored back.
    case unchangeableElement(_ key: String, given: String)
    /// A managed object was asked for a set that changes a property which is no relationship of that kind.
    case unsupportedProxy(_ key: String, entity: String, method: String)
}

extension KeyValueError: CustomStringConvertible, LocalizedError {
    /// A sentence that names the thing and says what to do.
    public var description: String {
        switch self {
        case .undefinedKey(let key, let owner):
            "\(owner) has no key \"\(key)\". Declare it in the class's keyTable, or override value(forUndefinedKey:) and "
                + "setValue(_:forUndefinedKey:)."
        case .readOnlyKey(let key, let owner):
            "The key \"\(key)\" of \(owner) can only be read. Declare it with a writable key path, or with a setter."
        case .nilValue(let key, let owner, let expected):
            "The key \"\(key)\" of \(owner) is of type \(expected) and cannot be nil. Override setNilValueForKey(_:) to give it "
                + "a value instead."
        case .wrongValue(let key, let owner, let expected, let given):
            "The key \"\(key)\" of \(owner) takes a value of type \(expected), not \(given)."
        case .malformedPath(let path, let reason):
            "The key path \"\(path)\" cannot be used: \(reason)."
        case .notACollection(let operation, let given):
            "The operator \(operation) works on a collection, not on \(given)."
        case .wrongOperand(let operation, let given):
            "The operator \(operation) cannot use \(given)."
        case .nilOperand(let operation):
            "The operator \(operation) met nil. Remove the objects that lead to nil first."
        case .notComparable(let operation, let first, let second):
            "The operator \(operation) cannot compare \(first) with \(second)."
        case .notHashable(let type):
            "A value of type \(type) cannot stand in a set. Make it Hashable."
        case .unchangeableElement(let key, let given):
            "The key \"\(key)\" cannot be set on \(given), which is an element of a collection and a value. Set the collection."
        case .unsupportedProxy(let key, let entity, let method):
            "NSManagedObjects of entity '\(entity)' do not support \(method) for the property '\(key)'. Use "
                + "mutableSetValue(forKey:) for to-many relationships without an order, mutableOrderedSetValue(forKey:) for ordered "
                + "ones, and setValue(_:forKey:) for anything else."
        }
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}

extension KeyValueError {
    /// Whether the sentence has the whole path.
    var namesPath: Bool { if case .malformedPath = self { true } else { false } }

    /// How long a part of a sentence may get: what a file or a peer sent must not fill the log.
    private static let longestPart = 120

    /// A text that is short enough for a sentence.
    static func excerpt(_ text: String) -> String {
        text.utf8.count <= longestPart ? text : String(text.prefix(longestPart)) + "…"
    }

    /// A value in a sentence: what it is, and if it is a number or a text, which one.
    package static func naming(_ value: Any?) -> String {
        guard let value = flattened(value) else { return "nil" }
        let type = String(describing: type(of: value))
        if Number(value) != nil || value is String { return "\(excerpt("\(value)")) (\(type))" }
        return "a value of type \(excerpt(type))"
    }
}
