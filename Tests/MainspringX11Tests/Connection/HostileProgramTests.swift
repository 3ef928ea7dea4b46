import CXCB
import Foundation
import SeededRandom
import Testing
import WindowTestSupport

@testable import MainspringApplication
@testable import MainspringX11

/// Another program on the same display that sends anything to our windows, and writes anything into their properties.
@Suite(.enabled(if: TestServer.isInstalled, "\(TestServer.whyNot)")) struct HostileProgramTests {
    private static let properties = [
        "WM_PROTOCOLS", "_NET_WM_STATE", "MAINSPRING_TRANSFER", "MAINSPRING_DROP", "XdndTypeList", "WM_NORMAL_HINTS",
        "INCR",
    ]
    private static let messages = [
        "WM_PROTOCOLS", "XdndEnter", "XdndPosition", "XdndLeave", "XdndDrop", "XdndStatus", "XdndFinished",
        "_NET_WM_PING", "_NET_WM_STATE",
    ]

    @Test(arguments: Seeds.first(8)) func `random messages, events and properties do nothing but what they may`(
        seed: UInt64
    )
        throws
    {
        try onStage { stage, client in
            var random = SeededGenerator(seed: seed)
            let (window, number) = try stage.makeWindow()
            stage.delegate.isClosingAllowed = false
            let helper = client.helper(of: number)
            let atoms =
                (Self.properties + Self.messages + ["text/uri-list", "CLIPBOARD", "XdndSelection", "WM_DELETE_WINDOW"])
                .map(client.atom)
            func word() -> UInt32 {
                switch random.next() % 6 {
                case 0: number
                case 1: client.window
                case 2: helper
                case 3: atoms[Int(random.next() % UInt64(atoms.count))]
                case 4: UInt32(truncatingIfNeeded: random.next())
                default: UInt32(random.next() % 4)
                }
            }
            for step in 0..<1500 {
                switch random.next() % 3 {
                case 0:
                    var bytes = [UInt8](repeating: 0, count: 32)
                    for index in 0..<8 {
                        withUnsafeBytes(of: word()) { bytes.replaceSubrange(index * 4..<index * 4 + 4, with: $0) }
                    }
                    bytes[0] = UInt8(2 + random.next() % 126)
                    if random.next() % 2 == 0 { bytes[1] = 32 }
                    let target = random.next() % 3 == 0 ? helper : number
                    xcb_send_event(client.raw, 0, target, 0, bytes.map { CChar(bitPattern: $0) })
                case 1:
                    let name = Self.messages[Int(random.next() % UInt64(Self.messages.count))]
                    var event = xcb_client_message_event_t()
                    (event.response_type, event.format, event.window) = (UInt8(XCB_CLIENT_MESSAGE), 32, number)
                    event.type = client.atom(name)
                    event.data.data32 = (word(), random.next() % 2 == 0 ? 5 << 24 : word(), word(), word(), word())
                    client.send(event, to: number)
                default:
                    let count = Int(random.next() % 9)
                    let values = (0..<count).map { _ in word() }
                    let format: UInt8 = [8, 16, 32][Int(random.next() % 3)]
                    xcb_change_property(
                        client.raw, 0, random.next() % 3 == 0 ? helper : number,
                        atoms[Int(random.next() % UInt64(Self.properties.count))], word() % 64 + 1, format,
                        UInt32(count), values)
                }
                if step % 100 == 0 { stage.run { true } }
            }
            client.finish()
            // A size that was only said is not the server's.
            window.resize(to: CGSize(width: 90, height: 60))
            #expect(stage.run { window.size == CGSize(width: 90, height: 60) }, "seed \(seed)")
            stage.painter.setGeneration(UInt32(seed))
            window.hide()
            #expect(stage.run { !window.isVisible })
            client.setProperty(number, "_NET_WM_STATE", type: "ATOM", words: [])
            window.show()
            let picture = TestPainter.picture(width: 90, height: 60, UInt32(seed))
            #expect(stage.run { client.pixels(number, width: 90, height: 60) == picture }, "seed \(seed)")
            #expect(!window.isClosed && stage.delegate.failures.isEmpty)
        }
    }

    @Test func `input that another program made up is not believed`() throws {
        try onStage { stage, client in
            let (_, number) = try stage.makeWindow()
            var press = xcb_button_press_event_t()
            (press.response_type, press.event, press.detail) = (UInt8(XCB_BUTTON_PRESS), number, 1)
            client.send(press, to: number)
            var destroyed = xcb_destroy_notify_event_t()
            (destroyed.response_type, destroyed.window) = (UInt8(XCB_DESTROY_NOTIFY), number)
            client.send(destroyed, to: number)
            client.move(10, 10)
            #expect(stage.comes("moved 10,10 b0 n0") || stage.comes("entered 10,10 b0 n0"))
            #expect(!stage.words.contains { $0.hasPrefix("down") })
        }
    }
}
