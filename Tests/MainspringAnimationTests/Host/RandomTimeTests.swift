import Foundation
import SeededRandom
import Testing

@testable import MainspringAnimation

/// Frames of random trees with random times, against the plain rules written down once more.
@Suite struct RandomTimeTests {
    /// An animation from one number to another, as CAMediaTiming's documentation says.
    private struct Plain {
        let from: Double, to: Double
        let begin: Double, duration: Double, speed: Double, offset: Double
        let count: Double
        let reverses: Bool, fillsBackwards: Bool, fillsForwards: Bool, adds: Bool

        func value(at time: Double) -> Double? {
            let local = (time - begin) * speed + offset
            let cycle = reverses ? duration * 2 : duration
            let active = cycle * count
            if local < 0 { return fillsBackwards ? from : nil }
            if local >= active, !fillsForwards { return nil }
            var rest = local >= active ? active : local
            // A boundary belongs to the next run, the last one to the last.
            while rest > cycle || rest == cycle && local < active { rest -= cycle }
            let progress = rest > duration ? 2 - rest / duration : rest / duration
            return from + (to - from) * progress
        }
    }

    @Test(arguments: Seeds.first(15))
    func `every layer shows at every instant what the rules say`(seed: UInt64) throws {
        try onStage { stage in
            var random = SeededGenerator(seed: seed)
            func pick<Value>(_ values: [Value]) -> Value { values.randomElement(using: &random)! }
            var layers: [CALayer] = []
            var parents: [Int?] = []
            var plain: [[Plain]] = []
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            for index in 0..<10 {
                let layer = CALayer()
                let parent = index == 0 ? nil : pick([nil] + (0..<index).map { $0 })
                layer.speed = pick([1, 1, 2, 0.5, 0, -1])
                layer.beginTime = pick([0, 0, 1, -2.5])
                layer.timeOffset = pick([0, 0, 3, 0.75])
                layer.position.x = 1000
                (parent.map { layers[$0] } ?? stage.root).addSublayer(layer)
                layers.append(layer)
                parents.append(parent)
                plain.append([])
                for _ in 0..<pick([0, 1, 1, 2, 3]) {
                    let fill = pick([CAMediaTimingFillMode.removed, .forwards, .backwards, .both])
                    let one = Plain(
                        from: pick([0, 10]), to: pick([20, -40]), begin: pick([0.5, 2, -3]),
                        duration: pick([0.5, 1, 4]),
                        speed: pick([1, 2, 0.5]), offset: pick([0, 0, 0.25]), count: pick([1, 1.5, 2, 3.25]),
                        reverses: pick([false, true]), fillsBackwards: fill == .backwards || fill == .both,
                        fillsForwards: fill == .forwards || fill == .both, adds: pick([false, true]))
                    plain[index].append(one)
                    let keyPath = pick(["position.x", "position"])
                    func value(_ number: Double) -> Any {
                        keyPath == "position" ? CGPoint(x: number, y: 0) as Any : number
                    }
                    layer.add(
                        basic(keyPath, from: value(one.from), to: value(one.to), duration: one.duration) {
                            $0.beginTime = one.begin
                            $0.speed = Float(one.speed)
                            $0.timeOffset = one.offset
                            $0.repeatCount = Float(one.count)
                            $0.autoreverses = one.reverses
                            $0.fillMode = fill
                            $0.isAdditive = one.adds
                            $0.isRemovedOnCompletion = false
                        }, forKey: nil)
                }
            }
            CATransaction.commit()
            for _ in 0..<40 {
                let instant = Double(Int.random(in: -4000...12000, using: &random)) / 1000 + 0.0001
                let frame = stage.host.frame(at: instant)
                for index in layers.indices {
                    let local = time(of: index, instant, layers, parents)
                    let running = plain[index].filter { !$0.adds } + plain[index].filter(\.adds)
                    let expected = running.reduce(1000) { current, each in
                        each.value(at: local).map { each.adds ? current + $0 : $0 } ?? current
                    }
                    let shown = frame.value(of: .position, layers[index])?.number ?? .nan
                    #expect(isNear(shown, expected, within: 1e-6), "seed \(seed), layer \(index) at \(instant)")
                    #expect(isNear(layers[index].convertTime(instant, from: nil), local))
                }
            }
            // The presentation is that of the last frame, or of the commit.
            stage.run(for: 0.5)
            let last = stage.host.core.shown().time
            let frame = stage.host.frame(at: last)
            for layer in layers {
                let shown = layer.presentation()?.values.animatedValue(of: .position)
                #expect(isNear(shown, frame.value(of: .position, layer)), "seed \(seed)")
            }
        }
    }

    private func time(of index: Int, _ time: Double, _ layers: [CALayer], _ parents: [Int?]) -> Double {
        let outer = parents[index].map { self.time(of: $0, time, layers, parents) } ?? time
        return (outer - layers[index].beginTime) * Double(layers[index].speed) + layers[index].timeOffset
    }
}
