import CXCB
import Foundation
import Glibc
import Testing
import WindowTestSupport

@testable import MainspringX11

/// A process of its own, with a window on its initial thread.
@Suite(.enabled(if: TestServer.isInstalled, "\(TestServer.whyNot)")) struct ProgramTests {
    /// Runs the program, does something to its window, and tells how it ended and what it said.
    private func ended(display: String? = nil, _ body: (TestServer, TestClient, xcb_window_t) throws -> Void) throws
        -> (status: Int32, output: String)
    {
        let server = try TestServer()
        let client = try TestClient(server)
        let program = try WindowProgram(display ?? server.display)
        if display == nil {
            let end = Date(timeIntervalSinceNow: 30)
            while client.others().first.map({ client.pixels($0, width: 64, height: 48) }) != picture {
                // Asking is a round trip to the server: no busy loop.
                try #require(Date() < end, "the program shows nothing")
            }
            try body(server, client, client.others()[0])
        }
        return program.end()
    }

    private let picture: [UInt32]?? = [UInt32](repeating: 0x80_8080, count: 64 * 48)

    @Test func `a program ends when the user closes its window`() throws {
        let result = try ended { _, client, window in
            client.focus(window)
            client.type(38)
            client.send("WM_PROTOCOLS", about: window, [client.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0])
        }
        #expect(result.status == 0)
        #expect(result.output == "on the main loop: a\n")
    }

    @Test func `a program lives on when the server has gone, and hears why`() throws {
        let result = try ended { server, _, _ in server.end() }
        #expect(result.status == 3)
        #expect(result.output.contains("is gone: "))
    }

    @Test func `a program without a server hears why`() throws {
        let result = try ended(display: ":7655") { _, _, _ in }
        #expect(result.status == 2 && result.output.contains("“:7655” cannot be had"))
    }

    /// The thread stands from the line that says so until it is given a byte: whatever is seen between the two came without it, however
    /// fast the machine is.
    @Test func `whoever looks at a window sees an animation go on while the main thread stands in a call-out`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        let program = try WindowProgram(server.display, "stands")
        let end = Date(timeIntervalSinceNow: 40)
        func picture() throws -> (window: xcb_window_t, pixels: [UInt32])? {
            try #require(Date() < end, "nothing new is seen")
            guard let window = client.others().first else { return nil }
            return client.pixels(window, width: 64, height: 48).map { (window, $0) }
        }
        var seen = try picture()
        while seen == nil { seen = try picture() }
        let window = try #require(seen?.window)
        client.focus(window)
        client.type(38)
        #expect(program.line() == "on the main loop: a" && program.line() == "stands")
        // A second of the display's, in which a call-out of a tenth of one would have been over ten times.
        var changes = 0
        while changes < 60 {
            guard let next = try picture(), next.pixels != seen?.pixels else { continue }
            changes += 1
            seen = next
        }
        try program.give("\n")
        #expect(program.line() == "goes on")
        client.send("WM_PROTOCOLS", about: window, [client.atom("WM_DELETE_WINDOW"), 0, 0, 0, 0])
        #expect(program.end().status == 0)
    }
}
