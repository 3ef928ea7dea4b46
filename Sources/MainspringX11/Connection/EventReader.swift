internal import CXCB
internal import Foundation
internal import Mainspring

/// Reads what the server sends, on a thread of its own: so what the display says reaches the frames while the main
/// thread is busy.
///
/// The thread ends with the connection, and keeps it until then.
enum EventReader {
    /// - Throws: ``X11Error/cannotConnect(display:reason:)`` if the system gives no thread.
    static func start(_ dispatcher: EventDispatcher) throws {
        let failure = SystemThread.start(name: "x11") {
            let connection = dispatcher.connection
            while let event = CReply(xcb_wait_for_event(connection.raw)) {
                dispatcher.handle(event)
                connection.flush()
            }
            dispatcher.end()
        }
        guard failure != 0 else { return }
        let reason = "there is no thread left to read its events (\(String(cString: strerror(failure))))"
        throw X11Error.cannotConnect(display: dispatcher.connection.display, reason: reason)
    }
}
