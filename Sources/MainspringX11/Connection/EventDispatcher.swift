internal import CXCB
internal import Diagnostics
internal import MainspringApplication

/// Hands the server's events to what they are about.
final class EventDispatcher: @unchecked Sendable {
    // `@unchecked Sendable`: used by the reader's thread alone, once it has begun.

    let connection: X11Connection
    private let windows: WindowTable
    private let keyboard: Keyboard?
    private let clipboard: Clipboard
    private let scale: DisplayScale
    private var pointers: PointerDevices
    private var drops: FileDropTarget

    init(_ connection: X11Connection, _ windows: WindowTable, _ clipboard: Clipboard, _ scale: DisplayScale) {
        self.connection = connection
        self.windows = windows
        self.clipboard = clipboard
        self.scale = scale
        keyboard = Keyboard(connection)
        if keyboard == nil {
            report(
                "Mainspring: The X server of display “\(connection.display)” says nothing of its keyboard, so windows get no keys. Start it with the extension XKEYBOARD."
            )
        }
        pointers = PointerDevices(connection)
        drops = FileDropTarget(connection)
    }

    func handle(_ event: CReply<xcb_generic_event_t>) {
        let event = ServerEvent(event)
        // What other programs send in the server's name is believed only where that is the custom.
        guard !event.isSynthetic || Self.sentByOthers.contains(event.type) else { return }
        switch event.type {
        case 0: handle(event.read(xcb_generic_error_t.self))
        case XCB_KEY_PRESS, XCB_KEY_RELEASE:
            let key = event.read(xcb_key_press_event_t.self)
            guard let inbox = windows[key.event] else { return }
            keyboard?.handle(key, isDown: event.type == XCB_KEY_PRESS, at: connection.time(key.time), in: inbox)
        case XCB_BUTTON_PRESS, XCB_BUTTON_RELEASE, XCB_MOTION_NOTIFY:
            let input = event.read(xcb_button_press_event_t.self)
            guard let inbox = windows[input.event] else { return }
            inbox.handle(PointerInput(input, event.type), at: connection.time(input.time))
        case XCB_ENTER_NOTIFY, XCB_LEAVE_NOTIFY:
            let crossing = event.read(xcb_enter_notify_event_t.self)
            guard let inbox = windows[crossing.event], let input = PointerInput(crossing, event.type) else { return }
            inbox.handle(input, at: connection.time(crossing.time))
        case XCB_FOCUS_IN, XCB_FOCUS_OUT:
            let focus = event.read(xcb_focus_in_event_t.self)
            guard focus.isTheWindows, let inbox = windows[focus.event] else { return }
            keyboard?.focusChanged()
            inbox.post(.window(.focused(event.type == XCB_FOCUS_IN)))
        case XCB_EXPOSE:
            let exposed = event.read(xcb_expose_event_t.self)
            windows[exposed.window]?.expose(exposed)
        case XCB_VISIBILITY_NOTIFY:
            let change = event.read(xcb_visibility_notify_event_t.self)
            windows[change.window]?.isFullyObscured = change.state == UInt8(XCB_VISIBILITY_FULLY_OBSCURED.rawValue)
        case XCB_MAP_NOTIFY:
            windows[event.read(xcb_map_notify_event_t.self).window]?.setMapped(true)
        case XCB_UNMAP_NOTIFY:
            windows[event.read(xcb_unmap_notify_event_t.self).window]?.setMapped(false)
        case XCB_CONFIGURE_NOTIFY:
            let change = event.read(xcb_configure_notify_event_t.self)
            windows[change.window]?.resize(width: change.width, height: change.height)
        case XCB_DESTROY_NOTIFY:
            let window = event.read(xcb_destroy_notify_event_t.self).window
            windows[window]?.post(.window(.destroyed))
            windows.remove(window)
        case XCB_CLIENT_MESSAGE: handle(event.read(xcb_client_message_event_t.self))
        case XCB_PROPERTY_NOTIFY: handle(event.read(xcb_property_notify_event_t.self))
        case XCB_SELECTION_CLEAR: clipboard.lost(event.read(xcb_selection_clear_event_t.self))
        case XCB_SELECTION_REQUEST: clipboard.serve(event.read(xcb_selection_request_event_t.self))
        case XCB_SELECTION_NOTIFY:
            let answer = event.read(xcb_selection_notify_event_t.self)
            if answer.requestor == connection.helper {
                clipboard.arrived(answer)
            } else {
                drops.arrived(answer)
            }
        case XCB_GE_GENERIC: handleGeneric(event)
        case keyboardEvent: keyboard?.changed(event.read(xcb_xkb_map_notify_event_t.self))
        case completionEvent:
            let done = event.read(xcb_shm_completion_event_t.self)
            windows[done.drawable]?.gate.putIsDone()
        default: break
        }
    }

    /// Messages are; answers about selections come from their owners, places of windows from the window manager.
    private static let sentByOthers: Set<Int32> = [XCB_CLIENT_MESSAGE, XCB_SELECTION_NOTIFY, XCB_CONFIGURE_NOTIFY]

    private var keyboardEvent: Int32 { connection.extensions.keyboard.map { Int32($0.firstEvent) } ?? -1 }
    private var completionEvent: Int32 { connection.extensions.sharedMemory.map { Int32($0.firstEvent) } ?? -1 }

    /// The server has gone, or was left.
    func end() {
        let failure = connection.failure
        let inboxes = windows.end()
        clipboard.end()
        for inbox in inboxes { inbox.gate.end() }
        guard !connection.isClosing, let failure else { return }
        inboxes.first?.postFailure(failure.description)
    }

    private func handle(_ error: xcb_generic_error_t) {
        if let refusal = ServerRefusal(error, connection.extensions) {
            refusal.tell(display: connection.display)
            guard refusal.request == .sharedPicture else { return }
        } else {
            guard error.major_code == connection.extensions.sharedMemory?.opcode, error.minor_code == XCB_SHM_ATTACH_FD
            else { return }
        }
        connection.stopSharingMemory()
        for inbox in windows.all { inbox.exposeAll() }
    }

    private func handle(_ message: xcb_client_message_event_t) {
        guard message.format == 32, let inbox = windows[message.window] else { return }
        let atoms = connection.atoms
        guard message.type == atoms[.protocols] else { return drops.handle(message, in: inbox) }
        switch message.data.data32.0 {
        case atoms[.deleteWindow]: inbox.post(.window(.closeRequested))
        case atoms[.ping]: inbox.answer(ping: message)
        default: break
        }
    }

    private func handle(_ change: xcb_property_notify_event_t) {
        if change.window == connection.helper { return clipboard.propertyChanged(change) }
        if change.window == connection.screen.root {
            guard change.atom == XCB_ATOM_RESOURCE_MANAGER.rawValue, let new = scale.reread(connection) else { return }
            for inbox in windows.all { inbox.setScale(new) }
            return
        }
        guard let inbox = windows[change.window] else { return }
        if change.atom == connection.atoms[.netState] {
            inbox.stateChanged()
        } else {
            drops.propertyChanged(change, in: inbox)
        }
    }

    private func handleGeneric(_ event: ServerEvent) {
        if event.extensionOpcode == connection.extensions.present?.opcode {
            switch event.genericType {
            case UInt16(XCB_PRESENT_COMPLETE_NOTIFY):
                guard let done = event.readGeneric(xcb_present_complete_notify_event_t.self),
                    done.kind == UInt8(XCB_PRESENT_COMPLETE_KIND_PIXMAP.rawValue)
                else { return }
                windows[done.window]?.gate.completed(done.serial)
            case UInt16(XCB_PRESENT_IDLE_NOTIFY):
                guard let idle = event.readGeneric(xcb_present_idle_notify_event_t.self) else { return }
                windows[idle.window]?.gate.idle(idle.pixmap)
            default: break
            }
        } else if event.extensionOpcode == connection.extensions.input?.opcode {
            handleInput(event)
        }
    }

    private func handleInput(_ event: ServerEvent) {
        switch event.genericType {
        case UInt16(XCB_INPUT_BUTTON_PRESS), UInt16(XCB_INPUT_BUTTON_RELEASE), UInt16(XCB_INPUT_MOTION):
            guard let head = event.readGeneric(xcb_input_button_press_event_t.self), let inbox = windows[head.event]
            else { return }
            let time = connection.time(head.time)
            for input in pointers.read(head, event) { inbox.handle(input, at: time) }
        case UInt16(XCB_INPUT_ENTER), UInt16(XCB_INPUT_LEAVE):
            guard let head = event.readGeneric(xcb_input_enter_event_t.self), let inbox = windows[head.event]
            else { return }
            pointers.crossed()
            if let input = PointerInput(head) { inbox.handle(input, at: connection.time(head.time)) }
        case UInt16(XCB_INPUT_DEVICE_CHANGED):
            guard let head = event.readGeneric(xcb_input_device_changed_event_t.self) else { return }
            pointers.changed(head, event)
        default: break
        }
    }
}

extension xcb_focus_in_event_t {
    /// Whether the keyboard changed hands, and was not lent for a grab nor came by the pointer's place alone.
    fileprivate var isTheWindows: Bool {
        mode != UInt8(XCB_NOTIFY_MODE_GRAB.rawValue) && mode != UInt8(XCB_NOTIFY_MODE_UNGRAB.rawValue)
            && detail != UInt8(XCB_NOTIFY_DETAIL_POINTER.rawValue)
            && detail != UInt8(XCB_NOTIFY_DETAIL_INFERIOR.rawValue)
    }
}
