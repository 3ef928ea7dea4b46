/// What is wrong with a predicate or an expression: with its format, or with what it met while it was evaluated.
///
/// Ours: Apple raises exceptions, which Swift cannot catch. (Foundation has a `PredicateError`, of `#Predicate`.)
public struct PredicateFailure: Error, Sendable {
    /// Behind a reference: functions that throw the error call themselves for each level of nesting, and keep room for it.
    private final class Contents: Sendable {
        let problem: Problem
        let position: Position?

        init(_ problem: Problem, _ position: Position?) {
            self.problem = problem
            self.position = position
        }
    }

    private let contents: Contents

    init(_ problem: Problem, at position: Position? = nil) { contents = Contents(problem, position) }

    /// What went wrong.
    public var problem: Problem { contents.problem }

    /// Where in the format; `nil` if it is not about a format.
    public var position: Position? { contents.position }

    /// The kinds of what goes wrong. What was found is given as it was written, at most 120 characters of it.
    public enum Problem: Hashable, Sendable {
        /// The format goes on differently from how it could.
        case unexpected(_ found: String, expected: String)
        /// A number, text or other constant cannot be read, for the reason that the sentence gives.
        case malformedConstant(_ constant: String, reason: String)
        /// There are fewer arguments than placeholders.
        case missingArgument(_ placeholder: String)
        /// The argument for a placeholder is of a wrong type.
        case wrongArgument(_ placeholder: String, expected: String, given: String)
        /// There is no function of this name, or not with so many arguments.
        case unknownFunction(_ name: String, arguments: Int)
        /// Something that Apple has and that is not here, with the reason.
        case unavailable(_ name: String, reason: String)
        /// Parts lie within each other more than 1,000 levels deep.
        case tooDeep

        /// A variable has no value.
        case unboundVariable(_ name: String)
        /// An operator met a value that it cannot use.
        case wrongOperand(operation: String, given: String)
        /// Two values have no order.
        case notComparable(operation: String, first: String, second: String)
        /// A regular expression cannot be read.
        case malformedPattern(_ pattern: String)
        /// A regular expression, or a pattern of `LIKE` with `?` between two `*`, was not done with a text in 100 ms.
        case slowPattern(_ pattern: String)
        /// A regular expression could go on with a text in more ways than can be remembered.
        case exhaustedPattern(_ pattern: String)
        /// What was read from an archive has not been allowed to be evaluated.
        case notAllowed
        /// A part cannot be written into an archive.
        case notCodable(_ part: String)
        /// An archive does not hold what it must.
        case malformedArchive(_ reason: String)
    }

    /// A place in a format.
    public struct Position: Hashable, Sendable {
        /// How many bytes of UTF-8 stand before it.
        public let offset: Int
        /// The line of the format, counted from 1.
        public let line: Int
        /// The character of the line, counted from 1.
        public let column: Int
        /// The part of the line that is shown: at most 120 characters.
        public let excerpt: String
        /// How many characters of the excerpt stand before the place.
        public let indentation: Int
    }
}

extension PredicateFailure: Hashable {
    /// Whether the same went wrong in the same place.
    public static func == (left: PredicateFailure, right: PredicateFailure) -> Bool {
        left.problem == right.problem && left.position == right.position
    }

    /// Hashes what went wrong and where.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(problem)
        hasher.combine(position)
    }
}
