internal import Foundation

/// How archives have a decimal number: up to eight units of two bytes, the least significant first, times a power of
/// ten.
struct ArchivedDecimal {
    var exponent: Int
    var units: [UInt16]
    var isNegative: Bool

    static let unitCount = 8
    /// What a number may be multiplied with, as a power of ten.
    static let exponents = -128...127
    /// What says that in each unit the less significant byte comes first, as `CFByteOrder` has it.
    static let littleEndian = 1
    static let bigEndian = 2

    init(_ object: ArchivedObject) throws(ArchiveError) {
        exponent = try object.needed("NS.exponent", try object.integer("NS.exponent"))
        isNegative = try object.boolean("NS.negative") ?? false
        let length = try object.needed("NS.length", try object.integer("NS.length"))
        let bytes = [UInt8](try object.needed("NS.mantissa", try object.data("NS.mantissa")))
        let order = try object.integer("NS.mantissa.bo") ?? Self.littleEndian
        guard (0...Self.unitCount).contains(length), bytes.count >= 2 * length, Self.exponents.contains(exponent),
            order == Self.littleEndian || order == Self.bigEndian
        else { throw object.error(.badContent("has a mantissa and exponent that are no decimal number")) }
        units = (0..<length).map { index in
            let pair = (UInt16(bytes[2 * index]), UInt16(bytes[2 * index + 1]))
            return order == Self.littleEndian ? pair.1 << 8 | pair.0 : pair.0 << 8 | pair.1
        }
    }

    /// The number; one without units is 0, a negative one without units is not a number.
    var value: Decimal {
        guard !units.isEmpty else { return isNegative ? .nan : 0 }
        // No step rounds: all that eight units can hold is a significand.
        let significand = units.reversed().reduce(Decimal(0)) { $0 * 65_536 + Decimal($1) }
        return Decimal(sign: isNegative ? .minus : .plus, exponent: exponent, significand: significand)
    }
}

extension ArchivedDecimal {
    init(_ value: Decimal) {
        // Of an integer the description is all its digits.
        let significand = value.isNaN ? 0 : UInt128(value.significand.magnitude.description) ?? 0
        var units = (0..<Self.unitCount).map { UInt16(truncatingIfNeeded: significand >> (16 * $0)) }
        while units.last == 0 { units.removeLast() }
        self.units = units
        exponent = value.isNaN ? 0 : value.exponent
        isNegative = value.isNaN || value.isSignMinus
    }

    /// The fields of an object that is archived for it.
    var fields: [String: PropertyListValue] {
        var mantissa = units.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        mantissa += Array(repeating: 0, count: 2 * Self.unitCount - mantissa.count)
        return [
            "NS.exponent": .integer(Int64(exponent)), "NS.length": .integer(Int64(units.count)),
            "NS.negative": .boolean(isNegative), "NS.compact": .boolean(false),
            "NS.mantissa": .data(Data(mantissa)), "NS.mantissa.bo": .integer(Int64(Self.littleEndian)),
        ]
    }
}
