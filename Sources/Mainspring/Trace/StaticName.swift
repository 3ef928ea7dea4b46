/// A static string as two machine words, so that it can stand in a record.
struct StaticName {
    var address: UInt
    /// Bytes of UTF-8, or `scalarMark` when the address is a Unicode scalar instead.
    var count: UInt16

    private static let scalarMark = UInt16.max

    init(address: UInt, count: UInt16) {
        self.address = address
        self.count = count
    }

    init(_ string: StaticString) {
        if string.hasPointerRepresentation {
            address = UInt(bitPattern: string.utf8Start)
            count = UInt16(min(string.utf8CodeUnitCount, Int(Self.scalarMark) - 1))
        } else {
            address = UInt(string.unicodeScalar.value)
            count = Self.scalarMark
        }
    }

    var string: String {
        if count == Self.scalarMark { return Unicode.Scalar(UInt32(address)).map { String(Character($0)) } ?? "" }
        // The bytes belong to the program's file and stay as long as it is loaded.
        let bytes = UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: address), count: Int(count))
        return String(decoding: bytes, as: UTF8.self)
    }
}
