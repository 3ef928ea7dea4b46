import CXCB
import Foundation
import Testing
import WindowTestSupport

/// The example Atlas in a window, with somebody's hands.
@Suite(.enabled(if: TestServer.isInstalled, "\(TestServer.whyNot)")) struct AtlasWindowTests {
    /// A window's title once it is as it is wanted.
    @discardableResult
    private func title(
        of window: xcb_window_t, _ client: TestClient, _ wish: String, when isWanted: (String) -> Bool
    ) throws -> String {
        let end = Date(timeIntervalSinceNow: 60)
        while true {
            // Asking is a round trip to the server: no busy loop.
            let seen = String(decoding: client.property(window, "_NET_WM_NAME"), as: UTF8.self)
            if isWanted(seen) { return seen }
            try #require(Date() < end, "the title is “\(seen)”, not \(wish)")
        }
    }

    /// Waits until a window has a title.
    private func wait(for title: String, _ client: TestClient, _ window: xcb_window_t) throws {
        try self.title(of: window, client, "“\(title)”") { $0 == title }
    }

    /// How the pointer looks once it looks otherwise.
    private func look(otherThan former: [UInt32], _ client: TestClient) throws -> [UInt32] {
        let end = Date(timeIntervalSinceNow: 60)
        while true {
            let seen = client.pointerLook()
            if seen != former { return seen }
            try #require(Date() < end, "the pointer looks as it did")
        }
    }

    /// Starts the program, and waits until there is its window.
    private func start(
        _ rows: String, _ stack: String, _ client: TestClient
    ) throws -> (program: WindowProgram, window: xcb_window_t) {
        let program = try WindowProgram("--rows", rows, "--stack", stack, name: "Atlas")
        let end = Date(timeIntervalSinceNow: 60)
        while client.others().isEmpty { try #require(Date() < end, "there is no window") }
        return (program, client.others()[0])
    }

    @Test func `cities arrive, are searched, chosen, edited and dragged, and the window closes`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        setenv("DISPLAY", server.display, 1)
        defer { unsetenv("DISPLAY") }
        let (program, window) = try start("1500", "nested", client)
        // Half as large: the screen has no room for all of it.
        var values = xcb_configure_window_value_list_t()
        (values.width, values.height) = (640, 360)
        xcb_configure_window_aux(client.raw, window, 12, &values)
        try wait(for: "Atlas – 1,500 cities", client, window)
        client.focus(window)
        // “/”, “to”: a search for that, without the key that begins it: no city's name has a “/” before a “to”.
        client.type(61, 28, 32)
        try title(of: window, client, "a number of 1,500 cities") {
            $0.hasSuffix(" of 1,500 cities") && !$0.hasPrefix("Atlas – 0 ")
        }
        // Return, and the list's second line, which is below its country's: the first city.
        client.type(36)
        client.move(550, 80)
        client.click(button: 1)
        let chosen = try title(of: window, client, "a city's name") { !$0.hasSuffix(" cities") }
        let name = String(chosen.dropFirst("Atlas – ".count))
        #expect(name.range(of: "to", options: [.caseInsensitive, .diacriticInsensitive]) != nil, "\(chosen)")
        // “e”, “xq”, Return: another name, which does not begin with the letter that has opened the form.
        client.type(26)
        try wait(for: "Atlas – editing \(name)", client, window)
        client.type(53, 24, 36)
        try wait(for: "Atlas – xq", client, window)
        // “e”, “zz”, Escape: the form, left by Cancel.
        client.type(26)
        try wait(for: "Atlas – editing xq", client, window)
        client.type(52, 52, 9)
        try wait(for: "Atlas – xq", client, window)
        // A hand that has closed, for as long as the map is dragged.
        client.move(100, 100)
        let before = client.pointerLook()
        client.press(button: 1)
        client.move(130, 120)
        let dragging = try look(otherThan: before, client)
        client.release(button: 1)
        _ = try look(otherThan: dragging, client)
        client.type(24)
        client.finish()
        let result = program.end()
        #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
    }

    @Test func `whoever leaves in the midst of a flight is not kept until its end`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        setenv("DISPLAY", server.display, 1)
        defer { unsetenv("DISPLAY") }
        let (program, window) = try start("300", "single", client)
        try wait(for: "Atlas – 300 cities", client, window)
        client.focus(window)
        // “f”: the first of the two flights, inside of the key's call-out. The title says where the camera has arrived.
        client.type(41)
        client.finish()
        try title(of: window, client, "where the camera has arrived") { $0.contains(" · ") }
        client.type(24)
        client.finish()
        let result = program.end()
        #expect(result.status == 0 && result.output.isEmpty, "\(result.output)")
    }
}
