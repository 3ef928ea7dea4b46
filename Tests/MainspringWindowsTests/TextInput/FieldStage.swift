import Foundation
import Mainspring
import MainspringAnimation
import MainspringGraphics

@testable import MainspringApplication
@testable import MainspringRendering
@testable import MainspringWindows

/// A field in a window without a display, on a loop with a virtual clock, and in place of its user.
final class FieldStage {
    let field = TextField()
    let system: HeadlessWindowSystem
    let application: Application
    let window: Window
    let surface: HeadlessSurface

    init(isPainted: Bool = false) throws {
        system = HeadlessWindowSystem(makePainter: isPainted ? { LayerPainter() } : nil)
        application = Application(loop: CFRunLoopGetCurrent()) { _ in }
        application.handlesTerminationSignals = false
        application.windowSystem = system
        window = try Window(
            WindowConfiguration(title: "Field", size: CGSize(width: 300, height: 60)), application: application)
        surface = system.surfaces[0]
        field.frame = CGRect(x: 10, y: 10, width: 200, height: 40)
        field.font = TextFont(family: "DejaVu Sans", size: 16)
        window.layer.addSublayer(field)
        window.show()
        run()
    }

    /// Runs a closure with a stage on a thread with a loop of its own.
    static func run<Result: Sendable>(
        isPainted: Bool = false, _ body: @escaping @Sendable (FieldStage) throws -> Result
    ) throws -> Result {
        let thread = RunLoopThread(name: "field", clock: VirtualClock())
        defer { thread.stop() }
        return try thread.performAndWait {
            let stage = try FieldStage(isPainted: isPainted)
            defer { stage.window.close() }
            return try body(stage)
        }
    }

    func run(for seconds: Double = 0.001) { _ = CFRunLoopRunInMode(.defaultMode, seconds, false) }

    /// The text with `|` for the caret, and `[` and `]` around what is selected.
    var state: String {
        let units = Array(field.text.utf16)
        let range = field.selectedRange
        func part(_ range: Range<Int>) -> String { String(decoding: units[range], as: UTF16.self) }
        let (before, after) = (part(0..<range.lowerBound), part(range.upperBound..<units.count))
        return range.isEmpty ? before + "|" + after : before + "[" + part(range) + "]" + after
    }

    // MARK: The user

    /// Presses keys one after another, as a window system tells of them: `<left>`, `<ctrl-shift-z>`; what stands between these is typed.
    func press(_ keys: String) {
        var rest = keys[...]
        while let first = rest.first {
            if first == "<", let end = rest.firstIndex(of: ">") {
                stroke(rest[rest.index(after: rest.startIndex)..<end])
                rest = rest[rest.index(after: end)...]
            } else {
                rest.removeFirst()
                send(.key(KeyEvent(isDown: true, keyCode: 0, characters: String(first))))
                send(.text(String(first)))
                send(.key(KeyEvent(isDown: false, keyCode: 0, characters: String(first))))
            }
        }
        run()
    }

    private static let names = [
        "left": "\u{F702}", "right": "\u{F703}", "home": "\u{F729}", "end": "\u{F72B}", "back": "\u{7F}",
        "delete": "\u{F728}", "insert": "\u{F727}", "tab": "\t", "return": "\r", "escape": "\u{1B}", "up": "\u{F700}",
    ]

    private func stroke(_ name: Substring) {
        var modifiers: EventModifiers = []
        var words = name.split(separator: "-")
        let key = String(words.removeLast())
        for word in words {
            modifiers.insert(word == "ctrl" ? .control : word == "shift" ? .shift : .option)
        }
        let plain = Self.names[key] ?? (modifiers.contains(.shift) ? key.uppercased() : key)
        for isDown in [true, false] {
            send(
                .key(
                    KeyEvent(
                        isDown: isDown, keyCode: 0, characters: plain, charactersIgnoringModifiers: plain,
                        modifiers: modifiers)))
        }
    }

    /// Where in the window the caret before a place of the text is.
    func point(at place: Int) -> CGPoint {
        let x = field.textBox.minX + field.origin(of: field.shown) + field.shown.x(place)
        return CGPoint(x: field.frame.minX + x + 0.01, y: field.frame.midY)
    }

    func pointer(
        _ phase: PointerEvent.Phase, _ point: CGPoint, clicks: Int = 1, _ modifiers: EventModifiers = [],
        _ button: PointerButton = .primary
    ) {
        send(.pointer(PointerEvent(phase, at: point, button: button, modifiers: modifiers, clickCount: clicks)))
        run()
    }

    func click(_ place: Int, clicks: Int = 1, _ modifiers: EventModifiers = []) {
        pointer(.down, point(at: place), clicks: clicks, modifiers)
        pointer(.up, point(at: place), clicks: clicks, modifiers)
    }

    func send(_ content: Event.Content) { surface.send(content) }
}
