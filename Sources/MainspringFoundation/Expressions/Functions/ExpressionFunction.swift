internal import Foundation

/// The functions of expressions, by their names with a colon for each argument.
enum ExpressionFunction: String, Hashable, CaseIterable {
    case sum = "sum:"
    case count = "count:"
    case minimum = "min:"
    case maximum = "max:"
    case average = "average:"
    case median = "median:"
    case mode = "mode:"
    case standardDeviation = "stddev:"

    case add = "add:to:"
    case subtract = "from:subtract:"
    case multiply = "multiply:by:"
    case divide = "divide:by:"
    case modulus = "modulus:by:"
    case raise = "raise:toPower:"
    case squareRoot = "sqrt:"
    case logarithm = "log:"
    case naturalLogarithm = "ln:"
    case exponential = "exp:"
    case floor = "floor:"
    case ceiling = "ceiling:"
    case absolute = "abs:"
    case truncate = "trunc:"
    case random = "random"
    case randomBelow = "random:"
    case now = "now"

    case bitwiseAnd = "bitwiseAnd:with:"
    case bitwiseOr = "bitwiseOr:with:"
    case bitwiseXor = "bitwiseXor:with:"
    case leftShift = "leftshift:by:"
    case rightShift = "rightshift:by:"
    case onesComplement = "onesComplement:"

    case lowercase = "lowercase:"
    case uppercase = "uppercase:"
    case canonical = "canonical:"
    case length = "length:"
    case noIndex = "noindex:"
    case cast = "castObject:toType:"
    /// An element of a collection: `a[0]`.
    case element = "objectFrom:withIndex:"
    /// Gives a variable a value: `$a := 1`.
    case assign = "assignVariable:value:"

    /// How many arguments the function has. A statistic takes one collection or any number of values.
    func takes(_ count: Int) -> Bool {
        isStatistic ? count > 0 : rawValue.utf8.count { $0 == UInt8(ascii: ":") } == count
    }

    /// Whether the function is of the elements of a collection.
    var isStatistic: Bool {
        switch self {
        case .sum, .count, .minimum, .maximum, .average, .median, .mode, .standardDeviation: true
        default: false
        }
    }

    /// The function of a name and so many arguments.
    static func named(_ name: String, _ count: Int) throws(PredicateFailure) -> ExpressionFunction {
        if name == "distanceToLocation:fromLocation:" {
            throw PredicateFailure(.unavailable(name, reason: "there is no Core Location on Linux"))
        }
        guard let function = ExpressionFunction(rawValue: otherNames[name] ?? name), function.takes(count) else {
            throw PredicateFailure(.unknownFunction(KeyValueError.excerpt(name), arguments: count))
        }
        return function
    }

    /// The guide has other names than `NSExpression.h`, which `function` gives.
    private static let otherNames = ["raise:toThe:": "raise:toPower:"]

    private static let shortNames: [String: [ExpressionFunction]] = Dictionary(grouping: allCases) {
        String($0.rawValue.prefix { $0 != ":" })
    }

    /// The function of a name in a format, where the colons may be left out.
    static func written(_ name: String, _ count: Int) throws(PredicateFailure) -> ExpressionFunction {
        if !name.utf8.contains(UInt8(ascii: ":")),
            let function = shortNames[name]?.first(where: { $0 != .assign && $0.takes(count) })
        {
            return function
        }
        return try named(name, count)
    }
}
