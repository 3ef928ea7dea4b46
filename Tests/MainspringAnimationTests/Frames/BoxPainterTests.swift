import Foundation
import MainspringGraphics
import Testing

@testable import MainspringAnimation

@Suite struct BoxPainterTests {
    private static func layer(_ frame: CGRect, _ red: CGFloat, _ green: CGFloat, _ blue: CGFloat) -> CALayer {
        let layer = CALayer()
        layer.frame = frame
        layer.backgroundColor = CGColor(red: red, green: green, blue: blue, alpha: 1)
        return layer
    }

    @Test func `a frame says enough to paint boxes, their opacity, transforms, clips, masks and order`() throws {
        try onStage { stage in
            let box = CGRect(x: 0, y: 0, width: 96, height: 64)
            stage.root.bounds = box
            stage.root.backgroundColor = CGColor(gray: 1, alpha: 1)
            let clip = Self.layer(CGRect(x: 8, y: 8, width: 40, height: 40), 0.9, 0.9, 1)
            clip.masksToBounds = true
            let turned = Self.layer(CGRect(x: 20, y: 20, width: 30, height: 30), 1, 0, 0)
            clip.addSublayer(turned)
            let faint = Self.layer(CGRect(x: 40, y: 30, width: 40, height: 24), 0, 0, 1)
            faint.opacity = 0.5
            let front = Self.layer(CGRect(x: 60, y: 10, width: 12, height: 30), 0, 0.6, 0)
            front.zPosition = 1
            let masked = Self.layer(CGRect(x: 76, y: 4, width: 16, height: 16), 0, 0, 0)
            masked.mask = Self.layer(CGRect(x: 4, y: 4, width: 8, height: 8), 1, 1, 1)
            let hidden = Self.layer(box, 0, 0, 0)
            hidden.isHidden = true
            for each in [clip, front, faint, masked, hidden] { stage.root.addSublayer(each) }
            CATransaction.flush()

            let turn = CABasicAnimation(keyPath: "transform.rotation.z")
            turn.fromValue = 0
            turn.toValue = Double.pi / 2
            turn.duration = 1
            turned.add(turn, forKey: nil)
            CATransaction.flush()

            func paint(at time: Double) -> BoxPainter {
                var painter = BoxPainter(width: 96, height: 64)
                painter.paint(stage.host.frame(at: time))
                return painter
            }
            let start = paint(at: 0)
            #expect(start[2, 2] == SIMD3(1, 1, 1))
            #expect(start[10, 10] == SIMD3(0.9, 0.9, 1))
            #expect(start[30, 30] == SIMD3(1, 0, 0))
            #expect(start[49, 32] == SIMD3(0.5, 0.5, 1), "cut off by the layer around it, and half covered")
            #expect(start[65, 35] == SIMD3(0, 0.6, 0), "in front of the one that was added later")
            #expect(start[65, 45] == SIMD3(0.5, 0.5, 1))
            #expect(start[77, 5] == SIMD3(1, 1, 1) && start[84, 12] == SIMD3(0, 0, 0), "through the mask's box only")
            // At half time the red box stands on its corner: above its middle, where none was.
            let middle = paint(at: 0.5)
            #expect(start[43, 24] == SIMD3(0.9, 0.9, 1) && middle[43, 24] == SIMD3(1, 0, 0))
            #expect(middle[29, 29] == SIMD3(0.9, 0.9, 1), "its corner has gone")
        }
    }
}
