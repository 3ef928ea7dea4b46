internal import Foundation

/// Values as text, the same for equal values on every machine, and never long.
enum ValueText {
    /// So many characters of a text stand in a sentence.
    private static let limit = 200

    static func text(of value: Any) -> String {
        switch value {
        case let text as String: quoted(text)
        case let date as Date: "\(date.timeIntervalSinceReferenceDate) s since 2001"
        case let data as Data: bytes(data)
        case let url as URL: url.absoluteString
        case let uuid as UUID: uuid.uuidString
        case let dictionary as [AnyHashable: Any]:
            "[" + dictionary.map { "\(plain($0.key.base)): \(text(of: $0.value))" }.sorted().joined(separator: ", ")
                + "]"
        case let array as [Any]: "[" + array.map { text(of: $0) }.joined(separator: ", ") + "]"
        default: shortened("\(value)")
        }
    }

    /// A text in quotes; a long one its beginning and a digest of all.
    static func quoted(_ text: String) -> String { "\"\(shortened(text))\"" }

    private static func plain(_ value: Any) -> String { (value as? String) ?? text(of: value) }

    private static func bytes(_ data: Data) -> String {
        data.count <= 16 ? "<\(hex(Array(data)))>" : "\(data.count) bytes <\(hex(Array(SHA256.hash(data).prefix(8))))…>"
    }

    private static func shortened(_ text: String) -> String {
        guard text.count > limit else { return text }
        return "\(text.prefix(limit))… <\(hex(Array(SHA256.hash(text.utf8).prefix(8))))>"
    }

    private static func hex(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}
