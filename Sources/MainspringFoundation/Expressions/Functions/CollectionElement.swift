internal import Foundation

/// What stands in brackets after an expression.
enum CollectionElement {
    /// An element by its index, or by `FIRST`, `LAST` or `SIZE`; an entry of a dictionary by its key. Nil if there is
    /// none.
    static func value(of value: Any?, at index: Any?) throws(PredicateFailure) -> Any? {
        guard let value else { return nil }
        if let dictionary = value as? any KeyValueDictionary {
            if index as? IndexSymbol == .size { return NSNumber(value: dictionary.keyValueCount) }
            let key = (index as? IndexSymbol)?.rawValue ?? index
            return dictionary.keyValuePairs.first { ValueEquality.areEqual($0.key, key) }
                .flatMap { constantForm($0.value) }
        }
        if index as? IndexSymbol == .size, let collection = value as? any KeyValueCollection {
            return NSNumber(value: collection.keyValueCount)
        }
        guard let elements = orderedElements(value) else { throw wrong(value) }
        switch index {
        case IndexSymbol.first as IndexSymbol: return elements.first.flatMap { constantForm($0) }
        case IndexSymbol.last as IndexSymbol: return elements.last.flatMap { constantForm($0) }
        default:
            guard let index, let place = Number(index)?.integer(Int.self) else { throw wrong(index) }
            return elements.indices.contains(place) ? constantForm(elements[place]) : nil
        }
    }

    private static func wrong(_ value: Any?) -> PredicateFailure {
        PredicateFailure(.wrongOperand(operation: "An index", given: KeyValueError.naming(value)))
    }
}
