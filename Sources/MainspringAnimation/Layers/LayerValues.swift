internal import Foundation
package import MainspringGraphics

/// What every layer says of itself, apart from the tree: what a copy takes over.
///
/// The defaults are those of Apple's layers. What changes often stands here; the rest in a ``LayerLook``, which copies
/// share.
package struct LayerValues {
    package var geometry = LayerGeometry()
    package var isHidden = false
    package var isDoubleSided = true
    package var isGeometryFlipped = false
    package var masksToBounds = false
    package var opacity: Float = 1
    package var backgroundColor: CGColor?
    private var box = LookBox.standard

    /// Shared with copies until one of them changes it.
    package var look: LayerLook {
        _read { yield box.look }
        _modify {
            if !isKnownUniquelyReferenced(&box) { box = LookBox(box.look) }
            yield &box.look
        }
    }

    /// Shares the look of another one from now on, until one of them changes it.
    mutating func share(lookOf other: LayerValues) { box = other.box }

    /// Whether both share a look.
    func shares(lookOf other: LayerValues) -> Bool { box === other.box }

    var timing: LayerTiming { look.timing }

    /// Whether everything that says what the layer looks like is the same, save for where it lies and its opacity: quick, so that it
    /// may say no where it is.
    func hasSameLook(as other: LayerValues) -> Bool {
        box === other.box && backgroundColor == other.backgroundColor
            && geometry.bounds == other.geometry.bounds && masksToBounds == other.masksToBounds
            && isDoubleSided == other.isDoubleSided && isGeometryFlipped == other.isGeometryFlipped
    }

    /// What the layer does to all its sublayers.
    package var ofSublayers: Matrix4 { geometry.about(look.sublayerTransform) }
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
