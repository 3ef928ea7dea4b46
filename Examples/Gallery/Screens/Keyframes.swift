import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var keyframes: Screen {
        Screen("keyframes", "CAKeyframeAnimation", "Through values, or along a path and turned with it") { stage in
            let way = stage.panel(
                CGRect(x: 40, y: 110, width: 880, height: 215), "path, rotationMode and calculationMode paced")
            let path = Figures.eight(in: way.bounds.insetBy(dx: 120, dy: 14))
            let road = stage.shape(path, in: way, stroke: Palette.line, width: 3)
            road.lineDashPattern = [8, 8]
            for number in 0..<3 {
                let arrow = CGMutablePath()
                arrow.addLines(between: [
                    CGPoint(x: 0, y: 0), CGPoint(x: 44, y: 15), CGPoint(x: 0, y: 30), CGPoint(x: 10, y: 15),
                ])
                arrow.closeSubpath()
                let plane = CAShapeLayer()
                plane.bounds = CGRect(x: 0, y: 0, width: 44, height: 30)
                (plane.path, plane.fillColor) = (arrow, Palette.bright[number])
                way.addSublayer(plane)
                let flight = CAKeyframeAnimation(keyPath: "position")
                (flight.path, flight.rotationMode, flight.calculationMode) = (path, .rotateAuto, .paced)
                (flight.duration, flight.repeatCount, flight.timeOffset) = (6, .infinity, Double(number) * 0.45)
                plane.add(flight, forKey: "flight")
            }
            let modes: [CAAnimationCalculationMode] = [.linear, .paced, .cubic, .discrete]
            for (number, mode) in modes.enumerated() {
                let panel = stage.panel(
                    CGRect(x: 40 + CGFloat(number) * 225, y: 345, width: 205, height: 215), mode.rawValue)
                let points = [(20, 130), (50, 30), (90, 120), (125, 20), (155, 135)].map { CGPoint(x: $0.0, y: $0.1) }
                for point in points {
                    stage.box(
                        CGRect(x: point.x - 4, y: point.y - 4, width: 8, height: 8), Palette.line, corner: 4, in: panel)
                }
                let ball = stage.box(
                    CGRect(x: 0, y: 0, width: 26, height: 26), Palette.bright[number], corner: 13, in: panel)
                let walk = CAKeyframeAnimation(keyPath: "position")
                (walk.values, walk.calculationMode, walk.duration, walk.repeatCount) = (points, mode, 2.2, .infinity)
                walk.autoreverses = true
                ball.add(walk, forKey: "walk")
            }
        }
    }
}
