internal import CXCB
internal import Foundation
internal import Locks
internal import Mainspring
internal import MainspringApplication

/// Where the reader puts what the server says of one window.
final class WindowInbox: @unchecked Sendable {
    // `@unchecked Sendable`: `shape` has a lock; the variables belong to the reader's thread; the rest is constant.

    let window: xcb_window_t
    let connection: X11Connection
    /// What waits for the display.
    let gate = FrameGate()
    /// What the program says of files that are dragged over it.
    let fileDrag = FileDragAnswer()
    private let events: WindowEventPoster
    private let loop: CFRunLoop
    private let shape: Guarded<Shape>

    /// How large it is. In pixels, since that is what the server knows.
    struct Shape {
        var width: Int
        var height: Int
        var scale: CGFloat
        /// In points.
        var minimumSize: CGSize

        var size: CGSize { CGSize(width: CGFloat(width) / scale, height: CGFloat(height) / scale) }
    }

    private var course = PointerCourse()
    private var isMapped = false
    private var isHidden = false { didSet { tellOcclusion() } }
    private var isOccluded = false
    private var isFullScreen = false

    init(
        _ window: xcb_window_t, _ connection: X11Connection, _ events: WindowEventPoster, _ loop: CFRunLoop,
        _ shape: Shape
    ) {
        self.window = window
        self.connection = connection
        self.events = events
        self.loop = loop
        self.shape = Guarded(shape)
    }

    /// How large it is now. From any thread.
    var currentShape: Shape { shape.withLock { $0 } }

    /// From any thread.
    func setMinimumSize(_ size: CGSize) {
        shape.withLock { $0.minimumSize = size }
        sendSizeHints()
    }

    /// Tells the window manager how small it may be. From any thread.
    func sendSizeHints() {
        let shape = currentShape
        connection.setProperty(
            window, XCB_ATOM_WM_NORMAL_HINTS.rawValue, XCB_ATOM_WM_SIZE_HINTS.rawValue,
            words: SizeHints.words(minimum: PixelLength.pair(shape.minimumSize, shape.scale)))
    }

    func post(_ content: Event.Content, at time: Double? = nil) {
        events.post(content, time: time ?? connection.time(0))
    }

    func postFailure(_ sentence: String) { events.postFailure(sentence, time: connection.time(0)) }

    // MARK: On the reader's thread

    func handle(_ input: PointerInput, at time: Double) {
        let scale = currentShape.scale
        for event in course.events(input, scale: scale) { post(event, at: time) }
    }

    func expose(_ event: xcb_expose_event_t) {
        let scale = currentShape.scale
        let rect = CGRect(
            x: CGFloat(event.x), y: CGFloat(event.y), width: CGFloat(event.width), height: CGFloat(event.height))
        post(
            .window(
                .exposed(
                    CGRect(
                        x: rect.minX / scale, y: rect.minY / scale, width: rect.width / scale,
                        height: rect.height / scale))))
    }

    func exposeAll() { post(.window(.exposed(CGRect(origin: .zero, size: currentShape.size)))) }

    func setMapped(_ isMapped: Bool) {
        guard isMapped != self.isMapped else { return }
        self.isMapped = isMapped
        if !isMapped { for event in course.cancel(scale: currentShape.scale) { post(event) } }
        post(.window(.mapped(isMapped)))
    }

    var isFullyObscured = false { didSet { tellOcclusion() } }

    private func tellOcclusion() {
        let isOccluded = isFullyObscured || isHidden
        guard isOccluded != self.isOccluded else { return }
        self.isOccluded = isOccluded
        post(.window(.occluded(isOccluded)))
    }

    func resize(width: UInt16, height: UInt16) {
        let size = shape.withLock { shape -> CGSize? in
            // A window manager may say anything.
            let (width, height) = (min(max(Int(width), 1), 32_767), min(max(Int(height), 1), 32_767))
            guard (shape.width, shape.height) != (width, height) else { return nil }
            (shape.width, shape.height) = (width, height)
            return shape.size
        }
        if let size { post(.window(.resized(size))) }
    }

    func setScale(_ scale: CGFloat) {
        let size = shape.withLock { shape -> CGSize in
            shape.scale = scale
            return shape.size
        }
        sendSizeHints()
        post(.window(.scaleChanged(scale)))
        post(.window(.resized(size)))
    }

    /// The window manager has changed what it says of the window.
    func stateChanged() {
        let atoms = connection.atoms
        let value = connection.property(window, atoms[.netState], type: XCB_ATOM_ATOM.rawValue, limit: 4096)
        let states = value?.words ?? []
        isHidden = states.contains(atoms[.hidden])
        let isFull = states.contains(atoms[.fullScreen])
        if isFull != isFullScreen {
            isFullScreen = isFull
            post(.window(.fullScreen(isFull)))
        }
    }

    /// Answers the window manager that the program is alive: by its loop, which is what it asks for.
    func answer(ping: xcb_client_message_event_t) {
        CFRunLoopPerformBlock(loop, .commonModes) { [connection] in
            var answer = ping
            answer.window = connection.screen.root
            let mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue | XCB_EVENT_MASK_SUBSTRUCTURE_REDIRECT.rawValue
            connection.sendEvent(answer, to: connection.screen.root, mask: mask)
            connection.flush()
        }
        CFRunLoopWakeUp(loop)
    }
}
