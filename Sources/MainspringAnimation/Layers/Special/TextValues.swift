internal import Foundation
internal import MainspringGraphics

/// What a text layer says of itself beside what every layer does.
struct TextValues {
    var string: Any?
    var font: CFTypeRef? = "Helvetica"
    var fontSize: CGFloat = 36
    var foregroundColor: CGColor? = .white
    var isWrapped: Bool = false
    var truncationMode: CATextLayerTruncationMode = .none
    var alignmentMode: CATextLayerAlignmentMode = .natural
    var allowsFontSubpixelQuantization: Bool = false
}
