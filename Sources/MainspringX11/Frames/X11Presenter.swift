internal import CXCB
internal import Foundation
internal import MainspringApplication

/// Shows a window's frames, in the best way that the server has. On the thread that makes frames.
final class X11Presenter: FramePresenter, @unchecked Sendable {
    // `@unchecked Sendable`: `way` belongs to the thread that makes frames, one at a time; the rest is constant.

    private let window: xcb_window_t
    private let lease: ConnectionLease
    private let gate: FrameGate
    private let painter: any FramePainter
    private let context: xcb_gcontext_t
    private var way: (any PresentingWay)?

    /// A window of more pixels shows nothing, and that is told: 512 MiB for each of two pictures.
    static let pixelLimit = 1 << 27

    init(_ window: xcb_window_t, _ lease: ConnectionLease, _ gate: FrameGate, _ painter: any FramePainter) {
        self.window = window
        self.lease = lease
        self.gate = gate
        self.painter = painter
        context = xcb_generate_id(lease.connection.raw)
    }

    deinit {
        xcb_free_gc(lease.connection.raw, context)
        lease.connection.flush()
    }

    /// The window is there. On the loop's thread, before any frame.
    func begin() {
        let connection = lease.connection
        var values = xcb_create_gc_value_list_t()
        values.graphics_exposures = 0
        xcb_create_gc_aux(connection.raw, context, window, XCB_GC_GRAPHICS_EXPOSURES.rawValue, &values)
        if connection.extensions.present != nil {
            let mask = XCB_PRESENT_EVENT_MASK_COMPLETE_NOTIFY.rawValue | XCB_PRESENT_EVENT_MASK_IDLE_NOTIFY.rawValue
            xcb_present_select_input(connection.raw, xcb_generate_id(connection.raw), window, mask)
        }
    }

    func present(_ update: FrameUpdate) {
        guard !gate.isOver, lease.connection.isAlive, update.size.width > 0, update.size.height > 0 else { return }
        guard update.size.width * update.size.height <= Self.pixelLimit else { return tellOfSize() }
        let isNew = way == nil || way!.size != update.size || way!.isShared && !lease.connection.sharesMemory
        if isNew {
            // Given back before as much is taken again.
            way = nil
            way = makeWay(update.size)
        }
        guard let way, way.waitForDisplay() else { return }
        let damage =
            isNew ? [PixelRect(x: 0, y: 0, width: update.size.width, height: update.size.height)] : update.damage
        way.show(FrameUpdate(frame: update.frame, size: update.size, scale: update.scale, damage: damage), by: painter)
        lease.connection.flush()
    }

    private func tellOfSize() {
        let display = lease.connection.display
        let sentence = "A window on display “\(display)” shows nothing: it has more than \(Self.pixelLimit) pixels."
        X11Complaint.say(about: "\(display) size", "\(sentence) Make it smaller.")
    }

    /// The colours of the picture that was given to the server last; nil where none is. While no frame is being made.
    var givenPicture: [UInt32]? { (way as? PicturePresenting)?.given.colors }

    private func makeWay(_ size: PixelSize) -> (any PresentingWay)? {
        let connection = lease.connection
        if connection.sharesMemory {
            if connection.extensions.hasSharedPictures, connection.extensions.present != nil,
                let way = PicturePresenting(size, window, lease, gate)
            {
                return way
            }
            if let way = SharedPutting(size, window, lease, gate, context) { return way }
        }
        return Sending(size, window, lease, context)
    }
}

/// How pixels come from here to a window. On the thread that makes frames.
protocol PresentingWay {
    /// How large the frames are.
    var size: PixelSize { get }
    /// Whether they lie in memory that the server shares.
    var isShared: Bool { get }
    /// Waits until the frame before is shown and there is memory to paint into. False if the window is over.
    func waitForDisplay() -> Bool
    /// Has an update painted, and shows it.
    func show(_ update: FrameUpdate, by painter: any FramePainter)
}

extension PixelRect {
    /// As the server has it. Surfaces are not larger than its numbers.
    var forServer: xcb_rectangle_t {
        xcb_rectangle_t(
            x: Int16(clamping: x), y: Int16(clamping: y), width: UInt16(clamping: width),
            height: UInt16(clamping: height))
    }
}
