import Foundation
import MainspringAnimation
import MainspringGraphics
import SeededRandom

/// Layers of all kinds at random places, which change at random.
struct RandomScene {
    var random: SeededGenerator
    /// Apart, so that the other layers of a seed are those that they were before there were tiles.
    private var ofTiles: SeededGenerator
    /// What layers say besides, in scenes that have everything.
    private var riches: LayerRiches?
    let root: CALayer
    private var layers: [CALayer] = []
    private let image: CGImage
    private let size: CGFloat

    init(seed: UInt64, in root: CALayer, size: CGFloat, isRich: Bool = false) {
        random = SeededGenerator(seed: seed)
        if isRich { riches = LayerRiches(seed: seed) }
        ofTiles = SeededGenerator(seed: ~seed)
        (self.root, self.size) = (root, size)
        image = testImage(24, 24)
    }

    private mutating func number(_ range: ClosedRange<CGFloat>) -> CGFloat { CGFloat.random(in: range, using: &random) }
    private mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
    private mutating func chance(_ part: Double) -> Bool { Double.random(in: 0..<1, using: &random) < part }

    private mutating func anyColor() -> CGColor {
        color(number(0...1), number(0...1), number(0...1), chance(0.5) ? 1 : number(0...1))
    }

    private mutating func anyPath() -> CGPath {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: number(-10...30), y: number(-10...30)))
        for _ in 0..<whole(2...4) {
            path.addQuadCurve(
                to: CGPoint(x: number(-10...60), y: number(-10...60)),
                control: CGPoint(x: number(-10...60), y: number(-10...60)))
        }
        return path
    }

    private mutating func anyLayer() -> CALayer {
        switch whole(0...9) {
        case 0:
            let shape = CAShapeLayer()
            shape.path = anyPath()
            shape.fillColor = chance(0.7) ? anyColor() : nil
            shape.strokeColor = chance(0.5) ? anyColor() : nil
            shape.lineWidth = number(0...6)
            return shape
        case 1:
            let gradient = CAGradientLayer()
            gradient.colors = [anyColor(), anyColor(), anyColor()]
            gradient.type = [.axial, .radial, .conic][whole(0...2)]
            if gradient.type != .axial { gradient.startPoint = CGPoint(x: 0.5, y: 0.5) }
            return gradient
        case 2:
            let text = CATextLayer()
            text.string = "Pixels"
            text.fontSize = number(6...24)
            text.foregroundColor = anyColor()
            return text
        case 3: return CATransformLayer()
        case 4: return CAScrollLayer()
        case 5:
            return anyTiledLayer()
        case 6:
            let replicator = CAReplicatorLayer()
            replicator.instanceCount = whole(0...4)
            replicator.instanceTransform = CATransform3DRotate(
                CATransform3DMakeTranslation(number(-20...20), number(-20...20), 0), number(-1...1), 0, 0, 1)
            if chance(0.4) { replicator.instanceColor = anyColor() }
            if chance(0.4) { replicator.instanceAlphaOffset = -0.2 }
            if chance(0.4) { replicator.instanceDelay = 0.2 }
            return replicator
        case 7:
            let emitter = CAEmitterLayer()
            let cell = CAEmitterCell()
            cell.contents = image
            (cell.birthRate, cell.lifetime, cell.velocity, cell.emissionRange) = (8, 2, 30, .pi)
            cell.color = anyColor()
            emitter.emitterCells = [cell]
            emitter.renderMode = chance(0.5) ? .additive : .unordered
            return emitter
        default: return CALayer()
        }
    }

    private mutating func anyTiledLayer() -> TiledPattern {
        let tiled = Bool.random(using: &ofTiles) ? SlowPattern() : TiledPattern()
        func number(_ range: ClosedRange<CGFloat>) -> CGFloat { CGFloat.random(in: range, using: &ofTiles) }
        (tiled.pattern.side, tiled.pattern.alpha) = (number(3...20), Bool.random(using: &ofTiles) ? 1 : number(0...1))
        tiled.tileSize = CGSize(width: number(16...40), height: number(16...40))
        tiled.levelsOfDetail = Int.random(in: 1...3, using: &ofTiles)
        tiled.levelsOfDetailBias = Int.random(in: 0...2, using: &ofTiles)
        if Bool.random(using: &ofTiles) { tiled.contentsScale = number(0.5...2) }
        tiled.setNeedsDisplay()
        return tiled
    }

    private mutating func place(_ layer: CALayer) {
        let isWhole = chance(0.5)
        func rounded(_ value: CGFloat) -> CGFloat { isWhole ? value.rounded() : value }
        layer.bounds = CGRect(x: 0, y: 0, width: rounded(number(0...70)), height: rounded(number(0...70)))
        layer.position = CGPoint(x: rounded(number(-20...size + 20)), y: rounded(number(-20...size + 20)))
        layer.zPosition = chance(0.1) ? number(-5...5) : 0
        switch whole(0...5) {
        case 0: layer.transform = CATransform3DMakeRotation(number(-3...3), 0, 0, 1)
        case 1: layer.transform = CATransform3DMakeScale(number(0.2...2), number(0.2...2), 1)
        case 2:
            var transform = CATransform3DIdentity
            transform.m34 = -1 / number(100...400)
            layer.transform = CATransform3DRotate(transform, number(-1.3...1.3), number(-1...1), number(-1...1), 0.1)
        default: layer.transform = CATransform3DIdentity
        }
    }

    private mutating func look(_ layer: CALayer) {
        layer.backgroundColor = chance(0.6) ? anyColor() : nil
        layer.cornerRadius = chance(0.3) ? number(0...20) : 0
        layer.cornerCurve = chance(0.3) ? .continuous : .circular
        layer.borderWidth = chance(0.2) ? number(0...6) : 0
        layer.contents = chance(0.3) ? image : nil
        layer.contentsGravity = [.resize, .center, .resizeAspect, .topLeft, .bottomRight][whole(0...4)]
        if chance(0.1) { layer.contentsCenter = CGRect(x: 0.3, y: 0.3, width: 0.4, height: 0.4) }
        layer.masksToBounds = chance(0.2)
        layer.opacity = chance(0.3) ? Float(number(0...1)) : 1
        layer.isHidden = chance(0.05)
        layer.isDoubleSided = chance(0.9)
        layer.isGeometryFlipped = chance(0.05)
        layer.shadowOpacity = chance(0.15) ? Float(number(0...1)) : 0
        layer.shadowRadius = number(0...6)
        layer.shadowOffset = CGSize(width: number(-6...6), height: number(-6...6))
        layer.shadowPath = chance(0.3) ? anyPath() : nil
        layer.compositingFilter =
            chance(0.08) ? ["multiplyBlendMode", "screenBlendMode", "differenceBlendMode"][whole(0...2)] : nil
        switch whole(0...15) {
        case 0: layer.filters = [LayerFilter.gaussianBlur(radius: number(0...6))]
        case 1: layer.filters = [LayerFilter.saturation(number(0...2)), LayerFilter.hueRotation(number(0...3))]
        default: layer.filters = nil
        }
        if chance(0.1) {
            let mask = CAShapeLayer()
            mask.path = anyPath()
            layer.mask = mask
        } else {
            layer.mask = nil
        }
    }

    /// Of a layer that is drawn in tiles, a part is to be drawn anew, and otherwise.
    private mutating func redraw(_ layer: CALayer) {
        guard let tiled = layer as? TiledPattern else { return }
        tiled.pattern.shift += 1
        let (x, y) = (CGFloat.random(in: 0...70, using: &ofTiles), CGFloat.random(in: 0...70, using: &ofTiles))
        tiled.setNeedsDisplay(CGRect(x: x, y: y, width: 20, height: 20))
    }

    private mutating func goOver(_ layer: CALayer) {
        let transition = CATransition()
        transition.type = [.fade, .moveIn, .push, .reveal][whole(0...3)]
        transition.subtype = [.fromLeft, .fromRight, .fromTop, .fromBottom][whole(0...3)]
        transition.duration = number(1...6)
        if chance(0.2) { (transition.startProgress, transition.endProgress) = (0.2, 0.7) }
        layer.add(transition, forKey: nil)
    }

    private mutating func add() {
        let layer = anyLayer()
        place(layer)
        look(layer)
        riches?.enrich(layer)
        let outer = layers.isEmpty || chance(0.4) ? root : layers[whole(0...layers.count - 1)]
        outer.addSublayer(layer)
        layers.append(layer)
    }

    /// Adds so many layers.
    mutating func fill(_ count: Int) { for _ in 0..<count { add() } }

    /// Changes a few things.
    mutating func change() {
        for _ in 0..<whole(1...3) {
            guard !layers.isEmpty else { return add() }
            let layer = layers[whole(0...layers.count - 1)]
            redraw(layer)
            riches?.change(layer)
            switch whole(0...9) {
            case 0: add()
            case 1:
                layer.removeFromSuperlayer()
                layers.removeAll { $0 === layer }
            case 2, 3: look(layer)
            case 4: layer.opacity = Float(number(0...1))
            case 5:
                let move = CABasicAnimation(
                    keyPath: ["position.x", "opacity", "cornerRadius", "bounds.size.width"][whole(0...3)])
                (move.fromValue, move.toValue, move.duration) = (number(0...1), number(1...60), 2)
                layer.add(move, forKey: "move")
            case 7:
                goOver(layer)
                look(layer)
                if let inner = layers.first(where: { $0.superlayer === layer }) { place(inner) }
            case 6: if layer.superlayer === root { root.insertSublayer(layer, at: 0) }
            default: place(layer)
            }
        }
    }
}

/// Squares of two colours, whose alpha and brightness change from row to row.
func testImage(_ width: Int, _ height: Int) -> CGImage {
    var pixels = [UInt32](repeating: 0, count: width * height)
    for y in 0..<height {
        for x in 0..<width {
            let alpha = UInt32(255 - y * 100 / height)
            let value = (x / 4 + y / 4) % 2 == 0 ? alpha : alpha * UInt32(x) / UInt32(width)
            pixels[y * width + x] = alpha << 24 | value << 16 | (alpha / 2) << 8 | (alpha - value)
        }
    }
    let data = pixels.withUnsafeBytes { Data($0) }
    let info = CGBitmapInfo.byteOrder32Little.rawValue | CGImageAlphaInfo.premultipliedFirst.rawValue
    return CGImage(
        width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: 4 * width,
        space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGBitmapInfo(rawValue: info),
        provider: CGDataProvider(data: data)!,
        decode: nil, shouldInterpolate: true, intent: .defaultIntent)!
}
