internal import Foundation

/// The values of an object that another must not have, as they are compared.
enum UniqueKey: Hashable {
    case string(ExactText)
    case integer(Int64)
    case values([AnyHashable])

    /// Nil if one of the values is nil: such an object is like no other.
    init?(_ row: Row, _ places: [SlotPlace]) {
        if places.count == 1 {
            switch places[0].kind {
            case .string:
                guard let text = String.read(row.memory, places[0]) else { return nil }
                self = .string(ExactText(text: text))
                return
            case .integer64:
                guard let number = Int64.read(row.memory, places[0]) else { return nil }
                self = .integer(number)
                return
            default: break
            }
        }
        var values: [AnyHashable] = []
        for place in places {
            guard let value = Self.value(row, place) else { return nil }
            values.append(value)
        }
        self = .values(values)
    }

    private static func value(_ row: Row, _ place: SlotPlace) -> AnyHashable? {
        if place.kind == .toOne { return row.memory.destinationKey(place).map { AnyHashable($0) } }
        guard let value = row.memory.loose(place) else { return nil }
        if let text = value as? String { return ExactText(text: text) }
        // What cannot be compared is like itself alone.
        return value as? AnyHashable ?? (value as AnyObject as? NSObject).map { AnyHashable($0) }
    }
}
