import Foundation
import MainspringGraphics
import SeededRandom

@testable import MainspringAnimation

/// A tree of layers that changes at random, the same way for each seed.
final class RandomTree {
    let root: CALayer
    private(set) var layers: [CALayer] = []
    private var random: SeededGenerator

    init(root: CALayer, seed: UInt64, count: Int) {
        self.root = root
        random = SeededGenerator(seed: seed)
        for _ in 0..<count { grow() }
    }

    private func number(_ range: ClosedRange<Double>) -> Double { Double.random(in: range, using: &random) }
    private func chance(_ part: Double) -> Bool { number(0...1) < part }
    private func any() -> CALayer { layers.randomElement(using: &random) ?? root }

    private func grow() {
        let layer: CALayer
        switch Int.random(in: 0..<12, using: &random) {
        case 0: layer = CATransformLayer()
        case 1: layer = CAShapeLayer()
        default: layer = CALayer()
        }
        layer.bounds = CGRect(x: number(-10...10), y: number(-10...10), width: number(0...80), height: number(0...80))
        layer.position = CGPoint(x: number(0...200), y: number(0...200))
        layer.anchorPoint = CGPoint(x: number(0...1), y: number(0...1))
        if chance(0.3) { layer.transform = transform() }
        if chance(0.1) { layer.sublayerTransform = transform() }
        if chance(0.1) { layer.masksToBounds = true }
        if chance(0.1) { layer.isGeometryFlipped = true }
        if chance(0.1) { layer.zPosition = number(-5...5) }
        if chance(0.1) { layer.shadowOpacity = 0.5 }
        if chance(0.05) { layer.speed = 0.5 }
        (chance(0.4) ? root : any()).addSublayer(layer)
        layers.append(layer)
    }

    private func transform() -> CATransform3D {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: return CATransform3DMakeScale(number(0.5...2), number(0.5...2), 1)
        case 1: return CATransform3DMakeRotation(number(-3...3), 0, 0, 1)
        case 2: return CATransform3DMakeTranslation(number(-20...20), number(-20...20), number(-5...5))
        default:
            var result = CATransform3DIdentity
            result.m34 = -1 / 500
            return CATransform3DRotate(result, number(-1...1), number(-1...1), 1, 0)
        }
    }

    private func value(of key: String) -> Any {
        switch key {
        case "position", "anchorPoint": CGPoint(x: number(0...200), y: number(0...200))
        case "transform", "sublayerTransform": transform()
        case "bounds": CGRect(x: 0, y: 0, width: number(0...80), height: number(0...80))
        case "hidden", "masksToBounds": chance(0.5)
        case "backgroundColor": CGColor(red: number(0...1), green: number(0...1), blue: number(0...1), alpha: 1)
        default: number(0...2)
        }
    }

    private static let keys = [
        "position", "position.x", "opacity", "transform", "transform.rotation.z", "bounds", "bounds.size.width",
        "zPosition",
        "anchorPoint", "sublayerTransform", "hidden", "masksToBounds", "backgroundColor", "cornerRadius",
        "shadowOpacity",
        "shadowRadius", "anchorPointZ",
    ]

    /// Changes something.
    func change() {
        let layer = any()
        switch Int.random(in: 0..<12, using: &random) {
        case 0: grow()
        case 1:
            layer.removeFromSuperlayer()
            if chance(0.7) { root.addSublayer(layer) } else { layers.removeAll { $0 === layer } }
        case 2:
            let other = any()
            var outer: CALayer? = other
            while let current = outer, current !== layer { outer = current.superlayer }
            if outer == nil { other.insertSublayer(layer, at: 0) }
        case 3: layer.position = CGPoint(x: number(0...200), y: number(0...200))
        case 4: layer.opacity = Float(number(0...1))
        case 5: layer.transform = transform()
        case 6: layer.isHidden.toggle()
        case 7: layer.speed = Float(number(0...2))
        case 8: layer.removeAllAnimations()
        default:
            let key = Self.keys.randomElement(using: &random) ?? "opacity"
            let animation = chance(0.2) ? CASpringAnimation(keyPath: key) : CABasicAnimation(keyPath: key)
            let property = String(key.prefix { $0 != "." })
            let isMember = property != key
            if chance(0.8) { animation.fromValue = isMember ? number(0...2) : value(of: key) }
            if chance(0.8) { animation.toValue = isMember ? number(0...2) : value(of: key) }
            animation.duration = number(0.05...1)
            animation.repeatCount = chance(0.3) ? Float(number(1...3)) : 0
            animation.autoreverses = chance(0.3)
            animation.isAdditive = chance(0.3)
            animation.speed = chance(0.1) ? -1 : 1
            if animation.speed < 0 { animation.timeOffset = animation.duration }
            animation.fillMode = [.removed, .both, .forwards].randomElement(using: &random) ?? .both
            animation.isRemovedOnCompletion = chance(0.7)
            animation.timingFunction = chance(0.5) ? CAMediaTimingFunction(name: .easeInEaseOut) : nil
            layer.add(animation, forKey: chance(0.7) ? key : nil)
        }
    }
}
