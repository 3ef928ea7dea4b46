internal import Foundation
internal import MainspringGraphics

/// What every layer says of itself, apart from the tree: what a copy takes over.
///
/// The defaults are those of Apple's layers. What changes often stands here; the rest in a ``LayerLook``, which copies share.
struct LayerValues {
    var geometry = LayerGeometry()
    var isHidden = false
    var isDoubleSided = true
    var isGeometryFlipped = false
    var masksToBounds = false
    var opacity: Float = 1
    var backgroundColor: CGColor?
    /// Shared with copies until one of them changes it.
    private(set) var look = LayerLook.standard

    /// The look, to be changed: a copy of its own, if it is shared.
    private var ownLook: LayerLook {
        mutating get {
            if !isKnownUniquelyReferenced(&look) { look = LayerLook(look) }
            return look
        }
    }
}

extension LayerValues {
    var sublayerTransform: Matrix4 {
        get { look.sublayerTransform }
        _modify { yield &ownLook.sublayerTransform }
    }

    /// What the layer does to all its sublayers.
    var ofSublayers: Matrix4 { geometry.about(look.sublayerTransform) }

    var timing: LayerTiming {
        get { look.timing }
        _modify { yield &ownLook.timing }
    }

    var corners: LayerLook.Corners {
        get { look.corners }
        _modify { yield &ownLook.corners }
    }

    var border: LayerLook.Border {
        get { look.border }
        _modify { yield &ownLook.border }
    }

    var shadow: LayerLook.Shadow {
        get { look.shadow }
        _modify { yield &ownLook.shadow }
    }

    var contents: LayerLook.Contents {
        get { look.contents }
        _modify { yield &ownLook.contents }
    }

    var rendering: LayerLook.Rendering {
        get { look.rendering }
        _modify { yield &ownLook.rendering }
    }

    var filters: LayerLook.Filters {
        get { look.filters }
        _modify { yield &ownLook.filters }
    }

    var range: LayerLook.Range {
        get { look.range }
        _modify { yield &ownLook.range }
    }

    var autoresizingMask: CAAutoresizingMask {
        get { look.autoresizingMask }
        _modify { yield &ownLook.autoresizingMask }
    }

    var constraints: [CAConstraint]? {
        get { look.constraints }
        _modify { yield &ownLook.constraints }
    }

    var style: [AnyHashable: Any]? {
        get { look.style }
        _modify { yield &ownLook.style }
    }

    var actions: [String: any CAAction]? {
        get { look.actions }
        _modify { yield &ownLook.actions }
    }

    var name: String? {
        get { look.name }
        _modify { yield &ownLook.name }
    }
}
