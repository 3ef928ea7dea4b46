internal import Foundation

/// Bytes of a binary property list as they are written, one object after another.
struct PropertyListBytes {
    var bytes: [UInt8] = []

    /// In how many bytes a number is written: one, two, four or eight.
    static func size(of number: Int) -> Int {
        switch number {
        case ...0xFF: 1
        case ...0xFFFF: 2
        case ...0xFFFF_FFFF: 4
        default: 8
        }
    }

    /// Writes the lowest bytes of a number, the most significant first.
    mutating func write(_ number: UInt64, size: Int) {
        for shift in stride(from: (size - 1) * 8, through: 0, by: -8) {
            bytes.append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
        }
    }

    /// Writes what begins a text, data or a list: numbers from 15 stand in an integer of their own.
    mutating func writeMarker(_ kind: UInt8, count: Int) {
        if count < 0xF {
            bytes.append(kind | UInt8(count))
        } else {
            bytes.append(kind | 0xF)
            write(Int64(count))
        }
    }

    mutating func write(_ value: Bool) { bytes.append(value ? 0x09 : 0x08) }

    /// Of one to four bytes integers are unsigned, of eight signed.
    mutating func write(_ value: Int64) {
        let size = value < 0 ? 8 : Self.size(of: Int(value))
        bytes.append(0x10 | UInt8(size.trailingZeroBitCount))
        write(UInt64(bitPattern: value), size: size)
    }

    /// Above `Int64.max` an integer has sixteen bytes.
    mutating func write(_ value: UInt64) {
        bytes.append(0x14)
        write(0, size: 8)
        write(value, size: 8)
    }

    mutating func write(_ value: Double) {
        bytes.append(0x23)
        write(value.bitPattern, size: 8)
    }

    mutating func write(_ value: Date) {
        bytes.append(0x33)
        write(value.timeIntervalSinceReferenceDate.bitPattern, size: 8)
    }

    mutating func write(_ value: Data) {
        writeMarker(0x40, count: value.count)
        bytes += value
    }

    mutating func write(text: String) {
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            writeMarker(0x50, count: text.utf8.count)
            bytes += text.utf8
        } else {
            writeMarker(0x60, count: text.utf16.count)
            for unit in text.utf16 { write(UInt64(unit), size: 2) }
        }
    }

    mutating func write(reference: UInt32) {
        let size = Self.size(of: Int(reference))
        bytes.append(0x80 | UInt8(size - 1))
        write(UInt64(reference), size: size)
    }

    /// Writes a value that is no list; false if it is one.
    mutating func write(plain value: PropertyListValue) -> Bool {
        switch value {
        case .boolean(let value): write(value)
        case .integer(let value): write(value)
        case .largeInteger(let value): write(value)
        case .real(let value): write(value)
        case .date(let value): write(value)
        case .data(let value): write(value)
        case .string(let value): write(text: value)
        case .uid(let value): write(reference: value)
        case .array, .dictionary: return false
        }
        return true
    }
}
