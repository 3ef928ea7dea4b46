import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var cube: Screen {
        Screen("cube", "CATransformLayer", "Six layers keep their depth in a seventh, which turns") { stage in
            let panel = stage.panel(CGRect(x: 40, y: 110, width: 570, height: 450), "A cube")
            var perspective = CATransform3DIdentity
            perspective.m34 = -1 / 700
            panel.sublayerTransform = perspective
            let tilt = transformLayer(in: panel)
            tilt.transform = CATransform3DMakeRotation(-0.45, 1, 0, 0)
            let cube = transformLayer(in: tilt)
            cube.loop("transform.rotation.y", from: 0, to: 2 * Double.pi, seconds: 6)
            addFaces(stage, to: cube, side: 190)

            let cards = stage.panel(CGRect(x: 630, y: 110, width: 290, height: 450), "isDoubleSided")
            cards.sublayerTransform = perspective
            for number in 0..<3 {
                let card = transformLayer(in: cards)
                card.position.y = 70 + CGFloat(number) * 130
                let front = stage.box(
                    CGRect(x: -70, y: -45, width: 140, height: 90), Palette.bright[number], corner: 12, in: card)
                let back = stage.box(front.frame, Palette.bright[number + 3], corner: 12, in: card)
                back.transform = CATransform3DMakeRotation(.pi, 0, 1, 0)
                for (side, text) in [(front, "front"), (back, "back")] {
                    side.isDoubleSided = false
                    stage.label(
                        text, CGRect(x: 0, y: 30, width: 140, height: 30), size: 22, color: Palette.night,
                        font: "Helvetica-Bold",
                        alignment: .center, in: side)
                }
                card.loop(
                    "transform.rotation.y", from: Double(number) * 0.8, to: Double(number) * 0.8 + 2 * .pi, seconds: 4)
            }
        }
    }

    private static func transformLayer(in outer: CALayer) -> CATransformLayer {
        let layer = CATransformLayer()
        layer.position = outer is CATransformLayer ? .zero : outer.center
        outer.addSublayer(layer)
        return layer
    }

    private static func addFaces(_ stage: Stage, to cube: CALayer, side: CGFloat) {
        let turns: [(CGFloat, CGFloat, CGFloat)] = [
            (0, 0, 1), (.pi / 2, 0, 1), (.pi, 0, 1), (-.pi / 2, 0, 1), (.pi / 2, 1, 0), (-.pi / 2, 1, 0),
        ]
        for (number, (angle, x, y)) in turns.enumerated() {
            let face = stage.box(
                CGRect(x: -side / 2, y: -side / 2, width: side, height: side), Palette.bright[number], corner: 16,
                in: cube)
            (face.borderWidth, face.borderColor, face.opacity) = (3, CGColor(gray: 1, alpha: 0.7), 0.92)
            face.transform = CATransform3DTranslate(CATransform3DMakeRotation(angle, x, y, 0), 0, 0, side / 2)
            stage.label(
                "\(number + 1)", CGRect(x: 0, y: side / 2 - 52, width: side, height: 104), size: 84,
                color: Palette.night,
                font: "Helvetica-Bold", alignment: .center, in: face)
        }
    }
}
