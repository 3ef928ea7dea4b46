import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var blending: Screen {
        Screen(
            "blending", "Groups, blend modes, filters", "What is done to the picture of a layer and of what is in it"
        ) { stage in
            groups(stage)
            modes(stage)
            filters(stage)
        }
    }

    private static func groups(_ stage: Stage) {
        let panel = stage.panel(
            CGRect(x: 40, y: 110, width: 430, height: 190), "opacity as a group, and of each layer by itself")
        for (number, isGroup) in [true, false].enumerated() {
            let group = CALayer()
            group.frame = CGRect(x: 10 + CGFloat(number) * 200, y: 0, width: 190, height: 130)
            group.allowsGroupOpacity = isGroup
            panel.addSublayer(group)
            for ball in 0..<3 {
                stage.box(
                    CGRect(x: CGFloat(ball) * 44, y: ball == 1 ? 44 : 6, width: 80, height: 80), Palette.bright[ball],
                    corner: 40,
                    in: group)
            }
            group.opacity = 0.6
        }
    }

    private static func modes(_ stage: Stage) {
        let panel = stage.panel(CGRect(x: 490, y: 110, width: 430, height: 190), "compositingFilter")
        let picture = Picture.landscape(width: 380, height: 124)
        for (number, mode) in ["multiply", "screen", "overlay", "difference", "colorDodge", "luminosity"].enumerated() {
            let frame = CGRect(x: CGFloat(number % 3) * 136, y: CGFloat(number / 3) * 70, width: 124, height: 50)
            let below = stage.box(frame, .black, corner: 6, in: panel)
            below.contents = picture
            below.masksToBounds = true
            let above = CAGradientLayer()
            above.frame = below.bounds.insetBy(dx: 14, dy: 8)
            above.colors = [Palette.sky, Palette.amber]
            (above.startPoint, above.endPoint) = (CGPoint(x: 0, y: 0.5), CGPoint(x: 1, y: 0.5))
            above.compositingFilter = mode + "BlendMode"
            below.addSublayer(above)
            stage.label(
                mode, CGRect(x: frame.minX, y: frame.maxY + 2, width: 124, height: 14), size: 10, color: Palette.quiet,
                alignment: .center, in: panel)
        }
    }

    private static func filters(_ stage: Stage) {
        let panel = stage.panel(CGRect(x: 40, y: 320, width: 880, height: 240), "filters, and a clear pane before them")
        let picture = Picture.landscape(width: 400, height: 260)
        let all: [(String, LayerFilter?)] = [
            ("as it is", nil), ("saturation 0", .saturation(0)), ("brightness 1.4", .brightness(1.4)),
            ("contrast 1.7", .contrast(1.7)), ("inversion 1", .inversion(1)), ("blur 4", .gaussianBlur(radius: 4)),
        ]
        for (number, (name, filter)) in all.enumerated() {
            let frame = CGRect(x: CGFloat(number) * 142, y: 14, width: 128, height: 120)
            let layer = stage.box(frame, .black, corner: 8, in: panel)
            layer.contents = picture
            layer.contentsGravity = .resizeAspectFill
            layer.masksToBounds = true
            layer.filters = filter.map { [$0] }
            stage.label(
                name, CGRect(x: frame.minX, y: frame.maxY + 8, width: 128, height: 16), size: 12, color: Palette.quiet,
                alignment: .center, in: panel)
        }
        let pane = stage.box(
            CGRect(x: 0, y: 46, width: 60, height: 54), CGColor(gray: 1, alpha: 0.18), corner: 12, in: panel)
        (pane.borderWidth, pane.borderColor) = (1, CGColor(gray: 1, alpha: 0.5))
        pane.loop("position.x", from: 30, to: 810, seconds: 5, turnsBack: true, .easeInEaseOut)
    }
}
