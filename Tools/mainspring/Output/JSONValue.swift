internal import Foundation

/// A value of JSON whose objects keep the order of their members, so that columns come as they were asked for.
indirect enum JSONValue {
    case null
    case boolean(Bool)
    case integer(Int64)
    case real(Double)
    /// The text of a number.
    case number(String)
    case string(String)
    case array([JSONValue])
    case object([(String, JSONValue)])

    /// A string, or null.
    init(_ text: String?) { self = text.map { .string($0) } ?? .null }

    /// A number, or null.
    init(_ number: Int?) { self = number.map { .integer(Int64($0)) } ?? .null }

    /// The text in one line.
    var line: String {
        var text = ""
        append(to: &text, indent: nil)
        return text
    }

    /// The text with a line for each member.
    var document: String {
        var text = ""
        append(to: &text, indent: 0)
        return text
    }

    private func append(to text: inout String, indent: Int?) {
        switch self {
        case .null: text += "null"
        case .boolean(let value): text += value ? "true" : "false"
        case .integer(let value): text += String(value)
        // JSON has no words for these.
        case .real(let value): text += value.isFinite ? Self.text(of: value) : "\"\(value)\""
        case .number(let value): text += value
        case .string(let value): Self.append(value, to: &text)
        case .array(let values):
            text += "["
            for (index, value) in values.enumerated() {
                Self.begin(index, to: &text, indent)
                value.append(to: &text, indent: indent.map { $0 + 1 })
            }
            Self.end("]", values.isEmpty, to: &text, indent)
        case .object(let members):
            text += "{"
            for (index, member) in members.enumerated() {
                Self.begin(index, to: &text, indent)
                Self.append(member.0, to: &text)
                text += indent == nil ? ":" : ": "
                member.1.append(to: &text, indent: indent.map { $0 + 1 })
            }
            Self.end("}", members.isEmpty, to: &text, indent)
        }
    }

    private static func begin(_ index: Int, to text: inout String, _ indent: Int?) {
        if index > 0 { text += "," }
        if let indent { text += "\n" + String(repeating: "  ", count: indent + 1) }
    }

    private static func end(_ mark: String, _ isEmpty: Bool, to text: inout String, _ indent: Int?) {
        if let indent, !isEmpty { text += "\n" + String(repeating: "  ", count: indent) }
        text += mark
    }

    private static func text(of number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }

    private static func append(_ string: String, to text: inout String) {
        text += "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": text += "\\\""
            case "\\": text += "\\\\"
            case "\n": text += "\\n"
            case "\t": text += "\\t"
            case "\r": text += "\\r"
            case "\u{0}"..<"\u{20}", "\u{7F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        text += "\""
    }
}
