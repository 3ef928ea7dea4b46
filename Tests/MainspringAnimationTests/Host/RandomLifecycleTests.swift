import Foundation
import Mainspring
import SeededRandom
import Testing

@testable import MainspringAnimation

/// Random adding, replacing, removing and moving, against a list of what must be told when.
@Suite struct RandomLifecycleTests {
    /// What the model knows of an animation.
    private struct Entry {
        let name: String
        let layer: Int
        let key: String?
        let start: Int
        let end: Int
        let block: Int
        var removed: Int?
    }

    private final class Noting: CAAnimationDelegate {
        let note: (String) -> Void
        let name: String
        init(_ name: String, _ note: @escaping (String) -> Void) {
            self.name = name
            self.note = note
        }
        func animationDidStart(_ anim: CAAnimation) { note("\(name) began") }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) {
            note("\(name) \(flag ? "finished" : "removed")")
        }
    }

    /// A frame takes two ticks of 10 ms; what happens does so between frames, at odd ticks.
    @Test(arguments: Seeds.first(15))
    func `everybody is told of what the model says, when it says so`(seed: UInt64) throws {
        try onStage(framesPerSecond: 50) { stage in
            var random = SeededGenerator(seed: seed)
            func number(_ range: Range<Int>) -> Int { Int.random(in: range, using: &random) }
            let layers = (0..<4).map { stage.addLayer("\($0)") }
            var entries: [Entry] = []
            var blocks: [Int] = []
            var said: [String: [String]] = [:]
            func note(_ what: String) {
                said["\(Int((stage.now * 100).rounded()))", default: []].append(what)
            }
            func remove(_ layer: Int, _ tick: Int, where matches: (Entry) -> Bool) {
                for index in entries.indices where entries[index].layer == layer && matches(entries[index]) {
                    let isOver = entries[index].end < tick
                    if entries[index].removed == nil, !isOver { entries[index].removed = tick }
                }
            }
            for step in 0..<60 {
                let tick = 2 * step + 1
                stage.run(to: Double(tick) / 100)
                CATransaction.begin()
                CATransaction.setDisableActions(true)
                let block = blocks.count
                blocks.append(tick)
                CATransaction.setCompletionBlock { note("block \(block)") }
                for _ in 0..<number(0..<4) {
                    let layer = number(0..<4)
                    let key = ["a", "b", nil][number(0..<3)]
                    switch number(0..<8) {
                    case 0:
                        layers[layer].removeAllAnimations()
                        remove(layer, tick) { _ in true }
                    case 1 where key != nil:
                        layers[layer].removeAnimation(forKey: key ?? "")
                        remove(layer, tick) { $0.key == key }
                    case 2:
                        // Out and in again, or to the front: in one transaction that is a move.
                        layers[layer].removeFromSuperlayer()
                        stage.root.addSublayer(layers[layer])
                    default:
                        let name = "\(entries.count)"
                        let (delay, length) = (2 * number(0..<4), 2 * number(1..<12))
                        let animation = basic("opacity", from: 0, to: 1, duration: Double(length) / 100)
                        if delay > 0 { animation.beginTime = stage.now + Double(delay) / 100 }
                        animation.delegate = Noting(name, note)
                        animation.isAdditive = number(0..<2) == 0
                        if key != nil { remove(layer, tick) { $0.key == key } }
                        layers[layer].add(animation, forKey: key)
                        entries.append(
                            Entry(
                                name: name, layer: layer, key: key, start: tick + delay, end: tick + delay + length,
                                block: block))
                    }
                }
                CATransaction.commit()
                let keys: [[String]] = layers.indices.map { layer in
                    entries.filter { $0.layer == layer && $0.removed == nil && $0.end >= tick }.compactMap(\.key)
                }
                #expect(layers.map { $0.animationKeys() ?? [] } == keys)
            }
            stage.run(to: 3)

            var expected: [String: [String]] = [:]
            func expect(_ what: String, _ tick: Int) { expected["\(tick)", default: []].append(what) }
            for entry in entries {
                // An odd tick is told in the frame after it.
                if (entry.removed ?? .max) > entry.start { expect("\(entry.name) began", entry.start + 1) }
                if let removed = entry.removed {
                    expect("\(entry.name) removed", removed)
                } else {
                    expect("\(entry.name) finished", entry.end + 1)
                }
            }
            for (block, tick) in blocks.enumerated() {
                let last = entries.filter { $0.block == block }.map { $0.removed ?? $0.end + 1 }.max()
                expect("block \(block)", max(last ?? tick, tick))
            }
            #expect(said.mapValues { $0.sorted() } == expected.mapValues { $0.sorted() }, "seed \(seed)")
            func rank(_ what: String) -> Int {
                what.hasPrefix("block") ? 2 : what.hasSuffix("began") ? 0 : 1
            }
            // In a frame: beginnings, ends, blocks.
            for (tick, all) in said where (Int(tick) ?? 1) % 2 == 0 {
                #expect(all.map(rank) == all.map(rank).sorted(), "seed \(seed), tick \(tick)")
            }
        }
    }
}
