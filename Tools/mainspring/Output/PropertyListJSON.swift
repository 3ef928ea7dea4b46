internal import Foundation

/// Property lists as JSON: dates as text, data in base 64.
enum PropertyListJSON {
    static func value(_ value: Any) -> JSONValue {
        switch value {
        case let text as String: .string(text)
        case let date as Date: .string(DateText.exact(date))
        case let data as Data: .string(data.base64EncodedString())
        case let list as [Any]: .array(list.map(Self.value))
        case let entries as [String: Any]:
            .object(entries.sorted { $0.key < $1.key }.map { ($0.key, Self.value($0.value)) })
        case let number as NSNumber: Self.number(number)
        default: .string("\(value)")
        }
    }

    private static func number(_ number: NSNumber) -> JSONValue {
        switch String(cString: number.objCType) {
        case "B": .boolean(number.boolValue)
        case "d", "f": .real(number.doubleValue)
        default: .integer(number.int64Value)
        }
    }
}

extension Data {
    /// The bytes in digits.
    var hexadecimal: String {
        map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }
}
