import Foundation
import Mainspring
import MainspringGraphics
import Testing

@testable import MainspringAnimation

/// Frames of any instant, and what presentations have of them.
@Suite struct FrameValueTests {
    @Test func `a presentation shows the last frame, not the instant of the question`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(basic(from: 0, to: 1), forKey: nil)
            CATransaction.flush()
            stage.run(to: 0.51)
            let last = (0.51 * 60).rounded(.down) / 60
            let shown = try #require(layer.presentation())
            #expect(isNear(Double(shown.opacity), last, within: 1e-6))
            #expect(isNear(stage.host.frame(at: 0.51).value(of: .opacity, layer)?.number ?? -1, 0.51, within: 1e-6))
        }
    }

    @Test func `a frame of any instant can be had, in any order, and nobody is told`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(basic(from: 0, to: 1) { $0.delegate = LoggingDelegate("it", stage) }, forKey: "key")
            CATransaction.flush()
            let count = stage.host.frameCount
            for time in [0.75, 0.25, 100, -100, 0.5, 0] as [Double] {
                let value = stage.host.frame(at: time).value(of: .opacity, layer)?.number
                #expect(value == (time >= 0 && time < 1 ? time : 1))
            }
            for time in [Double.nan, .infinity, -.infinity] {
                #expect(stage.host.frame(at: time).time.isFinite)
            }
            #expect(stage.host.frameCount == count)
            #expect(stage.log == [])
            #expect(layer.animationKeys() == ["key"])
        }
    }

    @Test func `corners can be animated as what they are, and as their number`() throws {
        try onStage { stage in
            for value in [CACornerMask.layerMinXMinYCorner, UInt(1)] as [Any] {
                let layer = stage.addLayer()
                layer.add(basic("maskedCorners", to: value), forKey: nil)
                stage.run(for: 0.75)
                #expect(layer.presentation()?.maskedCorners == .layerMinXMinYCorner)
                layer.removeFromSuperlayer()
            }
        }
    }

    @Test(arguments: LayerKey.allCases)
    func `the frame of an instant has what the presentation has, whatever the property`(key: LayerKey) throws {
        guard let kind = key.kind, LayerValues().animatedValue(of: key) != nil else { return }
        try onStage { stage in
            let layer = stage.addLayer()
            let ends = Self.ends(of: kind, key)
            layer.add(basic(key.rawValue, from: ends.0, to: ends.1), forKey: nil)
            if kind.zero != nil {
                layer.add(
                    basic(key.rawValue, from: ends.0, to: ends.1) {
                        $0.isAdditive = true
                        $0.timingFunction = CAMediaTimingFunction(name: .easeIn)
                    }, forKey: nil)
            }
            CATransaction.flush()
            var seen: [AnimatedValue] = []
            for step in 1..<15 {
                stage.run(to: Double(step) * 5 / 60)
                let shown = try #require(layer.presentation()).values.animatedValue(of: key)
                let framed = stage.host.frame(at: stage.now).value(of: key, layer)
                #expect(isNear(shown, framed, within: 1e-5))
                if let shown, seen.last != shown { seen.append(shown) }
            }
            #expect(seen.count > 1)
        }
    }

    private static func ends(of kind: ValueKind, _ key: LayerKey) -> (Any, Any) {
        switch kind {
        case .step where key == .maskedCorners: (UInt(1), UInt(3))
        case .step where key == .filters || key == .backgroundFilters: ([1], [2])
        case .number: (0.1, 0.4)
        case .point: (CGPoint(x: 1, y: 2), CGPoint(x: 30, y: 40))
        case .size: (CGSize(width: 1, height: 2), CGSize(width: 30, height: 40))
        case .rect: (CGRect(x: 0, y: 0, width: 1, height: 1), CGRect(x: 5, y: 6, width: 70, height: 80))
        case .color:
            (CGColor(red: 0.5, green: 0, blue: 0, alpha: 0.5), CGColor(red: 0, green: 0.5, blue: 0, alpha: 0.25))
        case .transform: (CATransform3DMakeScale(1, 2, 1), CATransform3DMakeRotation(1, 0, 0.5, 1))
        case .path:
            (
                CGPath(rect: CGRect(x: 0, y: 0, width: 1, height: 1), transform: nil),
                CGPath(rect: CGRect(x: 0, y: 0, width: 9, height: 9), transform: nil)
            )
        default: (false, true)
        }
    }
}
