internal import CXCB
internal import MainspringApplication
internal import MainspringGraphics

/// What a pointing device did, in the server's terms: places in pixels, buttons from 1 on. The same for both of the
/// server's kinds of events.
struct PointerInput: Equatable {
    enum Action: Equatable {
        case entered
        case left
        case moved
        case pressed(UInt32)
        case released(UInt32)
        /// By notches of a wheel, or parts of such; right and down are positive, as the content goes.
        case scrolled(CGVector, isPrecise: Bool)
    }

    var action: Action
    var x: Double
    var y: Double
    var modifiers: EventModifiers
    /// The server's milliseconds.
    var stamp: xcb_timestamp_t

    init(_ action: Action, x: Double, y: Double, modifiers: EventModifiers, stamp: xcb_timestamp_t) {
        self.action = action
        self.x = x
        self.y = y
        self.modifiers = modifiers
        self.stamp = stamp
    }

    /// A button or a move of the core protocol.
    init(_ event: xcb_button_press_event_t, _ type: Int32) {
        let action: Action =
            switch type {
            case XCB_BUTTON_PRESS: .pressed(UInt32(event.detail))
            case XCB_BUTTON_RELEASE: .released(UInt32(event.detail))
            default: .moved
            }
        self.init(
            action, x: Double(event.event_x), y: Double(event.event_y),
            modifiers: EventModifiers(mask: UInt32(event.state)), stamp: event.time)
    }

    /// A coming or leaving of the core protocol; nil for one that is no move of the pointer's.
    init?(_ event: xcb_enter_notify_event_t, _ type: Int32) {
        guard event.mode == UInt8(XCB_NOTIFY_MODE_NORMAL.rawValue) else { return nil }
        self.init(
            type == XCB_ENTER_NOTIFY ? .entered : .left, x: Double(event.event_x), y: Double(event.event_y),
            modifiers: EventModifiers(mask: UInt32(event.state)), stamp: event.time)
    }

    /// The same of the second extension.
    init?(_ event: xcb_input_enter_event_t) {
        guard event.mode == UInt8(XCB_NOTIFY_MODE_NORMAL.rawValue) else { return nil }
        self.init(
            event.event_type == UInt16(XCB_INPUT_ENTER) ? .entered : .left, x: event.event_x.value,
            y: event.event_y.value, modifiers: EventModifiers(mask: event.mods.effective), stamp: event.time)
    }
}

extension xcb_input_fp1616_t {
    /// A number of 16 bits before the point and 16 after.
    var value: Double { Double(self) / 65536 }
}

extension xcb_input_fp3232_t {
    /// A number of 32 bits before the point and 32 after.
    var value: Double { Double(integral) + Double(frac) / 4_294_967_296 }
}
