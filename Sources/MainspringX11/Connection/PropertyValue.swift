internal import CXCB

/// What a window's property holds: bytes that another program has written, so anything.
struct PropertyValue {
    let type: xcb_atom_t
    let bytes: [UInt8]
    /// Whether there was more than was asked for.
    let isCut: Bool
    private let format: UInt8

    init(_ reply: CReply<xcb_get_property_reply_t>) {
        type = reply.type
        format = reply.format
        isCut = reply.bytes_after > 0
        let count = xcb_get_property_value_length(reply.pointer)
        if count > 0, let value = xcb_get_property_value(reply.pointer) {
            bytes = Array(UnsafeRawBufferPointer(start: value, count: Int(count)))
        } else {
            bytes = []
        }
    }

    /// Its words of 32 bits; empty if it has others.
    var words: [UInt32] {
        guard format == 32 else { return [] }
        return bytes.withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
    }
}
