package import Foundation
package import MainspringGraphics

/// What the particles of a cell have alike.
package struct ParticleLook: Sendable {
    /// What they show; nil for nothing, as where the contents are no image.
    package let contents: CGImage?
    /// The part of the contents that shows, in parts of their size; finite, and not turned round.
    package let contentsRect: CGRect
    /// How many pixels of the contents make a point; more than 0.
    package let contentsScale: CGFloat
    /// How pixels are found where the contents are made smaller.
    package let minificationFilter: String
    /// How pixels are found where the contents are made larger.
    package let magnificationFilter: String

    /// How large the part of the contents is, in points, where the particle's scale is 1.
    package var size: CGSize {
        guard let contents else { return .zero }
        return CGSize(
            width: CGFloat(contents.width) * contentsRect.width / contentsScale,
            height: CGFloat(contents.height) * contentsRect.height / contentsScale)
    }

    init(_ values: EmitterCellValues) {
        contents = values.contents as? CGImage
        let rect = values.contentsRect.standardized
        let isFinite = [rect.minX, rect.minY, rect.width, rect.height].allSatisfy(\.isFinite)
        contentsRect = isFinite ? rect : CGRect(x: 0, y: 0, width: 1, height: 1)
        contentsScale =
            values.contentsScale.isFinite && values.contentsScale > 0 ? max(values.contentsScale, 1e-6) : 1
        (minificationFilter, magnificationFilter) = (values.minificationFilter, values.magnificationFilter)
    }
}
