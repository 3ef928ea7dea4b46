import Foundation
import MainspringAnimation
import MainspringGraphics
import Measure

private func shade(_ number: Int) -> CGColor {
    let number = UInt32(number)
    return CGColor(
        srgbRed: measure_part(number, 6), green: measure_part(number, 7), blue: measure_part(number, 8), alpha: 1)
}

/// effects: 200 shadows, 200 round edges with a layer inside, 50 masks and 20 blurs, all moving.
func effects(_ size: Int) -> Int {
    let stage = Stage()
    var number = 0
    func add(_ count: Int, _ body: (CALayer) -> Void) {
        for _ in 0..<count {
            let layer = stage.makeSprite(number)
            layer.backgroundColor = shade(number)
            body(layer)
            stage.root.addSublayer(layer)
            stage.move(layer, as: number)
            number += 1
        }
    }
    add(200) { layer in
        layer.shadowOpacity = 0.6
        layer.shadowRadius = 8
        layer.shadowOffset = CGSize(width: 0, height: 4)
    }
    add(200) { layer in
        layer.cornerRadius = 16
        layer.masksToBounds = true
        let inner = CALayer()
        inner.frame = CGRect(x: 16, y: 16, width: 64, height: 64)
        inner.backgroundColor = shade(number + 7)
        layer.addSublayer(inner)
    }
    add(50) { layer in
        layer.contents = spriteImage
        let mask = CAShapeLayer()
        mask.frame = layer.bounds
        mask.path = CGPath(ellipseIn: CGRect(x: 4, y: 12, width: 56, height: 40), transform: nil)
        layer.mask = mask
    }
    add(20) { layer in layer.filters = [LayerFilter.gaussianBlur(radius: 8)] }
    return stage.run(size)
}
