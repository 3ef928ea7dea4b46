internal import CXCB
internal import Foundation
internal import MainspringApplication

/// Files that are dragged from another program to a window: the other side of XDND, version 5. On the reader's thread.
struct FileDropTarget {
    /// The version that windows say they understand.
    static let version: UInt32 = 5
    /// Programs of older ones are not understood.
    private static let oldest: UInt32 = 3
    /// A list of files with more bytes is not taken.
    static let limit = 1 << 20

    private let connection: X11Connection
    private var drag: Drag?

    private struct Drag {
        let source: xcb_window_t
        let inbox: WindowInbox
        let hasFiles: Bool
        var location = CGPoint.zero
        var isTold = false
        /// While the list of files is on its way.
        var transfer: SelectionTransfer?
    }

    init(_ connection: X11Connection) { self.connection = connection }

    mutating func handle(_ message: xcb_client_message_event_t, in inbox: WindowInbox) {
        let atoms = connection.atoms
        let words = message.data.data32
        switch message.type {
        case atoms[.dropEnter]: enter(source: words.0, flags: words.1, types: [words.2, words.3, words.4], inbox)
        case atoms[.dropPosition]:
            guard isOf(words.0, inbox) else { return }
            move(x: Int16(truncatingIfNeeded: words.2 >> 16), y: Int16(truncatingIfNeeded: words.2))
        case atoms[.dropLeave]:
            guard isOf(words.0, inbox), drag?.transfer == nil else { return }
            leave()
        case atoms[.drop]:
            guard isOf(words.0, inbox), drag?.transfer == nil else { return }
            drop(stamp: words.2)
        default: break
        }
    }

    private func isOf(_ source: xcb_window_t, _ inbox: WindowInbox) -> Bool {
        drag.map { $0.source == source && $0.inbox === inbox } ?? false
    }

    private mutating func enter(source: xcb_window_t, flags: UInt32, types: [xcb_atom_t], _ inbox: WindowInbox) {
        leave()
        guard flags >> 24 >= Self.oldest else { return }
        var types = types
        if flags & 1 != 0 {
            let list = connection.property(
                source, connection.atoms[.dropTypes], type: XCB_ATOM_ATOM.rawValue, limit: 4096)
            types = list?.words ?? []
        }
        drag = Drag(source: source, inbox: inbox, hasFiles: types.contains(connection.atoms[.uriList]))
    }

    private mutating func move(x: Int16, y: Int16) {
        guard var drag else { return }
        let cookie = xcb_translate_coordinates(connection.raw, connection.screen.root, drag.inbox.window, x, y)
        if let place = CReply(xcb_translate_coordinates_reply(connection.raw, cookie, nil)) {
            let scale = drag.inbox.currentShape.scale
            drag.location = CGPoint(x: CGFloat(place.dst_x) / scale, y: CGFloat(place.dst_y) / scale)
        }
        if drag.hasFiles {
            // The program answers.
            if !drag.isTold { drag.inbox.fileDrag.begin(drag.source) }
            post(drag.isTold ? .moved : .entered, of: drag)
            drag.isTold = true
        } else {
            FileDragAnswer.tell(drag.source, false, drag.inbox.window, connection)
        }
        self.drag = drag
    }

    private mutating func leave() {
        if let drag, drag.isTold { post(.exited, of: drag) }
        end()
    }

    private mutating func end() {
        drag?.inbox.fileDrag.begin(0)
        drag = nil
    }

    private mutating func drop(stamp: xcb_timestamp_t) {
        guard let drag else { return }
        guard drag.hasFiles, !drag.inbox.fileDrag.isRefused else { return finish(nil) }
        let property = connection.atoms[.dropTransfer]
        self.drag?.transfer = SelectionTransfer(window: drag.inbox.window, property: property, limit: Self.limit)
        xcb_convert_selection(
            connection.raw, drag.inbox.window, connection.atoms[.dropSelection], connection.atoms[.uriList], property,
            stamp)
    }

    /// The list of files has come.
    mutating func arrived(_ answer: xcb_selection_notify_event_t) {
        guard answer.selection == connection.atoms[.dropSelection], answer.requestor == drag?.transfer?.window,
            case .done(let bytes) = drag?.transfer?.arrived(answer, connection)
        else { return }
        finish(bytes)
    }

    mutating func propertyChanged(_ change: xcb_property_notify_event_t, in inbox: WindowInbox) {
        guard change.window == drag?.transfer?.window, change.atom == drag?.transfer?.property,
            change.state == UInt8(XCB_PROPERTY_NEW_VALUE.rawValue),
            case .done(let bytes) = drag?.transfer?.changed(connection)
        else { return }
        finish(bytes)
    }

    private mutating func finish(_ bytes: [UInt8]?) {
        guard let drag else { return }
        let files = bytes.map { URIList.files(in: $0) } ?? []
        let isTaken = !files.isEmpty
        connection.send(
            connection.atoms[.dropFinished], about: drag.source, to: drag.source,
            words: [drag.inbox.window, isTaken ? 1 : 0, isTaken ? connection.atoms[.dropCopy] : 0, 0, 0])
        if isTaken {
            // A program may drop without a move before.
            if !drag.isTold { post(.entered, of: drag) }
            post(.dropped, files, of: drag)
            end()
        } else {
            leave()
        }
    }

    private func post(_ phase: FileDropEvent.Phase, _ files: [URL] = [], of drag: Drag) {
        drag.inbox.post(.fileDrop(FileDropEvent(phase, urls: files, at: drag.location)))
    }
}
