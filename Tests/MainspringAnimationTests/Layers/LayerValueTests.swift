import Foundation
import MainspringFoundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct LayerValueTests {
    @Test func `a layer has Apple's defaults`() {
        let layer = CALayer()
        #expect(layer.bounds == .zero && layer.position == .zero && layer.zPosition == 0 && layer.anchorPointZ == 0)
        #expect(layer.anchorPoint == CGPoint(x: 0.5, y: 0.5))
        #expect(CATransform3DIsIdentity(layer.transform) && CATransform3DIsIdentity(layer.sublayerTransform))
        #expect(!layer.isHidden && layer.isDoubleSided && !layer.isGeometryFlipped && !layer.masksToBounds)
        #expect(layer.opacity == 1 && layer.backgroundColor == nil && layer.cornerRadius == 0 && layer.borderWidth == 0)
        #expect(layer.borderColor == .black && layer.shadowColor == .black && layer.shadowOpacity == 0)
        #expect(
            layer.shadowRadius == 3 && layer.shadowOffset == CGSize(width: 0, height: -3) && layer.shadowPath == nil)
        #expect(layer.contents == nil && layer.contentsGravity == .resize && layer.contentsScale == 1)
        let unit = CGRect(x: 0, y: 0, width: 1, height: 1)
        #expect(layer.contentsRect == unit && layer.contentsCenter == unit)
        #expect(layer.duration == .infinity && layer.speed == 1 && layer.fillMode == .removed && layer.beginTime == 0)
        #expect(layer.sublayers == nil && layer.superlayer == nil && layer.mask == nil && layer.style == nil)
    }

    /// A value other than the default for each key that is a value of its own.
    static let values: [String: any Sendable] = [
        "bounds": CGRect(x: 1, y: 2, width: 3, height: 4), "position": CGPoint(x: 5, y: 6), "zPosition": CGFloat(7),
        "anchorPoint": CGPoint(x: 0, y: 1), "anchorPointZ": CGFloat(8), "transform": CATransform3DMakeScale(1, 2, 3),
        "sublayerTransform": CATransform3DMakeScale(3, 2, 1), "geometryFlipped": true, "doubleSided": false,
        "hidden": true,
        "opacity": Float(0.5), "masksToBounds": true, "backgroundColor": CGColor.white, "cornerRadius": CGFloat(9),
        "maskedCorners": CACornerMask.layerMinXMinYCorner, "cornerCurve": CALayerCornerCurve.continuous,
        "borderWidth": CGFloat(10), "borderColor": CGColor.white, "shadowColor": CGColor.white,
        "shadowOpacity": Float(0.25),
        "shadowOffset": CGSize(width: 11, height: 12), "shadowRadius": CGFloat(13),
        "shadowPath": CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil), "contents": "picture",
        "contentsRect": CGRect(x: 0, y: 0, width: 0.5, height: 0.5),
        "contentsCenter": CGRect(x: 0.5, y: 0, width: 0.5, height: 1),
        "contentsGravity": CALayerContentsGravity.center, "contentsScale": CGFloat(2),
        "contentsFormat": CALayerContentsFormat.gray8Uint, "minificationFilter": CALayerContentsFilter.trilinear,
        "magnificationFilter": CALayerContentsFilter.nearest, "minificationFilterBias": Float(0.75), "opaque": true,
        "needsDisplayOnBoundsChange": true, "drawsAsynchronously": true, "allowsGroupOpacity": false,
        "allowsEdgeAntialiasing": true, "edgeAntialiasingMask": CAEdgeAntialiasingMask.layerTopEdge,
        "shouldRasterize": true,
        "rasterizationScale": CGFloat(3), "compositingFilter": "multiply", "filters": ["blur"],
        "backgroundFilters": ["blur"],
        "beginTime": 14.0, "duration": 15.0, "speed": Float(16), "timeOffset": 17.0, "repeatCount": Float(18),
        "repeatDuration": 19.0, "autoreverses": true, "fillMode": CAMediaTimingFillMode.both, "name": "name",
        "autoresizingMask": CAAutoresizingMask.layerWidthSizable, "toneMapMode": CALayer.ToneMapMode.never,
        "preferredDynamicRange": CALayer.DynamicRange.high, "contentsHeadroom": CGFloat(4),
        "wantsExtendedDynamicRangeContent": true, "wantsDynamicContentScaling": true,
    ]

    @Test func `each property can be read and set by its key, and is copied`() throws {
        let fresh = CALayer()
        let layer = CALayer()
        let other: Set<String> = ["frame", "superlayer", "sublayers", "mask", "style", "actions", "constraints"]
        #expect(Set(LayerKey.allCases.map(\.rawValue)) == other.union(Self.values.keys))
        func isSame(_ read: Any?, _ value: any Sendable) -> Bool {
            if let read = read as? AnyHashable, let value = value as? AnyHashable { return read == value }
            return read.map { "\($0)" == "\(value)" } ?? false
        }
        for (key, value) in Self.values {
            #expect(!isSame(fresh.value(forKey: key), value), "\(key)")
            layer.setValue(value, forKey: key)
        }
        let copy = CALayer(layer: layer)
        for (key, value) in Self.values {
            #expect(isSame(layer.value(forKey: key), value), "\(key)")
            #expect(isSame(copy.value(forKey: key), value), "\(key)")
        }
    }

    private final class Helper: CALayerDelegate, CALayoutManager {
        func layoutSublayers(of layer: CALayer) {}
    }

    @Test func `the delegate, the layout manager and what is visible have keys too`() {
        let layer = CALayer()
        let helper = Helper()
        layer.setValue(helper, forKey: "delegate")
        layer.setValue(helper, forKey: "layoutManager")
        #expect(layer.delegate === helper && layer.layoutManager === helper)
        #expect(layer.value(forKey: "delegate") as? Helper === helper)
        #expect(layer.value(forKeyPath: "visibleRect.origin.x") as? CGFloat == layer.visibleRect.minX)
        layer.setValue(nil, forKey: "delegate")
        layer.setValue(nil, forKey: "layoutManager")
        #expect(layer.delegate == nil && layer.layoutManager == nil)
    }

    @Test func `key paths reach the members of values`() {
        let layer = CALayer()
        layer.setValue(40, forKeyPath: "bounds.size.width")
        layer.setValue(7, forKeyPath: "position.x")
        layer.setValue(Double.pi / 2, forKeyPath: "transform.rotation.z")
        layer.setValue(3, forKeyPath: "transform.translation.y")
        #expect(layer.bounds.width == 40 && layer.position.x == 7)
        #expect(isNear(Double(layer.transform.m12), 1) && layer.transform.m42 == 3)
        let rotation = layer.value(forKeyPath: "transform.rotation.z") as? CGFloat
        #expect(isNear(Double(rotation ?? .nan), Double.pi / 2))
        #expect(layer.value(forKeyPath: "bounds.size.width") as? CGFloat == 40)
    }

    @Test func `any key can be set, and one that was not comes from the style, and then from the class`() {
        let layer = CALayer()
        #expect(layer.value(forKey: "padding") == nil)
        layer.style = ["padding": 5, "style": ["margin": 6]]
        #expect(layer.value(forKey: "padding") as? Int == 5 && layer.value(forKey: "margin") as? Int == 6)
        #expect(CALayer(layer: layer).value(forKey: "margin") as? Int == 6)
        layer.setValue(8, forKey: "padding")
        #expect(layer.value(forKey: "padding") as? Int == 8)
        #expect(CALayer(layer: layer).value(forKey: "padding") as? Int == 8)
    }

    @Test func `values of a wrong type change nothing, nil is the default`() {
        let layer = CALayer()
        layer.opacity = 0.5
        layer.setValue("dark", forKey: "opacity")
        #expect(layer.opacity == 0.5)
        layer.setValue(nil, forKey: "opacity")
        #expect(layer.opacity == 1)
    }

    @Test func `the class knows the defaults of its keys`() {
        #expect(CALayer.defaultValue(forKey: "opacity") as? Float == 1)
        #expect(CALayer.defaultValue(forKey: "padding") == nil)
        #expect(!CALayer.needsDisplay(forKey: "opacity"))
    }

    @Test func `bounds with sides below 0 are told from the other corner`() {
        let layer = CALayer()
        layer.bounds = CGRect(x: 10, y: 10, width: -4, height: -6)
        #expect(layer.bounds == CGRect(x: 6, y: 4, width: 4, height: 6))
    }

    @Test func `a transform that is none of the plane is told as the identity`() {
        let layer = CALayer()
        layer.setAffineTransform(CGAffineTransform(scaleX: 2, y: 3))
        #expect(layer.affineTransform() == CGAffineTransform(scaleX: 2, y: 3))
        layer.transform.m34 = -0.01
        #expect(layer.affineTransform() == .identity)
    }

    private final class Framed: CALayer {
        var changes = 0
        override var bounds: CGRect { didSet { changes += 1 } }
        override var position: CGPoint { didSet { changes += 1 } }
    }

    @Test func `a subclass sees its properties change, by the frame too`() {
        let layer = Framed()
        layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(layer.changes == 2)
    }

    @Test func `a shadow path that is changed later does not change the layer's`() {
        let layer = CALayer()
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
        layer.shadowPath = path
        path.addRect(CGRect(x: 5, y: 5, width: 1, height: 1))
        #expect(layer.shadowPath == CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil))
    }

    @Test func `a continuous corner reaches further along an edge than a circular one`() {
        #expect(CALayer.cornerCurveExpansionFactor(.circular) == 1)
        #expect(CALayer.cornerCurveExpansionFactor(.continuous) == 1.528665)
        #expect(CALayer.cornerCurveExpansionFactor(CALayerCornerCurve(rawValue: "no such curve")) == 1)
    }

    @Test func `any format of contents is kept`() {
        let layer = CALayer()
        #expect(layer.contentsFormat == .RGBA8Uint)
        for format in [CALayerContentsFormat.automatic, .RGBA16Float, .gray8Uint] {
            layer.contentsFormat = format
            #expect(layer.contentsFormat == format)
        }
    }
}
