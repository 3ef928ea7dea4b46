public import Foundation

extension PredicateFailure: CustomStringConvertible, LocalizedError {
    /// A sentence that names the thing; after it, if it is about a format, the line and a caret below the place.
    public var description: String {
        guard let position else { return problem.sentence }
        let place =
            position.line > 1 ? "line \(position.line), character \(position.column)" : "character \(position.column)"
        let caret = String(repeating: " ", count: position.indentation) + "^"
        return "The format cannot be read at \(place): \(problem.sentence)\n    \(position.excerpt)\n    \(caret)"
    }

    /// The same sentence.
    public var errorDescription: String? { description }
}

extension PredicateFailure.Problem {
    /// A sentence that says what is wrong and what to do.
    fileprivate var sentence: String {
        switch self {
        case .unexpected(let found, let expected):
            "Expected \(expected), found \(found)."
        case .malformedConstant(let constant, let reason):
            "\(constant) cannot be read: \(reason)."
        case .missingArgument(let placeholder):
            "There is no argument for \(placeholder). Pass one for each placeholder, in their order."
        case .wrongArgument(let placeholder, let expected, let given):
            "The argument for \(placeholder) must be \(expected), not \(given)."
        case .unknownFunction(let name, let arguments):
            "There is no function \(name) of \(arguments) argument\(arguments == 1 ? "" : "s")."
        case .unavailable(let name, let reason):
            "\(name) is not available: \(reason)."
        case .tooDeep:
            "Parts of a predicate or an expression lie within each other more than \(NestingDepth.limit) levels deep."
        case .unboundVariable(let name):
            "The variable $\(name) has no value. Give it one in the substitution variables."
        case .wrongOperand(let operation, let given):
            "\(operation) cannot use \(given)."
        case .notComparable(let operation, let first, let second):
            "\(operation) cannot compare \(first) with \(second)."
        case .malformedPattern(let pattern):
            "“\(pattern)” is not a regular expression."
        case .slowPattern(let pattern):
            "The pattern “\(pattern)” was not done with a text after 100 ms and was given up. Write a regular expression so "
                + "that no part can match the same text in several ways, and a pattern of LIKE with fewer characters between "
                + "two * if one of them is ?."
        case .exhaustedPattern(let pattern):
            "The regular expression “\(pattern)” can go on with a text in more ways than can be remembered, and was given "
                + "up. Repeat a set of characters, [ab]*, and not a choice, (a|b)*."
        case .notAllowed:
            "What was read from an archive is evaluated only after allowEvaluation(). Check first that it is what it should be."
        case .notCodable(let part):
            "\(part) cannot be written into an archive."
        case .malformedArchive(let reason):
            "The archive does not hold a predicate, expression or sort descriptor: \(reason)."
        }
    }
}
