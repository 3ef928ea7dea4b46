internal import CXCB
internal import Glibc
internal import MainspringApplication

/// Two pictures in shared memory, shown by turns when the display begins a frame: at its rate, and never half.
final class PicturePresenting: PresentingWay {
    let size: PixelSize
    let isShared = true
    private let window: xcb_window_t
    private let lease: ConnectionLease
    private let gate: FrameGate
    private let buffers: [SharedPixels]
    /// Which one is painted next.
    private var next = 0
    /// What differs in that one from what was painted last.
    private var stale: [PixelRect] = []
    /// The number of the last frame that was given to the server.
    private var serial: UInt32

    /// Nil where there is no memory.
    init?(_ size: PixelSize, _ window: xcb_window_t, _ lease: ConnectionLease, _ gate: FrameGate) {
        guard let first = SharedPixels(size, of: window, lease), let second = SharedPixels(size, of: window, lease),
            first.picture != nil, second.picture != nil
        else { return nil }
        buffers = [first, second]
        self.size = size
        self.window = window
        self.lease = lease
        self.gate = gate
        // Goes on where the frames of another size ended.
        serial = gate.lastSerial
    }

    deinit { gate.forget(buffers.map { $0.picture! }) }

    /// What was given to the server last.
    var given: PixelMemory { buffers[1 - next].memory }

    func waitForDisplay() -> Bool {
        let (serial, picture) = (serial, buffers[next].picture!)
        return gate.wait { state in
            Int32(bitPattern: serial &- state.shown) <= 0 && !state.busy.contains(picture)
        }
    }

    func show(_ update: FrameUpdate, by painter: any FramePainter) {
        let (buffer, former) = (buffers[next], buffers[1 - next])
        for rect in stale { buffer.memory.copy(rect, from: former.memory) }
        painter.paint(update, into: buffer.memory)
        stale = update.damage
        next = 1 - next
        serial = gate.nextSerial()
        present(buffer.picture!, update.damage)
    }

    private func present(_ picture: xcb_pixmap_t, _ damage: [PixelRect]) {
        let raw = lease.connection.raw
        let region = xcb_generate_id(raw)
        let rectangles = damage.map(\.forServer)
        xcb_xfixes_create_region(raw, region, UInt32(rectangles.count), rectangles)
        gate.willPresent(picture)
        xcb_present_pixmap(
            raw, window, picture, serial, 0, region, 0, 0, 0, 0, 0, XCB_PRESENT_OPTION_NONE.rawValue, 0, 0, 0, 0, nil)
        xcb_xfixes_destroy_region(raw, region)
    }
}

extension PixelMemory {
    /// The pixels, row by row, without alpha.
    var colors: [UInt32] {
        (0..<size.height).flatMap { row in
            let pixels = (base + row * bytesPerRow).assumingMemoryBound(to: UInt32.self)
            return (0..<size.width).map { pixels[$0] & 0xFF_FFFF }
        }
    }

    /// Takes over a rectangle of memory of the same size.
    fileprivate func copy(_ rect: PixelRect, from other: PixelMemory) {
        guard let rect = rect.inside(size) else { return }
        for row in rect.y..<rect.y + rect.height {
            let place = row * bytesPerRow + rect.x * 4
            memcpy(base + place, other.base + place, rect.width * 4)
        }
    }
}

extension PixelRect {
    /// The part of it inside of a size; nil if there is none.
    func inside(_ size: PixelSize) -> PixelRect? {
        let (left, top) = (max(x, 0), max(y, 0))
        let (right, bottom) = (min(x + width, size.width), min(y + height, size.height))
        return left < right && top < bottom
            ? PixelRect(x: left, y: top, width: right - left, height: bottom - top) : nil
    }
}
