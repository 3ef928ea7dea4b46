internal import CXCB
internal import Foundation
internal import Locks

/// Where a window's frames wait for the display: the reader lets them through. From any thread; one waits at a time.
final class FrameGate: @unchecked Sendable {
    // `@unchecked Sendable`: `state` has a lock.

    /// What the display is at.
    struct State {
        var isOver = false
        /// The number of the last frame that was shown.
        var shown: UInt32 = 0
        /// The number of the last frame that was given to it.
        var given: UInt32 = 0
        /// Pictures that the server still reads, at most two.
        var busy: [xcb_pixmap_t] = []
        /// Whether the server reads the one memory there is.
        var isPutting = false
        fileprivate var isAwaited = false
    }

    private let state = Guarded(State())
    private let bell = DispatchSemaphore(value: 0)

    /// What does not come within this many seconds is not waited for: a display that is off, or a notice that was lost,
    /// must not hold the frames up.
    static let patience = 0.1

    /// Waits until something holds. False if the window is over.
    func wait(until holds: (State) -> Bool) -> Bool {
        let deadline = DispatchTime.now() + Self.patience
        while true {
            let (isOver, isThere) = state.withLock { state in
                let isThere = holds(state)
                state.isAwaited = !isThere && !state.isOver
                return (state.isOver, isThere)
            }
            if isOver { return false }
            if isThere { return true }
            if bell.wait(timeout: deadline) == .timedOut {
                return state.withLock { state in
                    state.isAwaited = false
                    return !state.isOver
                }
            }
        }
    }

    /// Whether nobody waits any more.
    var isOver: Bool { state.withLock { $0.isOver } }

    /// The number of the last frame that was given to the server.
    var lastSerial: UInt32 { state.withLock { $0.given } }

    /// The number of the frame that is given to it now.
    func nextSerial() -> UInt32 {
        state.withLock { state in
            state.given &+= 1
            return state.given
        }
    }

    /// A picture is about to be given to the server.
    func willPresent(_ picture: xcb_pixmap_t) {
        state.withLock { state in
            state.busy.removeAll { $0 == picture }
            state.busy.append(picture)
        }
    }

    /// Pictures that are no more.
    func forget(_ pictures: [xcb_pixmap_t]) { state.withLock { $0.busy.removeAll { pictures.contains($0) } } }

    /// The one memory is about to be given to the server.
    func willPut() { state.withLock { $0.isPutting = true } }

    // MARK: On the reader's thread

    func completed(_ serial: UInt32) {
        change { state in
            if Int32(bitPattern: serial &- state.shown) > 0 { state.shown = serial }
        }
    }

    func idle(_ picture: xcb_pixmap_t) { change { $0.busy.removeAll { $0 == picture } } }

    func putIsDone() { change { $0.isPutting = false } }

    /// Nobody waits any more. From any thread.
    func end() { change { $0.isOver = true } }

    private func change(_ body: (inout State) -> Void) {
        let isAwaited = state.withLock { state in
            body(&state)
            defer { state.isAwaited = false }
            return state.isAwaited
        }
        if isAwaited { bell.signal() }
    }
}
