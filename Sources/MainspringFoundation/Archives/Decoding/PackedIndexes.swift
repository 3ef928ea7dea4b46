internal import Foundation

/// How archives have an index path: a single index as it is, several packed into bytes of seven bits each, the least
/// significant first, where the eighth says that more follows.
struct PackedIndexes {
    var indexPath: IndexPath

    init(_ indexPath: IndexPath) { self.indexPath = indexPath }

    init(_ object: ArchivedObject) throws(ArchiveError) {
        let count = try object.needed("NSIndexPathLength", try object.integer("NSIndexPathLength"))
        switch count {
        case 0: indexPath = IndexPath()
        case 1:
            let index = try object.needed("NSIndexPathValue", try object.integer("NSIndexPathValue"))
            guard index >= 0 else { throw object.error(.badContent("has \(index) for an index")) }
            indexPath = IndexPath(index: index)
        default:
            let bytes = try object.needed("NSIndexPathData", try object.data("NSIndexPathData"))
            guard let indexes = Self.unpacked(bytes), indexes.count == count else {
                throw object.error(.badContent("has bytes for \(count) indexes that are none"))
            }
            indexPath = IndexPath(indexes: indexes)
        }
    }

    /// The fields of an object that is archived for it.
    var fields: [String: PropertyListValue] {
        var fields: [String: PropertyListValue] = ["NSIndexPathLength": .integer(Int64(indexPath.count))]
        if indexPath.count == 1, let index = indexPath.first { fields["NSIndexPathValue"] = .integer(Int64(index)) }
        if indexPath.count > 1 { fields["NSIndexPathData"] = .data(Self.packed(Array(indexPath))) }
        return fields
    }

    /// The numbers that are packed in bytes; nil if the last does not end, or one is out of range.
    static func unpacked(_ bytes: Data) -> [Int]? {
        var indexes: [Int] = []
        var index: UInt64 = 0
        var shift: UInt64 = 0
        for byte in bytes {
            let part = UInt64(byte & 0x7F)
            guard shift < 63, (part << shift) >> shift == part else { return nil }
            index |= part << shift
            shift += 7
            guard byte & 0x80 == 0 else { continue }
            guard let value = Int(exactly: index) else { return nil }
            indexes.append(value)
            index = 0
            shift = 0
        }
        return shift == 0 ? indexes : nil
    }

    /// Numbers from 0 on, packed.
    static func packed(_ indexes: [Int]) -> Data {
        var bytes: [UInt8] = []
        for index in indexes {
            var rest = UInt64(bitPattern: Int64(index))
            while rest > 0x7F {
                bytes.append(UInt8(rest & 0x7F) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        return Data(bytes)
    }
}
