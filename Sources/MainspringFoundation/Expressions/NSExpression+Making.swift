public import Foundation

extension NSExpression {
    /// Makes an expression for a constant.
    public convenience init(forConstantValue object: Any?) { self.init(.constant(constantForm(object))) }

    private static let own = NSExpression(.evaluatedObject)
    private static let any = NSExpression(.anyKey)

    /// Returns the expression for the evaluated object.
    public class func expressionForEvaluatedObject() -> NSExpression { own }

    /// Returns the expression for any key of the evaluated object: a comparison holds if it holds for one of them.
    public class func expressionForAnyKey() -> NSExpression { any }

    /// Makes an expression for a variable.
    /// - Parameter string: the name, without the sign.
    public convenience init(forVariable string: String) { self.init(.variable(string)) }

    /// Makes an expression for what a path leads to from the evaluated object.
    public convenience init(forKeyPath keyPath: String) {
        self.init(.keyPath(operand: nil, keyPath, try? KeyValuePath(keyPath)))
    }

    /// Makes an expression for what Swift's key path leads to, by the keys that the classes have for it.
    ///
    /// Without such keys the expression has no value and says so.
    public convenience init<Root, Value>(forKeyPath keyPath: KeyPath<Root, Value>) {
        if let path = KeyTable.path(for: keyPath) {
            self.init(forKeyPath: path)
        } else {
            let error = PredicateFailure(
                .unavailable("The key path \(keyPath)", reason: "no key of \(Root.self) was declared with it"))
            PredicateFailure.report(error)
            self.init(.refused(error))
        }
    }

    /// Makes an expression for a function.
    ///
    /// The arguments are expressions; anything else is taken as a constant. A function that is not known makes an
    /// expression that has no value and says so.
    /// - Parameter name: with a colon for each argument: `sum:` `count:` `min:` `max:` `average:` `median:` `mode:`
    ///   `stddev:` `add:to:` `from:subtract:` `multiply:by:` `divide:by:` `modulus:by:` `sqrt:` `log:` `ln:` `raise:toPower:`
    ///   `exp:` `floor:` `ceiling:` `abs:` `trunc:` `random` `random:` `now` `bitwiseAnd:with:` `bitwiseOr:with:`
    ///   `bitwiseXor:with:` `leftshift:by:` `rightshift:by:` `onesComplement:` `lowercase:` `uppercase:` `canonical:`
    ///   `length:` `noindex:` `castObject:toType:` `objectFrom:withIndex:`.
    public convenience init(forFunction name: String, arguments parameters: [Any]) {
        let arguments = parameters.map(asExpression)
        do {
            self.init(.call(try ExpressionFunction.named(name, arguments.count), arguments))
        } catch {
            PredicateFailure.report(error)
            self.init(.refused(error))
        }
    }

    /// Makes an expression for a method of what another expression gives.
    ///
    /// **Differences from Apple**: there are no selectors on Linux, so only these are known: `valueForKey:`,
    /// `valueForKeyPath:`, `objectForKey:`, `objectAtIndex:`, `containsObject:`, `isEqual:`, `hasPrefix:`, `hasSuffix:`,
    /// `stringByAppendingString:`, `substringFromIndex:`, `substringToIndex:`, `componentsSeparatedByString:`,
    /// `uppercaseString`, `lowercaseString`, `capitalizedString`, `dateByAddingTimeInterval:`, `timeIntervalSinceDate:`;
    /// and every method without arguments that is a key of the object.
    public convenience init(forFunction target: NSExpression, selectorName name: String, arguments parameters: [Any]?) {
        self.init(Self.method(target, name, (parameters ?? []).map(asExpression)))
    }

    /// Makes a list of expressions; what is not an expression is taken as a constant.
    public convenience init(forAggregate subexpressions: [Any]) {
        self.init(.aggregate(subexpressions.map(asExpression)))
    }

    /// Makes an expression for the elements of either of two collections.
    public convenience init(forUnionSet left: NSExpression, with right: NSExpression) {
        self.init(.set(.union, left, right))
    }

    /// Makes an expression for the elements that two collections have both.
    public convenience init(forIntersectSet left: NSExpression, with right: NSExpression) {
        self.init(.set(.intersection, left, right))
    }

    /// Makes an expression for the elements of a collection that another does not have.
    public convenience init(forMinusSet left: NSExpression, with right: NSExpression) {
        self.init(.set(.difference, left, right))
    }

    /// Makes an expression for the elements of a collection for which a predicate holds.
    /// - Parameter variable: the name by which the predicate knows the element, without the sign.
    public convenience init(
        forSubquery expression: NSExpression, usingIteratorVariable variable: String, predicate: NSPredicate
    ) {
        self.init(.subquery(expression, variable: variable, predicate))
    }

    /// Makes an expression for one of two others.
    public convenience init(
        forConditional predicate: NSPredicate, trueExpression: NSExpression, falseExpression: NSExpression
    ) {
        self.init(.conditional(predicate, trueExpression, falseExpression))
    }

    /// Makes an expression for what a closure returns.
    /// - Parameters:
    ///   - block: gets the evaluated object, the arguments' values with `NSNull` for `nil`, and the values of the
    ///     variables; called on the evaluating thread.
    ///   - arguments: expressions whose values the closure gets.
    public convenience init(
        block: @escaping (Any?, [Any], NSMutableDictionary?) -> Any, arguments: [NSExpression]?
    ) {
        self.init(.block(block, arguments ?? []))
    }

    /// A method of an operand; a path where the method reads one.
    static func method(_ operand: NSExpression, _ name: String, _ arguments: [NSExpression]) -> ExpressionForm {
        if name == "valueForKeyPath:", arguments.count == 1, case .constant(let path as String) = arguments[0].form {
            return .path(operand, path)
        }
        return .method(operand: operand, name, arguments)
    }
}

extension ExpressionForm {
    /// What a path leads to from an operand's value.
    static func path(_ operand: NSExpression, _ path: String) -> ExpressionForm {
        switch operand.form {
        case .evaluatedObject: .keyPath(operand: nil, path, try? KeyValuePath(path))
        case .keyPath(let operand, let first, _):
            .keyPath(operand: operand, "\(first).\(path)", try? KeyValuePath("\(first).\(path)"))
        default: .keyPath(operand: operand, path, try? KeyValuePath(path))
        }
    }
}

/// A constant as expressions have it: nothing stands for `NSNull` too.
func constantForm(_ value: Any?) -> Any? {
    guard let value = flattened(value), !isNull(value) else { return nil }
    return value
}

/// An expression itself; anything else as a constant.
func asExpression(_ value: Any) -> NSExpression { value as? NSExpression ?? NSExpression(forConstantValue: value) }
