/// Where a context found the row of its last fault.
struct LastKeptRows: ~Copyable {
    private let store: UInt32
    private let layout: ObjectIdentifier
    private let rows: Unmanaged<KeptRows>

    init(_ rows: KeptRows, store: UInt32) {
        (self.store, layout) = (store, ObjectIdentifier(rows.layout))
        self.rows = .passRetained(rows)
    }

    /// The rows, as long as this is there, if they are those of a layout and a store.
    @inline(__always)
    borrowing func rows(of layout: ObjectLayout, store: UInt32) -> Unmanaged<KeptRows>? {
        self.store == store && self.layout == ObjectIdentifier(layout) ? rows : nil
    }

    deinit { rows.release() }
}
