internal import Diagnostics
package import Foundation
package import MainspringGraphics

extension TextValues {
    private static let complaints = OnceLog<String>(ending: "No further complaints about texts are written.")

    /// Draws the text in a layer's bounds, from their upper side. May be called on any thread.
    /// - Parameter isUpward: Whether the upper side is at the greatest y.
    package func draw(in context: CGContext, _ bounds: CGRect, isUpward: Bool) {
        guard let string, let foregroundColor else { return }
        guard let paint = CGContext.textPainter else {
            return Self.complaints.write(
                "none",
                "a text layer is drawn, but nothing that draws texts is installed, and it stays empty. "
                    + "Call CGContext.installCairo() of MainspringRendering first.")
        }
        let block = TextBlock(
            string: string, font: font, fontSize: fontSize, color: foregroundColor, wraps: isWrapped,
            truncation: truncationMode.rawValue, alignment: alignmentMode.rawValue)
        paint(block, bounds, context, isUpward)
    }
}
