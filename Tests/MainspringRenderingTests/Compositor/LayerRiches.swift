import Foundation
import MainspringAnimation
import MainspringGraphics
import SeededRandom

/// All that layers of a random scene can say beside the most usual things.
struct LayerRiches {
    private var random: SeededGenerator

    init(seed: UInt64) { random = SeededGenerator(seed: seed &* 0x9E37 &+ 11) }

    private mutating func number(_ range: ClosedRange<CGFloat>) -> CGFloat { .random(in: range, using: &random) }
    private mutating func whole(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
    private mutating func chance(_ part: Double) -> Bool { .random(in: 0..<1, using: &random) < part }
    private mutating func one<Element>(of elements: [Element]) -> Element { elements[whole(0...elements.count - 1)] }

    private mutating func anyColor() -> CGColor {
        color(number(0...1), number(0...1), number(0...1), chance(0.5) ? 1 : number(0...1))
    }

    private mutating func anyPath() -> CGPath {
        let path = CGMutablePath()
        path.addLines(between: (0..<whole(3...6)).map { _ in CGPoint(x: number(-5...60), y: number(-5...60)) })
        if chance(0.5) { path.closeSubpath() }
        if chance(0.3) { path.addEllipse(in: CGRect(x: number(0...30), y: number(0...30), width: 20, height: 14)) }
        return path
    }

    // MARK: Any layer

    /// Has a layer say some of all that it can.
    mutating func enrich(_ layer: CALayer) {
        if chance(0.15) { layer.anchorPoint = CGPoint(x: number(-0.2...1.2), y: number(0...1)) }
        if chance(0.05) { layer.anchorPointZ = number(-30...30) }
        if chance(0.2) { layer.bounds.origin = CGPoint(x: number(-20...20), y: number(-20...20)) }
        if chance(0.12) {
            layer.sublayerTransform =
                chance(0.5)
                ? .perspective(number(80...300)) : CATransform3DMakeRotation(number(-0.5...0.5), 0, 0, 1)
        }
        layer.maskedCorners = CACornerMask(rawValue: chance(0.7) ? 15 : UInt(whole(0...15)))
        layer.borderColor = anyColor()
        if chance(0.2) { layer.contentsRect = CGRect(x: number(0...0.5), y: number(0...0.5), width: 0.5, height: 0.4) }
        layer.contentsGravity = one(of: [
            .resize, .center, .top, .bottom, .left, .right, .topLeft, .topRight, .bottomLeft, .bottomRight,
            .resizeAspect, .resizeAspectFill,
        ])
        // Tiles have one of their own.
        if !(layer is CATiledLayer), chance(0.2) { layer.contentsScale = number(0.5...3) }
        layer.magnificationFilter = one(of: [.linear, .linear, .nearest])
        layer.minificationFilter = one(of: [.linear, .nearest, .trilinear])
        layer.shadowColor = anyColor()
        layer.allowsGroupOpacity = chance(0.8)
        (layer.shouldRasterize, layer.rasterizationScale) = (chance(0.1), number(0.5...2))
        if chance(0.12) { layer.compositingFilter = one(of: Self.modes) }
        if chance(0.15) { layer.filters = (0..<whole(1...2)).map { _ in anyFilter() } }
        if chance(0.25) { layer.mask = anyMask(0) }
        enrichClass(of: layer)
    }

    private static let modes = [
        "overlayBlendMode", "darkenBlendMode", "lightenBlendMode", "colorDodgeBlendMode", "colorBurnBlendMode",
        "softLightBlendMode", "hardLightBlendMode", "exclusionBlendMode", "hueBlendMode", "saturationBlendMode",
        "colorBlendMode", "luminosityBlendMode", "plusL", "plusD", "sourceAtop", "sourceIn", "sourceOut", "xor",
        "destIn",
        "destOut", "destOver", "destAtop", "copy", "clear",
    ]

    private mutating func anyFilter() -> LayerFilter {
        switch whole(0...6) {
        case 0: .brightness(number(0...2))
        case 1: .contrast(number(0...2))
        case 2: .inversion(number(0...1))
        case 3: .sepia(number(0...1))
        case 4: .colorMatrix((0..<20).map { _ in Float(number(-1...1)) })
        default: .gaussianBlur(radius: number(0.2...5))
        }
    }

    /// A mask of any class, with layers in it and a mask of its own now and then.
    private mutating func anyMask(_ depth: Int) -> CALayer {
        let layer = anyPlain()
        layer.frame = CGRect(x: number(-5...20), y: number(-5...20), width: number(10...60), height: number(10...60))
        layer.backgroundColor = chance(0.6) ? anyColor() : nil
        layer.cornerRadius = chance(0.4) ? number(0...20) : 0
        layer.opacity = chance(0.3) ? Float(number(0.3...1)) : 1
        if chance(0.3) { layer.transform = CATransform3DMakeRotation(number(-1...1), 0, 0, 1) }
        if chance(0.2) { layer.filters = [LayerFilter.gaussianBlur(radius: number(0.5...4))] }
        if chance(0.4), depth < 2 { layer.addSublayer(anyMask(depth + 1)) }
        if chance(0.2), depth < 2 { layer.mask = anyMask(depth + 1) }
        enrichClass(of: layer)
        return layer
    }

    private mutating func anyPlain() -> CALayer {
        switch whole(0...10) {
        case 0: return CAShapeLayer()
        case 1: return CAGradientLayer()
        case 2: return CATextLayer()
        case 3: return CAReplicatorLayer()
        case 4: return CAEmitterLayer()
        case 5: return CAScrollLayer()
        case 6: return TiledPattern(50, 40, tile: number(12...30))
        case 7:
            let layer = CATransformLayer()
            layer.addSublayer(CALayer(2, 4, 30, 26, anyColor()))
            return layer
        default:
            let layer = CALayer()
            if chance(0.5) { layer.contents = testImage(20, 16) }
            return layer
        }
    }

    // MARK: Classes

    private mutating func enrichClass(of layer: CALayer) {
        switch layer {
        case let shape as CAShapeLayer: enrich(shape)
        case let gradient as CAGradientLayer:
            gradient.colors = (0..<whole(2...4)).map { _ in anyColor() }
            gradient.locations = chance(0.5) ? gradient.colors?.indices.map { NSNumber(value: Double($0) / 4) } : nil
            gradient.type = one(of: [.axial, .radial, .conic])
            (gradient.startPoint, gradient.endPoint) = (
                CGPoint(x: number(0...0.6), y: number(0...0.6)), CGPoint(x: number(0.7...1), y: number(0.7...1))
            )
        case let text as CATextLayer:
            text.string = one(of: ["Pixels", "more words in lines", "Ελλάδα", "عربي", "e😀f"])
            (text.fontSize, text.foregroundColor, text.isWrapped) = (number(6...20), anyColor(), chance(0.5))
            text.alignmentMode = one(of: [.natural, .left, .center, .right, .justified])
            text.truncationMode = one(of: [.none, .start, .middle, .end])
        case let replicator as CAReplicatorLayer: enrich(replicator)
        case let emitter as CAEmitterLayer: enrich(emitter)
        case let scroll as CAScrollLayer:
            scroll.scroll(to: CGPoint(x: number(-20...30), y: number(-20...30)))
        case is CATransformLayer:
            layer.sublayerTransform = chance(0.3) ? .perspective(number(80...300)) : CATransform3DIdentity
            if chance(0.5) {
                layer.transform = CATransform3DMakeRotation(number(-1...1), number(-1...1), number(-1...1), 0.2)
            }
        default: break
        }
    }

    private mutating func enrich(_ shape: CAShapeLayer) {
        (shape.path, shape.fillColor) = (anyPath(), chance(0.7) ? anyColor() : nil)
        (shape.strokeColor, shape.lineWidth) = (chance(0.6) ? anyColor() : nil, number(0...8))
        shape.fillRule = one(of: [.nonZero, .evenOdd])
        shape.lineCap = one(of: [.butt, .round, .square])
        shape.lineJoin = one(of: [.miter, .round, .bevel])
        shape.lineDashPattern = chance(0.3) ? [5, 3] : nil
        (shape.strokeStart, shape.strokeEnd) = chance(0.3) ? (number(0...0.4), number(0.5...1)) : (0, 1)
    }

    private mutating func enrich(_ replicator: CAReplicatorLayer) {
        replicator.instanceCount = whole(1...4)
        replicator.preservesDepth = chance(0.4)
        replicator.instanceTransform = CATransform3DRotate(
            CATransform3DMakeTranslation(number(-20...20), number(-20...20), number(-30...30)), number(-1...1), 0,
            number(-1...1), 1)
        if chance(0.3) { replicator.instanceGreenOffset = -0.2 }
        if replicator.sublayers == nil { replicator.addSublayer(CALayer(4, 4, 24, 16, anyColor())) }
    }

    private mutating func enrich(_ emitter: CAEmitterLayer) {
        let (cell, inner) = (CAEmitterCell(), CAEmitterCell())
        (cell.contents, cell.birthRate, cell.lifetime) = (chance(0.8) ? testImage(10, 10) : nil, 6, 2)
        (cell.velocity, cell.emissionRange, cell.spin) = (number(0...30), .pi, number(-3...3))
        (cell.scaleRange, cell.scaleSpeed, cell.alphaSpeed) = (0.5, number(-0.4...0.4), -0.3)
        (cell.color, cell.redRange, cell.yAcceleration) = (anyColor(), 0.4, number(-20...20))
        if chance(0.4) {
            (inner.contents, inner.birthRate, inner.lifetime, inner.scale) = (testImage(6, 6), 4, 1, 0.8)
            cell.emitterCells = [inner]
        }
        emitter.emitterCells = [cell]
        (emitter.seed, emitter.emitterPosition) = (UInt32(whole(0...99)), CGPoint(x: number(0...40), y: number(0...40)))
        emitter.emitterShape = one(of: [.point, .line, .rectangle, .circle, .sphere, .cuboid])
        emitter.emitterMode = one(of: [.points, .outline, .surface, .volume])
        emitter.renderMode = one(of: [.unordered, .oldestFirst, .oldestLast, .backToFront, .additive])
        emitter.emitterSize = CGSize(width: number(0...30), height: number(0...30))
    }

    // MARK: Changes

    /// Has a layer say something else now and then, at once or bit by bit.
    mutating func change(_ layer: CALayer) {
        if chance(0.25) { enrich(layer) }
        guard chance(0.4) else { return }
        let (keyPath, from, to) = anyWay(of: layer)
        let animation = CABasicAnimation(keyPath: keyPath)
        (animation.fromValue, animation.toValue, animation.duration) = (from, to, number(0.5...3))
        animation.autoreverses = chance(0.3)
        layer.add(animation, forKey: keyPath)
        if let mask = layer.mask, chance(0.5) {
            mask.animate("position.x", from: number(0...20), to: number(20...60)) { $0.duration = 2 }
        }
    }

    private mutating func anyWay(of layer: CALayer) -> (String, Any, Any) {
        switch layer {
        case is CAShapeLayer where chance(0.5):
            return chance(0.5) ? ("strokeEnd", 0, 1) : ("path", anyPath(), anyPath())
        case is CAGradientLayer where chance(0.5):
            return ("startPoint", CGPoint.zero, CGPoint(x: 0.5, y: 0.4))
        case is CAReplicatorLayer where chance(0.5):
            return ("instanceTransform", CATransform3DIdentity, CATransform3DMakeRotation(1, 0, 0.5, 1))
        case is CAEmitterLayer where chance(0.5): return ("emitterPosition", CGPoint.zero, CGPoint(x: 50, y: 50))
        default: break
        }
        let (low, high) = (number(0...1), number(1...3))
        return one(of: [
            ("transform.rotation.z", low, high), ("transform.rotation.y", low, high), ("transform.scale", low, high),
            ("sublayerTransform.rotation.z", low, high), ("zPosition", -low, high), ("shadowRadius", low, 3 * high),
            ("shadowOpacity", 0, 1), ("shadowOffset.width", -9, 9), ("borderWidth", 0, 6), ("bounds.origin.x", -20, 20),
            ("backgroundColor", anyColor(), anyColor()), ("anchorPoint.x", 0, 1), ("contentsRect.origin.x", 0, 0.5),
        ])
    }
}
