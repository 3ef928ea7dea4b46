package import Foundation
package import MainspringGraphics

/// What a text layer says of itself beside what every layer does.
package struct TextValues {
    package var string: Any?
    package var font: CFTypeRef? = "Helvetica"
    package var fontSize: CGFloat = 36
    package var foregroundColor: CGColor? = .white
    package var isWrapped: Bool = false
    package var truncationMode: CATextLayerTruncationMode = .none
    package var alignmentMode: CATextLayerAlignmentMode = .natural
    package var allowsFontSubpixelQuantization: Bool = false

    /// Whether there is a text to be drawn.
    package var isShown: Bool { string != nil && foregroundColor != nil }

    /// With a text of its own: a mutable one may be changed later, by another thread than reads this.
    package var withCopiedString: TextValues {
        var copy = self
        if let text = string as? NSAttributedString { copy.string = text.copy() }
        return copy
    }
}
