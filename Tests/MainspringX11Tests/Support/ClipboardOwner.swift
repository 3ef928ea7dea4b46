import CXCB
import Foundation
import Testing
import WindowTestSupport

@testable import MainspringX11

extension TestClient {
    /// Says that a selection is this program's.
    func own(_ selection: String) {
        xcb_set_selection_owner(raw, window, atom(selection), 0)
        finish()
    }

    /// Whose a selection is; 0 for nobody's.
    func owner(_ selection: String) -> xcb_window_t {
        let reply = xcb_get_selection_owner_reply(raw, xcb_get_selection_owner(raw, atom(selection)), nil)
        defer { free(reply) }
        return reply?.pointee.owner ?? 0
    }

    /// The server's time now, in its milliseconds.
    func serverTime(_ stage: X11Stage) -> xcb_timestamp_t {
        xcb_change_property(raw, UInt8(XCB_PROP_MODE_APPEND.rawValue), window, atom("TEST_TIME"), 19, 32, 0, nil)
        var time: xcb_timestamp_t = 0
        stage.run {
            finish()
            guard let event = next(XCB_PROPERTY_NOTIFY) else { return false }
            defer { free(event) }
            let change = UnsafeRawPointer(event).load(as: xcb_property_notify_event_t.self)
            if change.atom == atom("TEST_TIME") { time = change.time }
            return time != 0
        }
        return time
    }

    /// Asks for a selection; nil if that is refused.
    func convert(_ selection: String, to target: String, _ stage: X11Stage) -> (bytes: [UInt8], words: [UInt32])? {
        xcb_convert_selection(raw, window, atom(selection), atom(target), atom("TEST_ANSWER"), 0)
        finish()
        var property: xcb_atom_t?
        stage.run {
            finish()
            guard let event = next(XCB_SELECTION_NOTIFY) else { return false }
            property = UnsafeRawPointer(event).load(as: xcb_selection_notify_event_t.self).property
            free(event)
            return true
        }
        guard let property, property != 0 else { return nil }
        return (self.property(window, "TEST_ANSWER"), words(window, "TEST_ANSWER"))
    }
}

/// Ends a server when somebody asks a client for its selection.
final class ServerEnding: @unchecked Sendable {
    // `@unchecked Sendable`: while it waits, the client's connection is read by its thread alone.

    private let finished = DispatchSemaphore(value: 0)
    private let server: TestServer
    private let client: TestClient

    init(_ server: TestServer, _ client: TestClient) {
        (self.server, self.client) = (server, client)
        let thread = Thread { self.serve() }
        thread.start()
    }

    func wait() { finished.wait() }

    private func serve() {
        defer { finished.signal() }
        while let event = xcb_wait_for_event(client.raw) {
            defer { free(event) }
            if event.pointee.response_type & 0x7F == UInt8(XCB_SELECTION_REQUEST) { return server.end() }
        }
    }
}

/// Serves a selection on a thread of its own: each request gets the pieces that the test gives, one at once, several one
/// after another, none as a refusal.
final class ClipboardOwner: @unchecked Sendable {
    // `@unchecked Sendable`: while it serves, the client's connection is read by its thread alone.

    private let client: TestClient
    private let pieces: @Sendable (String) -> [[UInt8]]
    private let finished = DispatchSemaphore(value: 0)

    init(_ client: TestClient, _ pieces: @escaping @Sendable (String) -> [[UInt8]]) {
        self.client = client
        self.pieces = pieces
        let thread = Thread { self.serve() }
        thread.start()
    }

    /// Waits until its thread has ended.
    func end() {
        shutdown(xcb_get_file_descriptor(client.raw), Int32(SHUT_RDWR))
        finished.wait()
    }

    private func serve() {
        defer { finished.signal() }
        while let event = xcb_wait_for_event(client.raw) {
            defer { free(event) }
            guard event.pointee.response_type & 0x7F == UInt8(XCB_SELECTION_REQUEST) else { continue }
            answer(UnsafeRawPointer(event).load(as: xcb_selection_request_event_t.self))
        }
    }

    private func answer(_ request: xcb_selection_request_event_t) {
        var notice = xcb_selection_notify_event_t()
        notice.response_type = UInt8(XCB_SELECTION_NOTIFY)
        notice.requestor = request.requestor
        notice.selection = request.selection
        notice.target = request.target
        let pieces = pieces("")
        if !pieces.isEmpty { notice.property = request.property }
        let utf8 = client.atom("UTF8_STRING")
        if pieces.count == 1 {
            xcb_change_property(
                client.raw, 0, request.requestor, request.property, utf8, 8, UInt32(pieces[0].count), pieces[0])
        } else if pieces.count > 1 {
            var mask = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
            xcb_change_window_attributes(client.raw, request.requestor, XCB_CW_EVENT_MASK.rawValue, &mask)
            let size: [UInt32] = [UInt32(pieces.reduce(0) { $0 + $1.count })]
            xcb_change_property(
                client.raw, 0, request.requestor, request.property, client.atom("INCR"), 32, 1, size)
        }
        client.send(notice, to: request.requestor)
        guard pieces.count > 1 else { return }
        for piece in pieces + [[]] {
            guard waitForDeletion(request.property) else { return }
            xcb_change_property(
                client.raw, 0, request.requestor, request.property, utf8, 8, UInt32(piece.count), piece)
            xcb_flush(client.raw)
        }
    }

    private func waitForDeletion(_ property: xcb_atom_t) -> Bool {
        while let event = xcb_wait_for_event(client.raw) {
            defer { free(event) }
            guard event.pointee.response_type & 0x7F == UInt8(XCB_PROPERTY_NOTIFY) else { continue }
            let change = UnsafeRawPointer(event).load(as: xcb_property_notify_event_t.self)
            if change.atom == property, change.state == UInt8(XCB_PROPERTY_DELETE.rawValue) { return true }
        }
        return false
    }
}
