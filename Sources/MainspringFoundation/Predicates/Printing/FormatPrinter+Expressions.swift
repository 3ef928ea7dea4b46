internal import Foundation

extension FormatPrinter {
    /// Writes an expression.
    /// - Parameter minimum: what binds less tightly stands in parentheses.
    mutating func print(_ expression: NSExpression, _ minimum: Precedence = .assignment) {
        let needsParentheses = Self.precedence(expression.form) < minimum
        if needsParentheses { write("(") }
        printForm(expression)
        if needsParentheses { write(")") }
    }

    private static func precedence(_ form: ExpressionForm) -> Precedence {
        switch form {
        case .set: .set
        case .function(.assign, _): .assignment
        case .function(.onesComplement, _): .unary
        case .function(let function, _): Self.infix(function)?.precedence ?? .postfix
        // Behind the digits a point would belong to them.
        case .constant(let value?) where Number(value) != nil: .unary
        default: .postfix
        }
    }

    /// How a function is written between its arguments; nil for one that is printed as a call, as the remainder is.
    private static func infix(_ function: ExpressionFunction) -> (symbol: String, precedence: Precedence)? {
        function == .modulus ? nil : function.infix
    }

    private mutating func printForm(_ expression: NSExpression) {
        switch expression.form {
        case .constant(let value): printConstant(value)
        case .evaluatedObject: write("SELF")
        case .anyKey: write("ANYKEY")
        case .variable(let name): printVariable(name)
        case .keyPath(let operand, let path, _): printPath(path, from: operand)
        case .function(let function, let arguments): printCall(function, arguments)
        case .method(let operand, let name, let arguments): printMethod(operand, name, arguments)
        case .aggregate(let elements):
            write("{")
            printList(elements)
            write("}")
        case .set(let operation, let left, let right):
            print(left, .set)
            write(" \(operation.rawValue) ")
            print(right, Precedence.set.tighter)
        case .subquery(let collection, let variable, let predicate):
            write("SUBQUERY(")
            print(collection)
            write(", ")
            printVariable(variable)
            write(", ")
            print(predicate)
            write(")")
        case .conditional(let predicate, let first, let second):
            write("TERNARY(")
            print(predicate)
            write(", ")
            printList([first, second])
            write(")")
        case .block: writeUnprintable("BLOCK(\(Self.address(of: expression)))")
        case .foreign: writeUnprintable("\(type(of: expression))")
        case .refused: write("nil")
        }
    }

    private mutating func printVariable(_ name: String) {
        if Self.isWord(name) { write("$" + name) } else { writeUnprintable("$" + name) }
    }

    mutating func printList(_ elements: [NSExpression]) {
        for (index, element) in elements.enumerated() {
            if index > 0 { write(", ") }
            print(element, .set)
        }
    }

    private mutating func printCall(_ function: ExpressionFunction, _ arguments: [NSExpression]) {
        if let infix = Self.infix(function) {
            // Powers are raised from the right, everything else is joined from the left.
            let isPower = function == .raise
            print(arguments[0], isPower ? infix.precedence.tighter : infix.precedence)
            write(" \(infix.symbol) ")
            print(arguments[1], isPower ? infix.precedence : infix.precedence.tighter)
            return
        }
        switch function {
        case .onesComplement:
            write("~")
            print(arguments[0], .unary)
        case .assign:
            print(arguments[0])
            write(" := ")
            print(arguments[1])
        case .element:
            print(arguments[0], .postfix)
            write("[")
            print(arguments[1], .set)
            write("]")
        case .cast:
            write("CAST(")
            printList(arguments)
            write(")")
        case .modulus:
            write(function.rawValue + "(")
            printList(arguments)
            write(")")
        default:
            write(String(function.rawValue.prefix { $0 != ":" }) + "(")
            printList(arguments)
            write(")")
        }
    }

    private mutating func printMethod(_ operand: NSExpression, _ name: String, _ arguments: [NSExpression]) {
        write("FUNCTION(")
        print(operand, .set)
        write(", ")
        printText(name)
        if !arguments.isEmpty { write(", ") }
        printList(arguments)
        write(")")
    }

    // MARK: - Paths

    private mutating func printPath(_ path: String, from operand: NSExpression?) {
        let components = path.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = components.allSatisfy { Self.isWord($0.hasPrefix("@") ? $0.dropFirst() : $0) }
        guard isPlain else {
            let operand = operand ?? .expressionForEvaluatedObject()
            return printMethod(operand, "valueForKeyPath:", [NSExpression(forConstantValue: path)])
        }
        if let operand {
            print(operand, .postfix)
            write(".")
        }
        for (index, component) in components.enumerated() {
            if index > 0 { write(".") }
            // Behind a point it is the key without a sign.
            let isOwnKey = component == KeyValueDefaults.ownKey && (index > 0 || operand != nil)
            if Self.isKeyword(component), !isOwnKey { write("#") }
            write(String(component))
        }
    }

    private static func isWord(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, first.beginsWord else { return false }
        return text.utf8.allSatisfy(\.continuesWord)
            && text.unicodeScalars.allSatisfy { $0.isASCII || $0.standsInWord }
    }

    private static func isKeyword(_ text: Substring) -> Bool {
        var text = String(text)
        return text.withUTF8 { Keyword($0) } != nil
    }
}
