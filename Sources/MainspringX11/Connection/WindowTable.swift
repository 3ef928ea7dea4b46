internal import CXCB
internal import Locks
internal import MainspringApplication

/// The windows that are there, by the server's numbers. From any thread.
final class WindowTable: Sendable {
    private struct State {
        var inboxes: [xcb_window_t: WindowInbox] = [:]
        var isOver = false
    }

    private let state = Guarded(State())

    /// False if the server has gone.
    func add(_ inbox: WindowInbox) -> Bool {
        state.withLock { state in
            guard !state.isOver else { return false }
            state.inboxes[inbox.window] = inbox
            return true
        }
    }

    func remove(_ window: xcb_window_t) {
        let removed = state.withLock { $0.inboxes.removeValue(forKey: window) }
        withExtendedLifetime(removed) {}
    }

    subscript(_ window: xcb_window_t) -> WindowInbox? { state.withLock { $0.inboxes[window] } }

    var all: [WindowInbox] { state.withLock { Array($0.inboxes.values) } }

    /// The server has gone: takes in no more. Those that are there, the first time.
    func end() -> [WindowInbox] {
        state.withLock { state in
            guard !state.isOver else { return [] }
            state.isOver = true
            defer { state.inboxes = [:] }
            return state.inboxes.values.sorted { $0.window < $1.window }
        }
    }
}
