internal import Foundation
internal import MainspringModel

extension StoreColumn {
    /// Whether a file has the same of two values, though they are not the same to a program: SQLite keeps about seventeen digits of
    /// a decimal number that is no whole one of 64 bits, no sign of zero, and of a URL its absolute text.
    func isStoredAlike(_ row: Row, _ other: Row) -> Bool {
        switch form {
        case .plain:
            guard let left = Self.number(row.memory, place) else { return false }
            return left == Self.number(other.memory, place)
        case .decimal, .uri:
            return Self.isAlike(
                try? ColumnEncoding.encoded(row.memory, self), try? ColumnEncoding.encoded(other.memory, self))
        case .composite(let parts):
            return parts.allSatisfy { part in
                Self.isAlike(
                    try? ColumnEncoding.encoded(row.memory, part, of: self),
                    try? ColumnEncoding.encoded(other.memory, part, of: self))
            }
        case .transformed, .external, .reference: return false
        }
    }

    /// A number with a fraction.
    private static func number(_ memory: ValueMemory, _ place: SlotPlace) -> Double? {
        switch place.kind {
        case .double: Double.read(memory, place)
        case .float: Float.read(memory, place).map(Double.init)
        case .date: Date.read(memory, place)?.timeIntervalSinceReferenceDate
        default: nil
        }
    }

    /// What SQLite reads back may be a whole number now that was none before.
    private static func isAlike(_ left: SQLiteValue?, _ right: SQLiteValue?) -> Bool {
        switch (left, right) {
        case (.integer(let whole), .real(let number)), (.real(let number), .integer(let whole)): Double(whole) == number
        case (nil, _): false
        default: left == right
        }
    }
}
