package import Foundation
package import MainspringGraphics

/// Where a layer's contents lie in its own coordinates.
package struct ContentsPlace {
    /// What is seen of them.
    package var shown: CGRect
    /// Where all of them would lie.
    package var whole: CGRect
    /// Whether only a part is seen.
    package var isPart: Bool

    /// Nil where nothing is seen.
    /// - Parameter isUpward: Whether y grows upwards where the layer is seen, which turns top and bottom round.
    package init?(of image: CGImage, _ values: LayerValues, isUpward: Bool) {
        let (contents, bounds) = (values.look.contents, values.geometry.bounds)
        let part = contents.rect
        guard part.width > 0, part.height > 0, part.minX.isFinite, part.minY.isFinite, part.width.isFinite,
            part.height.isFinite
        else { return nil }
        let scale = contents.scale > 0 && contents.scale.isFinite ? contents.scale : 1
        let size = CGSize(
            width: CGFloat(image.width) * part.width / scale, height: CGFloat(image.height) * part.height / scale)
        let placed = contents.gravity.place(size, in: bounds)
        shown = placed
        if isUpward { shown.origin.y = bounds.minY + bounds.maxY - placed.maxY }
        let all = CGSize(width: shown.width / part.width, height: shown.height / part.height)
        // The part is told from the image's first row, which is at the top wherever that is.
        let before = isUpward ? 1 - part.maxY : part.minY
        whole = CGRect(
            x: shown.minX - part.minX * all.width, y: shown.minY - before * all.height, width: all.width,
            height: all.height)
        isPart = part != CGRect(x: 0, y: 0, width: 1, height: 1)
        guard shown.width > 0, shown.height > 0 else { return nil }
    }
}

extension CALayerContentsGravity {
    /// Where contents of a size lie in bounds whose y grows downwards.
    package func place(_ size: CGSize, in bounds: CGRect) -> CGRect {
        var size = size
        switch self {
        case .resize: return bounds
        case .resizeAspect, .resizeAspectFill:
            let (x, y) = (bounds.width / size.width, bounds.height / size.height)
            let factor = self == .resizeAspect ? min(x, y) : max(x, y)
            size = CGSize(width: size.width * factor, height: size.height * factor)
        default: break
        }
        let x =
            switch self {
            case .left, .topLeft, .bottomLeft: bounds.minX
            case .right, .topRight, .bottomRight: bounds.maxX - size.width
            default: bounds.midX - size.width / 2
            }
        let y =
            switch self {
            case .top, .topLeft, .topRight: bounds.minY
            case .bottom, .bottomLeft, .bottomRight: bounds.maxY - size.height
            default: bounds.midY - size.height / 2
            }
        return CGRect(origin: CGPoint(x: x, y: y), size: size)
    }
}
