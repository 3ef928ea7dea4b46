internal import CXCB
internal import Foundation
internal import Locks
internal import Mainspring

/// A connection to an X server. Requests may be sent from any thread; after it has ended they do nothing.
///
/// It ends when nobody but its reader holds it; see `ConnectionLease`.
final class X11Connection: @unchecked Sendable {
    // `@unchecked Sendable`: libxcb guards what is behind `raw` by a lock of its own; `state` has a lock; the rest is set
    // by `init` alone.

    let raw: OpaquePointer
    /// The name that was given, or that of the environment.
    let display: String
    let screen: X11Screen
    let extensions: X11Extensions
    let atoms: Atoms
    /// A window that is never shown, for what belongs to the program and not to a window of its own.
    let helper: xcb_window_t
    /// What the loop's events are timed by.
    let clock: RunLoopClock
    private let state = Guarded(State())

    private struct State {
        var isClosing = false
        var serverClock = ServerClock()
        var sharedMemoryFailed = false
    }

    /// Connects, and waits for what the server says of itself.
    init(display: String?, clock: RunLoopClock, choice: X11Extensions.Choice) throws {
        let environment = getenv("DISPLAY").map { String(cString: $0) } ?? ""
        let name = display ?? environment
        guard !name.isEmpty else { throw X11Error.noDisplay }
        self.display = name
        self.clock = clock
        ignoreBrokenPipes()
        var number: Int32 = 0
        guard let connection = xcb_connect(name, &number) else {
            throw X11Error.cannotConnect(display: name, reason: "memory is short")
        }
        raw = connection
        let failure = xcb_connection_has_error(connection)
        guard failure == 0, let setup = xcb_get_setup(connection) else {
            xcb_disconnect(connection)
            throw X11Error.cannotConnect(display: name, reason: ConnectionFailure.reason(failure))
        }
        do {
            screen = try X11Screen(setup, number: number)
        } catch {
            xcb_disconnect(connection)
            throw X11Error.unsupportedScreen(display: name, found: error.found)
        }
        extensions = X11Extensions(connection, choice)
        atoms = Atoms(connection)
        helper = xcb_generate_id(connection)
        var values = xcb_create_window_value_list_t()
        values.event_mask = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
        xcb_create_window_aux(
            connection, UInt8(XCB_COPY_FROM_PARENT), helper, screen.root, -1, -1, 1, 1, 0,
            UInt16(XCB_WINDOW_CLASS_INPUT_ONLY.rawValue), 0, XCB_CW_EVENT_MASK.rawValue, &values)
        var rootMask = XCB_EVENT_MASK_PROPERTY_CHANGE.rawValue
        xcb_change_window_attributes(connection, screen.root, XCB_CW_EVENT_MASK.rawValue, &rootMask)
        xcb_flush(connection)
    }

    deinit { xcb_disconnect(raw) }

    /// Why it has ended; nil while it has not.
    var failure: X11Error? {
        let code = xcb_connection_has_error(raw)
        guard code != 0 || state.withLock({ $0.isClosing }) else { return nil }
        return .connectionLost(display: display, reason: code == 0 ? "it was closed" : ConnectionFailure.reason(code))
    }

    var isAlive: Bool { xcb_connection_has_error(raw) == 0 }

    /// Whether it was ended from here.
    var isClosing: Bool { state.withLock { $0.isClosing } }

    func flush() { xcb_flush(raw) }

    /// Ends it: the reader's wait is over, and so is everybody else's.
    func close() {
        state.withLock { $0.isClosing = true }
        xcb_flush(raw)
        shutdown(xcb_get_file_descriptor(raw), Int32(SHUT_RDWR))
    }

    // MARK: Time

    /// The loop's time of something that the server says happened then; 0 for now.
    func time(_ stamp: xcb_timestamp_t) -> CFTimeInterval {
        let now = Double(clock.uptime) / 1e9
        guard stamp != 0 else { return now }
        return state.withLock { $0.serverClock.time(stamp, now: now) }
    }

    // MARK: Memory

    /// Whether pictures lie in memory that the server shares.
    var sharesMemory: Bool { extensions.sharedMemory != nil && !state.withLock { $0.sharedMemoryFailed } }

    /// The server does not take such memory after all.
    func stopSharingMemory() { state.withLock { $0.sharedMemoryFailed = true } }

    // MARK: Properties

    func setProperty(_ window: xcb_window_t, _ name: xcb_atom_t, _ type: xcb_atom_t, words: [UInt32]) {
        xcb_change_property(
            raw, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, name, type, 32, UInt32(words.count), words)
    }

    func setProperty(_ window: xcb_window_t, _ name: xcb_atom_t, _ type: xcb_atom_t, bytes: [UInt8]) {
        xcb_change_property(
            raw, UInt8(XCB_PROP_MODE_REPLACE.rawValue), window, name, type, 8, UInt32(bytes.count), bytes)
    }

    /// What a property holds, up to a number of bytes; waits for the server. Nil where the server has gone.
    func property(
        _ window: xcb_window_t, _ name: xcb_atom_t, type: xcb_atom_t = 0, limit: Int, deletes: Bool = false
    ) -> PropertyValue? {
        let cookie = xcb_get_property(raw, deletes ? 1 : 0, window, name, type, 0, UInt32((limit + 3) / 4))
        guard let reply = CReply(xcb_get_property_reply(raw, cookie, nil)) else { return nil }
        return PropertyValue(reply)
    }

    /// The most bytes of data that one request can take.
    var longestData: Int { Int(min(xcb_get_maximum_request_length(raw), 1 << 22)) * 4 - 64 }

    /// Sends a message of five words to a window, as one of `about`.
    func send(
        _ type: xcb_atom_t, about window: xcb_window_t, to receiver: xcb_window_t, words: [UInt32], mask: UInt32 = 0
    ) {
        var event = xcb_client_message_event_t()
        event.response_type = UInt8(XCB_CLIENT_MESSAGE)
        event.format = 32
        event.window = window
        event.type = type
        event.data.data32 = (words[0], words[1], words[2], words[3], words[4])
        sendEvent(event, to: receiver, mask: mask)
    }

    /// Sends an event of 32 bytes at most.
    func sendEvent<Event>(_ event: Event, to receiver: xcb_window_t, mask: UInt32 = 0) {
        withUnsafeTemporaryAllocation(byteCount: 32, alignment: 8) { bytes in
            bytes.initializeMemory(as: UInt8.self, repeating: 0)
            withUnsafeBytes(of: event) { bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0.prefix(32))) }
            _ = xcb_send_event(raw, 0, receiver, mask, bytes.assumingMemoryBound(to: CChar.self).baseAddress)
        }
    }
}

/// Holds a connection: it ends with the last one who does, which its own reader is not.
final class ConnectionLease: Sendable {
    let connection: X11Connection

    init(_ connection: X11Connection) { self.connection = connection }

    deinit { connection.close() }
}

/// A server that has gone is an error here, and no end of the process: one that goes between libxcb's look at the socket
/// and its write would raise the signal. A program that has said what is to become of it keeps that.
private func ignoreBrokenPipes() {
    var action = sigaction()
    guard sigaction(SIGPIPE, nil, &action) == 0, action.sa_flags & SA_SIGINFO == 0 else { return }
    if unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 0 { signal(SIGPIPE, SIG_IGN) }
}
