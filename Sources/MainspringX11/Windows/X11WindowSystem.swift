public import Foundation
internal import Mainspring
public import MainspringApplication

/// Windows on an X server. Ours.
///
/// ```swift
/// let application = Application.shared
/// application.windowSystem = try X11WindowSystem { GrayPainter() }
/// let window = try Window(WindowConfiguration(title: "Map", size: CGSize(width: 800, height: 600)))
/// window.show()
/// application.run()
/// ```
///
/// What the server sends is read on a thread of its own; windows hear of it by the application's event queue. When the
/// server has gone they close, and the application's delegate is told why; the program goes on. Writing to a server
/// that goes just then would end the process by SIGPIPE: unless the program has said what that signal is to do, it is
/// ignored from here on.
///
/// A point is a pixel where the server's resource `Xft.dpi` is 96, or is not there; it follows that resource when it
/// changes. The environment's `MAINSPRING_SCALE`, from 0.25 to 16, counts instead of it.
///
/// It belongs to the loop's thread on which it is made. The connection ends when the system and all of its windows have
/// gone.
public final class X11WindowSystem: WindowSystem {
    /// The display's name, as it was given or stood in the environment.
    public var display: String { connection.display }
    /// Asking another program for its text takes no longer than this, in seconds; then there is none.
    public static let clipboardPatience: TimeInterval = 1
    /// A text of another program's with more bytes is not taken.
    public static let clipboardLimit = 16 << 20

    private let lease: ConnectionLease
    private let windows = WindowTable()
    private let clipboard: Clipboard
    private let cursors: CursorTable
    private let scale: DisplayScale
    private let framesPerSecond: Int
    private let loop: CFRunLoop
    private let makePainter: () -> any FramePainter

    private var connection: X11Connection { lease.connection }

    /// Connects to a server and waits for it.
    ///
    /// - Parameters:
    ///   - display: Such as `:0`; nil for what the environment's `DISPLAY` says.
    ///   - makePainter: Makes what paints a window's frames, for each window one.
    /// - Throws: An ``X11Error``, which names the display.
    public convenience init(display: String? = nil, makePainter: @escaping () -> any FramePainter) throws {
        try self.init(display: display, choice: X11Extensions.Choice(), scale: nil, makePainter: makePainter)
    }

    init(
        display: String?, choice: X11Extensions.Choice, scale: CGFloat?, makePainter: @escaping () -> any FramePainter
    ) throws {
        loop = CFRunLoopGetCurrent()
        lease = ConnectionLease(try X11Connection(display: display, clock: loop.clock, choice: choice))
        self.makePainter = makePainter
        let connection = lease.connection
        self.scale = DisplayScale(connection, fixed: scale)
        clipboard = Clipboard(connection)
        cursors = CursorTable(connection)
        framesPerSecond = DisplayRate.framesPerSecond(connection)
        try EventReader.start(EventDispatcher(connection, windows, clipboard, self.scale))
    }

    /// Makes a window of the server's.
    /// - Throws: ``X11Error/connectionLost(display:reason:)`` if the server has gone,
    ///   ``X11Error/windowRefused(display:reason:)`` if it makes none.
    public func makeSurface(_ configuration: WindowConfiguration, events: WindowEventPoster) throws
        -> any WindowSurface
    {
        let surface = try X11Surface(
            configuration, events, lease, windows, cursors, loop: loop, scale: scale.value,
            framesPerSecond: framesPerSecond, painter: makePainter())
        return surface
    }

    /// The text that programs hand over to each other.
    ///
    /// Reading asks the program that owns the clipboard, and waits for at most ``clipboardPatience``. The text is nil if
    /// that program does not answer in time, or answers with more than ``clipboardLimit``.
    ///
    /// A text that is set is lost when this program ends; nil gives the clipboard up. If the text does not fit into one
    /// request, 16 MiB with most servers, other programs' requests for it are refused.
    public var clipboardText: String? {
        get { clipboard.text }
        set { clipboard.text = newValue }
    }
}

/// As the loop's items are.
@available(*, unavailable)
extension X11WindowSystem: @unchecked Sendable {}
