internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

extension QueryTranslator {
    /// A comparison that texts alone have.
    func text(
        _ left: Side, _ right: Side, _ type: Operator, _ options: NSComparisonPredicate.Options,
        _ comparison: NSComparisonPredicate
    ) throws -> QueryCondition {
        let text = try value(left.operand, like: .text, left.expression)
        let pattern = try value(right.operand, like: .text, right.expression)
        for (value, side) in [(text, left), (pattern, right)] where !value.kind.isText && !isNil(side.operand) {
            throw refuse(comparison, "asks \(value.kind.words) for a part of it, which a text has")
        }
        if case .text(let constant)? = pattern.sql.bindings.first, pattern.sql.text == "?" {
            if type == .matches { try check(constant, options, comparison) }
            if type == .beginsWith, !isFolded(options) {
                return Self.range(text.sql, beginningWith: constant)
            }
        }
        return QueryCondition(QueryFunctions.compare(type, options, text.sql, pattern.sql))
    }

    /// Throws if a regular expression is none.
    private func check(
        _ pattern: String, _ options: NSComparisonPredicate.Options, _ comparison: NSComparisonPredicate
    ) throws {
        do {
            _ = try TextMatch(.matches, options, pattern)
        } catch {
            throw unevaluable(.malformedPredicate, comparison.leftExpression, comparison.predicateFormat, error)
        }
    }

    /// The texts from one to the next that does not begin with it: what an index finds.
    private static func range(_ sql: SQLText, beginningWith text: String) -> QueryCondition {
        // No text begins with the empty one, as in memory; of nothing it is unknown.
        guard !text.isEmpty else { return QueryCondition("\(sql) < \(bound: .text(text))") }
        let first = QueryCondition("\(sql) >= \(bound: .text(text))")
        guard let end = text.afterAllWithPrefix else { return first }
        return .all([first, QueryCondition("\(sql) < \(bound: .text(end))")])
    }
}

extension String {
    /// The least text, by its bytes, that is greater than all that begin with this one; nil if there is none.
    fileprivate var afterAllWithPrefix: String? {
        var scalars = Array(unicodeScalars)
        while let last = scalars.popLast() {
            // Between them are no characters, but halves of them in another form.
            let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
            guard let scalar = Unicode.Scalar(next) else { continue }
            scalars.append(scalar)
            var text = String.UnicodeScalarView()
            text.append(contentsOf: scalars)
            return String(text)
        }
        return nil
    }
}
