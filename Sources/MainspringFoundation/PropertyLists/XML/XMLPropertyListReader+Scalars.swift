internal import Foundation

extension XMLPropertyListReader {
    /// A dictionary that stands for a reference of a keyed archive.
    static func reference(_ entries: [String: PropertyListValue]) -> PropertyListValue? {
        guard entries.count == 1, let number = entries["CF$UID"]?.integer else { return nil }
        return UInt32(exactly: number).map(PropertyListValue.uid)
    }

    /// What the text of an element means; nil if it is none of its kind.
    static func scalar(_ name: String, _ text: String) -> PropertyListValue? {
        if name == "data" { return data(text).map(PropertyListValue.data) }
        guard text.utf8.count <= longestNumber else { return nil }
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return switch name {
        case "integer": integer(trimmed)
        case "real": real(trimmed).map(PropertyListValue.real)
        default: date(trimmed).map(PropertyListValue.date)
        }
    }

    /// The exact decimal form of a number may have so many digits, with blanks around it.
    private static let longestNumber = 2_000

    /// Decimal, or after `0x` hexadecimal.
    private static func integer(_ text: String) -> PropertyListValue? {
        let isNegative = text.hasPrefix("-")
        let digits = isNegative || text.hasPrefix("+") ? text.dropFirst() : text[...]
        let isHexadecimal = digits.hasPrefix("0x") || digits.hasPrefix("0X")
        let number = isHexadecimal ? digits.dropFirst(2) : digits
        guard number.first?.isHexDigit == true else { return nil }
        guard let magnitude = UInt64(number, radix: isHexadecimal ? 16 : 10) else { return nil }
        guard isNegative else { return PropertyListValue(magnitude) }
        return magnitude <= Int64.max.magnitude + 1 ? .integer(Int64(truncatingIfNeeded: 0 &- magnitude)) : nil
    }

    private static func real(_ text: String) -> Double? {
        switch text.lowercased() {
        case "nan": .nan
        case "inf", "+inf", "infinity", "+infinity": .infinity
        case "-inf", "-infinity": -.infinity
        default: Double(text)
        }
    }

    /// As `2001-01-01T00:00:00Z`: universal time in the Gregorian calendar.
    private static func date(_ text: String) -> Date? {
        guard text.hasSuffix("Z") else { return nil }
        let parts = text.dropLast().split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2 else { return nil }
        let day = parts[0].split(separator: "-", omittingEmptySubsequences: false).compactMap { number($0) }
        let time = parts[1].split(separator: ":", omittingEmptySubsequences: false).compactMap { number($0) }
        guard day.count == 3, time.count == 3, (1...12).contains(day[1]), (1...31).contains(day[2]) else { return nil }
        guard (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2]) else { return nil }
        let days = days(year: day[0], month: day[1], day: day[2]) - days(year: 2001, month: 1, day: 1)
        let seconds = days * 86_400 + time[0] * 3_600 + time[1] * 60 + time[2]
        return Date(timeIntervalSinceReferenceDate: Double(seconds))
    }

    /// A number of at most six digits.
    private static func number(_ text: Substring) -> Int? {
        (1...6).contains(text.utf8.count) && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
    }

    /// The days since some day, by years that begin in March: so the leap day is a year's last, and a month begins
    /// after (153 m + 2) / 5 days.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let marchYear = month > 2 ? year : year - 1
        let marchMonth = (month + 9) % 12
        return marchYear * 365 + marchYear / 4 - marchYear / 100 + marchYear / 400 + (153 * marchMonth + 2) / 5 + day
    }

    /// Base 64, with blanks anywhere.
    private static func data(_ text: String) -> Data? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count / 4 * 3 + 3)
        var bits: UInt32 = 0
        var digits = 0
        var padding = 0
        for character in text.utf8 where character > 0x20 {
            if character == UInt8(ascii: "=") {
                padding += 1
            } else {
                guard padding == 0, let digit = digit(character) else { return nil }
                bits = bits << 6 | digit
            }
            digits += 1
            guard digits == 4 else { continue }
            guard padding <= 2 else { return nil }
            bits <<= 6 * UInt32(padding)
            for index in 0..<3 - padding { bytes.append(UInt8(truncatingIfNeeded: bits >> (16 - 8 * UInt32(index)))) }
            bits = 0
            digits = 0
        }
        return digits == 0 ? Data(bytes) : nil
    }

    private static func digit(_ character: UInt8) -> UInt32? {
        switch character {
        case 0x41...0x5A: UInt32(character) - 0x41
        case 0x61...0x7A: UInt32(character) - 0x61 + 26
        case 0x30...0x39: UInt32(character) - 0x30 + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }
}
