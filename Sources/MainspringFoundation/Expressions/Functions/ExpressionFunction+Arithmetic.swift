internal import Foundation

// Of integers an integer is made, and of decimal numbers a decimal one, as long as it is in range; anything else is
// computed in double precision. So 5 / 2 is 2, as with Apple.

extension ExpressionFunction {
    /// A function of one number; nil if it has no value.
    func unary(_ number: Number) -> Number? {
        switch self {
        case .squareRoot: .floating(number.double.squareRoot())
        case .logarithm: .floating(log10(number.double))
        case .naturalLogarithm: .floating(log(number.double))
        case .exponential: .floating(exp(number.double))
        case .floor: rounded(number, .down)
        case .ceiling: rounded(number, .up)
        case .truncate: rounded(number, .towardZero)
        case .absolute: absolute(number)
        case .onesComplement: number.wholeInteger.map { .signed(~$0) }
        case .randomBelow: number.wholeInteger.flatMap { $0 > 0 ? .signed(Int64.random(in: 0..<$0)) : nil }
        default: nil
        }
    }

    /// A function of two numbers; nil if it has no value.
    func binary(_ left: Number, _ right: Number) -> Number? {
        switch self {
        case .add, .subtract, .multiply, .divide: arithmetic(left, right)
        case .raise: .floating(pow(left.double, right.double))
        default: integers(left, right)
        }
    }

    private func arithmetic(_ left: Number, _ right: Number) -> Number? {
        switch (left, right) {
        case (.floating, _), (_, .floating): return .floating(floating(left.double, right.double))
        case (.signed(let left), .signed(let right)):
            if self == .divide, right == 0 { return nil }
            let (result, overflow) = integer(left, right)
            return overflow ? .floating(floating(Double(left), Double(right))) : .signed(result)
        default:
            guard let first = left.decimal, let second = right.decimal else {
                return .floating(floating(left.double, right.double))
            }
            if self == .divide, second == 0 { return nil }
            let result = decimal(first, second)
            return result.isFinite ? .decimal(result) : .floating(floating(left.double, right.double))
        }
    }

    private func floating(_ left: Double, _ right: Double) -> Double {
        switch self {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        default: left / right
        }
    }

    private func integer(_ left: Int64, _ right: Int64) -> (Int64, Bool) {
        switch self {
        case .add: left.addingReportingOverflow(right)
        case .subtract: left.subtractingReportingOverflow(right)
        case .multiply: left.multipliedReportingOverflow(by: right)
        default: left.dividedReportingOverflow(by: right)
        }
    }

    private func decimal(_ left: Decimal, _ right: Decimal) -> Decimal {
        switch self {
        case .add: left + right
        case .subtract: left - right
        case .multiply: left * right
        default: left / right
        }
    }

    private func integers(_ left: Number, _ right: Number) -> Number? {
        guard let left = left.wholeInteger, let right = right.wholeInteger else { return nil }
        switch self {
        case .modulus:
            guard right != 0 else { return nil }
            // The least integer divided by -1 is out of range, what is left is not.
            return .signed(right == -1 ? 0 : left % right)
        case .bitwiseAnd: return .signed(left & right)
        case .bitwiseOr: return .signed(left | right)
        case .bitwiseXor: return .signed(left ^ right)
        case .leftShift: return .signed(left << right)
        case .rightShift: return .signed(left >> right)
        default: return nil
        }
    }

    private func rounded(_ number: Number, _ rule: FloatingPointRoundingRule) -> Number {
        switch number {
        case .floating(let value): return .floating(value.rounded(rule))
        case .decimal(var value):
            var result = Decimal()
            let mode: NSDecimalNumber.RoundingMode =
                switch rule {
                case .up: .up
                case .down: .down
                default: value < 0 ? .up : .down
                }
            NSDecimalRound(&result, &value, 0, mode)
            return .decimal(result)
        case .signed, .unsigned: return number
        }
    }

    private func absolute(_ number: Number) -> Number {
        switch number {
        case .signed(let value): Number(value.magnitude)
        case .unsigned: number
        case .floating(let value): .floating(value.magnitude)
        case .decimal(let value): .decimal(value.magnitude)
        }
    }
}

extension Number {
    /// The number without its fraction; nil if it is out of range or there is none.
    fileprivate var wholeInteger: Int64? { integer(Int64.self) }
}
