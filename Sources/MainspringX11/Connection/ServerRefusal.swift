internal import CXCB

/// A server does not make something that frames need: why, in words.
///
/// The protocol tells it later, when nobody waits for it any more.
struct ServerRefusal {
    /// What was to be made, by the protocol's name.
    enum Request: String {
        case window = "CreateWindow"
        case picture = "CreatePixmap"
        case sharedPicture = "ShmCreatePixmap"

        /// What the server says of it.
        func reason(code: UInt8) -> String { "\(rawValue) ends with \(ServerRefusal.name(code)) (\(code))" }
    }

    let request: Request
    private let code: UInt8

    /// Nil for an error of another request.
    init?(_ error: xcb_generic_error_t, _ extensions: X11Extensions) {
        let opcode = Int32(error.major_code)
        if opcode == XCB_CREATE_WINDOW {
            request = .window
        } else if opcode == XCB_CREATE_PIXMAP {
            request = .picture
        } else if error.major_code == extensions.sharedMemory?.opcode, error.minor_code == XCB_SHM_CREATE_PIXMAP {
            request = .sharedPicture
        } else {
            return nil
        }
        code = error.error_code
        // A picture is for a window, and nothing is refused where that has gone meanwhile.
        guard Int32(code) != XCB_DRAWABLE else { return nil }
    }

    /// Says it, of each kind of request once.
    func tell(display: String) {
        X11Complaint.say(about: "\(display) \(request.rawValue)", sentence(display))
    }

    private func sentence(_ display: String) -> String {
        let reason = request.reason(code: code)
        let server = "The X server of display “\(display)”"
        return switch request {
        case .window: X11Error.windowRefused(display: display, reason: reason).description
        case .picture: "\(server) refuses a picture: \(reason). Close windows, or make them smaller."
        case .sharedPicture:
            "\(server) refuses a picture in shared memory: \(reason). Frames go through the connection from now on, which takes longer; close windows, or make them smaller, and start the program again."
        }
    }

    /// What the protocol calls an error.
    private static func name(_ code: UInt8) -> String {
        switch Int32(code) {
        case XCB_REQUEST: "BadRequest"
        case XCB_VALUE: "BadValue"
        case XCB_WINDOW: "BadWindow"
        case XCB_PIXMAP: "BadPixmap"
        case XCB_MATCH: "BadMatch"
        case XCB_DRAWABLE: "BadDrawable"
        case XCB_ACCESS: "BadAccess"
        case XCB_ALLOC: "BadAlloc"
        case XCB_COLORMAP: "BadColor"
        case XCB_ID_CHOICE: "BadIDChoice"
        case XCB_LENGTH: "BadLength"
        case XCB_IMPLEMENTATION: "BadImplementation"
        default: "an error"
        }
    }
}
