import Foundation
import MainspringFoundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct StyleTests {
    @Test func `a style gives properties values until they are set, and takes them back`() {
        let layer = CALayer()
        layer.cornerRadius = 7
        layer.style = [
            "opacity": 0.25, "cornerRadius": 3, "anchorPoint": CGPoint(x: 0, y: 1), "name": "styled", "padding": 5,
        ]
        #expect(layer.opacity == 0.25 && layer.anchorPoint == CGPoint(x: 0, y: 1) && layer.name == "styled")
        #expect(layer.cornerRadius == 7)
        #expect(layer.value(forKey: "padding") as? Int == 5)
        layer.opacity = 0.5
        // To what the style says: set all the same.
        layer.anchorPoint = CGPoint(x: 0, y: 1)
        layer.style = ["opacity": 0.75, "anchorPoint": CGPoint(x: 1, y: 1), "borderWidth": 2]
        #expect(layer.opacity == 0.5 && layer.anchorPoint == CGPoint(x: 0, y: 1) && layer.borderWidth == 2)
        #expect(layer.name == nil)
        layer.style = nil
        #expect(layer.opacity == 0.5 && layer.anchorPoint == CGPoint(x: 0, y: 1) && layer.borderWidth == 0)
        #expect(layer.style == nil)
    }

    @Test func `of styles in styles the outermost that says something counts`() {
        let layer = CALayer()
        layer.style = [
            "opacity": 0.5,
            "style": [
                "opacity": 0.75, "borderWidth": 2,
                "style": ["borderWidth": 3, "cornerRadius": 4] as [AnyHashable: Any],
            ]
                as [AnyHashable: Any],
        ]
        #expect(layer.opacity == 0.5 && layer.borderWidth == 2 && layer.cornerRadius == 4)
    }

    @Test func `a style says nothing of where a layer lies, of its tree and of who serves it`() {
        let layer = CALayer()
        let child = CALayer()
        layer.addSublayer(child)
        layer.style = [
            "bounds": CGRect(x: 0, y: 0, width: 9, height: 9), "frame": CGRect(x: 1, y: 2, width: 9, height: 9),
            "sublayers": [CALayer](), "mask": CALayer(), "delegate": NSObject(), "actions": ["opacity": NSNull()],
        ]
        #expect(layer.frame == .zero && layer.sublayers == [child] && layer.mask == nil && layer.delegate == nil)
        #expect(layer.actions == nil)
    }

    @Test func `what a style says shows at once, is copied, and counts for properties of subclasses too`() throws {
        try onStage { stage in
            let (dial, shape) = (DialLayer(), CAShapeLayer())
            stage.root.sublayers = [dial, shape]
            CATransaction.flush()
            dial.style = ["opacity": 0.5, "angle": 3]
            shape.style = ["lineWidth": 4]
            #expect(dial.animationKeys() == nil && shape.animationKeys() == nil)
            #expect(dial.opacity == 0.5 && dial.angle == 3 && shape.lineWidth == 4)
            CATransaction.flush()
            let shown = try #require(dial.presentation())
            #expect(shown.opacity == 0.5 && shown.angle == 3 && shape.presentation()?.lineWidth == 4)
            let copies = (DialLayer(layer: dial), CAShapeLayer(layer: shape))
            copies.0.style = nil
            copies.1.style = nil
            #expect(copies.0.opacity == 1 && copies.0.angle == 0.5 && copies.1.lineWidth == 1)
            dial.angle = 5
            dial.style = nil
            #expect(dial.opacity == 1 && dial.angle == 5)
        }
    }

    @Test func `a value of a wrong type in a style changes nothing`() {
        let layer = CALayer()
        layer.style = ["opacity": "half", "borderWidth": CGFloat.nan]
        #expect(layer.opacity == 1 && layer.borderWidth == 0)
    }
}
