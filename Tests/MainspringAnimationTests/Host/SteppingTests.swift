import Foundation
import Locks
import Mainspring
import Testing

@testable import MainspringAnimation

/// Animations between whose changes nothing moves: frames come when something changes, and not between.
@Suite struct SteppingTests {
    /// Changes after 0.5 and 1.5 seconds of 2, and stays at its layer when it is over.
    private static func blink(_ change: (CAKeyframeAnimation) -> Void = { _ in }) -> CAKeyframeAnimation {
        let blink = CAKeyframeAnimation(keyPath: "opacity")
        blink.values = [1, 0.5, 0]
        blink.keyTimes = [0, 0.25, 0.75, 1]
        blink.calculationMode = .discrete
        blink.duration = 2
        blink.beginTime = 1.003
        blink.isRemovedOnCompletion = false
        change(blink)
        return blink
    }

    /// When frames were, from the first second's end on.
    private static func times(
        of stage: Stage, for seconds: Double = 20, from start: Double = 0.4, _ add: () -> Void
    ) -> [Double] {
        let times = Guarded<[Double]>([])
        add()
        CATransaction.flush()
        stage.run(to: start)
        stage.host.onFrame = { frame in times.withLock { $0.append(frame.time) } }
        stage.run(for: seconds)
        stage.host.onFrame = nil
        return times.withLock { $0 }
    }

    /// Whether each frame is the first one that can show what happens at its instant.
    private static func areFirst(_ frames: [Double], after instants: [Double]) -> Bool {
        frames.count == instants.count
            && zip(frames, instants).allSatisfy { $0 >= $1 - 1e-9 && $0 < $1 + 1.0 / 60 + 1e-6 }
    }

    struct Course: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let instants: [Double]
        let change: @Sendable (CAKeyframeAnimation) -> Void

        init(
            _ name: String, _ instants: [Double], _ change: @escaping @Sendable (CAKeyframeAnimation) -> Void = { _ in }
        ) {
            (testDescription, self.instants, self.change) = (name, instants, change)
        }
    }

    static let courses = [
        Course("once", [1.003, 1.503, 2.503, 3.003]),
        Course("again", [1.003, 1.503, 2.503, 3.003, 3.503, 4.503, 5.003]) { $0.repeatCount = 2 },
        Course("half", [1.003, 1.503, 2.003]) { $0.repeatCount = 0.5 },
        Course("there and back", [1.003, 1.503, 2.503, 3.503, 4.503, 5.003]) { $0.autoreverses = true },
        Course("there, back and there", [1.003, 1.503, 2.503, 3.503, 4.503, 5.503, 6.503, 7.003]) {
            $0.autoreverses = true
            $0.repeatCount = 1.5
        },
        Course("quick", [1.003, 1.253, 1.753, 2.003]) { $0.speed = 2 },
        Course("slow", [1.003, 2.003, 4.003, 5.003]) { $0.speed = 0.5 },
        Course("from the middle", [0.503, 1.003, 2.003, 2.503]) { $0.timeOffset = 0.5 },
        Course("backwards", [1.003, 1.503, 2.503, 3.003]) {
            $0.speed = -1
            $0.timeOffset = 2
        },
        Course("backwards there and back", [1.003, 1.503, 2.503, 3.503, 4.503, 5.003]) {
            $0.autoreverses = true
            $0.speed = -1
            $0.timeOffset = 4
        },
        Course("at even times", [1.003, 1.003 + 2.0 / 3, 1.003 + 4.0 / 3, 3.003]) { $0.keyTimes = nil },
        Course("one value", [1.003, 3.003]) {
            $0.values = [0.5]
            $0.keyTimes = nil
        },
        Course("one value, with a pace", [1.003, 3.003]) {
            $0.values = [0.5]
            $0.keyTimes = nil
            $0.timingFunction = CAMediaTimingFunction(name: .easeIn)
        },
    ]

    @Test(arguments: courses) func `frames come when the value changes`(course: Course) throws {
        let frames = try onStage { stage in
            let layer = stage.addLayer()
            return Self.times(of: stage) { layer.add(Self.blink(course.change), forKey: nil) }
        }
        #expect(Self.areFirst(frames, after: course.instants), "\(frames)")
    }

    @Test func `each frame shows the value that is on`() throws {
        let shown = try onStage { stage in
            let layer = stage.addLayer()
            var shown: [Double] = []
            layer.add(
                Self.blink {
                    $0.autoreverses = true
                    $0.repeatCount = 2
                }, forKey: nil)
            for step in 0...40 {
                stage.run(to: 0.9 + 0.25 * Double(step))
                let presented = Double(layer.presentation()?.opacity ?? -1)
                #expect(stage.host.frame(at: stage.now).value(of: .opacity, layer)?.number == presented, "\(stage.now)")
                shown.append(presented)
            }
            return shown
        }
        #expect(Set(shown) == [0, 0.5, 1] && shown.first == 1 && shown.last == 1)
    }

    @Test func `a layer's own time counts`() throws {
        for (speed, instants) in [(2, [0.503, 0.753, 1.253, 1.503]), (0.5, [2.006, 3.006, 5.006, 6.006])]
            as [(Float, [Double])]
        {
            let frames = try onStage { stage in
                let layer = stage.addLayer()
                return Self.times(of: stage) {
                    layer.speed = speed
                    layer.add(Self.blink { $0.beginTime = speed == 2 ? 1.006 : 1.003 }, forKey: nil)
                }
            }
            #expect(Self.areFirst(frames, after: instants), "\(frames)")
        }
    }

    @Test func `in a layer whose time runs backwards every change is shown`() throws {
        let values = try onStage { stage in
            let layer = stage.addLayer()
            layer.speed = -1
            layer.timeOffset = 10
            layer.add(Self.blink { $0.beginTime = 5.003 }, forKey: nil)
            var values: [Double] = []
            for time in [2.9, 3.2, 4, 4.8, 5.2] {
                stage.run(to: time)
                values.append(Double(layer.presentation()?.opacity ?? -1))
            }
            return values
        }
        #expect(values == [1, 0, 0.5, 1, 1])
    }

    @Test func `beside what moves smoothly frames come at each refresh, and no longer`() throws {
        let frames = try onStage { stage in
            let (layer, other) = (stage.addLayer(), stage.addLayer())
            return Self.times(of: stage) {
                layer.add(Self.blink { $0.repeatCount = 2 }, forKey: nil)
                let move = basic("position.x", from: 0, to: 50, duration: 0.5) {
                    $0.beginTime = 2
                    $0.isRemovedOnCompletion = false
                }
                other.add(move, forKey: nil)
            }
        }
        let smooth = frames.filter { $0 > 1.99 && $0 < 2.51 }
        #expect((30...32).contains(smooth.count))
        let rest = frames.filter { $0 < 1.99 || $0 > 2.52 }
        #expect(Self.areFirst(rest, after: [1.003, 1.503, 3.003, 3.503, 4.503, 5.003]), "\(rest)")
    }

    @Test func `of one layer too`() throws {
        let frames = try onStage { stage in
            let layer = stage.addLayer()
            return Self.times(of: stage) {
                layer.add(Self.blink(), forKey: nil)
                let move = basic("position.x", from: 0, to: 50, duration: 0.5) {
                    $0.beginTime = 1.2
                    $0.isRemovedOnCompletion = false
                }
                layer.add(move, forKey: nil)
            }
        }
        #expect((30...33).contains(frames.filter { $0 > 1.19 && $0 < 1.72 }.count))
        #expect(Self.areFirst(frames.filter { $0 < 1.19 || $0 > 1.72 }, after: [1.003, 2.503, 3.003]), "\(frames)")
    }

    @Test func `what changes in the middle or not at all is no motion`() throws {
        for (from, to, key, instants) in [
            (false, true, "hidden", [1.003, 2.003, 3.003]), (0.5, 0.5, "opacity", [1.003, 3.003]),
            (CGPoint(x: 1, y: 2), CGPoint(x: 1, y: 2), "position", [1.003, 3.003]),
        ] as [(any Sendable, any Sendable, String, [Double])] {
            let frames = try onStage { stage in
                let layer = stage.addLayer()
                return Self.times(of: stage) {
                    let change = basic(key, from: from, to: to, duration: 2) {
                        $0.beginTime = 1.003
                        $0.isRemovedOnCompletion = false
                    }
                    layer.add(change, forKey: nil)
                }
            }
            #expect(Self.areFirst(frames, after: instants), "\(key) \(frames)")
        }
    }

    @Test func `what adds up, has a pace or is in a group is followed frame by frame`() throws {
        for index in 0..<3 {
            let frames = try onStage { stage in
                let layer = stage.addLayer()
                return Self.times(of: stage) {
                    let blink = Self.blink {
                        if index == 0 { $0.isCumulative = true }
                        if index == 1 { $0.timingFunction = CAMediaTimingFunction(name: .easeIn) }
                    }
                    let group = CAAnimationGroup()
                    (group.animations, group.duration, group.beginTime) = ([Self.blink { $0.beginTime = 0 }], 2, 1.003)
                    layer.add(index == 2 ? group : blink, forKey: nil)
                }
            }
            #expect((119...124).contains(frames.count))
        }
    }

    @Test func `nobody's host makes no frame for a change, and shows it when it is seen`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(Self.blink { $0.repeatCount = .infinity }, forKey: nil)
            CATransaction.flush()
            stage.host.isVisible = false
            stage.run(to: 1.1)
            let frames = stage.host.frameCount
            stage.run(for: 100)
            #expect(stage.host.frameCount == frames)
            stage.host.isVisible = true
            stage.run(to: 102)
            #expect(stage.host.frameCount == frames + 2)
            #expect(layer.presentation()?.opacity == 0.5)
        }
    }

    @Test func `beginning and end are told once, however many changes lie between`() throws {
        try onStage { stage in
            let layer = stage.addLayer()
            layer.add(told("blink", stage, Self.blink { $0.repeatCount = 5 }), forKey: nil)
            stage.run(to: 20)
            #expect(stage.log == ["blink began", "blink finished"])
        }
    }

    @Test func `a replicator's later showings change later`() throws {
        let frames = try onStage { stage in
            let replicator = CAReplicatorLayer()
            replicator.instanceCount = 3
            replicator.instanceDelay = 0.1
            stage.root.addSublayer(replicator)
            let layer = stage.addLayer(in: replicator)
            return Self.times(of: stage) { layer.add(Self.blink(), forKey: nil) }
        }
        for instant in [1.003, 1.503, 2.503, 3.003] {
            let shown = frames.filter { $0 >= instant && $0 < instant + 0.25 }
            #expect((12...15).contains(shown.count), "\(instant)")
        }
        #expect(frames.allSatisfy { time in [1.003, 1.503, 2.503, 3.003].contains { time >= $0 && time < $0 + 0.25 } })
    }

    @Test func `a renderer is told when the next change is due`() throws {
        try onStage { stage in
            let renderer = CARenderer { _, _ in }
            let layer = CALayer()
            renderer.layer = layer
            CATransaction.flush()
            layer.add(Self.blink(), forKey: nil)
            CATransaction.flush()
            for (time, next) in [(0.5, 1.003), (1.1, 1.503), (1.6, 2.503), (2.6, 3.003), (4, .infinity)] {
                renderer.beginFrame(atTime: time)
                #expect(isNear(renderer.nextFrameTime(), next, within: 1e-9) || renderer.nextFrameTime() == next)
                renderer.endFrame()
            }
        }
    }

    @Test func `what layers draw themselves is drawn at each change, and when they ask for it`() throws {
        try onStage { stage in
            let dial = RedrawingTests.Dial()
            dial.angle = 0
            dial.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
            stage.root.addSublayer(dial)
            dial.setNeedsDisplay()
            CATransaction.flush()
            let turn = Self.blink {
                $0.keyPath = "angle"
                $0.values = [1, 2, 3]
            }
            dial.add(turn, forKey: nil)
            for (time, shown) in [(1.1, 1), (1.6, 2), (2.6, 3)] as [(Double, CGFloat)] {
                stage.run(to: time)
                #expect(dial.shown == shown)
                dial.setNeedsDisplay()
                stage.run(for: 0.1)
                #expect(dial.shown == shown)
            }
        }
    }
}
