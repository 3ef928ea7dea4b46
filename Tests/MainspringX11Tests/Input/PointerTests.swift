import CXCB
import Foundation
import Mainspring
import MainspringGraphics
import Testing
import WindowTestSupport

@testable import MainspringApplication
@testable import MainspringX11

@Suite(.enabled(if: TestServer.isInstalled, "\(TestServer.whyNot)")) struct PointerTests {
    /// What comes of the pointer, with the second extension and without.
    private func told(
        isSmooth: Bool, scale: CGFloat = 1, until last: String, _ body: @escaping @Sendable (TestClient) -> Void
    ) throws -> [String] {
        try onStage(choice: X11Extensions.Choice(smoothScrolling: isSmooth), scale: scale) { stage, client in
            client.move(500, 500)
            _ = try stage.makeWindow(width: 200, height: 100)
            body(client)
            stage.run { stage.words.last == last }
            return stage.words
        }
    }

    @Test(arguments: [true, false])
    func `the pointer comes, moves, and leaves, in points`(isSmooth: Bool) throws {
        let words = try told(isSmooth: isSmooth, scale: 2, until: "exited 399,295 b0 n0") { client in
            client.move(20, 30)
            client.move(40, 60)
            client.move(798, 590)
        }
        #expect(words.first == "entered 10,15 b0 n0")
        #expect(words.contains("moved 20,30 b0 n0"))
    }

    @Test(arguments: [true, false])
    func `buttons are numbered as AppKit does, and clicks are counted`(isSmooth: Bool) throws {
        let words = try told(isSmooth: isSmooth, until: "up 60,60 b4 n1") { client in
            client.move(60, 60)
            client.click(button: 1)
            client.click(button: 1)
            client.click(button: 3)
            client.click(button: 2)
            client.click(button: 8)
            client.click(button: 9)
        }
        let buttons = words.filter { $0.hasPrefix("down") || $0.hasPrefix("up") }
        #expect(
            buttons == [
                "down 60,60 b0 n1", "up 60,60 b0 n1", "down 60,60 b0 n2", "up 60,60 b0 n2", "down 60,60 b1 n1",
                "up 60,60 b1 n1", "down 60,60 b2 n1", "up 60,60 b2 n1", "down 60,60 b3 n1", "up 60,60 b3 n1",
                "down 60,60 b4 n1", "up 60,60 b4 n1",
            ])
    }

    @Test(arguments: [true, false])
    func `a drag goes on outside of the window, led by the first button`(isSmooth: Bool) throws {
        let words = try told(isSmooth: isSmooth, until: "up 500,400 b0 n1") { client in
            client.move(60, 60)
            client.press(button: 3)
            client.press(button: 1)
            client.move(500, 400)
            client.release(button: 3)
            client.release(button: 1)
        }
        #expect(words.contains("dragged 500,400 b1 n1"))
        #expect(words.contains("up 500,400 b1 n1"))
    }

    @Test(arguments: [true, false]) func `a wheel scrolls by lines`(isSmooth: Bool) throws {
        let words = try told(isSmooth: isSmooth, until: "scroll -1.0,0.0 lines") { client in
            client.move(60, 60)
            client.click(button: 4)
            client.move(61, 60)
            client.click(button: 5)
            client.move(62, 60)
            client.click(button: 6)
            client.move(63, 60)
            client.click(button: 7)
        }
        #expect(
            // Between two of them a course may be over.
            words.filter { $0.hasPrefix("scroll") && $0 != "scroll 0.0,0.0 lines" } == [
                "scroll 0.0,1.0 lines", "scroll 0.0,-1.0 lines", "scroll 1.0,0.0 lines", "scroll -1.0,0.0 lines",
            ])
        #expect(!words.contains { $0.hasPrefix("down") || $0.hasPrefix("up") })
    }

    @Test(arguments: [true, false])
    func `while a wheel turns the loop is in the tracking mode, and afterwards it is not`(isSmooth: Bool) throws {
        try onStage(choice: X11Extensions.Choice(smoothScrolling: isSmooth)) { stage, client in
            _ = try stage.makeWindow()
            client.move(60, 60)
            var modes: [CFRunLoopMode] = []
            let loop = stage.application.loop
            let end = CFAbsoluteTimeGetCurrent() + 20
            let hand = CFRunLoopTimerCreateWithHandler(nil, CFAbsoluteTimeGetCurrent(), 0.01, 0, 0) { _ in
                if let mode = CFRunLoopCopyCurrentMode(loop), modes.last != mode { modes.append(mode) }
                if modes.count == 1 { client.click(button: 4) }
                if modes.count > 2 || CFAbsoluteTimeGetCurrent() > end { stage.application.stop() }
            }
            CFRunLoopAddTimer(loop, hand, .commonModes)
            stage.application.run()
            CFRunLoopTimerInvalidate(hand)
            #expect(modes == [.defaultMode, .tracking, .defaultMode])
        }
    }

    @Test func `a window that leaves the screen cancels the buttons that are down`() throws {
        try onStage { stage, client in
            let (window, _) = try stage.makeWindow()
            client.move(60, 60)
            client.press(button: 1)
            #expect(stage.comes("down 60,60 b0 n1"))
            window.hide()
            #expect(stage.comes("cancelled 60,60 b0 n1"))
            client.release(button: 1)
        }
    }
}

@Suite struct PointerCourseTests {
    private func input(_ action: PointerInput.Action, _ x: Double = 0, _ y: Double = 0, at stamp: UInt32 = 0)
        -> PointerInput
    {
        PointerInput(action, x: x, y: y, modifiers: [], stamp: stamp)
    }

    @Test(
        arguments: [
            (0, 0, 400, 2), (0, 0, 401, 1), (4, -4, 100, 2), (5, 0, 100, 1), (0, -5, 100, 1),
        ] as [(Double, Double, UInt32, Int)])
    func `a second press counts if it is near and soon, by the server's time`(
        dx: Double, dy: Double, pause: UInt32, count: Int
    ) {
        // The server's time begins anew in between.
        let first: UInt32 = .max - 50
        var clicks = ClickCounter()
        #expect(clicks.press(1, x: 10, y: 10, stamp: first) == 1)
        #expect(clicks.press(1, x: 10 + dx, y: 10 + dy, stamp: first &+ pause) == count)
        #expect(clicks.press(3, x: 10 + dx, y: 10 + dy, stamp: first &+ pause) == 1)
    }

    @Test func `the server's time goes on in the loop's, and never beyond now`() {
        var clock = ServerClock()
        #expect(clock.time(4_294_967_000, now: 100) == 100)
        #expect(abs(clock.time(704, now: 103) - 101) < 1e-6)
        // This one came quicker than the ones before.
        #expect(abs(clock.time(1704, now: 101.5) - 101.5) < 1e-6)
        #expect(abs(clock.time(704, now: 200) - 100.5) < 1e-6)
    }

    @Test func `an up without a down, and buttons that are none, tell nothing`() {
        var course = PointerCourse()
        #expect(course.events(input(.released(1)), scale: 1).isEmpty)
        #expect(course.events(input(.pressed(0)), scale: 1).isEmpty)
        #expect(course.events(input(.pressed(.max)), scale: 1).isEmpty)
        #expect(course.events(input(.released(4)), scale: 1).isEmpty)
        #expect(course.events(input(.pressed(1)), scale: 1).count == 1)
        #expect(course.cancel(scale: 1).count == 1 && course.cancel(scale: 1).isEmpty)
    }

    @Test func `parts of notches are points, in the direction that the content goes`() {
        var course = PointerCourse()
        let events = course.events(input(.scrolled(CGVector(dx: 0, dy: -0.5), isPrecise: true), 8, 6), scale: 2)
        guard case .scroll(let scroll) = events.first else { return #expect(Bool(false)) }
        #expect(scroll.delta == CGVector(dx: 0, dy: -24) && scroll.isPrecise && scroll.location == CGPoint(x: 4, y: 3))
    }
}

@Suite struct ScrollValuatorTests {
    /// Classes of a device, as words.
    private func classes(_ axes: [(number: UInt16, isVertical: Bool, increment: Int32)]) -> [UInt8] {
        var bytes: [UInt8] = []
        func add<Value>(_ value: Value) { withUnsafeBytes(of: value) { bytes.append(contentsOf: $0) } }
        // A class of another kind comes before.
        add(xcb_input_device_class_t(type: 1, len: 2, sourceid: 9))
        add(UInt16(0))
        for axis in axes {
            add(
                xcb_input_scroll_class_t(
                    type: 3, len: 6, sourceid: 9, number: axis.number, scroll_type: axis.isVertical ? 1 : 2,
                    pad0: (0, 0), flags: 0, increment: xcb_input_fp3232_t(integral: axis.increment, frac: 0)))
        }
        return bytes
    }

    private func valuators(_ bytes: [UInt8], _ count: Int) -> ScrollValuators {
        var valuators = ScrollValuators()
        bytes.withUnsafeBytes { valuators.read($0, count: count) }
        return valuators
    }

    @Test func `distances are those between two numbers, in notches`() {
        var valuators = valuators(classes([(2, false, 15), (3, true, -10)]), 3)
        #expect(valuators.axes.count == 2)
        #expect(valuators.delta { [2: 100, 3: 7][$0] } == nil)
        #expect(valuators.delta { [2: 107.5, 3: 7][$0] } == CGVector(dx: -0.5, dy: 0))
        #expect(valuators.delta { [3: 12][$0] } == CGVector(dx: 0, dy: 0.5))
        #expect(valuators.delta { [0: 12][$0] } == nil)
        valuators.forget()
        #expect(valuators.delta { [2: 900, 3: 900][$0] } == nil)
    }

    @Test func `classes that are cut, empty or of no increment are left out`() {
        let whole = classes([(2, false, 15), (3, true, 0), (4, true, 1)])
        #expect(valuators(whole, 4).axes.map(\.number) == [2, 4])
        for count in 0..<whole.count { #expect(valuators(Array(whole[..<count]), 4).axes.count <= 1) }
        #expect(valuators([3, 0, 0, 0, 0, 0, 0, 0], 60_000).axes.isEmpty)
        #expect(valuators(whole, 60_000).axes.count == 2)
    }

    @Test func `the numbers of an event are those that its mask names, as far as there are any`() {
        var head = xcb_input_button_press_event_t()
        (head.buttons_len, head.valuators_len) = (1, 1)
        var bytes: [UInt8] = []
        withUnsafeBytes(of: head) { bytes.append(contentsOf: $0) }
        bytes += [0, 0, 0, 0] + [0b1010, 0, 0, 0]
        for number in [xcb_input_fp3232_t(integral: 5, frac: 1 << 31), xcb_input_fp3232_t(integral: -2, frac: 0)] {
            withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
        }
        bytes.withUnsafeBytes { bytes in
            let values = ValuatorValues(head, bytes)
            #expect(values?[1] == 5.5 && values?[3] == -2 && values?[0] == nil && values?[40] == nil)
            #expect(values?.hasAny(of: [0, 1]) == true)
            let cut = ValuatorValues(head, UnsafeRawBufferPointer(rebasing: bytes.dropLast()))
            #expect(cut?[1] == 5.5 && cut?[3] == nil)
            head.valuators_len = .max
            #expect(ValuatorValues(head, bytes) == nil)
        }
    }
}
