internal import Foundation

/// Writes predicates and expressions as formats, so that the parser makes equal ones of them.
struct FormatPrinter {
    private(set) var result = ""
    /// The first part that no format can state.
    private(set) var unprintable: String?

    /// The format of a predicate by its parts, whatever a subclass says: that may well ask here.
    static func text(of predicate: NSPredicate) -> String {
        var printer = FormatPrinter()
        printer.printParts(of: predicate)
        return printer.result
    }

    /// The format of an expression.
    static func text(of expression: NSExpression) -> String {
        var printer = FormatPrinter()
        printer.print(expression)
        return printer.result
    }

    /// Writes text as it is.
    mutating func write(_ text: String) { result += text }

    /// Writes what stands for a part that no format can state.
    mutating func writeUnprintable(_ text: String) {
        markUnprintable(text)
        result += text
    }

    mutating func markUnprintable(_ text: String) {
        if unprintable == nil { unprintable = text }
    }

    // MARK: - Predicates

    mutating func print(_ predicate: NSPredicate) {
        if predicate.isOwn { printParts(of: predicate) } else { writeUnprintable(predicate.predicateFormat) }
    }

    private mutating func printParts(of predicate: NSPredicate) {
        if predicate.formatError != nil { return write("FALSEPREDICATE") }
        switch predicate {
        case let comparison as NSComparisonPredicate: print(comparison)
        case let compound as NSCompoundPredicate: print(compound)
        default:
            switch predicate.form {
            case .value(let value): write(value ? "TRUEPREDICATE" : "FALSEPREDICATE")
            case .refused: write("FALSEPREDICATE")
            case .foreign: predicate.isOwn ? write("FALSEPREDICATE") : writeUnprintable("\(type(of: predicate))")
            case .block: writeUnprintable("BLOCKPREDICATE(\(Self.address(of: predicate)))")
            }
        }
    }

    /// Where an object lies, to tell blocks from each other.
    static func address(of object: AnyObject) -> String {
        "0x" + String(UInt(bitPattern: ObjectIdentifier(object)), radix: 16)
    }

    private mutating func print(_ comparison: NSComparisonPredicate) {
        switch comparison.comparisonPredicateModifier {
        case .direct: break
        case .all: write("ALL ")
        case .any: write("ANY ")
        }
        print(comparison.leftExpression, .set)
        write(" ")
        if comparison.predicateOperatorType == .customSelector {
            writeUnprintable(comparison.predicateOperatorType.symbol)
        } else {
            write(comparison.predicateOperatorType.symbol)
        }
        print(comparison.options)
        write(" ")
        print(comparison.rightExpression, .set)
    }

    private mutating func print(_ options: NSComparisonPredicate.Options) {
        guard !options.isEmpty else { return }
        write("[")
        if options.contains(.caseInsensitive) { write("c") }
        if options.contains(.diacriticInsensitive) { write("d") }
        if options.contains(.normalized) { write("n") }
        if options.contains(.localeSensitive) { write("l") }
        write("]")
    }

    private mutating func print(_ compound: NSCompoundPredicate) {
        switch (compound.compoundPredicateType, compound.parts.count) {
        case (.and, 0): write("TRUEPREDICATE")
        case (.or, 0), (.not, 0): write("FALSEPREDICATE")
        case (.and, 1), (.or, 1): print(compound.parts[0])
        case (.not, _):
            write("NOT ")
            printPart(compound.parts[0])
        case (let type, _):
            for (index, part) in compound.parts.enumerated() {
                if index > 0 { write(type == .and ? " AND " : " OR ") }
                printPart(part)
            }
        }
    }

    /// Writes a part of a compound, in parentheses if `AND` or `OR` joins it.
    private mutating func printPart(_ predicate: NSPredicate) {
        var part = predicate
        while let compound = part as? NSCompoundPredicate, compound.compoundPredicateType != .not,
            compound.parts.count == 1
        {
            part = compound.parts[0]
        }
        let needsParentheses = (part as? NSCompoundPredicate).map { $0.compoundPredicateType != .not } ?? false
        if needsParentheses { write("(") }
        print(part)
        if needsParentheses { write(")") }
    }
}
