import CXCB
import Foundation
import Testing

/// The example Atlas in a window, with somebody's hands.
@Suite(.enabled(if: TestServer.isInstalled, TestServer.whyNot)) struct AtlasTests {
    /// A window's title once it is what is wanted.
    private func wait(for title: String, _ client: TestClient, _ window: xcb_window_t) throws {
        let end = Date(timeIntervalSinceNow: 60)
        var seen = ""
        while !seen.contains(title) {
            // Asking is a round trip to the server: no busy loop.
            seen = String(decoding: client.property(window, "_NET_WM_NAME"), as: UTF8.self)
            try #require(Date() < end, "the title is “\(seen)”, not “\(title)”")
        }
    }

    @Test func `cities arrive, are searched, chosen, edited and dragged, and the window closes`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        setenv("DISPLAY", server.display, 1)
        defer { unsetenv("DISPLAY") }
        let program = try WindowProgram("--rows", "1500", "--stack", "nested", name: "Atlas")
        let end = Date(timeIntervalSinceNow: 60)
        while client.others().isEmpty { try #require(Date() < end, "there is no window") }
        let window = client.others()[0]
        try wait(for: "1,500 cities", client, window)
        client.focus(window)
        // “/”, “a”, Return: a search; then its first city.
        client.type(61, 38, 36)
        client.move(600, 87)
        client.click(button: 1)
        client.finish()
        try wait(for: "Atlas – ", client, window)
        // “e”, Escape: the form, left by Cancel.
        client.type(26, 9)
        client.move(200, 200)
        client.press(button: 1)
        client.move(240, 230)
        client.release(button: 1)
        client.type(24)
        client.finish()
        let result = program.end()
        #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
    }
}
