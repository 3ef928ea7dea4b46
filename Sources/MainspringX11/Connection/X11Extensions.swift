internal import CXCB

/// Which extensions the server has, of those that windows make use of.
struct X11Extensions: Sendable {
    /// Where an extension's numbers begin.
    struct Numbers: Sendable {
        let opcode: UInt8
        let firstEvent: UInt8
    }

    /// What is not asked for, for tests of servers that lack it.
    struct Choice: Sendable {
        var sharesMemory = true
        var presents = true
        var smoothScrolling = true
        var readsKeyboard = true
    }

    /// Memory that the server shares, and whether such memory can be a picture of the server's.
    private(set) var sharedMemory: Numbers?
    private(set) var hasSharedPictures = false
    /// Pictures that are shown when the display begins a frame.
    private(set) var present: Numbers?
    /// The second form of input devices.
    private(set) var input: Numbers?
    private(set) var keyboard: Numbers?
    private(set) var hasDisplayModes = false

    init(_ connection: OpaquePointer, _ choice: Choice) {
        let all = [
            mainspring_x11_shm, mainspring_x11_present, mainspring_x11_xfixes, mainspring_x11_randr,
            mainspring_x11_xinput, mainspring_x11_xkb,
        ]
        for extension_ in all { mainspring_x11_prefetch(connection, extension_) }
        func numbers(_ which: mainspring_x11_extension, _ isWanted: Bool = true) -> Numbers? {
            guard isWanted, let reply = mainspring_x11_query(connection, which) else { return nil }
            return Numbers(opcode: reply.pointee.major_opcode, firstEvent: reply.pointee.first_event)
        }

        if let shm = numbers(mainspring_x11_shm, choice.sharesMemory) {
            let version = CReply(xcb_shm_query_version_reply(connection, xcb_shm_query_version(connection), nil))
            // Descriptors came with 1.2. They go over a local socket only: over another one to try ends the connection.
            let isNewEnough = version.map { ($0.major_version, $0.minor_version) >= (1, 2) } ?? false
            if isNewEnough, mainspring_x11_is_local(xcb_get_file_descriptor(connection)) != 0,
                SharedPixels.isPossible(connection)
            {
                sharedMemory = shm
                hasSharedPictures =
                    version!.shared_pixmaps != 0 && version!.pixmap_format == UInt8(XCB_IMAGE_FORMAT_Z_PIXMAP.rawValue)
            }
        }
        if let numbers = numbers(mainspring_x11_present, choice.presents), numbersOfRegions(connection) {
            let version = CReply(
                xcb_present_query_version_reply(connection, xcb_present_query_version(connection, 1, 2), nil))
            if version != nil { present = numbers }
        }
        if let numbers = numbers(mainspring_x11_xinput, choice.smoothScrolling) {
            let version = CReply(
                xcb_input_xi_query_version_reply(connection, xcb_input_xi_query_version(connection, 2, 2), nil))
            if let version, (version.major_version, version.minor_version) >= (2, 1) { input = numbers }
        }
        if let randr = mainspring_x11_query(connection, mainspring_x11_randr), randr.pointee.present != 0 {
            let version = CReply(
                xcb_randr_query_version_reply(connection, xcb_randr_query_version(connection, 1, 3), nil))
            if let version { hasDisplayModes = (version.major_version, version.minor_version) >= (1, 3) }
        }
        keyboard = numbers(mainspring_x11_xkb, choice.readsKeyboard)
    }
}

/// Whether regions can be made, which have to be asked for by version first.
private func numbersOfRegions(_ connection: OpaquePointer) -> Bool {
    guard mainspring_x11_query(connection, mainspring_x11_xfixes) != nil else { return false }
    let version = CReply(
        xcb_xfixes_query_version_reply(connection, xcb_xfixes_query_version(connection, 2, 0), nil))
    return version.map { $0.major_version >= 2 } ?? false
}
