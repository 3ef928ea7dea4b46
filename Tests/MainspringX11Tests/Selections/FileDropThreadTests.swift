import CXCB
import Foundation
import Testing
import WindowTestSupport

@testable import MainspringApplication
@testable import MainspringX11

@Suite(.enabled(if: TestServer.isInstalled, "\(TestServer.whyNot)")) struct FileDropThreadTests {
    /// What a program sends that drags something over a window at 30, 20.
    private func drag(
        _ client: TestClient, to number: xcb_window_t, types: [String], version: UInt32 = 5, drops: Bool = true
    ) {
        let atoms = types.prefix(3).map(client.atom) + [0, 0, 0]
        if types.count > 3 {
            client.setProperty(client.window, "XdndTypeList", type: "ATOM", words: types.map(client.atom))
        }
        client.send(
            "XdndEnter", about: number,
            [client.window, version << 24 | (types.count > 3 ? 1 : 0), atoms[0], atoms[1], atoms[2]])
        client.send("XdndPosition", about: number, [client.window, 0, 30 << 16 | 20, 0, client.atom("XdndActionCopy")])
        client.send("XdndPosition", about: number, [client.window, 0, 40 << 16 | 30, 0, client.atom("XdndActionCopy")])
        client.send(drops ? "XdndDrop" : "XdndLeave", about: number, [client.window, 0, 0, 0, 0])
    }

    @Test func `files are told as they come, move and are dropped`() throws {
        try onStage { stage, client in
            let (_, number) = try stage.makeWindow()
            client.own("XdndSelection")
            drag(client, to: number, types: ["a/b", "text/plain", "c/d", "text/uri-list"])
            let list =
                "#comment\r\nfile:///tmp/a%20b.txt\r\nhttp://x.y/z\r\nfile://localhost/c\r\nfile://elsewhere.invalid/d\r\n"
            let server = ClipboardOwner(client) { _ in [Array(list.utf8)] }
            #expect(stage.comes("files dropped [\"/tmp/a b.txt\", \"/c\"]"))
            server.end()
            #expect(stage.words.first == "files entered []")
            #expect(stage.words.contains("files moved []"))
            guard case .fileDrop(let drop) = stage.delegate.events.last?.content else { return }
            #expect(drop.location == CGPoint(x: 40, y: 30))
        }
    }

    @Test func `who drags hears whether it is taken`() throws {
        try onStage { stage, client in
            let (_, number) = try stage.makeWindow()
            func answer() -> xcb_client_message_event_t? {
                var answer: xcb_client_message_event_t?
                stage.run {
                    client.finish()
                    guard let event = client.next(XCB_CLIENT_MESSAGE) else { return false }
                    answer = UnsafeRawPointer(event).load(as: xcb_client_message_event_t.self)
                    free(event)
                    return true
                }
                return answer
            }
            for (type, flags) in [("text/uri-list", UInt32(3)), ("text/html", 2)] {
                client.send("XdndEnter", about: number, [client.window, 5 << 24, client.atom(type), 0, 0])
                client.send("XdndPosition", about: number, [client.window, 0, 30 << 16 | 20, 0, 0])
                let status = answer()
                #expect(status?.type == client.atom("XdndStatus") && status?.data.data32.0 == number)
                #expect(status?.data.data32.1 == flags)
                client.send("XdndLeave", about: number, [client.window, 0, 0, 0, 0])
            }
            client.send("XdndEnter", about: number, [client.window, 5 << 24, client.atom("text/html"), 0, 0])
            client.send("XdndDrop", about: number, [client.window, 0, 0, 0, 0])
            let finished = answer()
            #expect(finished?.type == client.atom("XdndFinished") && finished?.data.data32.1 == 0)
        }
    }

    @Test func `the program says where files are taken, and what it refuses is not dropped`() throws {
        try onStage { stage, client in
            let (_, number) = try stage.makeWindow()
            client.own("XdndSelection")
            stage.delegate.takesFiles = { $0.x >= 50 }
            func answer() -> [UInt32] {
                var words: [UInt32] = []
                stage.run {
                    client.finish()
                    guard let event = client.next(XCB_CLIENT_MESSAGE) else { return false }
                    defer { free(event) }
                    let message = UnsafeRawPointer(event).load(as: xcb_client_message_event_t.self)
                    words = [message.type, message.data.data32.1]
                    return true
                }
                return words
            }
            let status = client.atom("XdndStatus")
            func move(_ x: UInt32) {
                client.send("XdndPosition", about: number, [client.window, 0, x << 16 | 20, 0, 0])
            }
            client.send("XdndEnter", about: number, [client.window, 5 << 24, client.atom("text/uri-list"), 0, 0])
            for (x, flags) in [(30, 2), (60, 3), (40, 2)] as [(UInt32, UInt32)] {
                move(x)
                #expect(answer() == [status, flags])
            }
            client.send("XdndDrop", about: number, [client.window, 0, 0, 0, 0])
            #expect(answer() == [client.atom("XdndFinished"), 0])
            #expect(stage.comes("files exited []"))
            #expect(!stage.words.contains { $0.hasPrefix("files dropped") })
        }
    }

    @Test func `files that leave are told so, and other things are not told`() throws {
        try onStage { stage, client in
            let (_, number) = try stage.makeWindow()
            drag(client, to: number, types: ["text/html"])
            drag(client, to: number, types: ["text/uri-list"], version: 2)
            drag(client, to: number, types: ["text/uri-list"], drops: false)
            #expect(stage.comes("files exited []"))
            #expect(
                stage.words.first == "files entered []"
                    && stage.words.filter { $0.hasPrefix("files entered") }.count == 1)
        }
    }

    @Test func `a list without files, or none at all, is a leaving`() throws {
        try onStage { stage, client in
            let (_, number) = try stage.makeWindow()
            client.own("XdndSelection")
            drag(client, to: number, types: ["text/uri-list"])
            let server = ClipboardOwner(client) { _ in [Array("mailto:x@y.z\n\nfile:\nfile://\n%%%".utf8)] }
            #expect(stage.comes("files exited []"))
            server.end()
            #expect(!stage.words.contains { $0.hasPrefix("files dropped") })
        }
    }

    @Test(
        arguments: [
            ("file:///a", ["/a"]), ("file:///a\nfile:///b\r\nfile:///c", ["/a", "/b", "/c"]),
            ("file:///%C3%A9", ["/é"]),
            ("FILE:///a", ["/a"]), ("/a", []), ("file:relative", []), ("", []),
            ("file:///a\u{0}file:///b", ["/a", "/b"]),
        ] as [(String, [String])]) func `a list of files is read`(text: String, paths: [String])
    {
        #expect(URIList.files(in: Array(text.utf8)).map(\.path) == paths)
    }

    @Test func `a list of very many files ends, and bytes that are no text are left out`() {
        let many = String(repeating: "file:///a\n", count: 20_000)
        #expect(URIList.files(in: Array(many.utf8)).count == URIList.limit)
        #expect(URIList.files(in: Array(0...255)).isEmpty)
    }
}
