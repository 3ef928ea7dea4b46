/// Why there are no windows on an X server. Ours.
public enum X11Error: Error, Hashable, Sendable, CustomStringConvertible {
    /// Neither the program nor `DISPLAY` names a server.
    case noDisplay
    /// A server cannot be reached, or refuses; the second string says why.
    case cannotConnect(display: String, reason: String)
    /// A server's screen keeps its pixels in a way that is not known here; the second string says which.
    case unsupportedScreen(display: String, found: String)
    /// A server that was there is gone; the second string says why.
    case connectionLost(display: String, reason: String)
    /// A server does not make a window; the second string says why.
    case windowRefused(display: String, reason: String)

    /// The sentence.
    public var description: String {
        switch self {
        case .noDisplay:
            "No X server is named. Set DISPLAY, or give X11WindowSystem a display such as “:0”."
        case .cannotConnect(let display, let reason):
            "The X server of display “\(display)” cannot be had: \(reason). Look whether it runs and whether this user may use it."
        case .unsupportedScreen(let display, let found):
            "The screen of display “\(display)” has \(found); windows need 24 or 32 bits a pixel, blue in the lowest byte. Start the server with a depth of 24."
        case .connectionLost(let display, let reason):
            "The X server of display “\(display)” is gone: \(reason). Save, and start the program again when there is one."
        case .windowRefused(let display, let reason):
            "The X server of display “\(display)” refuses a window: \(reason). Close other windows, or make this one smaller."
        }
    }
}
