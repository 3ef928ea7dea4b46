internal import Foundation

/// Whether two values are the same to who writes them down: texts by their characters' numbers, where Swift takes those for equal
/// that only look the same (a letter with its accent, or the accent behind it). Apple's strings compare so.
enum ExactEquality {
    static func areSame(_ left: String, _ right: String) -> Bool {
        var (left, right) = (left, right)
        return left.withUTF8 { left in
            right.withUTF8 { right in
                guard left.count == right.count else { return false }
                guard let first = left.baseAddress, let second = right.baseAddress else { return true }
                return memcmp(first, second, left.count) == 0
            }
        }
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
