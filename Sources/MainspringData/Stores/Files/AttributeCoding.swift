internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// Values of attributes between objects and files.
enum AttributeCoding {
    /// A value as a file has it; nil for nil.
    /// - Throws: `CocoaError` 134030 for what no file can hold.
    static func encoded(
        _ attribute: NSAttributeDescription, _ memory: ValueMemory, _ place: SlotPlace
    ) throws -> PropertyListValue? {
        switch place.kind {
        case .integer16: return Int16.read(memory, place).map { .integer(Int64($0)) }
        case .integer32: return Int32.read(memory, place).map { .integer(Int64($0)) }
        case .integer64: return Int64.read(memory, place).map { .integer($0) }
        case .boolean: return Bool.read(memory, place).map { .boolean($0) }
        case .float: return Float.read(memory, place).map { .real(Double($0)) }
        case .double: return Double.read(memory, place).map { .real($0) }
        // As a number, which keeps every bit.
        case .date: return Date.read(memory, place).map { .real($0.timeIntervalSinceReferenceDate) }
        case .string: return String.read(memory, place).map { .string($0) }
        case .data: return Data.read(memory, place).map { .data($0) }
        case .uuid: return UUID.read(memory, place).map { .string($0.uuidString) }
        case .object:
            guard let value = memory.loose(place) else { return nil }
            guard let encoded = self.encoded(value, attribute) else { throw unfit(attribute, value) }
            return encoded
        case .toOne, .toMany, .ordered, .fetched, .missing: return nil
        }
    }

    private static func encoded(_ value: Any, _ attribute: NSAttributeDescription) -> PropertyListValue? {
        switch attribute.attributeType {
        case .decimalAttributeType: (value as? NSDecimalNumber).map { .string($0.decimalValue.description) }
        case .URIAttributeType: (value as? URL).map { .string($0.absoluteString) }
        case .transformableAttributeType:
            transformer(of: attribute)?.reverseTransformedValue(value).flatMap { $0 as? Data }.map { .data($0) }
        case .compositeAttributeType: (value as? [String: Any]).flatMap { archive($0) }.map { .data($0) }
        default: nil
        }
    }

    private static func archive(_ value: Any) -> Data? {
        NSSecureUnarchiveFromDataTransformer().reverseTransformedValue(value) as? Data
    }

    /// What makes data of an attribute's values.
    static func transformer(of attribute: NSAttributeDescription) -> ValueTransformer? {
        let name = attribute.valueTransformerName ?? ""
        guard !name.isEmpty else { return NSSecureUnarchiveFromDataTransformer() }
        return ValueTransformer(forName: NSValueTransformerName(rawValue: name))
    }

    private static func unfit(_ attribute: NSAttributeDescription, _ value: Any) -> any Error {
        let title = "“\(attribute.name)” of “\(attribute.owner?.name ?? "")”"
        let advice =
            attribute.attributeType == .transformableAttributeType
            ? "Register a value transformer “\(attribute.valueTransformerName ?? "")” that makes data of it."
            : "Give it another type, or make it transient."
        return CoreDataError.make(
            NSPersistentStoreSaveError,
            "\(title) has a value of the type \(type(of: value)), which the file of a store cannot hold. \(advice)")
    }

    // MARK: Reading

    /// Sets an attribute to what a file has.
    /// - Returns: whether it is a value of the attribute's type.
    static func decode(
        _ value: PropertyListValue, _ attribute: NSAttributeDescription, _ memory: ValueMemory, _ place: SlotPlace
    ) -> Bool {
        switch (place.kind, value) {
        case (.integer16, .integer(let number)): write(Int16(exactly: number), memory, place)
        case (.integer32, .integer(let number)): write(Int32(exactly: number), memory, place)
        case (.integer64, .integer(let number)): write(number, memory, place)
        case (.boolean, .boolean(let flag)): write(flag, memory, place)
        case (.float, .real(let number)): write(Float(number), memory, place)
        case (.double, .real(let number)): write(number, memory, place)
        case (.date, .real(let number)): write(Date(timeIntervalSinceReferenceDate: number), memory, place)
        case (.string, .string(let text)): write(text, memory, place)
        case (.data, .data(let data)): write(data, memory, place)
        case (.uuid, .string(let text)): write(UUID(uuidString: text), memory, place)
        case (.object, _): decodeObject(value, attribute, memory, place)
        default: false
        }
    }

    private static func write<Value: SlotValue>(_ value: Value?, _ memory: ValueMemory, _ place: SlotPlace) -> Bool {
        guard let value else { return false }
        Value.write(value, memory, place)
        return true
    }

    private static func decodeObject(
        _ value: PropertyListValue, _ attribute: NSAttributeDescription, _ memory: ValueMemory, _ place: SlotPlace
    ) -> Bool {
        let decoded: Any? =
            switch (attribute.attributeType, value) {
            case (.decimalAttributeType, .string(let text)):
                Decimal(string: text, locale: Locale(identifier: "en_US_POSIX")).map { NSDecimalNumber(decimal: $0) }
            case (.URIAttributeType, .string(let text)): URL(string: text)
            case (.transformableAttributeType, .data(let data)): transformer(of: attribute)?.transformedValue(data)
            case (.compositeAttributeType, .data(let data)):
                NSSecureUnarchiveFromDataTransformer().transformedValue(data) as? [String: Any]
            default: nil
            }
        guard let decoded else { return false }
        memory.setLoose(decoded, place)
        return true
    }
}
