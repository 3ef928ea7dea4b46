internal import Foundation

extension ExpressionForm {
    /// The call of a function. The cast of a literal is a constant at once, so that what a constant is printed as makes that
    /// constant again.
    static func call(_ function: ExpressionFunction, _ arguments: [NSExpression]) -> ExpressionForm {
        if function == .cast, arguments.count == 2, case .constant(let name as String) = arguments[1].form,
            let value = arguments[0].form.literal, let constant = ValueCast.constant(value, name)
        {
            return .constant(constant)
        }
        return .function(function, arguments)
    }

    /// The value of a constant, or of a list of nothing but constants.
    private var literal: Any? {
        switch self {
        case .constant(let value): return value
        case .aggregate(let elements):
            var values: [Any] = []
            for element in elements {
                if case .constant(nil) = element.form {
                    values.append(NullValue.shared)
                    continue
                }
                guard let value = element.form.literal else { return nil }
                values.append(value)
            }
            return values
        default: return nil
        }
    }
}
