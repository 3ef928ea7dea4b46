import Foundation
import Mainspring
import MainspringAnimation
import SeededRandom
import Testing

@testable import MainspringApplication

@Suite struct GestureTests {
    /// What is sent, and when, in seconds.
    typealias Step = (at: Double, content: Event.Content)

    final class Allowing: GestureRecognizerDelegate {
        func gestureRecognizer(
            _ gestureRecognizer: GestureRecognizer, shouldRecognizeSimultaneouslyWith other: GestureRecognizer
        ) -> Bool { true }
    }

    /// Recognizers of one layer, and what they told: their kind, their state, and when.
    private func told(
        _ kinds: [String], _ steps: [Step], requiring: [(Int, Int)] = [], simultaneous: Bool = false,
        until end: Double = 3
    ) throws -> [String] {
        return try onOwnLoop {
            let stage = AppStage()
            let (window, surface) = try stage.makeWindow()
            stage.run()
            let layer = addLayer(to: window.layer, side: 200)
            var lines: [String] = []
            let start = stage.now
            let allowing = Allowing()
            let recognizers = kinds.map { kind in
                let made = Self.make(kind)
                made.action = { recognizer in
                    let time = ((stage.now - start) * 100).rounded() / 100
                    lines.append("\(kind) \(recognizer.state) \(time)")
                }
                if simultaneous { made.delegate = allowing }
                layer.addGestureRecognizer(made)
                return made
            }
            for (one, other) in requiring { recognizers[one].require(toFail: recognizers[other]) }
            for step in steps {
                if start + step.at > stage.now { stage.run(for: start + step.at - stage.now) }
                surface.send(step.content)
                stage.run(for: 0.0001)
            }
            stage.run(for: end)
            #expect(recognizers.allSatisfy { $0.state == .possible && $0.coordinator == nil && $0.contacts.isEmpty })
            return withExtendedLifetime(allowing) { lines }
        }
    }

    private static func make(_ kind: String) -> GestureRecognizer {
        switch kind {
        case "tap": return TapGestureRecognizer()
        case "double", "two":
            let tap = TapGestureRecognizer()
            if kind == "double" { tap.numberOfTapsRequired = 2 } else { tap.numberOfContactsRequired = 2 }
            return tap
        case "pan": return PanGestureRecognizer()
        case "pinch": return PinchGestureRecognizer()
        default: return LongPressGestureRecognizer()
        }
    }

    static let click: [Step] = [(0, down(5, 5)), (0.1, up(5, 5))]
    static let twice: [Step] = click + [(0.2, down(6, 6)), (0.3, up(6, 6))]

    @Test func `a tap is a press that hardly moves and is not long`() throws {
        #expect(try told(["tap"], Self.click) == ["tap ended 0.1"])
        #expect(try told(["tap"], [(0, down(5, 5)), (0.05, drag(14, 5)), (0.1, up(14, 5))]) == ["tap ended 0.1"])
        #expect(try told(["tap"], [(0, down(5, 5)), (0.05, drag(16, 5)), (0.1, up(5, 5))]) == [])
        #expect(try told(["tap"], [(0, down(5, 5)), (0.8, up(5, 5))]) == [])
        #expect(try told(["tap"], [(0, down(5, 5)), (0.1, .pointer(PointerEvent(.cancelled, at: .zero)))]) == [])
        #expect(try told(["tap"], [(0, down(5, 5, .secondary)), (0.1, up(5, 5, .secondary))]) == [])
        let fingers: [Step] = [
            (0, touch(.began, 1, 5, 5)), (0.05, touch(.began, 2, 50, 5)), (0.1, touch(.ended, 1, 5, 5)),
            (0.15, touch(.ended, 2, 50, 5)),
        ]
        #expect(try told(["tap", "two"], fingers) == ["two ended 0.15"])
    }

    @Test func `two taps are two presses soon after each other at about one place`() throws {
        #expect(try told(["double"], Self.twice) == ["double ended 0.3"])
        #expect(try told(["double"], Self.click + [(0.5, down(5, 5)), (0.6, up(5, 5))]) == [])
        #expect(try told(["double"], Self.click + [(0.2, down(90, 5)), (0.3, up(90, 5))]) == [])
        #expect(try told(["double"], Self.click) == [])
    }

    @Test func `a tap waits for two taps only when it is told to`() throws {
        #expect(try told(["tap", "double"], Self.twice) == ["tap ended 0.1", "double ended 0.3"])
        #expect(try told(["tap", "double"], Self.twice, requiring: [(0, 1)]) == ["double ended 0.3"])
        #expect(try told(["tap", "double"], Self.click, requiring: [(0, 1)]) == ["tap ended 0.45"])
    }

    @Test func `recognizers that wait for each other fail instead of waiting for ever`() throws {
        #expect(try told(["tap", "tap"], Self.click, requiring: [(0, 1), (1, 0)]) == [])
    }

    @Test func `a long press begins by the clock, goes on and ends`() throws {
        #expect(
            try told(["long"], [(0, down(5, 5)), (1, drag(50, 50)), (1.2, up(50, 50))])
                == ["long began 0.5", "long changed 1.0", "long ended 1.2"])
        #expect(try told(["long"], [(0, down(5, 5)), (0.4, up(5, 5))]) == [])
        #expect(try told(["long"], [(0, down(5, 5)), (0.1, drag(20, 5)), (1, up(20, 5))]) == [])
        #expect(
            try told(["tap", "long"], [(0, down(5, 5)), (0.6, up(5, 5))]) == ["long began 0.5", "long ended 0.6"])
    }

    @Test func `a pan begins beyond ten points, and keeps a long press from beginning`() throws {
        let steps: [Step] = [
            (0, down(5, 5)), (0.1, drag(12, 5)), (0.2, drag(20, 5)), (0.3, drag(30, 5)), (0.9, up(30, 5)),
        ]
        #expect(
            try told(["pan", "long"], steps) == ["pan began 0.2", "pan changed 0.3", "pan ended 0.9"])
        #expect(
            try told(["pan", "pan"], steps) == ["pan began 0.2", "pan changed 0.3", "pan ended 0.9"])
        #expect(try told(["pan", "pan"], steps, simultaneous: true).count == 6)
        #expect(
            try told(["pan"], Array(steps.prefix(3)) + [(0.3, .pointer(PointerEvent(.cancelled, at: .zero)))])
                == ["pan began 0.2", "pan cancelled 0.3"])
    }

    @Test func `a pinch is two fingers that go apart, or a touch pad that magnifies`() throws {
        #expect(
            try told(
                ["pinch"],
                [
                    (0, touch(.began, 1, 50, 50)), (0, touch(.began, 2, 100, 50)), (0.1, touch(.moved, 2, 105, 50)),
                    (0.2, touch(.moved, 2, 150, 50)), (0.3, touch(.moved, 1, 0, 50)), (0.4, touch(.ended, 1, 0, 50)),
                    (0.5, touch(.ended, 2, 0, 50)),
                ]) == ["pinch began 0.2", "pinch changed 0.3", "pinch ended 0.4"])
        #expect(
            try told(
                ["pinch"],
                [
                    (0, .magnify(MagnifyEvent(0.1, phase: .began, at: CGPoint(x: 5, y: 5)))),
                    (0.1, .magnify(MagnifyEvent(0.1, phase: .changed, at: CGPoint(x: 5, y: 5)))),
                    (0.2, .magnify(MagnifyEvent(0, phase: .ended, at: CGPoint(x: 5, y: 5)))),
                ]) == ["pinch began 0.0", "pinch changed 0.1", "pinch ended 0.2"])
    }

    @Test func `translation, velocity and scale are those of the contacts`() throws {
        try onOwnLoop {
            let stage = AppStage()
            let (window, surface) = try stage.makeWindow()
            stage.run()
            let (pan, pinch) = (PanGestureRecognizer(), PinchGestureRecognizer())
            var (translation, velocity, scale, speed) = (CGPoint.zero, CGPoint.zero, CGFloat(0), CGFloat(0))
            pan.action = { _ in (translation, velocity) = (pan.translation(in: nil), pan.velocity(in: nil)) }
            pinch.action = { _ in (scale, speed) = (pinch.scale, pinch.velocity) }
            window.layer.addGestureRecognizer(pan)
            surface.send(down(0, 0), at: 10)
            for step in 1...10 { surface.send(drag(CGFloat(step) * 5, 0), at: 10 + Double(step) * 0.02); stage.run() }
            #expect(translation == CGPoint(x: 50, y: 0))
            #expect(abs(velocity.x - 250) < 1e-6 && velocity.y == 0)
            pan.setTranslation(.zero, in: nil)
            pan.setTranslation(CGPoint(x: CGFloat.nan, y: 0), in: nil)
            #expect(pan.translation(in: nil) == .zero)
            surface.send(up(50, 0), at: 11)
            stage.run()
            window.layer.removeGestureRecognizer(pan)
            window.layer.addGestureRecognizer(pinch)
            surface.send(touch(.began, 1, 0, 0), at: 20)
            surface.send(touch(.began, 2, 40, 0), at: 20)
            surface.send(touch(.moved, 2, 80, 0), at: 20.05)
            stage.run()
            #expect(scale == 2)
            #expect(abs(speed - 20) < 1e-6)
        }
    }

    @Test func `handlers are told that a gesture has taken what they had`() throws {
        let lines = try onOwnLoop { () -> [String] in
            let stage = AppStage()
            let (window, surface) = try stage.makeWindow()
            stage.run()
            let log = NotingHandler.Log()
            let layer = addLayer(to: window.layer)
            let handler = NotingHandler("layer", log)
            layer.eventHandler = handler
            layer.addGestureRecognizer(PanGestureRecognizer { log.lines.append("pan \($0.state)") })
            for content in [down(5, 5), drag(10, 5), drag(40, 5), drag(50, 5), up(50, 5), move(5, 5)] {
                surface.send(content)
                stage.run()
            }
            return withExtendedLifetime(handler) { log.lines }
        }
        #expect(
            lines == [
                "layer down", "layer dragged", "layer dragged", "pan began", "layer cancelled", "pan changed",
                "pan ended", "layer moved",
            ])
    }

    @Test func `an action may close the window, remove its layer or its recognizer`() throws {
        for choice in 0..<4 {
            let lines = try onOwnLoop { () -> [String] in
                let stage = AppStage()
                let (window, surface) = try stage.makeWindow()
                stage.run()
                let layer = addLayer(to: window.layer)
                var lines: [String] = []
                let pan = PanGestureRecognizer { recognizer in
                    lines.append("\(recognizer.state)")
                    guard recognizer.state == .began else { return }
                    switch choice {
                    case 0: window.close()
                    case 1: layer.removeGestureRecognizer(recognizer)
                    case 2: layer.removeFromSuperlayer()
                    default: recognizer.isEnabled = false
                    }
                }
                layer.addGestureRecognizer(pan)
                for content in [down(5, 5), drag(40, 5), drag(50, 5), up(50, 5)] {
                    surface.send(content)
                    stage.run()
                }
                #expect(pan.state == .possible)
                return lines
            }
            #expect(lines == ["began", "cancelled"], "\(choice)")
        }
    }

    @Test(arguments: Seeds.first(40))
    func `in random courses no gesture begins twice without an end`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var (steps, time): ([Step], Double) = ([], 0)
        for _ in 0..<150 {
            time += Double(random.next() % 200) / 1000
            let (x, y) = (CGFloat(random.next() % 200), CGFloat(random.next() % 200))
            let content: Event.Content =
                switch random.next() % 8 {
                case 0: down(x, y)
                case 1: drag(x, y)
                case 2, 3: up(x, y)
                case 4: touch(.began, random.next() % 3, x, y)
                case 5: touch(.moved, random.next() % 3, x, y)
                case 6: touch(.ended, random.next() % 3, x, y)
                default: touch(.cancelled, random.next() % 3, x, y)
                }
            steps.append((time, content))
        }
        time += 1
        steps.append((time, up(0, 0)))
        for finger in UInt64(0)..<3 { steps.append((time, touch(.ended, finger, 0, 0))) }
        let kinds = ["tap", "double", "pan", "pinch", "long"]
        let lines = try told(kinds, steps, requiring: [(0, 1)], simultaneous: seed % 2 == 0)
        for kind in kinds {
            var isOn = false
            for line in lines where line.hasPrefix(kind) {
                let state = line.split(separator: " ")[1]
                if state == "began" {
                    #expect(!isOn, "seed \(seed)")
                    isOn = true
                } else if state == "changed" || state == "cancelled" {
                    #expect(isOn, "seed \(seed)")
                }
                if state == "ended" || state == "cancelled" { isOn = false }
            }
            #expect(!isOn, "seed \(seed)")
        }
    }
}
