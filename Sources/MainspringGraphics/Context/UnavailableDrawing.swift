internal import Diagnostics
public import Foundation

// What Apple's contexts have and ours have not.

/// Not here: drawings that are kept by a context.
@available(*, unavailable, message: "Draw into a bitmap of its own and draw its image, or use a transparency layer.")
public final class CGLayer {}

/// Not here: documents.
@available(*, unavailable, message: "PDF is neither read nor written; draw into a bitmap.")
public final class CGPDFDocument {}

extension CGContext {
    /// Not here: the inks of a printer.
    @available(*, unavailable, message: "Printers' inks need a profile; give red, green and blue.")
    public func setFillColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        unavailable()
    }

    /// Not here: the inks of a printer.
    @available(*, unavailable, message: "Printers' inks need a profile; give red, green and blue.")
    public func setStrokeColor(cyan: CGFloat, magenta: CGFloat, yellow: CGFloat, black: CGFloat, alpha: CGFloat) {
        unavailable()
    }

    /// Not here: fonts as objects of the context.
    @available(
        *, unavailable,
        message: "Draw an AttributedString by draw(_:in:) of MainspringRendering; its font is a TextFont."
    )
    public func setFont(_ font: Any) { unavailable() }

    /// Not here: fonts as objects of the context.
    @available(
        *, unavailable,
        message: "Give a TextFont of MainspringRendering its size, and draw an AttributedString by draw(_:in:)."
    )
    public func setFontSize(_ size: CGFloat) { unavailable() }

    /// Not here: letters by their numbers in a font.
    @available(
        *, unavailable, message: "Draw an AttributedString by draw(_:in:), or a TextLayout, of MainspringRendering."
    )
    public func showGlyphs(_ glyphs: [UInt16], at positions: [CGPoint]) { unavailable() }

    /// Not here: documents.
    @available(*, unavailable, message: "PDF is neither read nor written; draw into a bitmap.")
    public func beginPage(mediaBox: UnsafePointer<CGRect>?) { unavailable() }

    /// Not here: documents.
    @available(*, unavailable, message: "PDF is neither read nor written; draw into a bitmap.")
    public func endPage() { unavailable() }
}

// A context belongs to one thread at a time; send the image that it makes.
@available(*, unavailable)
extension CGContext: Sendable {}
