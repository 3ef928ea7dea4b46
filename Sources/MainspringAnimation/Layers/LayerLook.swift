package import Foundation
package import MainspringGraphics

/// What most layers leave as it is, of all that they say of themselves; with Apple's defaults.
package struct LayerLook {
    var timing = LayerTiming()
    /// Of the sublayers, about this layer's own anchor point.
    package var sublayerTransform = Matrix4.identity
    package var corners = Corners()
    package var border = Border()
    package var shadow = Shadow()
    package var contents = Contents()
    package var rendering = Rendering()
    package var filters = Filters()
    package var range = Range()
    package var autoresizingMask: CAAutoresizingMask = []
    package var constraints: [CAConstraint]?
    package var style: [AnyHashable: Any]?
    package var actions: [String: any CAAction]?
    package var name: String?

    package struct Corners {
        package var radius: CGFloat = 0
        package var masked: CACornerMask = [
            .layerMinXMinYCorner, .layerMaxXMinYCorner, .layerMinXMaxYCorner, .layerMaxXMaxYCorner,
        ]
        package var curve = CALayerCornerCurve.circular
    }

    package struct Border {
        package var width: CGFloat = 0
        package var color: CGColor? = .black
    }

    package struct Shadow {
        package var color: CGColor? = .black
        package var opacity: Float = 0
        package var offset = CGSize(width: 0, height: -3)
        package var radius: CGFloat = 3
        package var path: CGPath?
    }

    package struct Contents {
        package var object: Any?
        package var rect = CGRect(x: 0, y: 0, width: 1, height: 1)
        package var center = CGRect(x: 0, y: 0, width: 1, height: 1)
        package var gravity = CALayerContentsGravity.resize
        package var scale: CGFloat = 1
        package var format = CALayerContentsFormat.RGBA8Uint
        package var minification = CALayerContentsFilter.linear
        package var magnification = CALayerContentsFilter.linear
        package var minificationBias: Float = 0
    }

    package struct Rendering {
        package var isOpaque = false
        package var needsDisplayOnBoundsChange = false
        package var drawsAsynchronously = false
        package var allowsGroupOpacity = true
        package var allowsEdgeAntialiasing = false
        package var antialiasedEdges: CAEdgeAntialiasingMask = [
            .layerLeftEdge, .layerRightEdge, .layerBottomEdge, .layerTopEdge,
        ]
        package var shouldRasterize = false
        package var rasterizationScale: CGFloat = 1
    }

    package struct Range {
        package var toneMapMode = CALayer.ToneMapMode.automatic
        package var preferred = CALayer.DynamicRange.automatic
        package var headroom: CGFloat = 0
        package var isExtended = false
        package var wantsDynamicContentScaling = false
    }

    package struct Filters {
        package var compositing: Any?
        package var own: [Any]?
        package var background: [Any]?
    }
}
