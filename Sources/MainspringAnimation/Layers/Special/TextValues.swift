internal import Foundation
internal import MainspringGraphics

/// What a text layer says of itself beside what every layer does.
package struct TextValues {
    var string: Any?
    var font: CFTypeRef? = "Helvetica"
    var fontSize: CGFloat = 36
    var foregroundColor: CGColor? = .white
    var isWrapped: Bool = false
    var truncationMode: CATextLayerTruncationMode = .none
    var alignmentMode: CATextLayerAlignmentMode = .natural
    var allowsFontSubpixelQuantization: Bool = false

    /// With a text of its own: a mutable one may be changed later, by another thread than reads this.
    var withCopiedString: TextValues {
        var copy = self
        if let text = string as? NSAttributedString { copy.string = text.copy() }
        return copy
    }
}
