import Foundation
import MainspringAnimation
import MainspringGraphics

extension Screen {
    static var constraints: Screen {
        Screen(
            "constraints", "Layout", "Constraints and autoresizing: what is inside follows the size of what is around"
        ) { stage in
            let panel = stage.panel(CGRect(x: 40, y: 110, width: 880, height: 260), "CAConstraintLayoutManager")
            let page = makePage(panel)
            let manager = CAConstraintLayoutManager()
            page.layoutManager = manager
            stage.keep(manager)
            part(
                stage, page, "bar", Palette.violet,
                [
                    constraint(.minX, "superlayer", .minX, 10), constraint(.maxX, "superlayer", .maxX, -10),
                    constraint(.minY, "superlayer", .minY, 10),
                    constraint(.height, "superlayer", .height, 0, scale: 0.2),
                ])
            part(
                stage, page, "list", Palette.sky,
                [
                    constraint(.minX, "bar", .minX), constraint(.width, "superlayer", .width, 0, scale: 0.25),
                    constraint(.minY, "bar", .maxY, 10), constraint(.maxY, "superlayer", .maxY, -10),
                ])
            part(
                stage, page, "text", Palette.text,
                [
                    constraint(.minX, "list", .maxX, 10), constraint(.maxX, "bar", .maxX),
                    constraint(.minY, "list", .minY),
                    constraint(.maxY, "list", .maxY),
                ])
            part(
                stage, page, "button", Palette.coral,
                [
                    constraint(.maxX, "text", .maxX, -12), constraint(.maxY, "text", .maxY, -12),
                    constraint(.width, "text", .width, 0, scale: 0.3), constraint(.height, "bar", .height),
                ])
            let second = stage.panel(CGRect(x: 40, y: 390, width: 880, height: 170), "autoresizingMask")
            let box = makePage(second)
            let kinds: [(CGRect, CAAutoresizingMask)] = [
                (CGRect(x: 10, y: 10, width: 60, height: 40), [.layerMaxXMargin, .layerMaxYMargin]),
                (CGRect(x: 80, y: 10, width: 240, height: 40), [.layerWidthSizable, .layerMaxYMargin]),
                (CGRect(x: 330, y: 10, width: 60, height: 40), [.layerMinXMargin, .layerMaxYMargin]),
                (CGRect(x: 10, y: 60, width: 380, height: 44), [.layerWidthSizable, .layerHeightSizable]),
            ]
            for (number, (frame, mask)) in kinds.enumerated() {
                stage.box(frame, Palette.bright[number], corner: 6, in: box).autoresizingMask = mask
            }
            var isWide = false
            stage.every(1.4) {
                isWide.toggle()
                CATransaction.setAnimationDuration(1)
                CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeInEaseOut))
                page.bounds.size.width = isWide ? 840 : 400
                box.bounds.size.width = isWide ? 840 : 400
            }
        }
    }

    private static func makePage(_ panel: CALayer) -> CALayer {
        let page = CALayer()
        page.anchorPoint = .zero
        page.bounds = CGRect(x: 0, y: 0, width: 400, height: panel.bounds.height)
        (page.backgroundColor, page.cornerRadius) = (Palette.night, 10)
        panel.addSublayer(page)
        return page
    }

    private static func part(
        _ stage: Stage, _ page: CALayer, _ name: String, _ color: CGColor, _ constraints: [CAConstraint]
    ) {
        let part = stage.box(.zero, color, corner: 8, in: page)
        part.name = name
        part.constraints = constraints
    }

    private static func constraint(
        _ attribute: CAConstraintAttribute, _ source: String, _ other: CAConstraintAttribute, _ offset: CGFloat = 0,
        scale: CGFloat = 1
    ) -> CAConstraint {
        CAConstraint(attribute: attribute, relativeTo: source, attribute: other, scale: scale, offset: offset)
    }
}
