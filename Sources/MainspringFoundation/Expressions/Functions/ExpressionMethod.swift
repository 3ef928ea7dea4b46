internal import Foundation

/// `FUNCTION(operand, "name:", …)`: the methods that are known, since there are no selectors.
enum ExpressionMethod {
    /// What a method of a value returns; nil of nothing. One without arguments is a key.
    static func call(_ name: String, of target: Any?, _ arguments: [Any?]) throws(PredicateFailure) -> Any? {
        guard let target else { return nil }
        if let own = (target as? any ExpressionMethodTarget)?.value(ofMethod: name, arguments) {
            return own.flatMap(constantForm)
        }
        guard let argument = arguments.first else {
            return count(name, of: target) ?? NSExpression.follow(name, nil, from: target)
        }
        guard arguments.count == 1 else {
            throw PredicateFailure(.unknownFunction(KeyValueError.excerpt(name), arguments: arguments.count))
        }
        switch (name, Scalar(argument)) {
        case ("isEqual:", let other): return NSNumber(value: ValueEquality.areEqual(Scalar(target), other))
        case ("valueForKey:", .text(let key)), ("valueForKeyPath:", .text(let key)):
            return NSExpression.follow(key, nil, from: target)
        case ("objectForKey:", _), ("objectAtIndex:", .number):
            return try CollectionElement.value(of: target, at: argument)
        case ("containsObject:", _):
            return NSNumber(value: try ComparisonOperation(.contains, []).holds(target, argument))
        default: break
        }
        switch (Scalar(target), Scalar(argument)) {
        case (.text(let text), let argument): if let result = text.method(name, argument) { return result }
        case (.date(let date), .number(let seconds)) where name == "dateByAddingTimeInterval:":
            return date.addingTimeInterval(seconds.double)
        case (.date(let date), .date(let other)) where name == "timeIntervalSinceDate:":
            return NSNumber(value: date.timeIntervalSince(other))
        default: break
        }
        throw PredicateFailure(
            .wrongOperand(operation: KeyValueError.excerpt(name), given: KeyValueError.naming(target)))
    }
}

extension ExpressionMethod {
    /// How many elements a collection has, which as a key would be asked of each of them; nil for any other method or value.
    private static func count(_ name: String, of target: Any) -> NSNumber? {
        guard name == "count" else { return nil }
        return switch target {
        case let collection as any KeyValueCollection: NSNumber(value: collection.keyValueCount)
        case let dictionary as any KeyValueDictionary: NSNumber(value: dictionary.keyValueCount)
        default: nil
        }
    }
}

extension String {
    /// A method of `NSString`; nil if it is not known, or the argument is wrong.
    fileprivate func method(_ name: String, _ argument: Scalar) -> Any? {
        switch (name, argument) {
        case ("hasPrefix:", .text(let other)): NSNumber(value: TextPlace.beginning.holds(other, in: self))
        case ("hasSuffix:", .text(let other)): NSNumber(value: TextPlace.end.holds(other, in: self))
        case ("stringByAppendingString:", .text(let other)): self + other
        case ("componentsSeparatedByString:", .text(let other)): components(separatedBy: other)
        case ("substringFromIndex:", .number(let index)): part(index) { $0... }
        case ("substringToIndex:", .number(let index)): part(index) { ..<$0 }
        default: nil
        }
    }

    private func part<Range: RangeExpression<String.Index>>(_ place: Number, _ range: (String.Index) -> Range) -> Any? {
        guard let place = place.integer(Int.self), place >= 0,
            let index = utf16.index(startIndex, offsetBy: place, limitedBy: endIndex)
        else { return nil }
        return String(self[range(index)])
    }
}
