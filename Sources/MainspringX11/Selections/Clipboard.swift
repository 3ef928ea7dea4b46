internal import CXCB
internal import Foundation
internal import Locks

/// The text that programs hand over to each other: the server's selection CLIPBOARD. Asked and set on the loop's thread,
/// served on the reader's.
final class Clipboard: @unchecked Sendable {
    // `@unchecked Sendable`: `state` has a lock; `transfer` belongs to the reader's thread.

    private struct State {
        /// The text, while it is this program's.
        var own: [UInt8]?
        /// The server's time of the last setting; nil until it has told.
        var stamp: xcb_timestamp_t?
        /// Somebody waits for the text of another program.
        var isAsked = false
        var answer: [UInt8]?
        var isOver = false
        /// Counts how often it was set.
        var setting = 0
    }

    private let connection: X11Connection
    private let state = Guarded(State())
    private let bell = DispatchSemaphore(value: 0)
    private var transfer: SelectionTransfer

    init(_ connection: X11Connection) {
        self.connection = connection
        transfer = SelectionTransfer(
            window: connection.helper, property: connection.atoms[.transfer], limit: X11WindowSystem.clipboardLimit)
    }

    var text: String? {
        get { bytes.map { String(decoding: $0, as: UTF8.self) } }
        set {
            let bytes = newValue.map { Array($0.utf8) }
            state.withLock { state in
                if bytes == nil, state.own == nil { return }
                state.own = bytes
                state.stamp = nil
                state.setting += 1
                let owner = bytes == nil ? xcb_window_t(XCB_NONE) : connection.helper
                // Sent under the lock: who finds this setting asks the server after it.
                xcb_set_selection_owner(
                    connection.raw, owner, connection.atoms[.clipboard], xcb_timestamp_t(XCB_CURRENT_TIME))
                // Adds nothing: the server tells what time that was.
                xcb_change_property(
                    connection.raw, UInt8(XCB_PROP_MODE_APPEND.rawValue), connection.helper, connection.atoms[.stamp],
                    XCB_ATOM_INTEGER.rawValue, 32, 0, nil)
            }
            connection.flush()
        }
    }

    private var bytes: [UInt8]? {
        let isThere = state.withLock { state -> ([UInt8]?, isToAsk: Bool) in
            if state.own != nil || state.isOver { return (state.own, false) }
            state.isAsked = true
            state.answer = nil
            return (nil, true)
        }
        guard isThere.isToAsk else { return isThere.0 }
        let deadline = DispatchTime.now() + X11WindowSystem.clipboardPatience
        let atoms = connection.atoms
        xcb_convert_selection(
            connection.raw, connection.helper, atoms[.clipboard], atoms[.utf8], atoms[.transfer],
            xcb_timestamp_t(XCB_CURRENT_TIME))
        connection.flush()
        while state.withLock({ $0.isAsked && !$0.isOver }) {
            if bell.wait(timeout: deadline) == .timedOut { break }
        }
        return state.withLock { state in
            state.isAsked = false
            defer { state.answer = nil }
            return state.answer
        }
    }

    // MARK: On the reader's thread

    /// The program that was asked has answered.
    func arrived(_ answer: xcb_selection_notify_event_t) {
        guard answer.selection == connection.atoms[.clipboard] else { return }
        take(transfer.arrived(answer, connection))
    }

    func propertyChanged(_ change: xcb_property_notify_event_t) {
        if change.atom == connection.atoms[.stamp] { return state.withLock { $0.stamp = change.time } }
        guard change.atom == transfer.property, change.state == UInt8(XCB_PROPERTY_NEW_VALUE.rawValue) else { return }
        take(transfer.changed(connection))
    }

    private func take(_ outcome: SelectionTransfer.Outcome) {
        guard case .done(let bytes) = outcome else { return }
        let wasAsked = state.withLock { state in
            guard state.isAsked else { return false }
            state.isAsked = false
            state.answer = bytes
            return true
        }
        if wasAsked { bell.signal() }
    }

    /// Another program has a text now.
    func lost(_ event: xcb_selection_clear_event_t) {
        guard event.selection == connection.atoms[.clipboard] else { return }
        let setting = state.withLock { $0.setting }
        let cookie = xcb_get_selection_owner(connection.raw, event.selection)
        let owner = CReply(xcb_get_selection_owner_reply(connection.raw, cookie, nil))?.owner
        // It may be this program's again since the server said so.
        state.withLock { state in
            if owner != connection.helper, setting == state.setting { state.own = nil }
        }
    }

    /// The server has gone: nobody waits any more.
    func end() {
        state.withLock { $0.isOver = true }
        bell.signal()
    }

    /// Another program asks for the text.
    func serve(_ request: xcb_selection_request_event_t) {
        let atoms = connection.atoms
        var answer = xcb_selection_notify_event_t()
        answer.response_type = UInt8(XCB_SELECTION_NOTIFY)
        answer.time = request.time
        answer.requestor = request.requestor
        answer.selection = request.selection
        answer.target = request.target
        // A program of the old kind names no property.
        let property = request.property == 0 ? request.target : request.property
        let own = state.withLock { ($0.own, $0.stamp) }
        if request.selection == atoms[.clipboard], let text = own.0 {
            let offer = ClipboardOffer(text: text, stamp: own.1)
            if offer.write(as: request.target, to: property, of: request.requestor, connection) {
                answer.property = property
            }
        }
        connection.sendEvent(answer, to: request.requestor)
    }
}
