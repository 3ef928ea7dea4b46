internal import Foundation

/// `CAST(value, "type")`.
enum ValueCast {
    /// The types that a value can be cast to, by the names of Foundation's classes.
    private enum Target: String {
        case text = "NSString"
        case number = "NSNumber"
        case decimal = "NSDecimalNumber"
        case date = "NSDate"
        case data = "NSData"
        case uuid = "NSUUID"
        case url = "NSURL"
        case array = "NSArray"
        case set = "NSSet"
        /// Of a list in which each key stands before its value.
        case dictionary = "NSDictionary"
    }

    /// A value as another type; nil if it is nothing, or says nothing of that type.
    static func cast(_ value: Any?, to type: Any?) throws(PredicateFailure) -> Any? {
        guard let name = type as? String, let target = Target(rawValue: name) else {
            throw PredicateFailure(.wrongOperand(operation: "CAST", given: "the type \(KeyValueError.naming(type))"))
        }
        guard let value else { return nil }
        if let result = converted(value, to: target) { return result }
        throw PredicateFailure(.wrongOperand(operation: "CAST to \(name)", given: KeyValueError.naming(value)))
    }

    /// The constant that a format means by a cast of a literal; nil if the type has literals of its own.
    static func constant(_ value: Any?, _ type: String) -> Any? {
        guard let value, let target = Target(rawValue: type) else { return nil }
        return switch target {
        case .text, .array: nil
        case .number: value is String ? converted(value, to: target) : nil
        case .decimal, .date, .data, .uuid, .url, .set, .dictionary: converted(value, to: target)
        }
    }

    private static func converted(_ value: Any, to target: Target) -> Any? {
        switch (target, Scalar(value)) {
        case (.text, .text(let text)): text
        case (.text, .number(let number)): number.object.stringValue
        case (.text, .other(let uuid as UUID)): uuid.uuidString
        case (.text, .other(let url as URL)): url.absoluteString
        case (.number, .number(let number)): number.object
        case (.number, .text(let text)): Double(text).map { NSNumber(value: $0) }
        case (.number, .date(let date)): NSNumber(value: date.timeIntervalSinceReferenceDate)
        case (.decimal, .number(let number)): number.decimal.map { NSDecimalNumber(decimal: $0) }
        case (.decimal, .text(let text)): Decimal(string: text).map { NSDecimalNumber(decimal: $0) }
        case (.date, .date(let date)): date
        case (.date, .number(let number)): Date(timeIntervalSinceReferenceDate: number.double)
        case (.data, .other(let data as Data)): data
        case (.data, .text(let text)): Data(base64Encoded: text)
        case (.uuid, .other(let uuid as UUID)): uuid
        case (.uuid, .text(let text)): UUID(uuidString: text)
        case (.url, .other(let url as URL)): url
        case (.url, .text(let text)): URL(string: text)
        case (.array, .other(let collection as any KeyValueCollection)): collection.keyValueElements
        case (.set, .other(let collection as any KeyValueCollection)):
            try? DistinctValue.set(collection.keyValueElements)
        case (.dictionary, .other(let dictionary as any KeyValueDictionary)): dictionary
        case (.dictionary, .other(let list as any KeyValueCollection)): dictionary(of: list.keyValueElements)
        default: nil
        }
    }

    /// A dictionary of keys, each with its value behind it; nil if they are not that.
    private static func dictionary(of list: [Any]) -> [AnyHashable: Any]? {
        guard list.count.isMultiple(of: 2) else { return nil }
        var result: [AnyHashable: Any] = [:]
        for index in stride(from: 0, to: list.count, by: 2) {
            guard let key = list[index] as? AnyHashable,
                result.updateValue(list[index + 1], forKey: key) == nil
            else { return nil }
        }
        return result
    }
}
