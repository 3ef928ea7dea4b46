import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

/// Sees changes of a property by an override, as many a layer does.
private class OverridingLayer: CALayer {
    override var opacity: Float { didSet {} }
}

/// The same, where Swift calls the override directly.
private final class FinalLayer: CALayer {
    override var opacity: Float { didSet {} }
    override var position: CGPoint { didSet {} }
    override var shadowColor: CGColor? { didSet {} }
    var doubled: CGFloat {
        get { cornerRadius * 2 }
        set { cornerRadius = newValue / 2 }
    }
}

@Suite struct TypedPathTests {
    @Test func `each animatable property of a layer has its name, and so has each member`() {
        let names: [(String?, String)] = [
            (TypedPathNames.name(of: \CALayer.opacity), "opacity"),
            (TypedPathNames.name(of: \CALayer.position), "position"),
            (TypedPathNames.name(of: \CALayer.position.y), "position.y"),
            (TypedPathNames.name(of: \CALayer.bounds.size.width), "bounds.size.width"),
            (TypedPathNames.name(of: \CALayer.bounds.origin), "bounds.origin"),
            (TypedPathNames.name(of: \CALayer.transform.rotation.z), "transform.rotation.z"),
            (TypedPathNames.name(of: \CALayer.transform.scale.x), "transform.scale.x"),
            (TypedPathNames.name(of: \CALayer.transform.translation.y), "transform.translation.y"),
            (TypedPathNames.name(of: \CALayer.sublayerTransform), "sublayerTransform"),
            (TypedPathNames.name(of: \CALayer.isHidden), "hidden"),
            (TypedPathNames.name(of: \CALayer.backgroundColor), "backgroundColor"),
            (TypedPathNames.name(of: \CALayer.shadowOffset.height), "shadowOffset.height"),
        ]
        for (name, expected) in names { #expect(name == expected) }
    }

    @Test func `each name leads to something that can be animated`() {
        var paths = TypedPaths()
        CALayer.addLayerPaths(to: &paths)
        let layer = CALayer()
        for name in paths.names.values { #expect(layer.animationTarget(name) != nil, "\(name)") }
        let missing = LayerKey.allCases.filter {
            $0.kind != nil && !paths.names.values.contains($0.rawValue) && $0 != .mask && $0 != .sublayers
        }
        #expect(missing.isEmpty)
    }

    @Test func `key paths that begin at a subclass, or lead to what it overrides, have the same names`() {
        #expect(TypedPathNames.name(of: \OverridingLayer.opacity) == "opacity")
        let final = FinalLayer()
        #expect(TypedPathNames.name(of: \FinalLayer.opacity, in: final) == "opacity")
        #expect(TypedPathNames.name(of: \FinalLayer.position.y, in: final) == "position.y")
        #expect(TypedPathNames.name(of: \FinalLayer.shadowColor, in: final) == "shadowColor")
        #expect(TypedPathNames.name(of: \FinalLayer.doubled, in: final) == nil)
        #expect(final.opacity == 1 && final.position == .zero)
        #expect(TypedPathNames.name(of: \DialLayer.position.x) == "position.x")
        #expect(TypedPathNames.name(of: \GaugeLayer.bounds) == "bounds")
    }

    @Test func `what cannot be animated has no name`() {
        #expect(TypedPathNames.name(of: \CALayer.name) == nil)
        #expect(TypedPathNames.name(of: \CALayer.frame) == nil)
        #expect(TypedPathNames.name(of: \CALayer.transform.m41) == nil)
        #expect(TypedPathNames.name(of: \DialLayer.degrees, in: DialLayer()) == nil)
        #expect(TypedPathNames.name(of: \GaugeLayer.degrees, in: GaugeLayer()) == nil)
    }

    @Test func `properties of one's own have their keys, from a subclass too`() {
        #expect(TypedPathNames.name(of: \DialLayer.angle) == "angle")
        #expect(TypedPathNames.name(of: \DialLayer.centre.y) == "centre.y")
        #expect(TypedPathNames.name(of: \GaugeLayer.needle.width) == "needle.width")
        let gauge = GaugeLayer()
        #expect(TypedPathNames.name(of: \GaugeLayer.angle, in: gauge) == "angle")
        #expect(TypedPathNames.name(of: \GaugeLayer.level, in: gauge) == "level")
        #expect(TypedPathNames.name(of: \GaugeLayer.centre, in: gauge) == "centre")
        #expect(TypedPathNames.name(of: \GaugeLayer.centre.x, in: gauge) == "centre.x")
        #expect(TypedPathNames.name(of: \GaugeLayer.tint, in: gauge) == "tint")
        #expect(TypedPathNames.name(of: \GaugeLayer.caption, in: gauge) == "caption")
        #expect(gauge.angle == 0.5 && gauge.centre == .zero)
    }

    @Test func `animations are made with key paths`() {
        let fade = CABasicAnimation(\.opacity, from: 1, to: 0)
        #expect(fade.keyPath == "opacity" && fade.fromValue as? Float == 1 && fade.toValue as? Float == 0)
        #expect(fade.byValue == nil)
        let turn = CABasicAnimation(\DialLayer.angle, by: 2)
        #expect(turn.keyPath == "angle" && turn.byValue as? CGFloat == 2 && turn.fromValue == nil)
        #expect(CASpringAnimation(\.position.x, to: 5).keyPath == "position.x")
        let way = CAKeyframeAnimation(\.position, values: [.zero, CGPoint(x: 1, y: 2)])
        #expect(way.keyPath == "position" && way.values?.count == 2)
        #expect(CAKeyframeAnimation(\DialLayer.centre.x, values: [1, 2]).keyPath == "centre.x")
        #expect(CABasicAnimation(\.name, to: "x").keyPath == nil)
    }

    @Test func `parts of a transform are read and set one by one`() {
        var transform = CATransform3DIdentity
        transform.rotation.z = 0.5
        transform.scale = CATransform3D.Parts(x: 2, y: 3, z: 1)
        transform.translation.x = 7
        #expect(isNear(transform.rotation.z, 0.5) && isNear(transform.scale.x, 2) && isNear(transform.scale.y, 3))
        #expect(transform.translation == CATransform3D.Parts(x: 7, y: 0, z: 0))
        transform.rotation.x = .nan
        #expect(isNear(transform.rotation.z, 0.5))
    }
}
