internal import Foundation

/// Many values as one, which SQLite takes apart itself.
struct JSONArray {
    let value: SQLiteValue
    /// Whether the values are written as the digits of their bytes.
    let isEncoded: Bool

    init(_ keys: [Int64]) { self.init(keys.map { String($0) }, isEncoded: false) }

    private init(_ elements: [String], isEncoded: Bool) {
        value = .text("[\(elements.joined(separator: ","))]")
        self.isEncoded = isEncoded
    }

    /// Nil for what cannot be written exactly. Nothing is left out.
    init?(_ values: [SQLiteValue]) {
        let isEncoded = values.contains { value in
            switch value {
            // A text would end there.
            case .text(let text): text.utf8.contains(0)
            case .blob: true
            case .null, .integer, .real: false
            }
        }
        var elements: [String] = []
        for value in values {
            switch value {
            case .integer(let number) where !isEncoded: elements.append(String(number))
            // A whole number equals its integer.
            case .real(let number) where !isEncoded:
                guard let integer = Int64(exactly: number) else { return nil }
                elements.append(String(integer))
            case .text(let text): elements.append(isEncoded ? Self.digits(text.utf8) : Self.quoted(text))
            case .blob(let data): elements.append(Self.digits(data))
            case .null: break
            case .integer, .real: return nil
            }
        }
        self.init(elements, isEncoded: isEncoded)
    }

    private static func digits(_ bytes: some Collection<UInt8>) -> String { "\"\(HexDigits.of(bytes))\"" }

    private static func quoted(_ text: String) -> String {
        var bytes = [UInt8(ascii: "\"")]
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: bytes += Array("\\u00\(HexDigits.of(CollectionOfOne(byte)))".utf8)
            default: bytes.append(byte)
            }
        }
        return String(decoding: bytes + [UInt8(ascii: "\"")], as: UTF8.self)
    }
}
