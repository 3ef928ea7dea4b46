import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var gradients: Screen {
        Screen("gradients", "CAGradientLayer", "Axial, radial and conic; colours, places and points are animated") {
            stage in
            let types: [(CAGradientLayerType, CGPoint, CGPoint)] = [
                (.axial, CGPoint(x: 0, y: 0), CGPoint(x: 1, y: 1)),
                (.radial, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 1, y: 1)),
                (.conic, CGPoint(x: 0.5, y: 0.5), CGPoint(x: 0.5, y: 0)),
            ]
            for (number, (type, start, end)) in types.enumerated() {
                let panel = stage.panel(
                    CGRect(x: 40 + CGFloat(number) * 300, y: 110, width: 280, height: 260), type.rawValue)
                let gradient = gradient(type, start, end, Palette.bright + [Palette.coral])
                gradient.frame = panel.bounds
                gradient.cornerRadius = 10
                panel.addSublayer(gradient)
                switch number {
                case 0:
                    gradient.loop(
                        "endPoint", from: CGPoint(x: 0, y: 1), to: CGPoint(x: 1, y: 0), seconds: 2, turnsBack: true)
                case 1:
                    gradient.loop(
                        "startPoint", from: CGPoint(x: 0.3, y: 0.4), to: CGPoint(x: 0.7, y: 0.6), seconds: 2,
                        turnsBack: true)
                default:
                    let turn = CAKeyframeAnimation(keyPath: "endPoint")
                    turn.path = CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil)
                    (turn.duration, turn.repeatCount, turn.calculationMode) = (6, .infinity, .paced)
                    gradient.add(turn, forKey: "turn")
                }
            }
            let colors = stage.panel(CGRect(x: 40, y: 390, width: 430, height: 170), "colors")
            let sky = gradient(.axial, CGPoint(x: 0.5, y: 0), CGPoint(x: 0.5, y: 1), [Palette.violet, Palette.amber])
            sky.frame = colors.bounds
            sky.cornerRadius = 10
            sky.loop(
                "colors", from: [Palette.color(0x123A7A), Palette.color(0x8FD3FF)],
                to: [Palette.color(0x3B1D5E), Palette.color(0xFF8A5C)], seconds: 2, turnsBack: true)
            colors.addSublayer(sky)
            let places = stage.panel(CGRect(x: 490, y: 390, width: 430, height: 170), "locations")
            let shine = gradient(
                .axial, CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5),
                [Palette.line, Palette.line, Palette.text, Palette.line, Palette.line])
            shine.frame = places.bounds
            shine.cornerRadius = 10
            shine.loop("locations", from: [0, -0.4, -0.2, 0, 1], to: [0, 1, 1.2, 1.4, 1.5], seconds: 1.6)
            places.addSublayer(shine)
        }
    }

    private static func gradient(_ type: CAGradientLayerType, _ start: CGPoint, _ end: CGPoint, _ colors: [CGColor])
        -> CAGradientLayer
    {
        let gradient = CAGradientLayer()
        (gradient.type, gradient.startPoint, gradient.endPoint, gradient.colors) = (type, start, end, colors)
        return gradient
    }
}
