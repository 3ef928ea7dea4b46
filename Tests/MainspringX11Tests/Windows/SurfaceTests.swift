import CXCB
import Foundation
import Mainspring
import MainspringGraphics
import Testing
import WindowTestSupport

@testable import MainspringApplication
@testable import MainspringX11

@Suite(.enabled(if: TestServer.isInstalled, "\(TestServer.whyNot)")) struct SurfaceTests {
    @Test func `title, class, process, protocols and least size stand in the window's properties`() throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow(isShown: false)
            window.title = "Zürich → 東京\u{0}hidden"
            window.minimumSize = CGSize(width: 120, height: 80)
            client.finish()
            #expect(stage.run { client.words(number, "WM_NORMAL_HINTS")[5...6] == [120, 80] })
            #expect(client.words(number, "WM_NORMAL_HINTS")[0] == 16)
            #expect(String(decoding: client.property(number, "_NET_WM_NAME"), as: UTF8.self) == "Zürich → 東京")
            #expect(client.words(number, "_NET_WM_PID") == [UInt32(getpid())])
            #expect(client.words(number, "XdndAware") == [5])
            let protocols = client.words(number, "WM_PROTOCOLS")
            #expect(protocols == [client.atom("WM_DELETE_WINDOW"), client.atom("_NET_WM_PING")])
            #expect(client.property(number, "WM_CLASS").filter { $0 == 0 }.count == 2)
            #expect(client.property(number, "WM_CLIENT_MACHINE") == TitleBytes.ofMachine())
        }
    }

    @Test func `an icon is words of alpha, red, green and blue, not multiplied, and goes away again`() throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow(isShown: false)
            let bytes: [UInt8] = [0, 0, 128, 128, 10, 20, 30, 255]
            window.icon = CGImage(
                width: 2, height: 1, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 8,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue).union(
                    .byteOrder32Little),
                provider: CGDataProvider(data: Data(bytes))!, decode: nil, shouldInterpolate: false,
                intent: .defaultIntent)
            #expect(stage.run { client.words(number, "_NET_WM_ICON") == [2, 1, 0x80FF_0000, 0xFF1E_140A] })
            window.icon = nil
            #expect(stage.run { client.words(number, "_NET_WM_ICON").isEmpty })
        }
    }

    @Test func `a large icon is made smaller, and keeps its form`() throws {
        let image = CGImage(
            width: 1000, height: 3, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4000,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue).union(.byteOrder32Little),
            provider: CGDataProvider(data: Data(repeating: 255, count: 12_000))!, decode: nil, shouldInterpolate: false,
            intent: .defaultIntent)!
        let words = IconPixels.words(image)
        #expect(words[0...1] == [128, 1] && words.count == 130)
        #expect(words[2...].allSatisfy { $0 == 0xFFFF_FFFF })
    }

    @Test func `a window is resized by the program and by others, and hears of it in points`() throws {
        try onStage(scale: 2) { stage, client in
            let (window, number) = try stage.makeWindow()
            #expect(window.scale == 2 && window.size == CGSize(width: 200, height: 100))
            window.resize(to: CGSize(width: 150, height: 75.5))
            #expect(stage.run { window.size == CGSize(width: 150, height: 75.5) })
            var values = xcb_configure_window_value_list_t()
            (values.width, values.height) = (301, 1)
            xcb_configure_window_aux(client.raw, number, 12, &values)
            client.finish()
            #expect(stage.run { window.size == CGSize(width: 150.5, height: 0.5).forWindow })
            #expect(stage.run { stage.painter.size == PixelSize(width: 301, height: 2) })
        }
    }

    @Test func `the program brings a window no smaller than its least size, and one that is smaller already stays so`()
        throws
    {
        try onStage(scale: 2) { stage, client in
            let (window, number) = try stage.makeWindow()
            window.minimumSize = CGSize(width: 120, height: 80)
            window.resize(to: CGSize(width: 50, height: 150))
            #expect(stage.run { window.size == CGSize(width: 120, height: 150) })
            window.minimumSize = CGSize(width: 160, height: 10)
            #expect(stage.run { client.words(number, "WM_NORMAL_HINTS")[5...6] == [320, 20] })
            #expect(window.size == CGSize(width: 120, height: 150))
            window.resize(to: CGSize(width: 1, height: 1))
            // Had the least size changed the window, it would have been that at some time before.
            #expect(stage.run { window.size != CGSize(width: 120, height: 150) })
            #expect(window.size == CGSize(width: 160, height: 10))
        }
    }

    @Test func `the user's wish to close asks the window`() throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow()
            stage.delegate.isClosingAllowed = false
            let message = [client.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0]
            client.send("WM_PROTOCOLS", about: number, message)
            #expect(stage.run { stage.delegate.closeRequests == 1 })
            #expect(!window.isClosed)
            stage.delegate.isClosingAllowed = true
            client.send("WM_PROTOCOLS", about: number, message)
            #expect(stage.run { window.isClosed && client.others().isEmpty })
        }
    }

    @Test func `a window that somebody else destroys closes`() throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow()
            xcb_destroy_window(client.raw, number)
            client.finish()
            #expect(stage.run { window.isClosed })
        }
    }

    @Test func `the window manager's question whether the program is alive is answered by its loop`() throws {
        try onStage { stage, client in
            let (_, number) = try stage.makeWindow()
            var mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue
            xcb_change_window_attributes(client.raw, client.root, XCB_CW_EVENT_MASK.rawValue, &mask)
            client.send("WM_PROTOCOLS", about: number, [client.atom("_NET_WM_PING"), 77, number, 0, 0])
            var answer: xcb_client_message_event_t?
            stage.run {
                guard let event = client.next(XCB_CLIENT_MESSAGE) else { return false }
                answer = UnsafeRawPointer(event).load(as: xcb_client_message_event_t.self)
                free(event)
                return true
            }
            #expect(answer?.window == client.root && answer?.data.data32.1 == 77 && answer?.data.data32.2 == number)
        }
    }

    @Test func `full screen is asked of the window manager, and is so when that says so`() throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow(isShown: false)
            window.setFullScreen(true)
            let full = client.atom("_NET_WM_STATE_FULLSCREEN")
            #expect(stage.run { client.words(number, "_NET_WM_STATE") == [full] })
            #expect(stage.run { window.isFullScreen })
            window.setFullScreen(false)
            #expect(stage.run { !window.isFullScreen })
            window.show()
            stage.run { window.isVisible }
            var mask = XCB_EVENT_MASK_SUBSTRUCTURE_NOTIFY.rawValue
            xcb_change_window_attributes(client.raw, client.root, XCB_CW_EVENT_MASK.rawValue, &mask)
            client.finish()
            window.setFullScreen(true)
            var asked: xcb_client_message_event_t?
            stage.run {
                guard let event = client.next(XCB_CLIENT_MESSAGE) else { return false }
                asked = UnsafeRawPointer(event).load(as: xcb_client_message_event_t.self)
                free(event)
                return true
            }
            #expect(asked?.window == number && asked?.type == client.atom("_NET_WM_STATE"))
            #expect(asked?.data.data32.0 == 1 && asked?.data.data32.1 == full)
            #expect(!window.isFullScreen)
            client.setProperty(number, "_NET_WM_STATE", type: "ATOM", words: [full])
            #expect(stage.run { window.isFullScreen })
        }
    }

    @Test func `a window that its manager hides is not seen`() throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow()
            client.setProperty(number, "_NET_WM_STATE", type: "ATOM", words: [client.atom("_NET_WM_STATE_HIDDEN")])
            #expect(stage.run { !window.isVisible })
            client.setProperty(number, "_NET_WM_STATE", type: "ATOM", words: [])
            #expect(stage.run { window.isVisible })
        }
    }

    @Test func `properties of the wrong kind say nothing`() throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow()
            client.setProperty(number, "_NET_WM_STATE", type: "STRING", bytes: [1, 2, 3])
            client.setProperty(number, "_NET_WM_STATE", type: "ATOM", words: Array(repeating: 5, count: 100_000))
            for name in ["WM_PROTOCOLS", "XdndEnter", "XdndPosition", "XdndDrop", "XdndLeave", "_NET_WM_STATE"] {
                client.send(name, about: number, [.max, .max, .max, .max, .max])
                client.send(name, about: number, [0, 0, 0, 0, 0])
            }
            client.setProperty(client.root, "RESOURCE_MANAGER", type: "STRING", bytes: [0xFF, 0, 10, 58, 58, 10])
            client.setProperty(number, "_NET_WM_STATE", type: "ATOM", words: [client.atom("_NET_WM_STATE_FULLSCREEN")])
            #expect(stage.run { window.isFullScreen })
            #expect(stage.delegate.failures.isEmpty)
        }
    }

    @Test func `the scale follows the user's dots per inch, and a window keeps its pixels`() throws {
        try onStage(scale: nil) { stage, client in
            let (window, number) = try stage.makeWindow()
            #expect(window.scale == 1)
            window.minimumSize = CGSize(width: 10, height: 20)
            client.setProperty(
                client.root, "RESOURCE_MANAGER", type: "STRING", bytes: Array("*a: b\nXft.dpi:\t144\n".utf8))
            #expect(stage.run { window.scale == 1.5 && window.size == CGSize(width: 200 / 1.5, height: 100 / 1.5) })
            #expect(stage.run { client.words(number, "WM_NORMAL_HINTS")[5...6] == [15, 30] })
            #expect(try stage.makeWindow().0.scale == 1.5)
            client.setProperty(client.root, "RESOURCE_MANAGER", type: "STRING", bytes: [])
            #expect(stage.run { window.scale == 1 })
        }
    }

    @Test(
        arguments: [
            ("Xft.dpi: 96", 96), ("*x:1\r\nXft.dpi:192\r\n", 192), ("Xft.dpi: 0", nil), ("Xft.dpi: nan", nil),
            ("Xft.dpi: 1e9", nil), ("Xft.dpi: -96", nil), ("Xft.dpi", nil), ("Xft.dpi: 96:96", nil), ("", nil),
            ("Xft.dpi2: 96", nil),
        ] as [(String, CGFloat?)]) func `dots per inch are read, or are not there`(text: String, dots: CGFloat?)
    {
        #expect(DisplayScale.dotsPerInch(in: Array(text.utf8)) == dots)
    }

    @Test(
        arguments: [("2", 2), (" 1.5 ", 1.5), ("0", nil), ("17", nil), ("nan", nil), ("", nil)] as [(String, CGFloat?)])
    func `a scale of the environment is read, or is not there`(text: String, scale: CGFloat?) {
        #expect(DisplayScale.parse(text) == scale)
    }

    @Test func `the rate of a mode is its dots by its columns and rows`() {
        #expect(DisplayRate.rate(dots: 148_500_000, columns: 2200, rows: 1125) == 60)
        #expect(DisplayRate.rate(dots: 533_250_000, columns: 2720, rows: 1361) == 144)
        #expect(DisplayRate.rate(dots: 0, columns: 0, rows: 0) == 60)
        #expect(DisplayRate.rate(dots: 1, columns: 1, rows: 1) == 60)
    }

    @Test func `each look of the pointer is to be had`() throws {
        try onStage { stage, client in
            let (window, number) = try stage.makeWindow()
            let table = CursorTable((window.surface as! X11Surface).lease.connection)
            let shapes: [CursorShape] = [
                .arrow, .iBeam, .pointingHand, .openHand, .closedHand, .crosshair, .resizeLeftRight, .resizeUpDown,
                .operationNotAllowed, .wait, .hidden,
            ]
            for shape in shapes {
                #expect(table.cursor(shape) != 0, "\(shape)")
                window.cursor = shape
            }
            #expect(client.others() == [number] && stage.delegate.failures.isEmpty)
        }
    }

    @Test func `over a window the pointer looks as that says, each look unlike the others, and not over the next one`()
        throws
    {
        try onStage { stage, client in
            client.move(500, 500)
            let (window, _) = try stage.makeWindow()
            let outside = client.pointerLook()
            client.move(60, 60)
            // That of being busy may move.
            let shapes: [CursorShape] = [
                .iBeam, .pointingHand, .openHand, .closedHand, .crosshair, .resizeLeftRight, .resizeUpDown,
                .operationNotAllowed, .hidden, .arrow,
            ]
            var looks: [CursorShape: [UInt32]] = [:]
            for shape in shapes {
                let former = client.pointerLook()
                window.cursor = shape
                #expect(stage.run { client.pointerLook() != former }, "\(shape)")
                looks[shape] = client.pointerLook()
            }
            #expect(Set(looks.values).count == shapes.count)
            #expect(looks[.hidden]?.dropFirst(4).allSatisfy { $0 >> 24 == 0 } == true)
            #expect(looks[.iBeam]?.dropFirst(4).contains { $0 >> 24 > 0 } == true)
            for shape in shapes {
                window.cursor = shape
                #expect(stage.run { client.pointerLook() == looks[shape] }, "\(shape)")
            }
            window.cursor = .iBeam
            client.move(500, 500)
            #expect(client.pointerLook() == outside)
        }
    }

    @Test func `sizes that no window can have become some that it can`() {
        #expect(PixelLength.of(.nan, 2) == 1 && PixelLength.of(-5, 2) == 1 && PixelLength.of(1e300, 16) == 32767)
        #expect(PixelLength.of(10.5, 2) == 21)
    }
}
