extension PredicateParser {
    /// A number: decimal, with `0x`, `0o` or `0b`, or with a fraction or an exponent.
    mutating func number(isNegative: Bool) throws(PredicateFailure) -> NSExpression {
        let literal = token
        guard let number = integer(literal, isNegative) ?? floating(literal, isNegative) else {
            throw error(
                .malformedConstant(
                    "The number \(KeyValueError.excerpt(text(literal)))", reason: "it has other characters than digits"),
                at: literal.start)
        }
        try advance()
        return number
    }

    /// An integer that is in range; nil if the digits are none.
    private func integer(_ literal: Token, _ isNegative: Bool) -> NSExpression? {
        guard let magnitude = Self.magnitude(bytes[literal.start..<literal.end]) else { return nil }
        if isNegative {
            guard magnitude <= UInt64(Int.max) + 1 else { return nil }
            return NSExpression(leaf: .constant(Int(truncatingIfNeeded: 0 &- magnitude)))
        }
        guard let integer = Int(exactly: magnitude) else { return NSExpression(leaf: .constant(magnitude)) }
        return NSExpression(leaf: .constant(integer))
    }

    private static func magnitude(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt64? {
        var digits = digits
        var radix: UInt64 = 10
        if digits.count > 2, digits.first == UInt8(ascii: "0") {
            switch digits[digits.startIndex + 1] | 0x20 {
            case UInt8(ascii: "x"): radix = 16
            case UInt8(ascii: "o"): radix = 8
            case UInt8(ascii: "b"): radix = 2
            default: break
            }
            if radix != 10 { digits = digits.dropFirst(2) }
        }
        var magnitude: UInt64 = 0
        for byte in digits {
            guard let digit = digit(byte), digit < radix else { return nil }
            let (product, overflow) = magnitude.multipliedReportingOverflow(by: radix)
            let (sum, carry) = product.addingReportingOverflow(digit)
            if overflow || carry { return nil }
            magnitude = sum
        }
        return magnitude
    }

    private static func digit(_ byte: UInt8) -> UInt64? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    /// A decimal number with a fraction or an exponent, or one that no integer can hold.
    private func floating(_ literal: Token, _ isNegative: Bool) -> NSExpression? {
        let digits = bytes[literal.start..<literal.end]
        let allowed = digits.allSatisfy { $0.isDigit || ".eE+-".utf8.contains($0) }
        guard allowed, let value = Double(text(literal)) else { return nil }
        return NSExpression(leaf: .constant(isNegative ? -value : value))
    }

    /// A text in quotation marks, without them and with its escapes replaced.
    mutating func string() throws(PredicateFailure) -> String {
        let literal = token
        let content = UnsafeBufferPointer(rebasing: bytes[(literal.start + 1)..<(literal.end - 1)])
        let result =
            content.contains(UInt8(ascii: "\\"))
            ? try unescaped(content, literal.start + 1) : String(decoding: content, as: UTF8.self)
        try advance()
        return result
    }

    private func unescaped(
        _ content: UnsafeBufferPointer<UInt8>, _ start: Int
    ) throws(PredicateFailure) -> String {
        var result: [UInt8] = []
        var index = 0
        while index < content.count {
            let byte = content[index]
            index += 1
            guard byte == UInt8(ascii: "\\"), index < content.count else {
                result.append(byte)
                continue
            }
            let escaped = content[index]
            index += 1
            switch escaped {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "u"), UInt8(ascii: "U"), UInt8(ascii: "x"):
                let count = escaped == UInt8(ascii: "u") ? 4 : escaped == UInt8(ascii: "U") ? 8 : 2
                let digits = String(decoding: content[index..<min(index + count, content.count)], as: UTF8.self)
                guard digits.utf8.count == count, digits.utf8.allSatisfy({ Self.digit($0) != nil }),
                    let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code)
                else {
                    throw error(
                        .malformedConstant(
                            "The escape \\\(Character(Unicode.Scalar(escaped)))",
                            reason: "\(count) hexadecimal digits of a character must follow"), at: start + index - 2)
                }
                result.append(contentsOf: Array(String(Character(scalar)).utf8))
                index += count
            default: result.append(escaped)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}
