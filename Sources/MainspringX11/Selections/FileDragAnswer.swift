internal import CXCB
internal import Locks

/// Whether a window would take the files that are dragged over it: asked on the reader's thread, answered on the loop's.
final class FileDragAnswer: Sendable {
    private struct State {
        /// Who drags; 0 while nobody does.
        var source: xcb_window_t = 0
        /// Nil before the first answer.
        var isTaken: Bool?
    }

    private let state = Guarded(State())

    /// Another program's drag begins; 0 for its end.
    func begin(_ source: xcb_window_t) { state.withLock { $0 = State(source: source) } }

    /// Whether the program has said that it would not.
    var isRefused: Bool { state.withLock { $0.isTaken == false } }

    /// The program answers, and who drags is told.
    func answer(_ isTaken: Bool, _ window: xcb_window_t, _ connection: X11Connection) {
        let source = state.withLock { state in
            if state.source != 0 { state.isTaken = isTaken }
            return state.source
        }
        guard source != 0 else { return }
        Self.tell(source, isTaken, window, connection)
        connection.flush()
    }

    /// Tells who drags, who wants to hear of every move all the same.
    static func tell(_ source: xcb_window_t, _ isTaken: Bool, _ window: xcb_window_t, _ connection: X11Connection) {
        let atoms = connection.atoms
        connection.send(
            atoms[.dropStatus], about: source, to: source,
            words: [window, isTaken ? 3 : 2, 0, 0, isTaken ? atoms[.dropCopy] : 0])
    }
}
