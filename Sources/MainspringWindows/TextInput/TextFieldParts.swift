internal import Foundation
internal import MainspringAnimation
internal import MainspringGraphics

/// The layers in a field: what is painted of the text, and the caret. None of their changes is animated.
final class TextFieldParts: CALayerDelegate {
    let picture = CALayer()
    let caret = CALayer()
    private weak var field: TextField?

    /// How wide the caret is, in points.
    static let caretWidth: CGFloat = 2
    /// For how long the caret shows, and then does not, in seconds together.
    static let blinkDuration = 1.06
    static let blinkKey = "blink"

    func add(to field: TextField) {
        self.field = field
        for part in [picture, caret] {
            part.delegate = self
            part.anchorPoint = .zero
            field.addSublayer(part)
        }
        caret.backgroundColor = CGColor(srgbRed: 0.1, green: 0.45, blue: 0.95, alpha: 1)
        caret.isHidden = true
        picture.contentsGravity = .topLeft
    }

    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }

    func display(_ layer: CALayer) {
        if layer === picture { picture.contents = field?.makePicture() }
    }

    /// Begins to blink, with the caret shown.
    func startBlinking() {
        let blink = CAKeyframeAnimation(keyPath: "opacity")
        blink.values = [1.0, 0.0]
        blink.keyTimes = [0, 0.5, 1]
        blink.calculationMode = .discrete
        blink.duration = Self.blinkDuration
        blink.repeatCount = .infinity
        caret.add(blink, forKey: Self.blinkKey)
        caret.isHidden = false
    }

    func hideCaret() {
        caret.removeAnimation(forKey: Self.blinkKey)
        caret.isHidden = true
    }
}
