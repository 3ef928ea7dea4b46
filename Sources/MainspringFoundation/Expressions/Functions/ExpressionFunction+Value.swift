internal import Foundation

extension ExpressionFunction {
    /// The function's value; a function of numbers or texts has none if an argument is nothing.
    func value(of arguments: [Any?]) throws(PredicateFailure) -> Any? {
        switch self {
        case _ where isStatistic: return try Statistic(function: self, arguments).value
        case .random: return NSNumber(value: Double.random(in: 0..<1))
        case .now: return Date()
        case .noIndex: return arguments[0]
        case .cast: return try ValueCast.cast(arguments[0], to: arguments[1])
        case .element: return try CollectionElement.value(of: arguments[0], at: arguments[1])
        case .lowercase, .uppercase, .canonical, .length: return try textValue(of: arguments[0])
        default: return try numberValue(of: arguments)
        }
    }

    private func textValue(of argument: Any?) throws(PredicateFailure) -> Any? {
        switch Scalar(argument) {
        case .none: return nil
        case .text(let text):
            return switch self {
            case .lowercase: text.lowercased()
            case .uppercase: text.uppercased()
            case .canonical: TextFolding(options: [.caseInsensitive, .diacriticInsensitive]).folded(text)
            default: NSNumber(value: text.utf16.count)
            }
        case .other(let data as Data) where self == .length: return NSNumber(value: data.count)
        default: throw wrong(argument)
        }
    }

    private func numberValue(of arguments: [Any?]) throws(PredicateFailure) -> Any? {
        var numbers: [Number] = []
        for argument in arguments {
            switch Scalar(argument) {
            case .none: return nil
            case .number(let number): numbers.append(number)
            default: throw wrong(argument)
            }
        }
        guard let result = numbers.count == 1 ? unary(numbers[0]) : binary(numbers[0], numbers[1]) else {
            throw PredicateFailure(
                .wrongOperand(
                    operation: rawValue,
                    given: numbers.map { KeyValueError.naming($0.object) }.joined(separator: " and ")))
        }
        return result.object
    }

    private func wrong(_ argument: Any?) -> PredicateFailure {
        PredicateFailure(.wrongOperand(operation: rawValue, given: KeyValueError.naming(argument)))
    }
}
