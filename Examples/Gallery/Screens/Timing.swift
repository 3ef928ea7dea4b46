import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var timing: Screen {
        Screen(
            "timing", "CAMediaTimingFunction",
            "The same way in the same time, at another pace; the curve is what the function says"
        ) { stage in
            let all: [(String, CAMediaTimingFunction)] = [
                ("linear", CAMediaTimingFunction(name: .linear)), ("easeIn", CAMediaTimingFunction(name: .easeIn)),
                ("easeOut", CAMediaTimingFunction(name: .easeOut)),
                ("easeInEaseOut", CAMediaTimingFunction(name: .easeInEaseOut)),
                ("default", CAMediaTimingFunction(name: .default)),
                ("0.7, -0.5, 0.3, 1.5", CAMediaTimingFunction(controlPoints: 0.7, -0.5, 0.3, 1.5)),
                ("0, 1, 1, 0", CAMediaTimingFunction(controlPoints: 0, 1, 1, 0)),
            ]
            for (number, (name, function)) in all.enumerated() {
                let y = 108 + CGFloat(number) * 66
                let color = Palette.bright[number % 6]
                let row = CALayer()
                row.frame = CGRect(x: 40, y: y, width: 880, height: 58)
                (row.backgroundColor, row.cornerRadius) = (Palette.panel, 12)
                stage.layer.addSublayer(row)
                stage.label(name, CGRect(x: 16, y: 19, width: 160, height: 22), size: 15, in: row)
                stage.shape(
                    curve(function, in: CGRect(x: 190, y: 14, width: 60, height: 30)), in: row, stroke: color,
                    width: 2.5)
                stage.box(CGRect(x: 330, y: 28, width: 480, height: 2), Palette.line, in: row)
                let ball = stage.box(CGRect(x: 315, y: 14, width: 30, height: 30), color, corner: 15, in: row)
                let move = CABasicAnimation(keyPath: "position.x")
                (move.fromValue, move.toValue, move.duration) = (330, 810, 1.5)
                (move.timingFunction, move.autoreverses, move.repeatCount) = (function, true, .infinity)
                ball.add(move, forKey: "move")
            }
        }
    }

    private static func curve(_ function: CAMediaTimingFunction, in box: CGRect) -> CGPath {
        var points: [CGPoint] = []
        for number in 0..<4 {
            var values: [Float] = [0, 0]
            function.getControlPoint(at: number, values: &values)
            points.append(
                CGPoint(x: box.minX + box.width * CGFloat(values[0]), y: box.maxY - box.height * CGFloat(values[1])))
        }
        let path = CGMutablePath()
        path.move(to: points[0])
        path.addCurve(to: points[3], control1: points[1], control2: points[2])
        return path
    }
}
