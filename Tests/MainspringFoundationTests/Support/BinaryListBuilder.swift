import Foundation

/// Binary property lists by the byte, for what no writer writes.
struct BinaryListBuilder {
    var objects: [[UInt8]]
    var top = 0
    var offsetSize = 2
    var referenceSize = 1

    init(_ objects: [UInt8]...) { self.objects = objects }

    init(objects: [[UInt8]]) { self.objects = objects }

    /// The list, with some of the trailer's fields changed.
    func data(count: UInt64? = nil, top: UInt64? = nil, table: UInt64? = nil) -> Data {
        var bytes = [UInt8]("bplist00".utf8)
        var offsets: [Int] = []
        for object in objects {
            offsets.append(bytes.count)
            bytes += object
        }
        let start = UInt64(bytes.count)
        for offset in offsets { bytes += Self.number(UInt64(offset), size: offsetSize) }
        bytes += [0, 0, 0, 0, 0, 0, UInt8(offsetSize), UInt8(referenceSize)]
        bytes += Self.number(count ?? UInt64(objects.count), size: 8)
        bytes += Self.number(top ?? UInt64(self.top), size: 8)
        bytes += Self.number(table ?? start, size: 8)
        return Data(bytes)
    }

    static func number(_ number: UInt64, size: Int) -> [UInt8] {
        (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> UInt64(8 * $0)) }
    }
}
