import Foundation
import MainspringAnimation
import MainspringApplication
import MainspringGraphics

/// Shows one screen after another in a layer: in a window by keys, in a recording by itself.
final class Show: WindowDelegate {
    let root = CALayer()
    private let screens: [Screen]
    private let window: Window?
    private var number: Int
    private var stage: Stage?

    init(_ screens: [Screen], first: Int = 0, in window: Window? = nil) {
        (self.screens, number, self.window) = (screens, first, window)
        root.anchorPoint = .zero
        root.bounds = CGRect(origin: .zero, size: Stage.size)
        root.backgroundColor = Palette.night
        root.masksToBounds = true
        put()
    }

    private func put() {
        CATransaction.setDisableActions(true)
        stage?.end()
        stage?.layer.removeFromSuperlayer()
        let new = Stage(screens[number], in: window)
        root.addSublayer(new.layer)
        stage = new
        window?.title = "\(new.layer.name ?? "") – Mainspring Gallery"
    }

    /// Goes some screens forward or back, round about, with a push.
    func go(_ steps: Int) {
        guard screens.count > 1 else { return }
        number = ((number + steps) % screens.count + screens.count) % screens.count
        window?.focusLayer = nil
        let push = CATransition()
        push.type = .push
        push.subtype = steps > 0 ? .fromRight : .fromLeft
        push.duration = 0.45
        push.timingFunction = CAMediaTimingFunction(name: .easeInEaseOut)
        put()
        root.add(push, forKey: "push")
    }

    /// Nothing moves any more.
    func end() { stage?.end() }

    /// As large as the window lets it be, in the middle.
    func fit(_ size: CGSize) {
        let scale = min(size.width / Stage.size.width, size.height / Stage.size.height)
        CATransaction.setDisableActions(true)
        root.setAffineTransform(CGAffineTransform(scaleX: scale, y: scale))
        root.position = CGPoint(
            x: (size.width - scale * Stage.size.width) / 2, y: (size.height - scale * Stage.size.height) / 2)
    }

    func windowDidResize(_ window: Window) { fit(window.size) }

    func window(_ window: Window, handle event: Event) -> Bool {
        switch event.content {
        case .pointer(let pointer) where pointer.phase == .down: window.focusLayer = nil
        case .key(let key) where key.isDown:
            switch key.shortcutCharacters {
            case "\u{F702}": go(-1)
            case "\u{F703}", " ": go(1)
            case "\u{1B}", "q": window.performClose()
            default: return false
            }
        default: return false
        }
        return true
    }
}
