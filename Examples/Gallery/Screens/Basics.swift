import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var basics: Screen {
        Screen("basics", "CALayer", "A rectangle with corners, a border, a shadow and a picture") { stage in
            corners(stage)
            shadows(stage)
            gravities(stage)
        }
    }

    private static func corners(_ stage: Stage) {
        let panel = stage.panel(
            CGRect(x: 40, y: 110, width: 430, height: 160), "cornerRadius, cornerCurve, maskedCorners, borderWidth")
        for number in 0..<4 {
            let box = stage.box(
                CGRect(x: 6 + CGFloat(number) * 102, y: 4, width: 84, height: 84), Palette.bright[number], corner: 24,
                in: panel)
            switch number {
            case 1: box.cornerCurve = .continuous
            case 2: box.maskedCorners = [.layerMinXMinYCorner, .layerMaxXMaxYCorner]
            case 3:
                (box.backgroundColor, box.borderColor) = (Palette.panel, Palette.sky)
                box.loop("borderWidth", from: 2, to: 20, seconds: 1.5, turnsBack: true, .easeInEaseOut)
            default: box.loop("cornerRadius", from: 0, to: 42, seconds: 1.5, turnsBack: true, .easeInEaseOut)
            }
        }
    }

    private static func shadows(_ stage: Stage) {
        let panel = stage.panel(
            CGRect(x: 490, y: 110, width: 430, height: 160), "shadowColor, shadowOffset, shadowRadius, shadowPath")
        for number in 0..<4 {
            let box = stage.box(
                CGRect(x: 14 + CGFloat(number) * 102, y: 8, width: 70, height: 70), Palette.text, corner: 16, in: panel)
            box.shadowOpacity = 0.9
            box.shadowOffset = CGSize(width: 0, height: 6)
            box.shadowRadius = 10
            switch number {
            case 0: box.shadowColor = .black
            case 1: box.shadowColor = Palette.coral
            case 2:
                box.shadowColor = Palette.mint
                box.shadowPath = CGPath(ellipseIn: CGRect(x: -6, y: 60, width: 82, height: 18), transform: nil)
            default:
                box.shadowColor = Palette.sky
                box.loop("shadowRadius", from: 1, to: 16, seconds: 1, turnsBack: true, .easeInEaseOut)
            }
        }
    }

    private static func gravities(_ stage: Stage) {
        let panel = stage.panel(
            CGRect(x: 40, y: 290, width: 880, height: 270),
            "contentsGravity: a picture of 100 by 62 points in a layer of 120 by 84")
        let picture = Picture.landscape(width: 200, height: 124)
        let gravities: [CALayerContentsGravity] = [
            .topLeft, .top, .topRight, .resize, .resizeAspect, .resizeAspectFill, .bottomLeft, .bottom, .bottomRight,
            .left, .center, .right,
        ]
        for (number, gravity) in gravities.enumerated() {
            let frame = CGRect(
                x: CGFloat(number % 6) * 143 + 6, y: CGFloat(number / 6) * 109, width: 120, height: 84)
            let layer = stage.box(frame, Palette.night, corner: 8, in: panel)
            layer.contents = picture
            layer.contentsScale = 2
            layer.contentsGravity = gravity
            layer.masksToBounds = true
            stage.label(
                gravity.rawValue, CGRect(x: frame.minX, y: frame.maxY + 3, width: 120, height: 16), size: 11,
                color: Palette.quiet, alignment: .center, in: panel)
        }
    }
}
