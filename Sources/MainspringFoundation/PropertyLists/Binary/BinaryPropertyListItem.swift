internal import Foundation

/// One object of a binary property list, as its bytes say: a value, or where its elements stand.
///
/// The first byte has the kind in its upper half and a size or number in its lower.
enum BinaryPropertyListItem {
    case value(PropertyListValue)
    case data(Range<Int>)
    case ascii(Range<Int>)
    /// Units of two bytes, the more significant first.
    case utf16(Range<Int>)
    /// - Parameter references: Where the references begin. That all of them are there is not checked.
    case array(references: Int, count: Int)
    /// The references of the keys come first, then those of the values; that they are there is not checked.
    case dictionary(references: Int, count: Int)

    /// - Parameter end: Where objects end.
    init(of bytes: [UInt8], at offset: Int, end: Int) throws(PropertyListError) {
        let cursor = Cursor(bytes: bytes, offset: offset, end: end)
        let low = Int(bytes[offset] & 0xF)
        switch bytes[offset] >> 4 {
        case 0x0 where low == 8 || low == 9: self = .value(.boolean(low == 9))
        case 0x1 where low <= 4: self = .value(try cursor.integer(sizeExponent: low))
        case 0x2 where low == 2 || low == 3: self = .value(.real(try cursor.real(sizeExponent: low)))
        case 0x3 where low == 3: self = .value(try cursor.date())
        case 0x4: self = .data(try cursor.range(size: 1))
        case 0x5: self = .ascii(try cursor.range(size: 1))
        case 0x6: self = .utf16(try cursor.range(size: 2))
        case 0x8: self = .value(.uid(try cursor.uid(size: low + 1)))
        case 0xA:
            let (count, start) = try cursor.count()
            self = .array(references: start, count: count)
        case 0xD:
            let (count, start) = try cursor.count()
            self = .dictionary(references: start, count: count)
        default: throw PropertyListError(offset: offset, problem: .unknownKind(bytes[offset]))
        }
    }
}

/// Reads what follows an object's first byte.
private struct Cursor {
    let bytes: [UInt8]
    let offset: Int
    let end: Int

    func error(_ problem: PropertyListError.Problem) -> PropertyListError {
        PropertyListError(offset: offset, problem: problem)
    }

    func check(_ byteCount: Int, from start: Int) throws(PropertyListError) {
        guard byteCount <= end - start else { throw error(.truncated) }
    }

    /// The number of elements, and where they begin: numbers from 15 stand in an integer of their own.
    func count() throws(PropertyListError) -> (Int, start: Int) {
        let low = Int(bytes[offset] & 0xF)
        guard low == 0xF else { return (low, offset + 1) }
        try check(1, from: offset + 1)
        let marker = bytes[offset + 1]
        guard marker >> 4 == 0x1, marker & 0xF <= 3 else { throw error(.unknownKind(marker)) }
        let size = 1 << Int(marker & 0xF)
        try check(size, from: offset + 2)
        let count = bytes.bigEndian(at: offset + 2, size: size)
        // More elements than bytes there cannot be; so products of the count do not overflow either.
        guard count <= UInt64(end) else { throw error(.badNumber(of: "number of elements", count)) }
        return (Int(count), offset + 2 + size)
    }

    /// Where the elements of a text or of data are.
    func range(size: Int) throws(PropertyListError) -> Range<Int> {
        let (count, start) = try count()
        try check(count * size, from: start)
        return start..<start + count * size
    }

    /// One, two and four bytes are unsigned, eight signed; sixteen are for what is above.
    func integer(sizeExponent: Int) throws(PropertyListError) -> PropertyListValue {
        let size = 1 << sizeExponent
        try check(size, from: offset + 1)
        let value = bytes.bigEndian(at: offset + 1 + max(0, size - 8), size: min(size, 8))
        guard size == 16 else { return .integer(Int64(bitPattern: value)) }
        switch (bytes.bigEndian(at: offset + 1, size: 8), Int64(bitPattern: value) < 0) {
        case (0, _): return PropertyListValue(value)
        case (.max, true): return .integer(Int64(bitPattern: value))
        case (let high, _): throw error(.badNumber(of: "upper half of an integer", high))
        }
    }

    func real(sizeExponent: Int) throws(PropertyListError) -> Double {
        let size = 1 << sizeExponent
        try check(size, from: offset + 1)
        let bits = bytes.bigEndian(at: offset + 1, size: size)
        return size == 4 ? Double(Float(bitPattern: UInt32(bits))) : Double(bitPattern: bits)
    }

    /// Seconds since the beginning of 2001.
    func date() throws(PropertyListError) -> PropertyListValue {
        let seconds = try real(sizeExponent: 3)
        guard seconds.isFinite else { throw error(.badValue(of: "date", "\(seconds)")) }
        return .date(Date(timeIntervalSinceReferenceDate: seconds))
    }

    func uid(size: Int) throws(PropertyListError) -> UInt32 {
        guard size <= 8 else { throw error(.badNumber(of: "size of a reference", UInt64(size))) }
        try check(size, from: offset + 1)
        let value = bytes.bigEndian(at: offset + 1, size: size)
        guard let uid = UInt32(exactly: value) else { throw error(.badNumber(of: "reference", value)) }
        return uid
    }
}
