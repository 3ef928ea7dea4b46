internal import Foundation
internal import MainspringGraphics

/// What a layer knows of the drawing of its contents.
struct LayerDisplay {
    /// What is to be drawn anew, in the layer's own coordinates; null if nothing is, infinite if all is.
    var invalid = CGRect.null
    /// What is being drawn anew.
    var current = CGRect.infinite
    /// Whether the contents could not be drawn because the layer had no size.
    var isWaitingForSize = false
    /// The picture that the layer drew last; its contents, unless others took its place.
    var drawn: Drawn?
    /// Whether neither the class nor the delegate draws; found out by calling.
    var isLeftToNobody = false

    var isNeeded: Bool { !invalid.isNull }

    /// A picture that a layer drew.
    struct Drawn {
        var image: CGImage
        /// The bounds that it shows.
        var bounds: CGRect
    }
}
