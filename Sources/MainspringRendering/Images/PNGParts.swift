/// The parts of a PNG file (ISO 15948, 5.3): a length, a name of four letters, so many bytes, and a sum.
enum PNGParts {
    private static let signature = 8
    /// What stands around a part's bytes.
    private static let frame = 12
    /// Of what a reader need not know, that which says what the colours mean.
    private static let wanted = Set(
        ["tRNS", "gAMA", "cHRM", "sRGB"].map { name in name.utf8.reduce(0) { $0 << 8 | UInt32($1) } })

    /// The file without what is not asked, such as texts and profiles; nil if it has nothing like that.
    ///
    /// libpng takes as much memory as such a part says it has, a gigabyte as well, and unpacks a thousand texts of eight megabytes each.
    static func withoutExtras(_ bytes: UnsafeRawBufferPointer) -> [UInt8]? {
        var count = signature
        each(of: bytes) { count += $0.count }
        guard count < bytes.count else { return nil }
        var kept: [UInt8] = []
        kept.reserveCapacity(count)
        kept.append(contentsOf: bytes[..<min(signature, bytes.count)])
        each(of: bytes) { kept.append(contentsOf: bytes[$0]) }
        return kept
    }

    /// Calls a closure with where each part is that is needed; the last one may end early.
    private static func each(of bytes: UnsafeRawBufferPointer, _ body: (Range<Int>) -> Void) {
        var start = signature
        while start + 8 <= bytes.count {
            let length = Int(UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start, as: UInt32.self)))
            let name = UInt32(bigEndian: bytes.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self))
            let end = min(start + frame + length, bytes.count)
            // A small first letter says that a reader need not know the part.
            if name >> 24 & 0x20 == 0 || wanted.contains(name) { body(start..<end) }
            start = end
        }
    }
}
