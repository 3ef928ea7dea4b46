internal import Foundation

/// Whether two values are the same to who writes them down: texts by their characters' numbers, where Swift takes those for equal
/// that only look the same (a letter with its accent, or the accent behind it). Apple's strings compare so.
enum ExactEquality {
    static func areSame(_ left: String, _ right: String) -> Bool {
        let count = left.utf8.count
        guard count == right.utf8.count else { return false }
        return left.utf8.withContiguousStorageIfAvailable { left in
            right.utf8.withContiguousStorageIfAvailable { right in
                guard let left = left.baseAddress, let right = right.baseAddress else { return true }
                return memcmp(left, right, count) == 0
            }
        }.flatMap(\.self) ?? left.utf8.elementsEqual(right.utf8)
    }

    static func areSame(_ left: String?, _ right: String?) -> Bool {
        guard let left, let right else { return left == nil && right == nil }
        return areSame(left, right)
    }

    /// The same of whatever a transformable or composite attribute has, lists and dictionaries of texts among it.
    static func areSame(_ left: Any, _ right: Any) -> Bool {
        switch (left, right) {
        case (let left as String, let right as String): return areSame(left, right)
        case (let left as [Any], let right as [Any]):
            return left.count == right.count && zip(left, right).allSatisfy { areSame($0, $1) }
        case (let left as [String: Any], let right as [String: Any]):
            return left.count == right.count
                && left.allSatisfy { key, value in right[key].map { areSame(value, $0) } ?? false }
        case (let left as AnyHashable, let right as AnyHashable): return left == right
        case (let left as NSObject, let right as NSObject): return left.isEqual(right)
        default: return false
        }
    }
}

/// A text that is equal to those of the same bytes alone.
struct ExactText: Hashable {
    let text: String

    static func == (left: ExactText, right: ExactText) -> Bool { ExactEquality.areSame(left.text, right.text) }

    func hash(into hasher: inout Hasher) { text.hash(into: &hasher) }
}
