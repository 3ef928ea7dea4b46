import Foundation
import MainspringAnimation
import MainspringGraphics
import Measure

private func shade(_ number: UInt32) -> CGColor {
    var parts = [0.0, 0, 0]
    measure_shade(number, &parts)
    return CGColor(srgbRed: parts[0], green: parts[1], blue: parts[2], alpha: 1)
}

/// effects: 200 shadows, 200 round edges with a layer inside, 50 masks and 20 blurs, all moving.
func effects(_ size: Int) -> Int {
    let stage = Stage(MEASURE_EFFECTS)
    var number = 0
    func add(_ count: Int, _ body: (CALayer) -> Void) {
        for _ in 0..<count {
            let layer = stage.makeSprite(number)
            layer.backgroundColor = shade(UInt32(number))
            body(layer)
            stage.root.addSublayer(layer)
            stage.move(layer, as: number)
            number += 1
        }
    }
    add(Int(MEASURE_SHADOWS)) { layer in
        layer.shadowOpacity = Float(MEASURE_SHADOW_OPACITY)
        layer.shadowRadius = CGFloat(MEASURE_BLUR)
        layer.shadowOffset = CGSize(width: 0, height: Int(MEASURE_SHADOW_OFFSET))
    }
    add(Int(MEASURE_CLIPS)) { layer in
        layer.cornerRadius = CGFloat(MEASURE_CORNER)
        layer.masksToBounds = true
        let inner = CALayer()
        inner.frame = layer.bounds.offsetBy(dx: CGFloat(MEASURE_INNER), dy: CGFloat(MEASURE_INNER))
        inner.backgroundColor = shade(measure_inner_shade(UInt32(number)))
        layer.addSublayer(inner)
    }
    add(Int(MEASURE_MASKS)) { layer in
        layer.backgroundColor = nil
        layer.contents = spriteImage
        let mask = CAShapeLayer()
        mask.frame = layer.bounds
        mask.path = CGPath(
            ellipseIn: layer.bounds.insetBy(
                dx: layer.bounds.midX - CGFloat(MEASURE_MASK_WIDTH),
                dy: layer.bounds.midY - CGFloat(MEASURE_MASK_HEIGHT)),
            transform: nil)
        layer.mask = mask
    }
    add(Int(MEASURE_BLURS)) { layer in layer.filters = [LayerFilter.gaussianBlur(radius: CGFloat(MEASURE_BLUR))] }
    return stage.run(size)
}
