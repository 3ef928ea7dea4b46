internal import Foundation
package import MainspringFoundation

/// Metadata between what programs have and what files have.
package enum StoreMetadata {
    /// Metadata as values of property lists.
    /// - Throws: `CocoaError` 134030 for what is no property list.
    static func values(_ metadata: [String: Any]) throws -> [String: PropertyListValue] {
        try metadata.mapValues { try value($0, 0) }
    }

    private static func value(_ value: Any, _ depth: Int) throws -> PropertyListValue {
        guard depth < 64 else { throw unfit("lists more than 64 deep in each other") }
        switch value {
        case let text as String: return .string(text)
        case let date as Date: return .date(date)
        case let data as Data: return .data(data)
        case let number as NSNumber: return self.number(number)
        case let array as [Any]: return .array(try array.map { try self.value($0, depth + 1) })
        case let dictionary as [String: Any]:
            return .dictionary(PropertyListDictionary(try dictionary.mapValues { try self.value($0, depth + 1) }))
        case let text as NSString: return .string(String(describing: text))
        case let data as NSData: return .data(Data(referencing: data))
        case let date as NSDate: return .date(Date(timeIntervalSinceReferenceDate: date.timeIntervalSinceReferenceDate))
        case let array as NSArray: return .array(try array.map { try self.value($0, depth + 1) })
        default: throw unfit("\(type(of: value))")
        }
    }

    private static func number(_ number: NSNumber) -> PropertyListValue {
        switch String(cString: number.objCType) {
        case "c", "B": .boolean(number.boolValue)
        case "d", "f": .real(number.doubleValue)
        case "Q": PropertyListValue(number.uint64Value)
        default: .integer(number.int64Value)
        }
    }

    private static func unfit(_ what: String) -> any Error {
        CoreDataError.make(
            NSPersistentStoreSaveError,
            "The metadata of a store hold \(what), which no property list can. Use strings, numbers, dates, data, and arrays "
                + "and dictionaries of them.")
    }

    /// Values of property lists as programs have them.
    package static func loose(_ values: [String: PropertyListValue]) -> [String: Any] { values.mapValues(loose) }

    private static func loose(_ value: PropertyListValue) -> Any {
        switch value {
        case .string(let text): text
        case .integer(let number): NSNumber(value: number)
        case .largeInteger(let number): NSNumber(value: number)
        case .real(let number): NSNumber(value: number)
        case .boolean(let flag): NSNumber(value: flag)
        case .date(let date): date
        case .data(let data): data
        case .uid(let number): NSNumber(value: number)
        case .array(let values): values.map(loose)
        case .dictionary(let values): values.entries.mapValues(loose)
        }
    }
}
