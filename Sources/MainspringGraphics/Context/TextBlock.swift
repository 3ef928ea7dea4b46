package import Foundation
internal import Locks

/// A text as a text layer has it; what draws it is of another module, which knows fonts.
package struct TextBlock {
    /// A `String`, an `AttributedString` or an `NSAttributedString`; of anything else nothing is drawn.
    package var string: Any
    /// A font's name, or a font as the drawing module has it; counts for a `String`.
    package var font: Any?
    /// Counts for a `String`.
    package var fontSize: CGFloat
    /// Counts for a `String`.
    package var color: CGColor
    /// Whether lines that are too long go on in the next one.
    package var wraps: Bool
    /// The name of what is left out of a text that is too long: none, start, middle or end.
    package var truncation: String
    /// The name of the side to which lines go: natural, left, right, center or justified.
    package var alignment: String

    package init(
        string: Any, font: Any?, fontSize: CGFloat, color: CGColor, wraps: Bool, truncation: String, alignment: String
    ) {
        (self.string, self.font, self.fontSize, self.color) = (string, font, fontSize, color)
        (self.wraps, self.truncation, self.alignment) = (wraps, truncation, alignment)
    }
}

/// Draws a text in a rectangle, whose upper side is at the greatest y if the last argument says so. Called on any thread.
package typealias TextPainter = @Sendable (TextBlock, CGRect, CGContext, Bool) -> Void

extension CGContext {
    private struct InstalledTextPainter {
        let paint: TextPainter
    }

    private static let installedTextPainter = Guarded<InstalledTextPainter?>(nil)

    /// Says what draws the texts of layers from now on, in the whole process and on every thread.
    package static func installTextPainter(_ paint: @escaping TextPainter) {
        installedTextPainter.withLock { $0 = InstalledTextPainter(paint: paint) }
    }

    /// What draws the texts of layers; nil if nothing was installed.
    package static var textPainter: TextPainter? { installedTextPainter.withLock { $0?.paint } }
}
