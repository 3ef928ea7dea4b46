import Foundation
import Mainspring
import Testing

@testable import MainspringAnimation

/// Time as it shows: presentations at the host's frames, and frames at any instant.
@Suite struct ShownTimeTests {
    /// What a layer's opacity or position shows at an instant, as the presentation has it, and the frame.
    private func opacity(_ layer: CALayer, _ stage: Stage) -> Double {
        let shown = Double(layer.presentation()?.opacity ?? -1)
        let framed = stage.host.frame(at: stage.now).value(of: .opacity, layer)?.number ?? -2
        #expect(isNear(shown, framed, within: 1e-6))
        return shown
    }

    struct Way: Sendable {
        var from: Double?
        var to: Double?
        var by: Double?
        /// At 0, a half, and shortly before 1 second.
        var shown: [Double]
    }

    static let ways = [
        Way(from: 10, to: 20, by: nil, shown: [10, 15, 20]), Way(from: 10, to: nil, by: 4, shown: [10, 12, 14]),
        Way(from: nil, to: 20, by: 4, shown: [16, 18, 20]), Way(from: 10, to: nil, by: nil, shown: [10, 55, 100]),
        Way(from: nil, to: 20, by: nil, shown: [100, 60, 20]), Way(from: nil, to: nil, by: 4, shown: [100, 102, 104]),
        Way(from: nil, to: nil, by: nil, shown: [100, 100, 100]), Way(from: 10, to: 20, by: 99, shown: [10, 15, 20]),
    ]

    @Test(arguments: ways.indices)
    func `a basic animation goes from, to and by as its values say`(index: Int) throws {
        try onStage { stage in
            let way = Self.ways[index]
            let layer = stage.addLayer()
            CATransaction.group {
                CATransaction.setDisableActions(true)
                layer.position.x = 100
            }
            layer.add(basic("position.x", from: way.from, to: way.to, by: way.by), forKey: nil)
            CATransaction.flush()
            for (time, expected) in zip([0, 0.5, 1 - 1e-9] as [Double], way.shown) {
                let value = stage.host.frame(at: time).value(of: .position, layer)?.number ?? .nan
                #expect(isNear(value, expected, within: 1e-6))
            }
            stage.run(to: 0.5)
            #expect(layer.presentation()?.position == CGPoint(x: way.shown[1], y: 0))
            stage.run(to: 1.1)
            #expect(layer.presentation()?.position.x == 100)
        }
    }

    @Test func `an animation without values goes from what showed before the change to what is after it`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            CATransaction.group {
                CATransaction.setDisableActions(true)
                layer.position.x = 100
                layer.add(basic("position.x"), forKey: nil)
            }
            stage.run(to: 0.25)
            #expect(layer.presentation()?.position.x == 25)
        }
    }

    @Test func `what replaces comes first, in the order of adding, then what adds`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            func add(_ from: Double, _ to: Double, adds: Bool) {
                layer.add(basic("position.x", from: from, to: to) { $0.isAdditive = adds }, forKey: nil)
            }
            add(1, 3, adds: true)
            add(10, 20, adds: false)
            add(100, 300, adds: true)
            add(1000, 2000, adds: false)
            stage.run(to: 0.5)
            let shown = try #require(layer.presentation())
            #expect(isNear(shown.position.x, 1702))
        }
    }

    @Test func `two that add to each other's whole and member`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(
                basic("position", from: CGPoint(x: 0, y: 0), to: CGPoint(x: 10, y: 20)) { $0.isAdditive = true },
                forKey: nil)
            layer.add(basic("position.y", from: 100, to: 100), forKey: nil)
            stage.run(to: 0.5)
            #expect(layer.presentation()?.position == CGPoint(x: 5, y: 110))
        }
    }

    @Test func `repeats that go on from each other add up`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(
                basic("position.x", from: 10, to: 20) {
                    $0.isCumulative = true
                    $0.repeatCount = 3
                }, forKey: nil)
            stage.run(to: 1.5)
            #expect(layer.presentation()?.position.x == 35)
            stage.run(to: 2.5)
            #expect(layer.presentation()?.position.x == 55)
        }
    }

    @Test func `there and back, and again`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(
                basic(from: 0, to: 1) {
                    $0.autoreverses = true
                    $0.repeatCount = 1.5
                }, forKey: "key")
            for (time, expected) in [(0.5, 0.5), (1, 1), (1.5, 0.5), (2, 0), (2.5, 0.5), (2.75, 0.75)] {
                stage.run(to: time)
                #expect(isNear(opacity(layer, stage), expected, within: 1e-6))
            }
            stage.run(to: 3.1)
            #expect(layer.animationKeys() == nil)
        }
    }

    @Test(arguments: [
        (CAMediaTimingFillMode.removed, 1.0, 1.0), (.forwards, 1, 0.75), (.backwards, 0.25, 1), (.both, 0.25, 0.75),
        (CAMediaTimingFillMode(rawValue: "no such mode"), 1, 1),
    ])
    func `what shows before and after is as the fill mode says`(
        mode: CAMediaTimingFillMode, before: Double, after: Double
    ) throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(
                basic(from: 0.25, to: 0.75) {
                    $0.beginTime = 1
                    $0.fillMode = mode
                    $0.isRemovedOnCompletion = false
                }, forKey: nil)
            for (time, expected) in [(0.5, before), (1.5, 0.5), (2.5, after), (9, after)] {
                stage.run(to: time)
                #expect(opacity(layer, stage) == expected)
            }
        }
    }

    @Test func `an animation that began in the past shows from where it is now`() throws {
        try onStage { stage in
            stage.run(to: 10)
            let layer = stage.addLayer()
            layer.add(basic(from: 0, to: 1, duration: 4) { $0.beginTime = 9 }, forKey: nil)
            CATransaction.flush()
            #expect(opacity(layer, stage) == 0.25)
            stage.run(to: 12)
            #expect(opacity(layer, stage) == 0.75)
        }
    }

    @Test func `backwards an animation goes from its end to its beginning, and ends there`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(
                basic(from: 0, to: 1) {
                    $0.speed = -1
                    $0.timeOffset = 1
                    $0.delegate = LoggingDelegate("it", stage)
                }, forKey: nil)
            stage.run(to: 0.25)
            #expect(opacity(layer, stage) == 0.75)
            stage.run(to: 2)
            #expect(stage.log == ["it began", "it finished"])
        }
    }

    @Test func `at speed 0 an animation shows the instant of its offset, for ever`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(
                basic(from: 0, to: 1) {
                    $0.speed = 0
                    $0.timeOffset = 0.25
                    $0.delegate = LoggingDelegate("it", stage)
                }, forKey: nil)
            for time in [0.1, 5, 50] {
                stage.run(to: time)
                #expect(opacity(layer, stage) == 0.25)
            }
            #expect(stage.log == ["it began"])
        }
    }

    @Test func `a layer's time runs inside that of the layers around it`() throws {
        try onStage { stage in
            let outer = stage.addLayer()
            let inner = stage.addLayer(in: outer)
            outer.speed = 2
            inner.speed = 0.5
            inner.beginTime = 4
            inner.timeOffset = 1
            CATransaction.flush()
            // local = (2t - 4) / 2 + 1 = t - 1
            inner.add(basic(from: 0, to: 1) { $0.beginTime = 2 }, forKey: nil)
            outer.add(basic(from: 0, to: 1) { $0.beginTime = 2 }, forKey: nil)
            stage.run(to: 1.25)
            #expect(opacity(outer, stage) == 0.5)
            stage.run(to: 3.5)
            #expect(isNear(opacity(inner, stage), 0.5, within: 1e-6))
            #expect(inner.convertTime(3.5, from: nil) == 2.5)
        }
    }

    @Test func `an animation that does not say when begins now, in the layer's own time`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.speed = 2
            layer.timeOffset = 100
            CATransaction.flush()
            stage.run(to: 3)
            layer.add(basic(from: 0, to: 1), forKey: "key")
            CATransaction.flush()
            #expect(layer.animation(forKey: "key")?.beginTime == 106)
            stage.run(to: 3.25)
            #expect(opacity(layer, stage) == 0.5)
            stage.run(to: 3.6)
            #expect(layer.animationKeys() == nil)
        }
    }

    @Test func `a layer is paused and goes on as Apple's QA1673 says`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(
                basic(from: 0, to: 1, duration: 2) { $0.delegate = LoggingDelegate("it", stage) }, forKey: "key")
            stage.run(to: 0.5)
            let paused = layer.convertTime(CACurrentMediaTime(), from: nil)
            layer.speed = 0
            layer.timeOffset = paused
            CATransaction.flush()
            for time in [0.6, 5, 10] {
                stage.run(to: time)
                #expect(opacity(layer, stage) == 0.25)
            }
            #expect(stage.log == ["it began"])
            let frames = stage.host.frameCount
            stage.run(to: 20)
            #expect(stage.host.frameCount == frames)
            let since = layer.timeOffset
            layer.speed = 1
            layer.timeOffset = 0
            layer.beginTime = 0
            layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - since
            CATransaction.flush()
            #expect(opacity(layer, stage) == 0.25)
            stage.run(to: 20.5)
            #expect(opacity(layer, stage) == 0.5)
            stage.run(to: 21.4)
            #expect(stage.log == ["it began"])
            stage.run(to: 21.6)
            #expect(stage.log == ["it began", "it finished"])
        }
    }

    @Test func `a group's animations are not scaled, and cut off at its end`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            let group = CAAnimationGroup()
            group.duration = 1
            group.animations = [
                basic(from: 0, to: 1, duration: 2) { $0.delegate = LoggingDelegate("inner", stage) },
                basic("position.x", from: 0, to: 10, duration: 0.5) { $0.beginTime = 0.25 },
            ]
            group.delegate = LoggingDelegate("group", stage)
            layer.add(group, forKey: "group")
            stage.run(to: 0.125)
            #expect(layer.presentation()?.position.x == 0)
            stage.run(to: 0.5)
            #expect(opacity(layer, stage) == 0.25)
            #expect(layer.presentation()?.position.x == 5)
            stage.run(to: 0.8)
            #expect(layer.presentation()?.position.x == 0)
            stage.run(to: 2)
            #expect(layer.presentation()?.opacity == 1)
            #expect(stage.log == ["group began", "group finished"])
        }
    }
}
