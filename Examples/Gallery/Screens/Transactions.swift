import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var transactions: Screen {
        Screen("transactions", "CATransaction", "What changes together, for how long, and what follows") { stage in
            let nested = track(stage, 0, "Nested: each with a duration and a pace of its own", 2)
            let done = track(stage, 1, "A completion block: the lamp goes on when the move is over", 1)
            let jumps = track(stage, 2, "setDisableActions(true): at once; the other one by its action", 2)
            let lamp = stage.box(
                CGRect(x: 800, y: 30, width: 34, height: 34), Palette.line, corner: 17, in: done[0].superlayer!)
            var isRight = false
            stage.every(1.6) {
                isRight.toggle()
                let x: CGFloat = isRight ? 740 : 30
                CATransaction.begin()
                CATransaction.setAnimationDuration(1.4)
                nested[0].position.x = x
                CATransaction.begin()
                CATransaction.setAnimationDuration(0.5)
                CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeInEaseOut))
                nested[1].position.x = x
                CATransaction.commit()
                CATransaction.commit()

                CATransaction.begin()
                CATransaction.setAnimationDuration(0.8)
                lamp.backgroundColor = Palette.line
                CATransaction.setCompletionBlock {
                    CATransaction.setAnimationDuration(0.3)
                    lamp.backgroundColor = Palette.amber
                }
                done[0].position.x = x
                CATransaction.commit()

                CATransaction.begin()
                CATransaction.setAnimationDuration(0.8)
                jumps[0].position.x = x
                CATransaction.commit()
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                jumps[1].position.x = x
                CATransaction.commit()
            }
        }
    }

    /// A panel with boxes that wait at its left.
    private static func track(_ stage: Stage, _ number: Int, _ title: String, _ count: Int) -> [CALayer] {
        let panel = stage.panel(CGRect(x: 40, y: 110 + CGFloat(number) * 153, width: 880, height: 143), title)
        return (0..<count).map { box in
            let height: CGFloat = count == 1 ? 40 : 34
            let y = count == 1 ? 26 : CGFloat(box) * 46 + 2
            return stage.box(
                CGRect(x: 0, y: y, width: 60, height: height), Palette.bright[number * 2 + box], corner: 10, in: panel)
        }
    }
}
