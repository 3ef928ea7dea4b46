internal import Foundation
internal import MainspringFoundation

/// Writes the XML of a store's file.
struct XMLStoreWriter {
    private(set) var bytes: [UInt8] = []

    mutating func begin(metadata: [String: PropertyListValue]) {
        add("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<store format=\"1\">\n<metadata>")
        write(.dictionary(PropertyListDictionary(metadata)), key: nil)
        add("</metadata>\n")
    }

    mutating func writeLast(_ last: Int64, of entity: String) {
        add("<entity name=\"")
        addEscaped(entity)
        add("\" last=\"\(last)\"/>\n")
    }

    mutating func write(_ object: StoreDocument.Object, of entity: String) {
        add("<object entity=\"")
        addEscaped(entity)
        add("\" key=\"\(object.key)\" version=\"\(object.version)\">")
        for (name, value) in object.attributes {
            add("\n  ")
            write(value, key: name)
        }
        for (name, keys) in object.relationships {
            add("\n  <relationship name=\"")
            addEscaped(name)
            add("\">\(keys.map(String.init).joined(separator: " "))</relationship>")
        }
        add("</object>\n")
    }

    mutating func end() { add("</store>\n") }

    // MARK: Values

    private mutating func write(_ value: PropertyListValue, key: String?) {
        switch value {
        case .string(let text):
            if Self.isPlain(text) {
                element("string", key) { $0.addEscaped(text) }
            } else {
                element("text", key) { $0.add(Data(text.utf8).base64EncodedString()) }
            }
        case .integer(let number): element("integer", key) { $0.add(String(number)) }
        case .largeInteger(let number): element("integer", key) { $0.add(String(number)) }
        case .real(let number): element("real", key) { $0.add(Self.text(of: number)) }
        case .boolean(let flag): element("boolean", key) { $0.add(flag ? "true" : "false") }
        case .date(let date): element("date", key) { $0.add(Self.text(of: date.timeIntervalSinceReferenceDate)) }
        case .data(let data): element("data", key) { $0.add(data.base64EncodedString()) }
        case .uid(let number): element("integer", key) { $0.add(String(number)) }
        case .array(let values):
            element("array", key) { writer in
                for value in values { writer.write(value, key: nil) }
            }
        case .dictionary(let values):
            element("dictionary", key) { writer in
                for (key, value) in values.entries.sorted(by: { $0.key < $1.key }) { writer.write(value, key: key) }
            }
        }
    }

    private mutating func element(_ name: String, _ key: String?, _ content: (inout XMLStoreWriter) -> Void) {
        add("<\(name)")
        if let key {
            add(" key=\"")
            addEscaped(key)
            add("\"")
        }
        add(">")
        content(&self)
        add("</\(name)>")
    }

    /// Numbers that no decimal text can give back are written by their bits.
    private static func text(of number: Double) -> String {
        number.isFinite ? "\(number)" : "bits \(String(number.bitPattern, radix: 16))"
    }

    // MARK: Text

    private mutating func add(_ text: String) { bytes += text.utf8 }

    private mutating func addEscaped(_ text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            // Other readers would change them.
            case 0..<0x20: bytes += "&#\(byte);".utf8
            default: bytes.append(byte)
            }
        }
    }

    /// Whether XML has all characters of a text.
    private static func isPlain(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x9, 0xA, 0xD, 0x20...0xD7FF, 0xE000...0xFFFD, 0x10000...0x10FFFF: true
            default: false
            }
        }
    }
}
