internal import Foundation

/// Makes the test of a predicate for the objects of a class.
///
/// A comparison of a key of the class with a constant is made in the property's own type; everything else is left to
/// evaluation part by part, errors among it. Keys are read by what the class's table has for them.
struct TestCompiler {
    private let table: KeyTable

    init(_ table: KeyTable) { self.table = table }

    func test(_ predicate: NSPredicate) -> Test {
        guard predicate.isOwn, predicate.mayEvaluate, predicate.formatError == nil else {
            return InterpretedTest(predicate)
        }
        switch predicate {
        case let compound as NSCompoundPredicate: return test(compound)
        case let comparison as NSComparisonPredicate: return typedTest(comparison) ?? InterpretedTest(comparison)
        default:
            if case .value(let value) = predicate.form { return ConstantTest(value) }
            return InterpretedTest(predicate)
        }
    }

    private func test(_ compound: NSCompoundPredicate) -> Test {
        let parts = compound.parts.map(test)
        switch compound.compoundPredicateType {
        case .and: return Self.joined(parts[...], ConstantTest(true)) { ConjunctionTest($0, $1) }
        case .or: return Self.joined(parts[...], ConstantTest(false)) { DisjunctionTest($0, $1) }
        case .not: return parts.first.map { NegationTest($0) } ?? ConstantTest(false)
        }
    }

    /// Parts joined by halves, so that a thousand of them are ten levels deep.
    private static func joined(
        _ parts: ArraySlice<Test>, _ none: Test, _ join: (Test, Test) -> Test
    ) -> Test {
        guard parts.count > 1 else { return parts.first ?? none }
        let middle = parts.startIndex + parts.count / 2
        return join(joined(parts[..<middle], none, join), joined(parts[middle...], none, join))
    }

    private func typedTest(_ comparison: NSComparisonPredicate) -> Test? {
        guard comparison.comparisonPredicateModifier == .direct,
            type(of: comparison.leftExpression) == NSExpression.self,
            case .keyPath(nil, _, let path?) = comparison.leftExpression.form, path.keyValueOperator == nil,
            let key = path.keys.first, let entry = table[key],
            let unchanging = comparison.rightExpression.unchangingValue
        else { return nil }
        guard let constant = unchanging.value else { return nothingTest(entry, path, comparison.predicateOperatorType) }
        let reader = KeyReader(entry: entry, rest: path.keys.dropFirst())
        if let test = numberTest(reader, comparison.predicateOperatorType, constant) { return test }
        return textTest(reader, comparison, constant) ?? dateTest(reader, comparison.predicateOperatorType, constant)
    }

    // MARK: - Types

    private func nothingTest(
        _ entry: KeyTable.Entry, _ path: KeyValuePath, _ type: NSComparisonPredicate.Operator
    ) -> Test? {
        guard path.keys.count == 1, type == .equalTo || type == .notEqualTo else { return nil }
        return NothingTest(entry, isOpposite: type == .notEqualTo)
    }

    private func numberTest(_ reader: KeyReader, _ type: NSComparisonPredicate.Operator, _ constant: Any) -> Test? {
        if type == .in || type == .between { return membershipTest(reader, type, constant) }
        guard let relation = OrderRelation(type), let number = Number(constant) else { return nil }
        if let bound = number.exactInteger {
            if let read = reader.integer { return IntegerTest(read, relation, bound) }
            if let read = reader.optionalInteger { return OptionalIntegerTest(read, relation, bound) }
        }
        if let bound = number.exactDouble {
            if let read = reader.floating { return FloatingTest(read, relation, bound) }
            if let read = reader.optionalFloating { return OptionalFloatingTest(read, relation, bound) }
        }
        return nil
    }

    private func textTest(_ reader: KeyReader, _ comparison: NSComparisonPredicate, _ constant: Any) -> Test? {
        guard let text = constant as? String,
            let question = TextQuestion.make(comparison.predicateOperatorType, comparison.options, text)
        else { return nil }
        if let read = reader.access(String.self) { return TextTest(read, question) }
        return reader.access(String?.self).map { OptionalTextTest($0, question) }
    }

    private func dateTest(_ reader: KeyReader, _ type: NSComparisonPredicate.Operator, _ constant: Any) -> Test? {
        guard let relation = OrderRelation(type), let date = constant as? Date else { return nil }
        if let read = reader.access(Date.self) { return DateTest(read, relation, date) }
        return reader.access(Date?.self).map { OptionalDateTest($0, relation, date) }
    }

    /// An integer among integers; nil if there are other values too.
    private func membershipTest(
        _ reader: KeyReader, _ type: NSComparisonPredicate.Operator, _ constant: Any
    ) -> Test? {
        guard let collection = constant as? any KeyValueCollection, let read = reader.integer else { return nil }
        var integers: [Int] = []
        for element in collection.keyValueElements {
            guard let integer = Number(element)?.exactInteger else { return nil }
            integers.append(integer)
        }
        if type == .in { return IntegerListTest(read, Set(integers)) }
        guard integers.count == 2, !isSet(collection) else { return nil }
        return IntegerRangeTest(read, integers[0], integers[1])
    }
}

extension Number {
    /// The integer that the number is; nil if it has a fraction or is too large.
    fileprivate var exactInteger: Int? {
        switch self {
        case .signed(let value): Int(exactly: value)
        case .floating(let value): Int(exactly: value)
        case .unsigned, .decimal: nil
        }
    }

    /// The number in double precision; nil if that is another one, or if it has no order.
    fileprivate var exactDouble: Double? {
        switch self {
        case .signed(let value): Double(exactly: value)
        case .unsigned(let value): Double(exactly: value)
        case .floating(let value): value.isNaN ? nil : value
        case .decimal: nil
        }
    }
}
