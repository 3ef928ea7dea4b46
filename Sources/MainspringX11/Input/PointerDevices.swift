internal import CXCB
internal import MainspringApplication

/// The pointing devices as the second extension tells of them: moves, buttons, and how far they scroll. On the reader's
/// thread.
struct PointerDevices {
    /// By the number of the pointer that the user sees; which device moves it changes.
    private var scrolling: [xcb_input_device_id_t: ScrollValuators] = [:]

    /// More pointers than these have no smooth scrolling.
    private static let pointerLimit = 16

    /// None that are known.
    init() {}

    /// Asks what there is, and waits.
    init(_ connection: X11Connection) {
        guard connection.extensions.input != nil else { return }
        let cookie = xcb_input_xi_query_device(
            connection.raw, xcb_input_device_id_t(XCB_INPUT_DEVICE_ALL_MASTER.rawValue))
        guard let reply = CReply(xcb_input_xi_query_device_reply(connection.raw, cookie, nil)) else { return }
        read(reply)
    }

    /// What the server says that there is.
    mutating func read(_ reply: CReply<xcb_input_xi_query_device_reply_t>) {
        var devices = xcb_input_xi_query_device_infos_iterator(reply.pointer)
        while devices.rem > 0, let device = devices.data {
            var classes = xcb_input_xi_device_info_classes_iterator(device)
            let first = classes.data
            for _ in 0..<device.pointee.num_classes { xcb_input_device_class_next(&classes) }
            if let first, let end = classes.data {
                let bytes = UnsafeRawBufferPointer(start: first, count: UnsafeRawPointer(end) - UnsafeRawPointer(first))
                read(bytes, Int(device.pointee.num_classes), of: device.pointee.deviceid)
            }
            xcb_input_xi_device_info_next(&devices)
        }
    }

    private mutating func read(_ classes: UnsafeRawBufferPointer, _ count: Int, of device: xcb_input_device_id_t) {
        guard scrolling[device] != nil || scrolling.count < Self.pointerLimit else { return }
        var valuators = ScrollValuators()
        valuators.read(classes, count: count)
        scrolling[device] = valuators
    }

    /// Another device moves a pointer, or it has changed.
    mutating func changed(_ head: xcb_input_device_changed_event_t, _ event: ServerEvent) {
        let start = MemoryLayout<xcb_input_device_changed_event_t>.size
        read(UnsafeRawBufferPointer(rebasing: event.bytes[start...]), Int(head.num_classes), of: head.deviceid)
    }

    /// The pointer was elsewhere, and may have scrolled there.
    mutating func crossed() {
        for device in scrolling.keys { scrolling[device]?.forget() }
    }

    /// What an event of a button or a move tells.
    mutating func read(_ head: xcb_input_button_press_event_t, _ event: ServerEvent) -> [PointerInput] {
        func input(_ action: PointerInput.Action) -> PointerInput {
            PointerInput(
                action, x: head.event_x.value, y: head.event_y.value,
                modifiers: EventModifiers(mask: head.mods.effective), stamp: head.time)
        }
        switch head.event_type {
        case UInt16(XCB_INPUT_BUTTON_PRESS), UInt16(XCB_INPUT_BUTTON_RELEASE):
            // Notches that the server makes of smooth scrolling are told as that.
            let isMade = head.flags & XCB_INPUT_POINTER_EVENT_FLAGS_POINTER_EMULATED.rawValue != 0
            if isMade, WheelNotch.delta(head.detail) != nil { return [] }
            return [
                input(
                    head.event_type == UInt16(XCB_INPUT_BUTTON_PRESS) ? .pressed(head.detail) : .released(head.detail))
            ]
        default:
            let values = ValuatorValues(head, event.bytes)
            let delta = scrolling[head.deviceid]?.delta { values?[$0] }
            var inputs: [PointerInput] = []
            if let delta { inputs.append(input(.scrolled(delta, isPrecise: true))) }
            // One that tells of scrolling alone is no move.
            if delta == nil || values.map({ $0.hasAny(of: [0, 1]) }) ?? true { inputs.append(input(.moved)) }
            return inputs
        }
    }
}

/// The numbers that an event tells of: a mask that says which, then each of 64 bits.
struct ValuatorValues {
    private let mask: UnsafeRawBufferPointer
    private let values: UnsafeRawBufferPointer

    /// Nil where the event is shorter than it says. Valid as long as the event.
    init?(_ head: xcb_input_button_press_event_t, _ bytes: UnsafeRawBufferPointer) {
        let maskStart = MemoryLayout<xcb_input_button_press_event_t>.size + Int(head.buttons_len) * 4
        let maskEnd = maskStart + Int(head.valuators_len) * 4
        guard maskEnd <= bytes.count else { return nil }
        mask = UnsafeRawBufferPointer(rebasing: bytes[maskStart..<maskEnd])
        values = UnsafeRawBufferPointer(rebasing: bytes[maskEnd...])
    }

    /// Nil where the event does not tell it.
    subscript(_ number: Int) -> Double? {
        guard has(number) else { return nil }
        var index = 0
        for byte in 0..<number / 8 { index += mask[byte].nonzeroBitCount }
        index += (mask[number / 8] & (1 << UInt8(number % 8) - 1)).nonzeroBitCount
        let size = MemoryLayout<xcb_input_fp3232_t>.size
        guard (index + 1) * size <= values.count else { return nil }
        return values.loadUnaligned(fromByteOffset: index * size, as: xcb_input_fp3232_t.self).value
    }

    func hasAny(of numbers: [Int]) -> Bool { numbers.contains(where: has) }

    private func has(_ number: Int) -> Bool {
        number >= 0 && number / 8 < mask.count && mask[number / 8] & (1 << UInt8(number % 8)) != 0
    }
}
