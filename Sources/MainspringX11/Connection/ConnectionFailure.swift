internal import CXCB

/// What libxcb says of a connection that has ended, in words.
enum ConnectionFailure {
    static func reason(_ code: Int32) -> String {
        switch code {
        case XCB_CONN_ERROR: "nobody answers, or the connection broke"
        case XCB_CONN_CLOSED_EXT_NOTSUPPORTED: "an extension is missing there"
        case XCB_CONN_CLOSED_MEM_INSUFFICIENT: "memory is short"
        case XCB_CONN_CLOSED_REQ_LEN_EXCEED: "a request was longer than it takes"
        case XCB_CONN_CLOSED_PARSE_ERR: "that is no name of a display"
        case XCB_CONN_CLOSED_INVALID_SCREEN: "there is no screen of that number"
        case XCB_CONN_CLOSED_FDPASSING_FAILED: "it does not take shared memory"
        default: "the connection ended with code \(code)"
        }
    }
}
