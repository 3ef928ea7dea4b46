import Foundation
import MainspringAnimation
import MainspringApplication
import MainspringGraphics

/// A word that can be clicked.
final class Button: CALayer, LayerEventHandler {
    private let action: () -> Void
    private let label: CATextLayer

    init(_ title: String, _ frame: CGRect, isMain: Bool = false, action: @escaping () -> Void) {
        self.action = action
        label = CATextLayer()
        super.init()
        self.frame = frame
        cornerRadius = 7
        backgroundColor = isMain ? Style.amber : Style.line
        (label.string, label.font, label.fontSize) = (title, "Helvetica-Bold" as NSString, 13)
        label.foregroundColor = isMain ? Style.night : Style.text
        label.alignmentMode = .center
        label.frame = CGRect(x: 0, y: (frame.height - 18) / 2 + 1, width: frame.width, height: 18)
        addSublayer(label)
    }

    override init(layer: Any) {
        action = (layer as? Button)?.action ?? {}
        label = CATextLayer()
        super.init(layer: layer)
    }

    func layer(_ layer: CALayer, handle event: Event, in window: Window) -> Bool {
        guard case .pointer(let pointer) = event.content else { return false }
        switch pointer.phase {
        case .entered: window.cursor = .pointingHand
        case .exited: window.cursor = .arrow
        case .down: opacity = 0.7
        case .up:
            opacity = 1
            if let place = event.location(in: self), bounds.contains(place) { action() }
        case .cancelled: opacity = 1
        default: return false
        }
        return true
    }
}
