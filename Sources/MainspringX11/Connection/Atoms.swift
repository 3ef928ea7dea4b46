internal import CXCB

/// The server's numbers for the names that are used here.
struct Atoms: Sendable {
    enum Name: String, CaseIterable {
        case protocols = "WM_PROTOCOLS"
        case deleteWindow = "WM_DELETE_WINDOW"
        case ping = "_NET_WM_PING"
        case netName = "_NET_WM_NAME"
        case netIcon = "_NET_WM_ICON"
        case netProcess = "_NET_WM_PID"
        case netState = "_NET_WM_STATE"
        case fullScreen = "_NET_WM_STATE_FULLSCREEN"
        case hidden = "_NET_WM_STATE_HIDDEN"
        case windowType = "_NET_WM_WINDOW_TYPE"
        case normalWindow = "_NET_WM_WINDOW_TYPE_NORMAL"
        case utf8 = "UTF8_STRING"
        case text = "TEXT"
        case plainText = "text/plain;charset=utf-8"
        case anyPlainText = "text/plain"
        case clipboard = "CLIPBOARD"
        case targets = "TARGETS"
        case timestamp = "TIMESTAMP"
        case multiple = "MULTIPLE"
        case pair = "ATOM_PAIR"
        case incremental = "INCR"
        case transfer = "MAINSPRING_TRANSFER"
        case stamp = "MAINSPRING_STAMP"
        case dropTransfer = "MAINSPRING_DROP"
        case dropAware = "XdndAware"
        case dropEnter = "XdndEnter"
        case dropPosition = "XdndPosition"
        case dropStatus = "XdndStatus"
        case dropLeave = "XdndLeave"
        case drop = "XdndDrop"
        case dropFinished = "XdndFinished"
        case dropSelection = "XdndSelection"
        case dropTypes = "XdndTypeList"
        case dropCopy = "XdndActionCopy"
        case uriList = "text/uri-list"
    }

    private let numbers: [Name: xcb_atom_t]

    /// Asks for all of them at once, and waits.
    init(_ connection: OpaquePointer) {
        let cookies = Name.allCases.map { name in
            (name, xcb_intern_atom(connection, 0, UInt16(name.rawValue.utf8.count), name.rawValue))
        }
        var numbers: [Name: xcb_atom_t] = [:]
        for (name, cookie) in cookies {
            numbers[name] = CReply(xcb_intern_atom_reply(connection, cookie, nil))?.atom ?? 0
        }
        self.numbers = numbers
    }

    /// 0 where the server has gone.
    subscript(_ name: Name) -> xcb_atom_t { numbers[name] ?? 0 }
}
