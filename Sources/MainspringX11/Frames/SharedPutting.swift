internal import CXCB
internal import MainspringApplication

/// One picture in shared memory, put into the window where it has changed; for servers that do not say when the display
/// begins a frame. The host's timer sets the pace.
final class SharedPutting: PresentingWay {
    let isShared = true
    var size: PixelSize { buffer.memory.size }
    private let window: xcb_window_t
    private let lease: ConnectionLease
    private let gate: FrameGate
    private let context: xcb_gcontext_t
    private let buffer: SharedPixels

    /// Nil where there is no memory.
    init?(
        _ size: PixelSize, _ window: xcb_window_t, _ lease: ConnectionLease, _ gate: FrameGate,
        _ context: xcb_gcontext_t
    ) {
        guard let buffer = SharedPixels(size, of: window, lease) else { return nil }
        self.buffer = buffer
        self.window = window
        self.lease = lease
        self.gate = gate
        self.context = context
        gate.putIsDone()
    }

    /// Until the server has read what was given to it.
    func waitForDisplay() -> Bool { gate.wait { !$0.isPutting } }

    func show(_ update: FrameUpdate, by painter: any FramePainter) {
        painter.paint(update, into: buffer.memory)
        let connection = lease.connection
        let rects = update.damage.compactMap { $0.inside(size) }
        guard !rects.isEmpty else { return }
        gate.willPut()
        for (index, rect) in rects.enumerated() {
            let place = rect.forServer
            // The last one says when all are done.
            xcb_shm_put_image(
                connection.raw, window, context, UInt16(size.width), UInt16(size.height), UInt16(place.x),
                UInt16(place.y), place.width, place.height, place.x, place.y, connection.screen.depth,
                UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), index == rects.count - 1 ? 1 : 0, buffer.segment, 0)
        }
    }
}
