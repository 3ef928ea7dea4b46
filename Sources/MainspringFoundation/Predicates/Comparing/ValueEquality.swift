internal import Foundation

/// Whether two values whose types are known at run time only are equal, as `isEqual:` of Foundation's classes says.
enum ValueEquality {
    /// Numbers of all types by their values; texts by their characters as they are written, so that a letter with its
    /// accent differs from the same as two characters; nothing and `NSNull` to each other only; collections by their
    /// elements; objects that are not `Hashable` by identity.
    static func areEqual(_ left: Any?, _ right: Any?) -> Bool { areEqual(Scalar(left), Scalar(right)) }

    static func areEqual(_ left: Scalar, _ right: Scalar) -> Bool {
        switch (left, right) {
        case (.none, .none): true
        case (.number(let left), .number(let right)): left.compare(right) == .orderedSame
        case (.text(let left), .text(let right)): areLiterallyEqual(left, right)
        case (.date(let left), .date(let right)): left == right
        case (.other(let left), .other(let right)): areEqual(other: left, right)
        default: false
        }
    }

    static func areLiterallyEqual(_ left: String, _ right: String) -> Bool {
        left == right && left.utf8.elementsEqual(right.utf8)
    }

    private static func areEqual(other left: Any, _ right: Any) -> Bool {
        if let left = left as? any KeyValueCollection {
            guard let right = right as? any KeyValueCollection, left.keyValueCount == right.keyValueCount else {
                return false
            }
            guard isSet(left) || isSet(right) else {
                return zip(left.keyValueElements, right.keyValueElements).allSatisfy { areEqual($0, $1) }
            }
            let elements = right.keyValueElements
            return left.keyValueElements.allSatisfy { element in elements.contains { areEqual(element, $0) } }
        }
        if let left = left as? any KeyValueDictionary {
            guard let right = right as? any KeyValueDictionary, left.keyValueCount == right.keyValueCount else {
                return false
            }
            return left.keyValuePairs.allSatisfy { pair in
                right.keyValuePairs.contains { areEqual(pair.key, $0.key) && areEqual(pair.value, $0.value) }
            }
        }
        guard let left = DistinctValue(left), let right = DistinctValue(right) else { return false }
        return left == right
    }
}

/// Whether a collection has no order.
func isSet(_ collection: any KeyValueCollection) -> Bool {
    // By its type: to ask a set of Swift's whether it is an `NSSet` makes one, and hashes what Foundation cannot hash.
    type(of: collection) is NSSet.Type || collection is any SetAlgebra
}

/// The elements of a value that is a collection with an order; nil for anything else.
func orderedElements(_ value: Any) -> [Any]? {
    guard let collection = value as? any KeyValueCollection, !isSet(collection) else { return nil }
    return collection.keyValueElements
}
