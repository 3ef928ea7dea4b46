import Foundation
import MainspringAnimation
import MainspringGraphics
import MainspringRendering
import Measure

/// damage-one: one picture moves over ten thousand layers that do not.
func damageOne(_ size: Int) -> Int {
    let stage = Stage(MEASURE_STANDING)
    for number in 0..<Int(MEASURE_STILL) {
        let layer = CALayer()
        let (line, column) = number.quotientAndRemainder(dividingBy: Int(MEASURE_STILL_COLUMNS))
        layer.frame = CGRect(
            x: column * Int(MEASURE_STILL_X), y: line * Int(MEASURE_STILL_Y), width: Int(MEASURE_STILL_WIDTH),
            height: Int(MEASURE_STILL_HEIGHT))
        var shade = [0.0, 0, 0]
        measure_still_shade(UInt32(number), &shade)
        layer.backgroundColor = CGColor(srgbRed: shade[0], green: shade[1], blue: shade[2], alpha: 1)
        stage.root.addSublayer(layer)
    }
    let layer = stage.makeSprite(0)
    layer.contents = spriteImage
    stage.root.addSublayer(layer)
    stage.move(layer, as: 0)
    return stage.run(size)
}

/// caret-4k: a caret that blinks twice a second on a still screen of 3840 by 2160 pixels; the value is the time of a frame in which it does.
func caret(_ size: Int) -> Int {
    let stage = Stage(width: 3840, height: 2160)
    for number in 0..<200 {
        let text = CATextLayer()
        text.frame = CGRect(x: 40 + number % 4 * 950, y: 20 + number / 4 * 42, width: 900, height: 40)
        (text.string, text.fontSize, text.foregroundColor) = ("Line \(number) of a text that stands still", 24, .black)
        stage.root.addSublayer(text)
    }
    let caret = CALayer()
    caret.frame = CGRect(x: 500, y: 300, width: 2, height: 40)
    caret.backgroundColor = .black
    stage.root.addSublayer(caret)
    let frames = stage.run(size) { index in
        CATransaction.setDisableActions(true)
        caret.isHidden = index % 2 == 0
        CATransaction.flush()
    }
    let drawn = stage.compositor.lastDamage
    guard stage.isBlack(x: 501, y: 320) != caret.isHidden, drawn == [caret.frame] else {
        fatalError("The caret is not what it must be, or not only the caret was drawn, but \(drawn).")
    }
    return frames
}
