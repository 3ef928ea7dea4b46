import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var shapes: Screen {
        Screen("shapes", "CAShapeLayer", "Paths that are filled and stroked, and all of it animated") { stage in
            let line = stage.panel(CGRect(x: 40, y: 110, width: 430, height: 215), "strokeStart and strokeEnd")
            let box = line.bounds.insetBy(dx: 24, dy: 20)
            stage.shape(Figures.eight(in: box), in: line, stroke: Palette.line, width: 10)
            let snake = stage.shape(Figures.eight(in: box), in: line, stroke: Palette.coral, width: 10)
            snake.lineCap = .round
            let start = CABasicAnimation(keyPath: "strokeStart")
            (start.fromValue, start.toValue) = (-0.25, 1)
            let end = CABasicAnimation(keyPath: "strokeEnd")
            (end.fromValue, end.toValue) = (0, 1.25)
            let group = CAAnimationGroup()
            (group.animations, group.duration, group.repeatCount) = ([start, end], 2.5, .infinity)
            snake.add(group, forKey: "run")

            let dashes = stage.panel(
                CGRect(x: 490, y: 110, width: 430, height: 215), "lineDashPattern and lineDashPhase")
            let ring = CGPath(
                roundedRect: dashes.bounds.insetBy(dx: 16, dy: 16), cornerWidth: 40, cornerHeight: 40, transform: nil)
            let ants = stage.shape(ring, in: dashes, stroke: Palette.amber, width: 5)
            (ants.lineDashPattern, ants.lineCap) = ([2, 16, 30, 16], .round)
            ants.loop("lineDashPhase", from: 64, to: 0, seconds: 1.2)
            let inner = stage.shape(
                CGPath(ellipseIn: dashes.bounds.insetBy(dx: 110, dy: 44), transform: nil), in: dashes,
                stroke: Palette.mint, width: 14)
            inner.lineDashPattern = [3, 7]
            inner.loop("lineDashPhase", from: 0, to: 60, seconds: 2)

            let morph = stage.panel(CGRect(x: 40, y: 345, width: 280, height: 215), "path")
            let space = CGRect(x: morph.bounds.midX - 70, y: morph.bounds.midY - 70, width: 140, height: 140)
            let star = stage.shape(
                Figures.star(in: space, points: 8, depth: 0.45), in: morph, fill: Palette.violet, stroke: Palette.text,
                width: 2)
            star.loop(
                "path", from: Figures.star(in: space, points: 8, depth: 0.45),
                to: Figures.star(in: space, points: 8, depth: 0.92),
                seconds: 1.2, turnsBack: true, .easeInEaseOut)
            star.loop("fillColor", from: Palette.violet, to: Palette.pink, seconds: 1.2, turnsBack: true)

            caps(stage)
            rules(stage)
        }
    }

    private static func caps(_ stage: Stage) {
        let panel = stage.panel(CGRect(x: 340, y: 345, width: 280, height: 215), "lineCap and lineJoin")
        let kinds: [(CAShapeLayerLineCap, CAShapeLayerLineJoin)] = [
            (.butt, .miter), (.round, .round), (.square, .bevel),
        ]
        for (number, (cap, join)) in kinds.enumerated() {
            let path = CGMutablePath()
            let y: CGFloat = 42 + CGFloat(number) * 50
            path.move(to: CGPoint(x: 26, y: y))
            for (x, up) in [(78, 32), (130, 0), (182, 32), (222, 0)] {
                path.addLine(to: CGPoint(x: CGFloat(x), y: y - CGFloat(up)))
            }
            let line = stage.shape(path, in: panel, stroke: Palette.sky, width: 18)
            (line.lineCap, line.lineJoin) = (cap, join)
            stage.shape(path, in: panel, stroke: Palette.text, width: 1.5)
        }
    }

    private static func rules(_ stage: Stage) {
        let panel = stage.panel(CGRect(x: 640, y: 345, width: 280, height: 215), "fillRule: non-zero and even-odd")
        for number in 0..<2 {
            let path = CGMutablePath()
            let center = CGPoint(x: 62 + CGFloat(number) * 124, y: 78)
            for point in 0...5 {
                let angle = Double(point * 2) / 5 * 2 * .pi - .pi / 2
                let place = CGPoint(x: center.x + 58 * CGFloat(cos(angle)), y: center.y + 58 * CGFloat(sin(angle)))
                if point == 0 { path.move(to: place) } else { path.addLine(to: place) }
            }
            path.closeSubpath()
            let star = stage.shape(path, in: panel, fill: Palette.coral, stroke: Palette.text, width: 1.5)
            star.fillRule = number == 0 ? .nonZero : .evenOdd
        }
    }
}
