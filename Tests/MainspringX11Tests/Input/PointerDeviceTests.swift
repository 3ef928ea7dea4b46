import CXCB
import Foundation
import Mainspring
import MainspringGraphics
import Testing
import WindowTestSupport

@testable import MainspringApplication
@testable import MainspringX11

/// Events and answers of the second input extension, as the server sends them.
private enum MadeUp {
    typealias Axis = (number: UInt16, isVertical: Bool, increment: Int32)

    static func bytes<Value>(_ value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }

    /// What a device says of its buttons, of which it has none, and of what scrolls.
    static func classes(_ axes: [Axis]) -> [UInt8] {
        bytes(xcb_input_device_class_t(type: 1, len: 2, sourceid: 9)) + [0, 0]
            + axes.flatMap { axis in
                bytes(
                    xcb_input_scroll_class_t(
                        type: 3, len: 6, sourceid: 9, number: axis.number, scroll_type: axis.isVertical ? 1 : 2,
                        pad0: (0, 0), flags: 0, increment: xcb_input_fp3232_t(integral: axis.increment, frac: 0)))
            }
    }

    /// Memory as libxcb gives it.
    static func memory<Value>(_ bytes: [UInt8], as _: Value.Type) -> CReply<Value> {
        let memory = malloc(bytes.count)!
        bytes.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress!, byteCount: bytes.count) }
        return CReply(memory.assumingMemoryBound(to: Value.self))!
    }

    /// An answer to the question which devices there are: one whose name has a length that is no multiple of four.
    static func answer(device: UInt16, _ axes: [Axis]) -> CReply<xcb_input_xi_query_device_reply_t> {
        var head = xcb_input_xi_query_device_reply_t()
        (head.response_type, head.num_infos) = (1, 1)
        let name = Array("Mouse".utf8)
        let info = xcb_input_xi_device_info_t(
            deviceid: device, type: 1, attachment: 3, num_classes: UInt16(axes.count + 1), name_len: UInt16(name.count),
            enabled: 1, pad0: 0)
        let data = bytes(info) + name + [0, 0, 0] + classes(axes)
        head.length = UInt32(data.count / 4)
        return memory(bytes(head) + data, as: xcb_input_xi_query_device_reply_t.self)
    }

    /// An event of the generic kind: 36 bytes, and as many more as it says.
    private static func raw<Head>(_ head: Head, _ rest: [UInt8], opcode: UInt8) -> CReply<xcb_generic_event_t> {
        var all = bytes(head) + rest
        (all[0], all[1]) = (UInt8(XCB_GE_GENERIC), opcode)
        all.replaceSubrange(4..<8, with: bytes(UInt32((all.count - 36) / 4)))
        return memory(all, as: xcb_generic_event_t.self)
    }

    static func changed(device: UInt16, _ axes: [Axis], opcode: UInt8 = 9) -> (
        head: xcb_input_device_changed_event_t, raw: CReply<xcb_generic_event_t>
    ) {
        var head = xcb_input_device_changed_event_t()
        (head.event_type, head.deviceid) = (UInt16(XCB_INPUT_DEVICE_CHANGED), device)
        head.num_classes = UInt16(axes.count + 1)
        return (head, raw(head, classes(axes), opcode: opcode))
    }

    /// A move, or a button, with the numbers that it tells.
    static func motion(
        device: UInt16, _ values: [Int: Int32] = [:], type: Int32 = Int32(XCB_INPUT_MOTION), detail: UInt32 = 0,
        flags: UInt32 = 0, window: xcb_window_t = 0, opcode: UInt8 = 9
    ) -> (head: xcb_input_button_press_event_t, raw: CReply<xcb_generic_event_t>) {
        var head = xcb_input_button_press_event_t()
        (head.event_type, head.deviceid, head.detail, head.flags) = (UInt16(type), device, detail, flags)
        (head.event_x, head.event_y, head.event) = (8 << 16, 6 << 16, window)
        (head.buttons_len, head.valuators_len) = (1, 1)
        let mask = values.keys.reduce(UInt32(0)) { $0 | 1 << UInt32($1) }
        let numbers = values.sorted { $0.key < $1.key }.flatMap {
            bytes(xcb_input_fp3232_t(integral: $0.value, frac: 0))
        }
        return (head, raw(head, bytes(UInt32(0)) + bytes(mask) + numbers, opcode: opcode))
    }

    static func entered(device: UInt16, window: xcb_window_t, opcode: UInt8) -> CReply<xcb_generic_event_t> {
        var head = xcb_input_enter_event_t()
        (head.event_type, head.deviceid, head.event) = (UInt16(XCB_INPUT_ENTER), device, window)
        return raw(head, [], opcode: opcode)
    }
}

extension PointerDevices {
    /// What a move or a button tells, as actions.
    fileprivate mutating func actions(
        _ motion: (head: xcb_input_button_press_event_t, raw: CReply<xcb_generic_event_t>)
    ) -> [PointerInput.Action] {
        read(motion.head, ServerEvent(motion.raw)).map(\.action)
    }

    fileprivate mutating func change(
        _ change: (head: xcb_input_device_changed_event_t, raw: CReply<xcb_generic_event_t>)
    ) {
        changed(change.head, ServerEvent(change.raw))
    }

    fileprivate init(_ axes: [MadeUp.Axis]) {
        self.init()
        read(MadeUp.answer(device: 2, axes))
    }
}

@Suite struct PointerDeviceTests {
    private static let axes: [MadeUp.Axis] = [(2, false, 15), (3, true, 120)]

    private static func scrolled(_ x: CGFloat, _ y: CGFloat) -> PointerInput.Action {
        .scrolled(CGVector(dx: x, dy: y), isPrecise: true)
    }

    @Test func `numbers that scroll tell how far since the one before, in notches, against the device's count`() {
        var devices = PointerDevices(Self.axes)
        // The first numbers say nothing of how far.
        #expect(devices.actions(MadeUp.motion(device: 2, [2: 100, 3: 1000])) == [.moved])
        #expect(devices.actions(MadeUp.motion(device: 2, [3: 1060])) == [Self.scrolled(0, -0.5)])
        #expect(devices.actions(MadeUp.motion(device: 2, [2: 70, 3: 820])) == [Self.scrolled(2, 2)])
        #expect(devices.actions(MadeUp.motion(device: 2, [0: 5, 1: 6, 3: 940])) == [Self.scrolled(0, -1), .moved])
        #expect(devices.actions(MadeUp.motion(device: 2, [0: 7])) == [.moved])
        #expect(devices.actions(MadeUp.motion(device: 2, [3: 940])) == [.moved])
        // One of whom nothing was said.
        #expect(devices.actions(MadeUp.motion(device: 4, [3: 0])) == [.moved])
        #expect(devices.actions(MadeUp.motion(device: 4, [3: 600])) == [.moved])
    }

    @Test func `a place is in pixels, with the parts of them`() {
        var devices = PointerDevices(Self.axes)
        var (head, raw) = MadeUp.motion(device: 2, [0: 1])
        (head.event_x, head.event_y, head.mods.effective) = (8 << 16 | 0x8000, -(1 << 14), 1)
        let input = devices.read(head, ServerEvent(raw))
        #expect(input == [PointerInput(.moved, x: 8.5, y: -0.25, modifiers: .shift, stamp: 0)])
    }

    @Test func `a device that changes begins anew, with its own notches`() {
        var devices = PointerDevices(Self.axes)
        #expect(devices.actions(MadeUp.motion(device: 2, [3: 1000])) == [.moved])
        devices.change(MadeUp.changed(device: 2, [(1, true, -30)]))
        #expect(devices.actions(MadeUp.motion(device: 2, [3: 1120])) == [.moved])
        #expect(devices.actions(MadeUp.motion(device: 2, [1: 0])) == [.moved])
        #expect(devices.actions(MadeUp.motion(device: 2, [1: 15])) == [Self.scrolled(0, 0.5), .moved])
        // The same once more.
        devices.change(MadeUp.changed(device: 2, [(1, true, -30)]))
        #expect(devices.actions(MadeUp.motion(device: 2, [1: 45])) == [.moved])
        devices.change(MadeUp.changed(device: 2, []))
        #expect(devices.actions(MadeUp.motion(device: 2, [1: 75])) == [.moved])
    }

    @Test func `what was scrolled while the pointer was elsewhere is not told when it comes back`() {
        var devices = PointerDevices(Self.axes)
        #expect(devices.actions(MadeUp.motion(device: 2, [3: 0])) == [.moved])
        #expect(devices.actions(MadeUp.motion(device: 2, [3: 120])) == [Self.scrolled(0, -1)])
        devices.crossed()
        #expect(devices.actions(MadeUp.motion(device: 2, [3: 9000])) == [.moved])
        #expect(devices.actions(MadeUp.motion(device: 2, [3: 9120])) == [Self.scrolled(0, -1)])
    }

    @Test(arguments: UInt32(4)...7)
    func `notches that the server makes of smooth scrolling are left out, and those of a wheel are not`(button: UInt32)
    {
        var devices = PointerDevices(Self.axes)
        let made = XCB_INPUT_POINTER_EVENT_FLAGS_POINTER_EMULATED.rawValue
        func actions(_ button: UInt32, _ flags: UInt32) -> [PointerInput.Action] {
            [Int32(XCB_INPUT_BUTTON_PRESS), Int32(XCB_INPUT_BUTTON_RELEASE)].flatMap {
                devices.actions(MadeUp.motion(device: 2, type: $0, detail: button, flags: flags))
            }
        }
        #expect(actions(button, made) == [])
        #expect(actions(button, 0) == [.pressed(button), .released(button)])
        // A finger on a screen makes the first button.
        #expect(actions(1, made) == [.pressed(1), .released(1)])
    }

    @Test func `more pointers than there may be have no smooth scrolling`() {
        var devices = PointerDevices(Self.axes)
        for device in UInt16(3)...40 { devices.change(MadeUp.changed(device: device, Self.axes)) }
        func scrolls(_ device: UInt16) -> Bool {
            _ = devices.actions(MadeUp.motion(device: device, [3: 0]))
            return devices.actions(MadeUp.motion(device: device, [3: 120])) == [Self.scrolled(0, -1)]
        }
        #expect(scrolls(2) && scrolls(17) && !scrolls(18) && !scrolls(40))
    }
}

/// The same on its way from the server's events to the program's.
@Suite(.enabled(if: TestServer.isInstalled, "\(TestServer.whyNot)")) struct SmoothScrollingTests {
    @Test func `a window scrolls by what a device tells, from the first number after the pointer came into it`() throws
    {
        try onStage { stage, _ in
            let (window, number) = try stage.makeWindow(isShown: false)
            let connection = (window.surface as! X11Surface).lease.connection
            let opcode = try #require(connection.extensions.input?.opcode)
            let table = WindowTable()
            let poster = WindowEventPoster(stage.application.queue, window.identifier)
            let shape = WindowInbox.Shape(width: 200, height: 100, scale: 2, minimumSize: CGSize(width: 1, height: 1))
            let inbox = WindowInbox(number, connection, poster, CFRunLoopGetCurrent(), shape)
            #expect(table.add(inbox))
            let dispatcher = EventDispatcher(
                connection, table, Clipboard(connection), DisplayScale(connection, fixed: 1))
            func tell(_ value: Int32) {
                dispatcher.handle(MadeUp.motion(device: 2, [3: value], window: number, opcode: opcode).raw)
            }
            dispatcher.handle(MadeUp.changed(device: 2, [(3, true, 120)], opcode: opcode).raw)
            tell(0)
            tell(60)
            dispatcher.handle(MadeUp.entered(device: 2, window: number, opcode: opcode))
            tell(6000)
            tell(5940)
            #expect(stage.comes("scroll 0.0,24.0 points"))
            #expect(
                stage.words.filter { $0.hasPrefix("scroll") && !$0.hasPrefix("scroll 0.0,0.0") } == [
                    "scroll 0.0,-24.0 points", "scroll 0.0,24.0 points",
                ])
        }
    }
}
