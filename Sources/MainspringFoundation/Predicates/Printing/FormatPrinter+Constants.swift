internal import Foundation

extension FormatPrinter {
    /// Writes a constant, so that the parser makes an equal one of it.
    mutating func printConstant(_ value: Any?) {
        if let symbol = value as? IndexSymbol { return write(symbol.rawValue) }
        switch Scalar(value) {
        case .none: write("nil")
        case .text(let text): printText(text)
        case .number(let number): print(number)
        case .date(let date): print(date)
        case .other(let value): printOther(value)
        }
    }

    /// Writes a text in quotation marks.
    mutating func printText(_ text: String) {
        write("\"")
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": write("\\\(scalar)")
            case "\n": write("\\n")
            case "\r": write("\\r")
            case "\t": write("\\t")
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                write("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
            default: write(String(scalar))
            }
        }
        write("\"")
    }

    /// A float keeps its point, since integers divide differently; what is no number is cast.
    private mutating func print(_ number: Number) {
        switch number {
        case .signed(let value): write(value.description)
        case .unsigned(let value): write(value.description)
        case .floating(let value) where value.isFinite: write(value.description)
        case .floating(let value): printCast(value.description, "NSNumber")
        case .decimal(let value): printCast(value.description, "NSDecimalNumber")
        }
    }

    /// Six digits after the point, as Apple has it, unless the date needs more.
    private mutating func print(_ date: Date) {
        let seconds = date.timeIntervalSinceReferenceDate
        guard seconds.isFinite else { return writeUnprintable(date.printed) }
        let short = String(format: "%.6f", seconds)
        write("CAST(\(Double(short) == seconds ? short : seconds.description), \"NSDate\")")
    }

    private mutating func printCast(_ text: String, _ type: String) {
        write("CAST(")
        printText(text)
        write(", \"\(type)\")")
    }

    private mutating func printOther(_ value: Any) {
        switch value {
        case let data as Data: printCast(data.base64EncodedString(), "NSData")
        case let uuid as UUID: printCast(uuid.uuidString, "NSUUID")
        case let url as URL: printCast(url.absoluteString, "NSURL")
        case let collection as any KeyValueCollection: print(collection)
        case let dictionary as any KeyValueDictionary: print(dictionary)
        default: writeUnprintable("\(value)")
        }
    }

    /// Each key with its value behind it, in a fixed order.
    private mutating func print(_ dictionary: any KeyValueDictionary) {
        var unprintable: String?
        let entries = dictionary.keyValuePairs.map { pair in
            var printer = FormatPrinter()
            printer.printList([NSExpression(forConstantValue: pair.key), NSExpression(forConstantValue: pair.value)])
            unprintable = unprintable ?? printer.unprintable
            return printer.result
        }
        write("CAST({" + entries.sorted().joined(separator: ", ") + "}, \"NSDictionary\")")
        if let unprintable { markUnprintable(unprintable) }
    }

    private mutating func print(_ collection: any KeyValueCollection) {
        let elements = collection.keyValueElements.map { NSExpression(forConstantValue: $0) }
        guard isSet(collection) else {
            write("{")
            printList(elements)
            write("}")
            return
        }
        // In a fixed order, so that equal sets are printed alike.
        write("CAST({")
        for (index, text) in elements.map({ Self.text(of: $0) }).sorted().enumerated() {
            write(index > 0 ? ", \(text)" : text)
        }
        write("}, \"NSSet\")")
        var probe = FormatPrinter()
        probe.printList(elements)
        if let text = probe.unprintable { markUnprintable(text) }
    }
}
