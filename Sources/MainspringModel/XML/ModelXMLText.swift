/// XML as it is written, indented by four spaces an element, as Xcode does.
final class ModelXMLText {
    private(set) var text = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n"
    private var depth = 0

    /// Writes an element with attributes, and what is written inside of it; attributes without a value are left out.
    func element(
        _ name: String, _ attributes: [(String, String?)],
        _ content: (() throws(ModelFileError) -> Void)? = nil
    ) throws(ModelFileError) {
        var start = "<\(name)"
        for case (let key, let value?) in attributes { start += " \(key)=\"\(Self.escaped(value))\"" }
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
    private static func escaped(_ value: String) -> String {
        guard value.utf8.contains(where: { $0 < 0x20 || Self.special.contains($0) }) else { return value }
        return value.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case _ where scalar.value < 0x20: text += "&#\(scalar.value);"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    private static let special: Set = [
        UInt8(ascii: "&"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "\""),
    ]
}
