import Foundation
import MainspringFoundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

/// A class with what its keys have at first, and other values for them.
struct SpecialClass: Sendable {
    var make: @Sendable () -> CALayer
    var copy: @Sendable (CALayer) -> CALayer
    /// Nil stands for no value.
    var defaults: [String: (any Sendable)?]
    var others: [String: any Sendable]
    /// The keys that can be animated.
    var animatable: Set<String>

    static let all: [SpecialClass] = [shape, gradient, text, scroll, replicator, emitter, tiled]

    static let shape = SpecialClass(
        make: { CAShapeLayer() }, copy: { CAShapeLayer(layer: $0) },
        defaults: [
            "path": nil, "fillColor": CGColor.black, "fillRule": "non-zero", "strokeColor": nil, "strokeStart": 0,
            "strokeEnd": 1, "lineWidth": 1, "miterLimit": 10, "lineCap": "butt", "lineJoin": "miter",
            "lineDashPhase": 0, "lineDashPattern": nil,
        ],
        others: [
            "path": CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 2), transform: nil), "fillColor": CGColor.white,
            "fillRule": CAShapeLayerFillRule.evenOdd, "strokeColor": CGColor.white, "strokeStart": CGFloat(0.25),
            "strokeEnd": CGFloat(0.75), "lineWidth": CGFloat(2), "miterLimit": CGFloat(3),
            "lineCap": CAShapeLayerLineCap.round, "lineJoin": CAShapeLayerLineJoin.bevel, "lineDashPhase": CGFloat(4),
            "lineDashPattern": [NSNumber(value: 5)],
        ],
        animatable: [
            "path", "fillColor", "strokeColor", "strokeStart", "strokeEnd", "lineWidth", "miterLimit", "lineDashPhase",
            "lineDashPattern",
        ])

    static let gradient = SpecialClass(
        make: { CAGradientLayer() }, copy: { CAGradientLayer(layer: $0) },
        defaults: [
            "colors": nil, "locations": nil, "startPoint": CGPoint(x: 0.5, y: 0), "endPoint": CGPoint(x: 0.5, y: 1),
            "type": "axial",
        ],
        others: [
            "colors": [CGColor.white, CGColor.black], "locations": [NSNumber(value: 0), 1],
            "startPoint": CGPoint(x: 1, y: 2), "endPoint": CGPoint(x: 3, y: 4), "type": CAGradientLayerType.conic,
        ], animatable: ["colors", "locations", "startPoint", "endPoint"])

    static let text = SpecialClass(
        make: { CATextLayer() }, copy: { CATextLayer(layer: $0) },
        defaults: [
            "string": nil, "font": "Helvetica", "fontSize": 36, "foregroundColor": CGColor.white, "wrapped": false,
            "truncationMode": "none", "alignmentMode": "natural", "allowsFontSubpixelQuantization": false,
        ],
        others: [
            "string": "words", "font": "Courier", "fontSize": CGFloat(12), "foregroundColor": CGColor.black,
            "wrapped": true, "truncationMode": CATextLayerTruncationMode.end,
            "alignmentMode": CATextLayerAlignmentMode.justified, "allowsFontSubpixelQuantization": true,
        ], animatable: ["fontSize", "foregroundColor"])

    static let scroll = SpecialClass(
        make: { CAScrollLayer() }, copy: { CAScrollLayer(layer: $0) }, defaults: ["scrollMode": "both"],
        others: ["scrollMode": CAScrollLayerScrollMode.vertically], animatable: [])

    static let replicator = SpecialClass(
        make: { CAReplicatorLayer() }, copy: { CAReplicatorLayer(layer: $0) },
        defaults: [
            "instanceCount": 1, "preservesDepth": false, "instanceDelay": 0,
            "instanceTransform": CATransform3DIdentity, "instanceColor": CGColor.white, "instanceRedOffset": 0,
            "instanceGreenOffset": 0, "instanceBlueOffset": 0, "instanceAlphaOffset": 0,
        ],
        others: [
            "instanceCount": 5, "preservesDepth": true, "instanceDelay": 0.5,
            "instanceTransform": CATransform3DMakeScale(1, 2, 3), "instanceColor": CGColor.black,
            "instanceRedOffset": Float(0.25), "instanceGreenOffset": Float(0.5), "instanceBlueOffset": Float(0.75),
            "instanceAlphaOffset": Float(-0.25),
        ],
        animatable: [
            "instanceCount", "instanceDelay", "instanceTransform", "instanceColor", "instanceRedOffset",
            "instanceGreenOffset", "instanceBlueOffset", "instanceAlphaOffset",
        ])

    static let emitter = SpecialClass(
        make: { CAEmitterLayer() }, copy: { CAEmitterLayer(layer: $0) },
        defaults: [
            "emitterCells": nil, "birthRate": 1, "lifetime": 1, "emitterPosition": CGPoint.zero,
            "emitterZPosition": 0, "emitterSize": CGSize.zero, "emitterDepth": 0, "emitterShape": "point",
            "emitterMode": "volume", "renderMode": "unordered", "preservesDepth": false, "velocity": 1, "scale": 1,
            "spin": 1, "seed": 0,
        ],
        others: [
            "birthRate": Float(2), "lifetime": Float(3), "emitterPosition": CGPoint(x: 4, y: 5),
            "emitterZPosition": CGFloat(6), "emitterSize": CGSize(width: 7, height: 8), "emitterDepth": CGFloat(9),
            "emitterShape": CAEmitterLayerEmitterShape.sphere, "emitterMode": CAEmitterLayerEmitterMode.outline,
            "renderMode": CAEmitterLayerRenderMode.additive, "preservesDepth": true, "velocity": Float(10),
            "scale": Float(11), "spin": Float(12), "seed": UInt32(13),
        ],
        animatable: [
            "birthRate", "lifetime", "emitterPosition", "emitterZPosition", "emitterSize", "emitterDepth", "velocity",
            "scale", "spin",
        ])

    static let tiled = SpecialClass(
        make: { CATiledLayer() }, copy: { CATiledLayer(layer: $0) },
        defaults: ["levelsOfDetail": 1, "levelsOfDetailBias": 0, "tileSize": CGSize(width: 256, height: 256)],
        others: ["levelsOfDetail": 3, "levelsOfDetailBias": 2, "tileSize": CGSize(width: 64, height: 32)],
        animatable: [])
}

/// Whether a value that was read by key is the one that is meant; names stand for values that have them, and numbers for numbers.
func isSame(_ read: Any?, _ value: (any Sendable)?) -> Bool {
    guard let read, let value else { return read == nil && value == nil }
    if let name = value as? String, let named = read as? any RawRepresentable {
        return named.rawValue as? String == name
    }
    if !(value is Bool), let a = Double.fromKeyValue(read), let b = Double.fromKeyValue(value) { return a == b }
    if let a = read as? AnyHashable, let b = value as? AnyHashable { return a == b }
    return "\(read)" == "\(value)"
}

@Suite struct SpecialLayerTests {
    @Test(arguments: SpecialClass.all.indices)
    func `a layer has Apple's defaults, and the class knows them`(index: Int) {
        let special = SpecialClass.all[index]
        let layer = special.make()
        let type = type(of: layer)
        #expect(Set(type.keyTable.keys) == Set(special.defaults.keys))
        for (key, value) in special.defaults {
            #expect(isSame(layer.value(forKey: key), value), "\(type).\(key)")
            #expect(isSame(type.defaultValue(forKey: key), value), "\(type).\(key)")
            #expect(!layer.shouldArchiveValue(forKey: key), "\(type).\(key)")
        }
        #expect(type.defaultValue(forKey: "opacity") as? Float == 1 && type.defaultValue(forKey: "padding") == nil)
    }

    @Test(arguments: SpecialClass.all.indices)
    func `each property can be read and set by its key, and is copied`(index: Int) {
        let special = SpecialClass.all[index]
        let layer = special.make()
        for (key, value) in special.others {
            layer.setValue(value, forKey: key)
            #expect(isSame(layer.value(forKey: key), value), "\(key)")
            #expect(!isSame(special.make().value(forKey: key), value), "\(key)")
            #expect(layer.shouldArchiveValue(forKey: key), "\(key)")
        }
        layer.opacity = 0.5
        let copy = special.copy(layer)
        for (key, value) in special.others { #expect(isSame(copy.value(forKey: key), value), "\(key)") }
        #expect(copy.opacity == 0.5)
        #expect(Set(special.others.keys).union(["emitterCells"]).isSuperset(of: special.defaults.keys))
    }

    @Test(arguments: SpecialClass.all.indices)
    func `nil is the default of what cannot be nil, and a wrong type changes nothing`(index: Int) {
        let special = SpecialClass.all[index]
        let layer = special.make()
        for (key, value) in special.others {
            layer.setValue(value, forKey: key)
            // A text and a font may be anything.
            if !["string", "font"].contains(key) {
                layer.setValue(NSNull.self, forKey: key)
                #expect(isSame(layer.value(forKey: key), value), "\(key)")
            }
            layer.setValue(nil, forKey: key)
            let entry = KeyTable.of(type(of: layer))[key]
            let expected = entry?.allowsNil == true ? nil : special.defaults[key] ?? nil
            #expect(isSame(layer.value(forKey: key), expected), "\(key)")
        }
    }

    @Test(arguments: SpecialClass.all.indices)
    func `a property that can be animated has a kind, which takes its values`(index: Int) {
        let special = SpecialClass.all[index]
        let layer = special.make()
        let type = type(of: layer)
        for key in special.defaults.keys {
            let kind = type.valueKind(forKey: key)
            #expect((kind != nil) == special.animatable.contains(key), "\(key)")
            guard let kind, let value = special.others[key], let animated = kind.value(of: value) else { continue }
            layer.setValue(kind.any(animated), forKey: key)
            #expect(kind == .color || kind == .colors || isSame(layer.value(forKey: key), value), "\(key)")
        }
        for key in special.animatable {
            #expect(special.others[key].flatMap { type.valueKind(forKey: key)?.value(of: $0) } != nil, "\(key)")
        }
        #expect(type.valueKind(forKey: "opacity") == .number && type.valueKind(forKey: "padding") == nil)
    }

    @Test func `key paths reach the members of the properties`() {
        let gradient = CAGradientLayer()
        gradient.setValue(0.25, forKeyPath: "startPoint.x")
        #expect(gradient.startPoint == CGPoint(x: 0.25, y: 0))
        let tiled = CATiledLayer()
        tiled.setValue(64, forKeyPath: "tileSize.width")
        #expect(tiled.tileSize == CGSize(width: 64, height: 256))
        let replicator = CAReplicatorLayer()
        replicator.setValue(7, forKeyPath: "instanceTransform.translation.x")
        #expect(replicator.instanceTransform.m41 == 7)
        #expect(replicator.value(forKeyPath: "instanceTransform.translation.x") as? CGFloat == 7)
        let shape = CAShapeLayer()
        shape.setValue(3, forKeyPath: "lineWidth")
        #expect(shape.value(forKeyPath: "lineWidth") as? CGFloat == 3)
        let text = CATextLayer()
        text.setValue(20, forKeyPath: "fontSize")
        text.setValue("words", forKeyPath: "string")
        #expect(text.fontSize == 20 && text.value(forKeyPath: "string.length") as? Int == 5)
        let scroll = CAScrollLayer()
        scroll.setValue("none", forKeyPath: "scrollMode")
        #expect(scroll.scrollMode == .none)
        let emitter = CAEmitterLayer()
        emitter.setValue(8, forKeyPath: "emitterPosition.x")
        emitter.setValue(9, forKeyPath: "emitterSize.height")
        #expect(emitter.emitterPosition.x == 8 && emitter.emitterSize.height == 9)
    }

    @Test func `a path that is changed later does not change the shape's`() {
        let shape = CAShapeLayer()
        let path = CGMutablePath()
        path.addRect(CGRect(x: 0, y: 0, width: 1, height: 1))
        shape.path = path
        path.addRect(CGRect(x: 5, y: 5, width: 1, height: 1))
        #expect(shape.path == CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil))
    }

    @Test func `a new tile takes a quarter of a second to appear`() {
        #expect(CATiledLayer.fadeDuration() == 0.25)
    }

    @Test func `the values for bright screens are kept`() {
        let layer = CALayer()
        #expect(layer.toneMapMode == .automatic && layer.preferredDynamicRange == .automatic)
        #expect(layer.contentsHeadroom == 0 && !layer.wantsExtendedDynamicRangeContent)
        #expect(!layer.wantsDynamicContentScaling)
        layer.preferredDynamicRange = .high
        #expect(CALayer(layer: layer).preferredDynamicRange == .high)
    }

    private final class Custom: CAShapeLayer {
        var progress: CGFloat = 5
        override class var keyTable: KeyTable { keys }
        private static let keys = KeyTable(Custom.self) {
            $0.add("progress", get: { $0.progress }, set: { $0.progress = $1 })
        }
        init(progress: CGFloat) {
            self.progress = progress
            super.init()
        }
    }

    @Test func `a subclass of one's own has the defaults of the class above it, and none for its own keys`() {
        #expect(Custom.defaultValue(forKey: "lineWidth") as? CGFloat == 1)
        #expect(Custom.defaultValue(forKey: "progress") == nil)
        let layer = Custom(progress: 7)
        #expect(layer.value(forKey: "progress") as? CGFloat == 7 && layer.shouldArchiveValue(forKey: "progress"))
    }

    @Test func `values that differ from the default are worth archiving`() {
        let layer = CALayer()
        #expect(!layer.shouldArchiveValue(forKey: "opacity") && !layer.shouldArchiveValue(forKey: "contents"))
        layer.opacity = 0.5
        layer.contents = "picture"
        layer.setValue(1, forKey: "padding")
        for key in ["opacity", "contents", "padding"] { #expect(layer.shouldArchiveValue(forKey: key), "\(key)") }
    }
}
