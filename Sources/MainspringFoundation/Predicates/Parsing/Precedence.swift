/// How tightly operators bind, from the loosest.
enum Precedence: Int, Comparable {
    case or
    case and
    case comparison
    case assignment
    case set
    case bitOr
    case bitXor
    case bitAnd
    case shift
    case sum
    case product
    case power
    case unary
    case postfix

    static func < (left: Precedence, right: Precedence) -> Bool { left.rawValue < right.rawValue }

    /// What binds tighter by one.
    var tighter: Precedence { Precedence(rawValue: rawValue + 1) ?? .postfix }
}

/// What may stand between two operands.
enum InfixOperator {
    case logical(NSCompoundPredicate.LogicalType)
    case comparison(NSComparisonPredicate.Operator)
    case set(SetOperation)
    case function(ExpressionFunction)
    case assignment
    /// Apple's operators on type identifiers.
    case typeIdentifier(Keyword)

    var precedence: Precedence {
        switch self {
        case .logical(let type): type == .or ? .or : .and
        case .comparison, .typeIdentifier: .comparison
        case .set: .set
        case .function(let function): function.infix?.precedence ?? .postfix
        case .assignment: .assignment
        }
    }

    init?(_ kind: Token.Kind) {
        switch kind {
        case .symbol(let symbol):
            guard let found = Self.of(symbol) else { return nil }
            self = found
        case .keyword(let keyword):
            guard let found = Self.of(keyword) else { return nil }
            self = found
        default: return nil
        }
    }

    private static func of(_ symbol: Token.Symbol) -> InfixOperator? {
        switch symbol {
        case .and: .logical(.and)
        case .or: .logical(.or)
        case .equal: .comparison(.equalTo)
        case .notEqual: .comparison(.notEqualTo)
        case .less: .comparison(.lessThan)
        case .lessOrEqual: .comparison(.lessThanOrEqualTo)
        case .greater: .comparison(.greaterThan)
        case .greaterOrEqual: .comparison(.greaterThanOrEqualTo)
        case .plus: .function(.add)
        case .minus: .function(.subtract)
        case .times: .function(.multiply)
        case .divide: .function(.divide)
        case .modulus: .function(.modulus)
        case .power: .function(.raise)
        case .bitAnd: .function(.bitwiseAnd)
        case .bitOr: .function(.bitwiseOr)
        case .bitXor: .function(.bitwiseXor)
        case .leftShift: .function(.leftShift)
        case .rightShift: .function(.rightShift)
        case .assign: .assignment
        default: nil
        }
    }

    private static func of(_ keyword: Keyword) -> InfixOperator? {
        switch keyword {
        case .and: .logical(.and)
        case .or: .logical(.or)
        case .in: .comparison(.in)
        case .like: .comparison(.like)
        case .matches: .comparison(.matches)
        case .contains: .comparison(.contains)
        case .beginsWith: .comparison(.beginsWith)
        case .endsWith: .comparison(.endsWith)
        case .between: .comparison(.between)
        case .union: .set(.union)
        case .intersect: .set(.intersection)
        case .minus: .set(.difference)
        case .conformsTo, .equalsType: .typeIdentifier(keyword)
        default: nil
        }
    }
}

extension ExpressionFunction {
    /// How the function is written between its arguments; nil if it is not.
    var infix: (symbol: String, precedence: Precedence)? {
        switch self {
        case .add: ("+", .sum)
        case .subtract: ("-", .sum)
        case .multiply: ("*", .product)
        case .divide: ("/", .product)
        case .modulus: ("%%", .product)
        case .raise: ("**", .power)
        case .bitwiseAnd: ("&", .bitAnd)
        case .bitwiseOr: ("|", .bitOr)
        case .bitwiseXor: ("^", .bitXor)
        case .leftShift: ("<<", .shift)
        case .rightShift: (">>", .shift)
        default: nil
        }
    }
}
