internal import Diagnostics
public import Foundation

// Which parts an expression has depends on its kind; Apple raises where it is another one.

extension NSExpression {
    /// The kind of the expression.
    public final var expressionType: ExpressionType {
        switch form {
        case .constant, .refused: .constantValue
        case .evaluatedObject: .evaluatedObject
        case .anyKey: .anyKey
        case .variable: .variable
        case .keyPath: .keyPath
        case .function, .method: .function
        case .aggregate: .aggregate
        case .set(let operation, _, _): operation.expressionType
        case .subquery: .subquery
        case .conditional: .conditional
        case .block: .block
        case .foreign(let type): type
        }
    }

    /// The value of a constant; `nil` for `NSNull` too. An `Int` or a `Double` comes as an `NSNumber`, which is cast to all
    /// other types of numbers.
    public final var constantValue: Any? {
        switch form {
        // A number of Foundation's would be cast to one of Swift's, and a decimal one lose digits.
        case .constant(let value?) where Swift.type(of: value) is NSNumber.Type: value
        case .constant(let value as Int): NSNumber(value: value)
        case .constant(let value as Double): NSNumber(value: value)
        case .constant(let value): value
        case .refused: nil
        default: lacks("constantValue")
        }
    }

    /// The path of an expression for a key path.
    public final var keyPath: String {
        if case .keyPath(_, let path, _) = form { path } else { lacks("keyPath") }
    }

    /// The name of a function, with a colon for each argument.
    public final var function: String {
        switch form {
        case .function(let function, _): function.rawValue
        case .method(_, let name, _): name
        default: lacks("function")
        }
    }

    /// The name of a variable, or of what stands for the elements in a subquery; without the sign.
    public final var variable: String {
        switch form {
        case .variable(let name), .subquery(_, let name, _): name
        default: lacks("variable")
        }
    }

    /// What a key path starts from, or whose method is called; the evaluated object for functions that are no methods.
    public final var operand: NSExpression {
        switch form {
        case .keyPath(let operand, _, _): operand ?? .expressionForEvaluatedObject()
        case .method(let operand, _, _): operand
        case .function: .expressionForEvaluatedObject()
        default: lacks("operand")
        }
    }

    /// Whether a function is a method of its operand.
    package final var isMethod: Bool { if case .method = form { true } else { false } }

    /// The arguments of a function or a block.
    public final var arguments: [NSExpression]? {
        switch form {
        case .function(_, let arguments), .block(_, let arguments), .method(_, _, let arguments): arguments
        default: lacks("arguments")
        }
    }

    /// What an aggregate lists, as `[NSExpression]`; of a subquery the expression for what it goes through.
    public final var collection: Any {
        switch form {
        case .aggregate(let elements): elements
        case .subquery(let collection, _, _): collection
        default: lacks("collection")
        }
    }

    /// The predicate of a subquery or of a conditional expression.
    public final var predicate: NSPredicate {
        if let predicate = form.predicate { predicate } else { lacks("predicate") }
    }

    /// The first of the two collections of an operation on sets.
    public final var left: NSExpression { if case .set(_, let left, _) = form { left } else { lacks("left") } }

    /// The second of the two collections of an operation on sets.
    public final var right: NSExpression { if case .set(_, _, let right) = form { right } else { lacks("right") } }

    /// The expression that counts where the predicate of a conditional one holds.
    public final var `true`: NSExpression {
        if case .conditional(_, let expression, _) = form { expression } else { lacks("true") }
    }

    /// The expression that counts where the predicate of a conditional one does not hold.
    public final var `false`: NSExpression {
        if case .conditional(_, _, let expression) = form { expression } else { lacks("false") }
    }

    /// The closure of a block.
    public final var expressionBlock: (Any?, [Any], NSMutableDictionary?) -> Any {
        if case .block(let block, _) = form { block } else { lacks("expressionBlock") }
    }

    private func lacks(_ part: String) -> Never {
        programmerError(
            "An expression of the type \(expressionType) has no \(part). Ask for its expressionType first.")
    }
}
