import CXCB
import Foundation
import Glibc
import Testing

@testable import MainspringX11

/// A process of its own, with a window on its initial thread.
@Suite(.enabled(if: TestServer.isInstalled, TestServer.whyNot)) struct ProgramTests {
    /// Runs the program, does something to its window, and tells how it ended and what it said.
    private func ended(display: String? = nil, _ body: (TestServer, TestClient, xcb_window_t) throws -> Void) throws
        -> (status: Int32, output: String)
    {
        let server = try TestServer()
        let client = try TestClient(server)
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { unlink(file) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 1, file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
        let program = Bundle.main.bundleURL.appendingPathComponent("window-trials").path
        var pointers: [UnsafeMutablePointer<CChar>?] = [strdup(program), strdup(display ?? server.display), nil]
        defer { for pointer in pointers { free(pointer) } }
        var process: pid_t = 0
        // As a shell starts it, whatever the tests have made of broken pipes.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        try #require(posix_spawn(&process, program, &actions, &attributes, &pointers, environ) == 0)
        if display == nil {
            let end = Date(timeIntervalSinceNow: 30)
            while client.others().first.map({ client.pixels($0, width: 64, height: 48) }) != picture {
                // Asking is a round trip to the server: no busy loop.
                try #require(Date() < end, "the program shows nothing")
            }
            try body(server, client, client.others()[0])
        }
        var status: Int32 = 0
        waitpid(process, &status, 0)
        let output = try String(contentsOfFile: file, encoding: .utf8)
        return (status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F), output)
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
}
