import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var masks: Screen {
        Screen("masks", "Masks", "A layer's alpha says how much of another one shows; a mask moves like any layer") {
            stage in
            let picture = Picture.landscape(width: 560, height: 400)
            for (number, title) in ["A text", "A gradient", "A shape that moves"].enumerated() {
                let panel = stage.panel(CGRect(x: 40 + CGFloat(number) * 300, y: 110, width: 280, height: 230), title)
                let layer = CALayer()
                layer.frame = panel.bounds
                layer.contents = picture
                layer.contentsGravity = .resizeAspectFill
                layer.mask = [text, gradient, star][number](panel.bounds)
                panel.addSublayer(layer)
            }
            let panel = stage.panel(
                CGRect(x: 40, y: 360, width: 880, height: 200), "A line that is drawn uncovers a picture")
            let layer = CALayer()
            layer.frame = panel.bounds
            layer.contents = picture
            layer.contentsGravity = .resizeAspectFill
            layer.masksToBounds = true
            layer.mask = brush(panel.bounds)
            panel.addSublayer(layer)
        }
    }

    private static func text(_ box: CGRect) -> CALayer {
        let text = CATextLayer()
        text.string = "Evening"
        text.font = "Helvetica-Bold" as NSString
        text.fontSize = 50
        text.alignmentMode = .center
        text.frame = CGRect(x: 0, y: 50, width: box.width, height: 90)
        text.loop("transform.scale", from: 0.85, to: 1.05, seconds: 1.6, turnsBack: true, .easeInEaseOut)
        return text
    }

    private static func gradient(_ box: CGRect) -> CALayer {
        let gradient = CAGradientLayer()
        gradient.frame = box
        gradient.type = .radial
        gradient.colors = [CGColor.black, CGColor.black, CGColor.clear]
        gradient.locations = [0, 0.45, 1]
        gradient.startPoint = CGPoint(x: 0.5, y: 0.5)
        gradient.endPoint = CGPoint(x: 1, y: 1)
        gradient.loop(
            "position.x", from: box.midX - 60, to: box.midX + 60, seconds: 1.6, turnsBack: true, .easeInEaseOut)
        return gradient
    }

    private static func star(_ box: CGRect) -> CALayer {
        let star = CAShapeLayer()
        star.bounds = CGRect(x: 0, y: 0, width: 170, height: 170)
        star.position = CGPoint(x: box.midX, y: box.midY)
        star.path = Figures.star(in: star.bounds, points: 7, depth: 0.62)
        star.loop("transform.rotation.z", from: 0, to: 2 * Double.pi, seconds: 8)
        return star
    }

    private static func brush(_ box: CGRect) -> CALayer {
        let brush = CAShapeLayer()
        brush.frame = box
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 20, y: 30))
        for number in 0..<16 {
            path.addLine(to: CGPoint(x: 50 + CGFloat(number) * 52, y: number % 2 == 0 ? 120 : 24))
        }
        brush.path = path
        brush.fillColor = nil
        brush.strokeColor = .black
        (brush.lineWidth, brush.lineCap, brush.lineJoin) = (34, .round, .round)
        brush.loop("strokeEnd", from: 0, to: 1, seconds: 2.4, turnsBack: true, .easeInEaseOut)
        return brush
    }
}

/// Paths that several screens show.
enum Figures {
    static func star(in box: CGRect, points: Int, depth: CGFloat) -> CGPath {
        let path = CGMutablePath()
        for number in 0..<2 * points {
            let angle = Double(number) / Double(points) * .pi - .pi / 2
            let radius = box.width / 2 * (number % 2 == 0 ? 1 : depth)
            let point = CGPoint(x: box.midX + radius * CGFloat(cos(angle)), y: box.midY + radius * CGFloat(sin(angle)))
            if number == 0 { path.move(to: point) } else { path.addLine(to: point) }
        }
        path.closeSubpath()
        return path
    }

    /// An eight that lies on its side.
    static func eight(in box: CGRect) -> CGPath {
        let path = CGMutablePath()
        let (left, right, middle) = (box.minX, box.maxX, CGPoint(x: box.midX, y: box.midY))
        path.move(to: middle)
        path.addCurve(
            to: CGPoint(x: right, y: box.midY), control1: CGPoint(x: box.midX + box.width / 5, y: box.minY),
            control2: CGPoint(x: right, y: box.minY))
        path.addCurve(
            to: middle, control1: CGPoint(x: right, y: box.maxY),
            control2: CGPoint(x: box.midX + box.width / 5, y: box.maxY))
        path.addCurve(
            to: CGPoint(x: left, y: box.midY), control1: CGPoint(x: box.midX - box.width / 5, y: box.minY),
            control2: CGPoint(x: left, y: box.minY))
        path.addCurve(
            to: middle, control1: CGPoint(x: left, y: box.maxY),
            control2: CGPoint(x: box.midX - box.width / 5, y: box.maxY))
        return path
    }
}
