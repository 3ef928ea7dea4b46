package import Foundation

/// The methods that sort descriptors know, by the names of their selectors.
package enum TextComparison: String, CaseIterable {
    case compare = "compare:"
    case caseInsensitive = "caseInsensitiveCompare:"
    case localized = "localizedCompare:"
    case localizedCaseInsensitive = "localizedCaseInsensitiveCompare:"
    case localizedStandard = "localizedStandardCompare:"

    package init?(_ selector: Selector) { self.init(rawValue: selector.description) }

    var selector: Selector { Selector(rawValue) }

    /// Compares two values; nothing precedes everything. Values without an order are the same, of which somebody is told.
    func compare(_ left: Any?, _ right: Any?) -> ComparisonResult {
        switch (Scalar(left), Scalar(right)) {
        case (.none, .none): return .orderedSame
        case (.none, _): return .orderedAscending
        case (_, .none): return .orderedDescending
        case (.text(let left), .text(let right)): return compare(left, right)
        case (.number(let left), .number(let right)) where self == .compare: return left.compare(right)
        case (.date(let left), .date(let right)) where self == .compare: return ValueOrder.order(left, right)
        case (.other(let left), .other(let right)) where self == .compare:
            if let result = ValueOrder.compare(left, right) { return result }
        default: break
        }
        PredicateFailure.report(
            .notComparable(
                operation: rawValue, first: KeyValueError.naming(left), second: KeyValueError.naming(right)))
        return .orderedSame
    }

    /// Compares two texts.
    package func compare(_ left: String, _ right: String) -> ComparisonResult {
        switch self {
        case .compare: TextOrder.compare(left, right)
        case .caseInsensitive: Self.caseInsensitive(left, right)
        case .localized: left.localizedCompare(right)
        case .localizedCaseInsensitive: left.localizedCaseInsensitiveCompare(right)
        case .localizedStandard: left.localizedStandardCompare(right)
        }
    }

    /// Texts of ASCII by their bytes, with capital letters taken for small ones, as Foundation would.
    private static func caseInsensitive(_ left: String, _ right: String) -> ComparisonResult {
        let folding = TextFolding(options: .caseInsensitive)
        let isASCII = left.utf8.allSatisfy { $0 < 0x80 } && right.utf8.allSatisfy { $0 < 0x80 }
        return isASCII
            ? TextOrder.compare(folding.folded(left), folding.folded(right)) : left.caseInsensitiveCompare(right)
    }
}
