internal import Foundation

extension PredicateExpressions.RangeExpressionContains: ConvertibleExpression {
    func term(_ conversion: PredicateConversion) throws -> PredicateParser.Term {
        guard let range = range as? any ConvertibleRange else { throw PredicateConversion.Unsupported() }
        return .predicate(try range.bounds(conversion).contain(try conversion.expression(element)))
    }
}

/// The ends of a range, where it has them.
struct RangeBounds {
    var lower: NSExpression?
    var upper: NSExpression?
    var includesUpper = false

    /// Whether a value lies between them.
    func contain(_ value: NSExpression) -> NSPredicate {
        if let lower, let upper, includesUpper {
            return PredicateConversion.comparison(value, .between, NSExpression(forAggregate: [lower, upper]))
        }
        var parts: [NSPredicate] = []
        if let lower { parts.append(PredicateConversion.comparison(value, .greaterThanOrEqualTo, lower)) }
        if let upper {
            parts.append(PredicateConversion.comparison(value, includesUpper ? .lessThanOrEqualTo : .lessThan, upper))
        }
        return parts.count == 1 ? parts[0] : NSCompoundPredicate(andPredicateWithSubpredicates: parts)
    }
}

/// A range that is written in the predicate, or was captured by it.
private protocol ConvertibleRange {
    func bounds(_ conversion: PredicateConversion) throws -> RangeBounds
}

extension PredicateExpressions.Range: ConvertibleRange {
    fileprivate func bounds(_ conversion: PredicateConversion) throws -> RangeBounds {
        RangeBounds(lower: try conversion.expression(lower), upper: try conversion.expression(upper))
    }
}

extension PredicateExpressions.ClosedRange: ConvertibleRange {
    fileprivate func bounds(_ conversion: PredicateConversion) throws -> RangeBounds {
        RangeBounds(
            lower: try conversion.expression(lower), upper: try conversion.expression(upper), includesUpper: true)
    }
}

extension PredicateExpressions.Value: ConvertibleRange {
    fileprivate func bounds(_ conversion: PredicateConversion) throws -> RangeBounds {
        guard let range = value as? any BoundedRange else { throw PredicateConversion.Unsupported() }
        return range.bounds
    }
}

/// A range of Swift's.
private protocol BoundedRange {
    var bounds: RangeBounds { get }
}

extension Range: BoundedRange {
    fileprivate var bounds: RangeBounds {
        RangeBounds(
            lower: NSExpression(forConstantValue: lowerBound), upper: NSExpression(forConstantValue: upperBound))
    }
}

extension ClosedRange: BoundedRange {
    fileprivate var bounds: RangeBounds {
        RangeBounds(
            lower: NSExpression(forConstantValue: lowerBound), upper: NSExpression(forConstantValue: upperBound),
            includesUpper: true)
    }
}

extension PartialRangeFrom: BoundedRange {
    fileprivate var bounds: RangeBounds { RangeBounds(lower: NSExpression(forConstantValue: lowerBound)) }
}

extension PartialRangeThrough: BoundedRange {
    fileprivate var bounds: RangeBounds {
        RangeBounds(upper: NSExpression(forConstantValue: upperBound), includesUpper: true)
    }
}

extension PartialRangeUpTo: BoundedRange {
    fileprivate var bounds: RangeBounds { RangeBounds(upper: NSExpression(forConstantValue: upperBound)) }
}
