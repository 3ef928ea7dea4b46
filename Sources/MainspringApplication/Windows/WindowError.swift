/// Why there is no window. Ours.
public enum WindowError: Error, CustomStringConvertible {
    /// The application has no window system.
    case noWindowSystem
    /// The application is ending, or the window system is gone.
    case applicationIsOver

    /// The sentence.
    public var description: String {
        switch self {
        case .noWindowSystem:
            "A window was made before the application had a window system. Set Application.windowSystem, to a HeadlessWindowSystem where there is no display."
        case .applicationIsOver: "A window was made while the application was ending. Make none from then on."
        }
    }
}
