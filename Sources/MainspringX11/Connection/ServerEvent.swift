internal import CXCB

/// An event as it came: its bytes, read no further than they go.
struct ServerEvent {
    private let memory: CReply<xcb_generic_event_t>

    init(_ memory: CReply<xcb_generic_event_t>) { self.memory = memory }

    /// What it is, without the mark of one that another program has sent.
    var type: Int32 { Int32(memory.response_type & 0x7F) }

    /// Whether another program has sent it in the server's name.
    var isSynthetic: Bool { memory.response_type & 0x80 != 0 }

    /// One of the core protocol's, which has 32 bytes; libxcb adds the whole sequence number.
    func read<Event>(_: Event.Type) -> Event {
        assert(MemoryLayout<Event>.size <= 36)
        return UnsafeRawPointer(memory.pointer).load(as: Event.self)
    }

    // MARK: Generic ones

    private var head: xcb_ge_generic_event_t { read(xcb_ge_generic_event_t.self) }

    var extensionOpcode: UInt8 { memory.pointer.withMemoryRebound(to: UInt8.self, capacity: 32) { $0[1] } }

    var genericType: UInt16 { head.event_type }

    /// All of a generic event's bytes: 32, the sequence number of four that libxcb puts in, and what follows.
    var bytes: UnsafeRawBufferPointer {
        // More than any event has is no length.
        UnsafeRawBufferPointer(start: memory.pointer, count: 36 + Int(min(head.length, 1 << 20)) * 4)
    }

    /// Nil where it is shorter than it should be.
    func readGeneric<Event: BitwiseCopyable>(_: Event.Type) -> Event? {
        let bytes = bytes
        return bytes.count >= MemoryLayout<Event>.size ? bytes.loadUnaligned(as: Event.self) : nil
    }
}
