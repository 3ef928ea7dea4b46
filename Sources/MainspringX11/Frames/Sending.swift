internal import CXCB
internal import Glibc
internal import MainspringApplication

/// Pixels sent through the connection, in strips that its requests can take; for servers elsewhere.
final class Sending: PresentingWay {
    let isShared = false
    var size: PixelSize { memory.size }
    private let window: xcb_window_t
    private let lease: ConnectionLease
    private let context: xcb_gcontext_t
    private let memory: PixelMemory
    /// Answered when the server has taken the frame before.
    private var question: xcb_get_input_focus_cookie_t?

    /// Nil where there is no memory.
    init?(_ size: PixelSize, _ window: xcb_window_t, _ lease: ConnectionLease, _ context: xcb_gcontext_t) {
        guard let base = calloc(size.width * size.height, 4) else { return nil }
        memory = PixelMemory(base: base, size: size, bytesPerRow: size.width * 4)
        self.window = window
        self.lease = lease
        self.context = context
    }

    deinit {
        if let question { xcb_discard_reply(lease.connection.raw, question.sequence) }
        free(memory.base)
    }

    /// Until the server has taken the frame before: a slow line gets fewer frames, and no queue of them.
    func waitForDisplay() -> Bool {
        guard let asked = question else { return true }
        question = nil
        return CReply(xcb_get_input_focus_reply(lease.connection.raw, asked, nil)) != nil
    }

    func show(_ update: FrameUpdate, by painter: any FramePainter) {
        painter.paint(update, into: memory)
        for rect in update.damage { if let rect = rect.inside(size) { send(rect) } }
        question = xcb_get_input_focus(lease.connection.raw)
    }

    private func send(_ rect: PixelRect) {
        let connection = lease.connection
        let rowsAtOnce = max(connection.longestData / (rect.width * 4), 1)
        var strip = [UInt8](repeating: 0, count: min(rowsAtOnce, rect.height) * rect.width * 4)
        var row = rect.y
        let end = rect.y + rect.height
        while row < end {
            let rows = min(rowsAtOnce, end - row)
            strip.withUnsafeMutableBytes { bytes in
                for index in 0..<rows {
                    let from = memory.base + (row + index) * memory.bytesPerRow + rect.x * 4
                    memcpy(bytes.baseAddress! + index * rect.width * 4, from, rect.width * 4)
                }
            }
            xcb_put_image(
                connection.raw, UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue), window, context, UInt16(rect.width),
                UInt16(rows), Int16(clamping: rect.x), Int16(clamping: row), 0, connection.screen.depth,
                UInt32(rows * rect.width * 4), strip)
            row += rows
        }
    }
}
