internal import Foundation
internal import MainspringGraphics

extension TextBlock {
    /// Draws the text of a text layer.
    /// - Parameter isUpward: Whether the layer's upper side is at the greatest y.
    func draw(in context: CGContext, _ bounds: CGRect, isUpward: Bool) {
        let bounds = bounds.standardized
        guard !bounds.isEmpty, bounds.width.isFinite, bounds.height.isFinite else { return }
        let layout: TextLayout
        switch string {
        case let text as String: layout = TextLayout(text, options: options(plainFont, color, bounds))
        case let text as AttributedString: layout = TextLayout(text, options: options(attributedFont, .black, bounds))
        case let text as NSAttributedString: layout = TextLayout(text, options: options(attributedFont, .black, bounds))
        default: return
        }
        layout.draw(in: context, rect: bounds, isUpward: isUpward)
    }

    private var plainFont: TextFont {
        switch font {
        case var font as TextFont:
            font.size = fontSize
            return font
        case let name as String: return TextFont(name: name, size: fontSize)
        default: return TextFont(name: "Helvetica", size: fontSize)
        }
    }

    private var attributedFont: TextFont { TextFont(name: "Helvetica", size: 12) }

    private func options(_ font: TextFont, _ color: CGColor, _ bounds: CGRect) -> TextLayout.Options {
        TextLayout.Options(
            font: font, color: color, width: bounds.width, height: bounds.height, wraps: wraps,
            truncation: Self.truncations[truncation] ?? .none, alignment: Self.alignments[alignment] ?? .natural)
    }

    private static let truncations: [String: TextLayout.Truncation] = ["start": .start, "middle": .middle, "end": .end]
    private static let alignments: [String: TextLayout.Alignment] = [
        "left": .left, "right": .right, "center": .center, "justified": .justified,
    ]
}
