import Foundation
import MainspringAnimation
import MainspringGraphics
import Measure

/// translate-1k, translate-1k-between, rotate-1k, perspective-1k: a thousand pictures that move.
func sprites(
    _ scene: measure_scene, _ turn: @escaping (Stage, CALayer, Int) -> Void = { _, _, _ in }
) -> (Int) -> Int {
    { size in
        let stage = Stage(scene)
        addSprites(to: stage, turn)
        return stage.run(size)
    }
}

func addSprites(to stage: Stage, _ turn: (Stage, CALayer, Int) -> Void) {
    for number in 0..<Int(MEASURE_SPRITES) {
        let layer = stage.makeSprite(number)
        layer.contents = spriteImage
        layer.opacity = Float(measure_sprite_opacity(UInt32(number)))
        stage.root.addSublayer(layer)
        stage.move(layer, as: number)
        turn(stage, layer, number)
    }
}

func rotate(_ stage: Stage, _ layer: CALayer, _ number: Int) { stage.turn(layer, as: number) }

/// Each is seen from an eye of its own and turns about its upright axis.
func turnInSpace(_ stage: Stage, _ layer: CALayer, _ number: Int) {
    var eye = CATransform3DIdentity
    eye.m34 = -1 / MEASURE_EYE
    let animation = CAKeyframeAnimation(keyPath: "transform")
    animation.values = (0...16).map { CATransform3DRotate(eye, 2 * .pi * CGFloat($0) / 16, 0, 1, 0) }
    animation.duration = stage.way(of: number).duration
    animation.repeatCount = .infinity
    layer.add(animation, forKey: "turn")
}

/// two-cores: how many times faster two threads draw a scene that fills the screen.
func twoCores(_ size: Int) -> Int {
    func time(_ threads: Int) -> Double {
        let stage = Stage(MEASURE_ROTATE, threads: threads)
        addSprites(to: stage, rotate)
        CATransaction.flush()
        for _ in 0..<Int(MEASURE_DRAWN_WARM_UP) { stage.drawNext() }
        let begin = measure_wall()
        for _ in 0..<size { stage.drawNext() }
        defer { stage.check() }
        return Double(measure_wall() - begin)
    }
    let one = time(1)
    measure_value(one / time(2))
    return 1
}
