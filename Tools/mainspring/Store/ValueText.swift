internal import Foundation
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection

/// Values of a store as text.
struct ValueText {
    /// The store's identifier, for the URIs of objects.
    let identifier: String
    /// Counts the values that could not be read.
    let unreadable = UnreadableValues()

    init(identifier: String) { self.identifier = identifier }

    // MARK: For people

    /// As a cell of a table has it.
    func cell(_ value: InspectedValue) -> String {
        switch value {
        case .null: ""
        case .boolean(let value): value ? "true" : "false"
        case .integer(let number): String(number)
        case .real(let number): Self.real(number)
        case .decimal(let number): "\(number)"
        case .text(let text): text
        case .date(let date): DateText.cell(date)
        case .uuid(let uuid): uuid.uuidString
        case .data(let data): data.count == 1 ? "1 byte" : "\(data.count) bytes"
        case .object(let object): "\(object.entityName)/p\(object.key)"
        case .list(let values): "[\(values.map(cell).joined(separator: ", "))]"
        case .parts(let parts):
            parts.sorted { $0.key < $1.key }.map { "\($0): \(cell($1))" }.joined(separator: ", ")
        case .unreadable(let reason): note(reason)
        }
    }

    /// As a field of CSV has it: all of the value; nil for none.
    func field(_ value: InspectedValue) -> String? {
        switch value {
        case .null: nil
        case .date(let date): DateText.exact(date)
        case .data(let data): data.base64EncodedString()
        case .object(let object): uri(object)
        case .list, .parts: json(value).line
        default: cell(value)
        }
    }

    // MARK: For programs

    func json(_ value: InspectedValue) -> JSONValue {
        switch value {
        case .null: .null
        case .boolean(let value): .boolean(value)
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .decimal(let number): number.isNaN ? .string("nan") : .number("\(number)")
        case .text(let text): .string(text)
        case .date(let date): .string(DateText.exact(date))
        case .uuid(let uuid): .string(uuid.uuidString)
        case .data(let data): .string(data.base64EncodedString())
        case .object(let object): .string(uri(object))
        case .list(let values): .array(values.map(json))
        case .parts(let parts): .object(parts.sorted { $0.key < $1.key }.map { ($0, json($1)) })
        case .unreadable(let reason): .object([("unreadable", .string(noted(reason)))])
        }
    }

    private func note(_ reason: String) -> String { "unreadable: \(noted(reason))" }

    private func noted(_ reason: String) -> String {
        unreadable.note(reason)
        return reason
    }

    func uri(_ object: ObjectReference) -> String { "x-coredata://\(identifier)/\(object.entityName)/p\(object.key)" }

    private static func real(_ number: Double) -> String {
        let text = number.description
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
    }
}
