import Foundation
import MainspringAnimation
import MainspringApplication
import MainspringGraphics

/// What the window tells, and what the keys do.
extension AtlasScreen: @MainActor WindowDelegate {
    func windowDidResize(_ window: Window) { fit() }

    func windowDidChangeScale(_ window: Window) { root.setScale(window.scale) }

    func window(_ window: Window, handle event: Event) -> Bool {
        if let form { return form.take(event, in: window) }
        switch event.content {
        case .pointer(let pointer) where pointer.phase == .down: window.focusLayer = nil
        case .key(let key) where key.isDown: return press(key)
        default: return false
        }
        return true
    }

    private func press(_ key: KeyEvent) -> Bool {
        let middle = CGPoint(x: map.layer.bounds.midX, y: map.layer.bounds.midY)
        switch key.shortcutCharacters {
        case "\u{F700}": map.pan(by: CGVector(dx: 0, dy: 80))
        case "\u{F701}": map.pan(by: CGVector(dx: 0, dy: -80))
        case "\u{F702}": map.pan(by: CGVector(dx: 80, dy: 0))
        case "\u{F703}": map.pan(by: CGVector(dx: -80, dy: 0))
        case "+", "=": map.zoom(by: 1.5, at: middle)
        case "-": map.zoom(by: 1 / 1.5, at: middle)
        case "0": goHome()
        case "/": window.focusLayer = search
        case "e": edit()
        case "f":
            guard let legs = try? Leg.all(in: context) else { return true }
            startFlight(to: legs)
        case "\u{1B}", "q": window.performClose()
        default: return false
        }
        return true
    }
}
