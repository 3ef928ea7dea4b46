internal import Foundation

extension SetOperation {
    /// The set that is made of two collections. Nothing counts as an empty collection.
    func value(of left: Any?, _ right: Any?) throws(PredicateFailure) -> Any? {
        let right = try elements(right)
        let known = Set(right.compactMap { DistinctValue($0) })
        let left = try elements(left)
        let elements =
            switch self {
            case .union: left + right
            case .intersection: left.filter { DistinctValue($0).map(known.contains) ?? false }
            case .difference: left.filter { !(DistinctValue($0).map(known.contains) ?? false) }
            }
        do {
            return try DistinctValue.set(elements)
        } catch {
            KeyValueError.report(error)
            return nil
        }
    }

    private func elements(_ value: Any?) throws(PredicateFailure) -> [Any] {
        guard let value else { return [] }
        if let collection = value as? any KeyValueCollection { return collection.keyValueElements }
        if let dictionary = value as? any KeyValueDictionary { return dictionary.keyValuePairs.map(\.value) }
        throw PredicateFailure(.wrongOperand(operation: rawValue, given: KeyValueError.naming(value)))
    }
}
