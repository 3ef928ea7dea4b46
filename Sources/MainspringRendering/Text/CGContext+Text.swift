public import Foundation
public import MainspringGraphics

extension CGContext {
    /// Ours: draws a text in a rectangle, from its upper side, upright whether y grows upwards or downwards.
    ///
    /// Lines that are wider than the rectangle go on in the next one; those that it is not high enough for are not drawn, but the first one
    /// always is. Letters that have no attributes of `AttributeScopes.MainspringTextAttributes` are of 12 units, in Helvetica
    /// and the fill colour. ``TextLayout`` does more, and keeps what it has found.
    public func draw(_ text: AttributedString, in rect: CGRect) {
        let rect = rect.standardized
        guard !rect.isEmpty else { return }
        let options = TextLayout.Options(color: fillColor, width: rect.width, height: rect.height)
        TextLayout(text, options: options).draw(in: self, rect: rect)
    }
}
