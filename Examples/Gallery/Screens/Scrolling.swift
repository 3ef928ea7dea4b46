import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var scrolling: Screen {
        Screen("scrolling", "CAScrollLayer", "A layer that shows a part of what is in it, and moves to another part") {
            stage in
            let panel = stage.panel(CGRect(x: 40, y: 110, width: 880, height: 250), "scroll(to:): to a point, animated")
            let strip = scroller(panel.bounds, in: panel)
            let cards = 12
            for number in 0..<cards {
                card(stage, number, CGRect(x: CGFloat(number) * 190, y: 10, width: 170, height: 170), in: strip)
            }
            var shown = 0
            stage.every(0.9) {
                shown = (shown + 1) % (cards - 4)
                CATransaction.setAnimationDuration(0.7)
                CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeInEaseOut))
                strip.scroll(to: CGPoint(x: CGFloat(shown) * 190, y: 0))
            }
            let both = stage.panel(
                CGRect(x: 40, y: 380, width: 880, height: 180), "scrollRectToVisible(_:): just as far as needed")
            let field = scroller(both.bounds, in: both)
            for number in 0..<60 {
                card(
                    stage, number,
                    CGRect(x: CGFloat(number % 15) * 100, y: CGFloat(number / 15) * 100, width: 88, height: 88),
                    in: field)
            }
            var wanted = 0
            stage.every(1) {
                wanted = (wanted + 23) % 60
                for (number, layer) in (field.sublayers ?? []).enumerated() {
                    layer.opacity = number == wanted ? 1 : 0.35
                }
                field.sublayers?[wanted].scrollRectToVisible(CGRect(x: 0, y: 0, width: 88, height: 88))
            }
        }
    }

    private static func scroller(_ frame: CGRect, in outer: CALayer) -> CAScrollLayer {
        let layer = CAScrollLayer()
        layer.frame = frame
        (layer.masksToBounds, layer.cornerRadius) = (true, 8)
        outer.addSublayer(layer)
        return layer
    }

    private static func card(_ stage: Stage, _ number: Int, _ frame: CGRect, in outer: CALayer) {
        let card = stage.box(frame, Palette.bright[number % 6], corner: 14, in: outer)
        stage.label(
            "\(number + 1)",
            CGRect(x: 0, y: frame.height / 2 - frame.height / 4, width: frame.width, height: frame.height / 2),
            size: frame.height * 0.36, color: Palette.night, font: "Helvetica-Bold", alignment: .center, in: card)
    }
}
