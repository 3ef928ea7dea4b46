import Foundation
import MainspringAnimation
import MainspringGraphics

/// The colours, fonts and measures of everything that is seen.
enum Style {
    static let size = CGSize(width: 1280, height: 720)
    /// Where the map is; the list lies to its right.
    static let map = CGRect(x: 0, y: 0, width: 940, height: 720)
    static let list = CGRect(x: 940, y: 0, width: 340, height: 720)
    /// What stands over the map: its title, what the keys do, which city it is, and the counters.
    static let title = CGRect(x: 0, y: 0, width: 940, height: 96)
    static let hint = CGRect(x: 440, y: 28, width: 476, height: 18)
    static let caption = CGRect(x: 170, y: 112, width: 600, height: 30)
    /// Where a failure is told, in place of the city: two lines.
    static let failure = CGRect(x: 110, y: 112, width: 720, height: 46)
    static let counters = CGRect(x: 0, y: 560, width: 940, height: 160)

    static let night = color(0x070B14)
    static let sea = color(0x0A101D)
    static let panel = color(0x0E1626)
    static let raised = color(0x162136)
    static let line = color(0x22304B)
    static let text = color(0xEAF0FB)
    static let quiet = color(0x8594B2)
    static let faint = color(0x5A6988)
    static let amber = color(0xFFC46B)
    static let coral = color(0xFF7A66)
    static let sky = color(0x63B3FF)

    static func color(_ hex: UInt32, alpha: CGFloat = 1) -> CGColor {
        CGColor(
            srgbRed: CGFloat(hex >> 16 & 255) / 255, green: CGFloat(hex >> 8 & 255) / 255,
            blue: CGFloat(hex & 255) / 255, alpha: alpha)
    }
}

extension CALayer {
    /// A layer at a place, in another one.
    @discardableResult
    func addBox(_ frame: CGRect, _ color: CGColor? = nil, corner: CGFloat = 0) -> CALayer {
        let box = CALayer()
        box.frame = frame
        (box.backgroundColor, box.cornerRadius) = (color, corner)
        addSublayer(box)
        return box
    }

    /// A line of text at a place, in another layer.
    @discardableResult
    func addText(
        _ text: String, _ frame: CGRect, size: CGFloat, color: CGColor = Style.text, isBold: Bool = false,
        alignment: CATextLayerAlignmentMode = .left
    ) -> CATextLayer {
        let label = CATextLayer()
        label.string = text
        label.font = (isBold ? "Helvetica-Bold" : "Helvetica") as NSString
        (label.fontSize, label.foregroundColor) = (size, color)
        (label.alignmentMode, label.truncationMode) = (alignment, .end)
        label.frame = frame
        addSublayer(label)
        return label
    }

    /// Stands out from whatever moves behind it.
    func castNight() {
        (shadowColor, shadowOpacity, shadowRadius, shadowOffset) = (Style.night, 1, 3, .zero)
    }

    /// Everything in it, and itself, has so many pixels for a point, unless it shows a picture that was given.
    func setScale(_ scale: CGFloat) {
        if contents == nil { contentsScale = scale }
        for inner in sublayers ?? [] { inner.setScale(scale) }
    }
}

/// Runs changes of layers without implicit animations.
func withoutActions(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
}
