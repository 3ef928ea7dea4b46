internal import Foundation
internal import MainspringGraphics

/// What every layer says of itself, apart from the tree: what a copy takes over.
///
/// The defaults are those of Apple's layers. What changes often stands here; the rest in a ``LayerLook``, which copies
/// share.
struct LayerValues {
    var geometry = LayerGeometry()
    var isHidden = false
    var isDoubleSided = true
    var isGeometryFlipped = false
    var masksToBounds = false
    var opacity: Float = 1
    var backgroundColor: CGColor?
    private var box = LookBox.standard

    /// Shared with copies until one of them changes it.
    var look: LayerLook {
        _read { yield box.look }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = LookBox(box.look) }
            yield &box.look
        }
    }

    var timing: LayerTiming { look.timing }

    /// What the layer does to all its sublayers.
    var ofSublayers: Matrix4 { geometry.about(look.sublayerTransform) }
}

/// A look that several layers share.
private final class LookBox: @unchecked Sendable {
    // `@unchecked Sendable`: changed only while one layer alone refers to it; what was published is referred to by its
    // copy too.

    /// Apple's defaults.
    static let standard = LookBox(LayerLook())

    var look: LayerLook

    init(_ look: LayerLook) { self.look = look }
}
