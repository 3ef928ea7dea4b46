internal import Foundation
internal import MainspringData
internal import MainspringFoundation
internal import MainspringModel

extension InspectedValue {
    /// A value of an attribute that stands in one column as it is. What is not of the attribute's type comes as SQLite has it.
    init(_ value: SQLiteValue, _ type: NSAttributeType) {
        switch (value, type) {
        case (.null, _): self = .null
        case (.integer(let number), .booleanAttributeType): self = .boolean(number != 0)
        case (.integer(let number), .dateAttributeType):
            self = .date(Date(timeIntervalSinceReferenceDate: Double(number)))
        case (.real(let number), .dateAttributeType): self = .date(Date(timeIntervalSinceReferenceDate: number))
        case (_, .decimalAttributeType): self = RawDecoding.decimal(value).map { .decimal($0.decimalValue) } ?? .null
        case (.integer(let number), .doubleAttributeType), (.integer(let number), .floatAttributeType):
            self = .real(Double(number))
        case (.real(let number), .floatAttributeType): self = .real(Double(Float(number).description) ?? number)
        case (.blob(let data), .UUIDAttributeType) where data.count == 16:
            self = .uuid(data.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) })
        case (.integer(let number), _): self = .integer(number)
        case (.real(let number), _): self = .real(number)
        case (.text(let text), _): self = .text(text)
        case (.blob(let data), _): self = .data(data)
        }
    }

    /// What a transformer has made of bytes; nil for what is no value of a known kind.
    init?(transformed value: Any) {
        switch value {
        case let text as String: self = .text(text)
        case let number as NSNumber: self = Self.number(number)
        case let date as Date: self = .date(date)
        case let data as Data: self = .data(data)
        case let uuid as UUID: self = .uuid(uuid)
        case let url as URL: self = .text(url.absoluteString)
        case let list as [Any]:
            let values = list.compactMap { InspectedValue(transformed: $0) }
            guard values.count == list.count else { return nil }
            self = .list(values)
        case let entries as [String: Any]:
            let values = entries.compactMapValues { InspectedValue(transformed: $0) }
            guard values.count == entries.count else { return nil }
            self = .parts(values)
        default: return nil
        }
    }

    private static func number(_ number: NSNumber) -> InspectedValue {
        if let decimal = number as? NSDecimalNumber { return .decimal(decimal.decimalValue) }
        switch String(cString: number.objCType) {
        case "B": return .boolean(number.boolValue)
        case "d", "f": return .real(number.doubleValue)
        default: return .integer(number.int64Value)
        }
    }
}
