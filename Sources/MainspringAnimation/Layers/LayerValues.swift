internal import Foundation
internal import MainspringGraphics

/// What every layer says of itself, apart from the tree: what a copy takes over.
///
/// The defaults are those of Apple's layers.
struct LayerValues {
    var geometry = LayerGeometry()
    var timing = LayerTiming()
    var isHidden = false
    var isDoubleSided = true
    var isGeometryFlipped = false
    var masksToBounds = false
    var opacity: Float = 1
    var backgroundColor: CGColor?
    var corners = Corners()
    var border = Border()
    var shadow = Shadow()
    var contents = Contents()
    var rendering = Rendering()
    var filters = Filters()
    var range = Range()
    var autoresizingMask: CAAutoresizingMask = []
    var constraints: [CAConstraint]?
    var style: [AnyHashable: Any]?
    var actions: [String: any CAAction]?
    var name: String?

    struct Corners {
        var radius: CGFloat = 0
        var masked: CACornerMask = [
            .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
        ]
        var curve = CALayerCornerCurve.circular
    }

    struct Border {
        var width: CGFloat = 0
        var color: CGColor? = .black
    }

    struct Shadow {
        var color: CGColor? = .black
        var opacity: Float = 0
        var offset = CGSize(width: 0, height: -3)
        var radius: CGFloat = 3
        var path: CGPath?
    }

    struct Contents {
        var object: Any?
        var rect = CGRect(x: 0, y: 0, width: 1, height: 1)
        var center = CGRect(x: 0, y: 0, width: 1, height: 1)
        var gravity = CALayerContentsGravity.resize
        var scale: CGFloat = 1
        var format = CALayerContentsFormat.RGBA8Uint
        var minification = CALayerContentsFilter.linear
        var magnification = CALayerContentsFilter.linear
        var minificationBias: Float = 0
    }

    struct Rendering {
        var isOpaque = false
        var needsDisplayOnBoundsChange = false
        var drawsAsynchronously = false
        var allowsGroupOpacity = true
        var allowsEdgeAntialiasing = false
        var antialiasedEdges: CAEdgeAntialiasingMask = [
            .layerLeftEdge, .layerRightEdge, .layerBottomEdge, .layerTopEdge,
        ]
        var shouldRasterize = false
        var rasterizationScale: CGFloat = 1
    }

    struct Range {
        var toneMapMode = CALayer.ToneMapMode.automatic
        var preferred = CALayer.DynamicRange.automatic
        var headroom: CGFloat = 0
        var isExtended = false
        var wantsDynamicContentScaling = false
    }

    struct Filters {
        var compositing: Any?
        var own: [Any]?
        var background: [Any]?
    }
}

/// A layer's timing: it goes on for ever at normal speed unless told otherwise.
struct LayerTiming: Hashable, Sendable {
    var beginTime = 0.0
    var duration = Double.infinity
    var speed: Float = 1
    var timeOffset = 0.0
    var repeatCount: Float = 0
    var repeatDuration = 0.0
    var autoreverses = false
    var fillMode = CAMediaTimingFillMode.removed

    /// From the superlayer's time to the layer's.
    var map: TimeMap { TimeMap(begin: beginTime, speed: Double(speed), offset: timeOffset) }
}
