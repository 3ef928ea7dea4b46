internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

extension QueryTranslator {
    /// What a function gives.
    func function(_ expression: NSExpression) throws -> QueryOperand {
        guard !expression.isMethod, let arguments = expression.arguments else {
            throw refuse(expression, "calls a method")
        }
        let name = expression.function
        if Self.statistics.contains(name) { return .value(try statistic(expression, arguments)) }
        switch name {
        case "noindex:": return try withoutIndex(arguments[0])
        case "castObject:toType:": return .value(try cast(arguments, expression))
        case "length:": return .value(try length(arguments[0], expression))
        case "lowercase:", "uppercase:", "canonical:":
            let text = try value(arguments[0], like: .text)
            guard text.kind.isText else { throw refuse(expression, "is asked of \(text.kind.words)") }
            return .value(QueryValue(QueryFunctions.call(name, [text.sql]), .text))
        default: break
        }
        guard let form = Self.numberFunctions[name] else {
            throw refuse(expression, "calls “\(name)”, which SQL does not have")
        }
        return .value(try number(form, name, arguments, expression))
    }

    // MARK: Numbers

    private enum NumberForm {
        /// An operator of SQLite's, which does as the function does.
        case infix(SQLText)
        case prefix(SQLText)
        /// The function itself.
        case call
    }

    private static let numberFunctions: [String: NumberForm] = [
        "add:to:": .infix("+"), "from:subtract:": .infix("-"), "multiply:by:": .infix("*"),
        "divide:by:": .infix("/"), "modulus:by:": .infix("%"), "bitwiseAnd:with:": .infix("&"),
        "bitwiseOr:with:": .infix("|"), "leftshift:by:": .infix("<<"), "rightshift:by:": .infix(">>"),
        "onesComplement:": .prefix("~"), "bitwiseXor:with:": .call, "abs:": .call, "floor:": .call, "ceiling:": .call,
        "trunc:": .call, "sqrt:": .call, "log:": .call, "ln:": .call, "exp:": .call, "raise:toPower:": .call,
    ]
    /// Of these an integer is made, whatever the operands.
    private static let wholeResults: Set<String> = [
        "modulus:by:", "bitwiseAnd:with:", "bitwiseOr:with:", "bitwiseXor:with:", "leftshift:by:", "rightshift:by:",
        "onesComplement:",
    ]
    /// Of these an integer is made of integers.
    private static let wholeOfWhole: Set<String> = [
        "add:to:", "from:subtract:", "multiply:by:", "divide:by:", "abs:", "floor:", "ceiling:", "trunc:",
    ]

    private func number(
        _ form: NumberForm, _ name: String, _ arguments: [NSExpression], _ expression: NSExpression
    ) throws -> QueryValue {
        let operands = try arguments.map { argument in
            let operand = try value(argument)
            guard operand.kind.isNumber else { throw refuse(expression, "computes with \(operand.kind.words)") }
            return operand
        }
        let isWhole = operands.allSatisfy(\.kind.isWhole)
        let kind: QueryValue.Kind =
            Self.wholeResults.contains(name) || isWhole && Self.wholeOfWhole.contains(name) ? .integer : .real
        let texts = operands.map { operand -> SQLText in
            // A whole number is stored as an integer where the attribute is a decimal number, and would be divided as one.
            if case .decimal = operand.kind { "CAST(\(operand.sql) AS REAL)" } else { operand.sql }
        }
        switch form {
        case .infix(let symbol): return QueryValue("(\(texts[0]) \(symbol) \(texts[1]))", kind)
        case .prefix(let symbol): return QueryValue("(\(symbol)\(texts[0]))", kind)
        case .call: return QueryValue(QueryFunctions.call(name, texts), kind)
        }
    }

    // MARK: Other functions

    private func withoutIndex(_ argument: NSExpression) throws -> QueryOperand {
        let operand = try operand(argument)
        guard case .value(let value) = operand else { return operand }
        return .value(QueryValue("+\(value.sql)", value.kind))
    }

    private func length(_ argument: NSExpression, _ expression: NSExpression) throws -> QueryValue {
        let value = try value(argument, like: .text)
        switch value.kind {
        case .text, .uri: return QueryValue(QueryFunctions.call("length:", [value.sql]), .integer)
        case .data: return QueryValue("length(\(value.sql))", .integer)
        default: throw refuse(expression, "asks for the length of \(value.kind.words)")
        }
    }

    /// Between numbers and dates, which are numbers in the file.
    private func cast(_ arguments: [NSExpression], _ expression: NSExpression) throws -> QueryValue {
        let value = try value(arguments[0])
        let name = arguments[1].expressionType == .constantValue ? arguments[1].constantValue as? String : nil
        switch (name, value.kind) {
        case ("NSNumber", .date): return QueryValue("CAST(\(value.sql) AS REAL)", .real)
        case ("NSNumber", let kind) where kind.isNumber: return QueryValue("+\(value.sql)", kind)
        case ("NSDecimalNumber", let kind) where kind.isNumber: return QueryValue("+\(value.sql)", .decimal)
        case ("NSDate", .date): return value
        case ("NSDate", let kind) where kind.isNumber: return QueryValue("+\(value.sql)", .date)
        case ("NSString", .text): return value
        default: throw refuse(expression, "casts \(value.kind.words) to \(name ?? "what is no constant")")
        }
    }
}
