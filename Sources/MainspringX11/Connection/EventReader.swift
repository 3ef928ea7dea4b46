internal import CXCB
internal import Foundation

/// Reads what the server sends, on a thread of its own: so what the display says reaches the frames while the main thread
/// is busy.
///
/// The thread ends with the connection, and keeps it until then.
enum EventReader {
    static func start(_ dispatcher: EventDispatcher) {
        let thread = Thread {
            let connection = dispatcher.connection
            while let event = CReply(xcb_wait_for_event(connection.raw)) {
                dispatcher.handle(event)
                connection.flush()
            }
            dispatcher.end()
        }
        thread.name = "x11"
        thread.start()
    }
}
