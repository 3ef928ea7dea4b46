import CXCB
import Foundation
import Locks
import Mainspring
import MainspringAnimation
import MainspringGraphics
import Testing
import WindowTestSupport

@testable import MainspringApplication
@testable import MainspringX11

/// An application around the test's own loop, with windows on a server of its own.
final class X11Stage {
    let server: TestServer
    let application: Application
    let painter: TestPainter
    let delegate = Notes()
    private(set) var system: X11WindowSystem?

    /// What the application and its windows were told.
    final class Notes: ApplicationDelegate, WindowDelegate {
        var failures: [String] = []
        var events: [Event] = []
        var isClosingAllowed = true
        var closeRequests = 0
        /// Where files are taken.
        var takesFiles: (CGPoint) -> Bool = { _ in true }
        func application(_ application: Application, windowSystemDidFail sentence: String) { failures.append(sentence) }
        func windowShouldClose(_ sender: Window) -> Bool {
            closeRequests += 1
            return isClosingAllowed
        }
        func window(_ window: Window, handle event: Event) -> Bool {
            events.append(event)
            if case .fileDrop(let drop) = event.content { return takesFiles(drop.location) }
            return true
        }
    }

    init(
        _ server: TestServer, choice: X11Extensions.Choice = X11Extensions.Choice(), scale: CGFloat? = 1,
        painter: TestPainter = TestPainter()
    ) throws {
        self.server = server
        self.painter = painter
        application = Application(loop: CFRunLoopGetCurrent()) { _ in }
        application.handlesTerminationSignals = false
        application.delegate = delegate
        let system = try X11WindowSystem(display: server.display, choice: choice, scale: scale) { painter }
        self.system = system
        application.windowSystem = system
    }

    /// A window that is on the screen, with what the server calls it.
    func makeWindow(width: CGFloat = 200, height: CGFloat = 100, isShown: Bool = true) throws -> (Window, xcb_window_t)
    {
        let window = try Window(
            WindowConfiguration(title: "Test", size: CGSize(width: width, height: height)), application: application)
        window.delegate = delegate
        if isShown {
            window.show()
            #expect(run { window.isVisible }, "the window did not become visible")
        }
        return (window, (window.surface as! X11Surface).window)
    }

    func dropSystem() { system = nil }

    /// Runs the loop turn by turn until something is so. False if that took longer than it could on any machine.
    @discardableResult
    func run(
        atMost seconds: Double = 20, sourceLocation: SourceLocation = #_sourceLocation, until isSo: () -> Bool
    ) -> Bool {
        let end = CFAbsoluteTimeGetCurrent() + seconds
        while !isSo() {
            if CFAbsoluteTimeGetCurrent() > end {
                Issue.record("not in \(seconds) seconds; events: \(words.suffix(20))", sourceLocation: sourceLocation)
                return false
            }
            _ = CFRunLoopRunInMode(.defaultMode, 0.005, true)
        }
        return true
    }

    // MARK: What came

    var words: [String] { delegate.events.map(\.word) }

    /// Waits until as many events have come, and gives their words.
    func words(_ count: Int) -> [String] {
        run { delegate.events.count >= count }
        return words
    }

    /// Waits until the last event is this one.
    func comes(_ word: String) -> Bool { run { words.contains(word) } }

    func forget() { delegate.events = [] }
}

/// What was painted once.
struct Painting {
    let damage: [PixelRect]
    let generation: UInt32
    /// Which of its host's frames it was of.
    let serial: UInt64

    var area: Int { damage.reduce(0) { $0 + $1.width * $1.height } }

    func draw(into picture: inout [UInt32], width: Int) {
        for rect in damage {
            for y in rect.y..<rect.y + rect.height {
                for x in rect.x..<rect.x + rect.width {
                    picture[y * width + x] = TestPainter.color(x, y, generation)
                }
            }
        }
    }
}

/// Fills what it is told to paint with a colour for each place, and counts.
final class TestPainter: FramePainter, @unchecked Sendable {
    // `@unchecked Sendable`: `state` has a lock.

    struct State {
        var count = 0
        var size = PixelSize(width: 0, height: 0)
        /// The first of them.
        var paintings: [Painting] = []
        var generation: UInt32 = 0
    }

    let state = Guarded(State())
    private let bell = DispatchSemaphore(value: 0)

    /// Blocks the calling thread until so many paintings were made, or no machine could take that long.
    func wait(for count: Int) {
        let deadline = DispatchTime.now() + 20
        while self.count < count, bell.wait(timeout: deadline) == .success {}
    }

    var count: Int { state.withLock { $0.count } }
    var size: PixelSize { state.withLock { $0.size } }

    /// What is painted next is of another colour.
    func setGeneration(_ generation: UInt32) { state.withLock { $0.generation = generation } }

    static func color(_ x: Int, _ y: Int, _ generation: UInt32) -> UInt32 {
        (UInt32(x) &* 7 &+ UInt32(y) &* 131_071 &+ generation &* 0x10_2030) & 0xFF_FFFF
    }

    static func picture(width: Int, height: Int, _ generation: UInt32 = 0) -> [UInt32] {
        (0..<width * height).map { color($0 % width, $0 / width, generation) }
    }

    func paint(_ update: FrameUpdate, into pixels: PixelMemory) {
        let generation = state.withLock { $0.generation }
        for rect in update.damage {
            for y in rect.y..<rect.y + rect.height {
                let row = (pixels.base + y * pixels.bytesPerRow).assumingMemoryBound(to: UInt32.self)
                for x in rect.x..<rect.x + rect.width { row[x] = Self.color(x, y, generation) | 0xFF00_0000 }
            }
        }
        state.withLock { state in
            state.count += 1
            state.size = pixels.size
            if state.paintings.count < 1000 {
                state.paintings.append(
                    Painting(damage: update.damage, generation: generation, serial: update.frame.serial))
            }
        }
        bell.signal()
    }
}

/// Runs a test's body on a thread of its own, whose loop nobody else uses and which goes with it.
func onOwnLoop<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) throws -> Result {
    let outcome = Guarded<Swift.Result<Result, any Error>?>(nil)
    let finished = DispatchSemaphore(value: 0)
    let worker = Thread {
        let result = Swift.Result { try body() }
        outcome.withLock { $0 = result }
        finished.signal()
    }
    worker.stackSize = 1 << 23
    worker.start()
    finished.wait()
    return try outcome.withLock { $0! }.get()
}

/// Runs a test's body on a stage of its own.
func onStage<Result: Sendable>(
    choice: X11Extensions.Choice = X11Extensions.Choice(), scale: CGFloat? = 1, depth: Int = 24,
    arguments: [String] = [],
    _ body: @escaping @Sendable (X11Stage, TestClient) throws -> Result
) throws -> Result {
    try onOwnLoop {
        let server = try TestServer(depth: depth, arguments: arguments)
        let stage = try X11Stage(server, choice: choice, scale: scale)
        return try body(stage, try TestClient(server))
    }
}

extension Event {
    /// What happened, as a test names it.
    var word: String {
        switch content {
        case .pointer(let event):
            "\(event.phase) \(Int(event.location.x)),\(Int(event.location.y)) b\(event.button.number) n\(event.clickCount)"
        case .scroll(let event): "scroll \(event.delta.dx),\(event.delta.dy) \(event.isPrecise ? "points" : "lines")"
        case .key(let event):
            "key \(event.characters) \(event.isDown ? "down" : "up")\(event.isRepeat ? " again" : "")"
        case .text(let text): "text \(text)"
        case .fileDrop(let event): "files \(event.phase) \(event.urls.map(\.path))"
        default: "\(content)"
        }
    }
}
