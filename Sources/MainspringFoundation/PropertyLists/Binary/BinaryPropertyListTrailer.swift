/// What the last 32 bytes of a binary property list say: where its objects are.
struct BinaryPropertyListTrailer {
    /// How many bytes an entry of the table of offsets has, 1 to 8.
    let offsetSize: Int
    /// How many bytes a reference to an object has, 1 to 8.
    let referenceSize: Int
    let objectCount: Int
    let topObject: Int
    /// Where the table of offsets begins, and so where objects end.
    let tableOffset: Int

    static let byteCount = 32

    /// Reads and checks the trailer: afterwards the table of offsets is inside the input.
    init(of bytes: [UInt8]) throws(PropertyListError) {
        let start = bytes.count - Self.byteCount
        guard start >= BinaryPropertyListReader.magic.count else {
            throw PropertyListError(offset: 0, problem: .truncated)
        }
        func wrong(_ what: String, _ number: UInt64, at offset: Int) -> PropertyListError {
            PropertyListError(offset: start + offset, problem: .badNumber(of: what, number))
        }
        func size(_ what: String, at offset: Int) throws(PropertyListError) -> Int {
            let size = Int(bytes[start + offset])
            guard (1...8).contains(size) else { throw wrong(what, UInt64(size), at: offset) }
            return size
        }
        offsetSize = try size("size of offsets", at: 6)
        referenceSize = try size("size of references", at: 7)
        let count = bytes.bigEndian(at: start + 8, size: 8)
        let top = bytes.bigEndian(at: start + 16, size: 8)
        let table = bytes.bigEndian(at: start + 24, size: 8)
        guard table >= UInt64(BinaryPropertyListReader.magic.count), table <= UInt64(start) else {
            throw wrong("beginning of the table of offsets", table, at: 24)
        }
        guard count > 0, count <= UInt64(start - Int(table)) / UInt64(offsetSize) else {
            throw wrong("number of objects", count, at: 8)
        }
        guard top < count else { throw wrong("number of the top object", top, at: 16) }
        objectCount = Int(count)
        topObject = Int(top)
        tableOffset = Int(table)
    }
}

extension [UInt8] {
    /// An unsigned number of at most eight bytes, the most significant first. The bytes must be there.
    func bigEndian(at offset: Int, size: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in offset..<offset + size { value = value << 8 | UInt64(self[index]) }
        return value
    }
}
