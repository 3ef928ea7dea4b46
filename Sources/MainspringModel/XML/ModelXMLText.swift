/// XML as it is written, indented by four spaces an element, as Xcode does.
final class ModelXMLText {
    private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    private var depth = 0
    private let path: String

    /// - Parameter path: says in errors what is written.
    init(path: String) { self.path = path }

    /// Writes an element with attributes, and what is written inside of it; attributes without a value are left out.
    func element(
        _ name: String, _ attributes: [(String, String?)],
        _ content: (() throws(ModelFileError) -> Void)? = nil
    ) throws(ModelFileError) {
        var start = "<\(name)"
        for case (let key, let value?) in attributes { start += " \(key)=\"\(try escaped(value, of: key))\"" }
        line(start)
        guard let content else {
            text += "/>\n"
            return
        }
        let before = text.utf8.count
        text += ">\n"
        depth += 1
        let empty = text.utf8.count
        try content()
        depth -= 1
        if text.utf8.count == empty {
            text.removeLast(text.utf8.count - before)
            text += "/>\n"
        } else {
            line("</\(name)>")
            text += "\n"
        }
    }

    private func line(_ line: String) {
        text += String(repeating: "    ", count: depth)
        text += line
    }

    /// What has a meaning in XML, and what would not come back as it is, as references.
    private func escaped(_ value: String, of key: String) throws(ModelFileError) -> String {
        // 0xEF begins the two characters that XML does not have, and others.
        guard value.utf8.contains(where: { $0 < 0x20 || $0 == 0xEF || Self.special.contains($0) }) else { return value }
        var text = ""
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\t", "\n", "\r": text += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || scalar == "\u{FFFE}" || scalar == "\u{FFFF}":
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let code = String(repeating: "0", count: 4 - digits.count) + digits
                throw ModelFileError(
                    path: path, reason: "“\(key)” has the character U+\(code), which XML does not have; take it out")
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }

    private static let special: Set = [
        UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
    ]
}
