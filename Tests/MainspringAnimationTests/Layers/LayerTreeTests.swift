import Foundation
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct LayerTreeTests {
    private func layers(_ count: Int) -> [CALayer] {
        (0..<count).map { number in
            let layer = CALayer()
            layer.name = String(number)
            return layer
        }
    }

    private func names(_ layer: CALayer) -> [String] { (layer.sublayers ?? []).compactMap(\.name) }

    @Test func `sublayers stand from back to front in the order in which they came`() {
        let parent = CALayer()
        let all = layers(3)
        for layer in all { parent.addSublayer(layer) }
        #expect(names(parent) == ["0", "1", "2"])
        #expect(all.allSatisfy { $0.superlayer === parent })
    }

    @Test func `a layer can be inserted at a place, behind and in front of another`() {
        let parent = CALayer()
        let all = layers(6)
        parent.addSublayer(all[0])
        parent.insertSublayer(all[1], at: 0)
        parent.insertSublayer(all[2], at: 99)
        parent.insertSublayer(all[3], below: all[0])
        parent.insertSublayer(all[4], above: all[1])
        #expect(names(parent) == ["1", "4", "3", "0", "2"])
        parent.insertSublayer(all[5], below: nil)
        #expect(names(parent) == ["5", "1", "4", "3", "0", "2"])
        parent.insertSublayer(all[5], above: nil)
        #expect(names(parent) == ["1", "4", "3", "0", "2", "5"])
    }

    @Test func `a layer that comes again moves to its new place`() {
        let parent = CALayer()
        let all = layers(3)
        parent.sublayers = all
        parent.addSublayer(all[0])
        #expect(names(parent) == ["1", "2", "0"])
        parent.insertSublayer(all[0], at: 1)
        #expect(names(parent) == ["1", "0", "2"])
        parent.insertSublayer(all[0], above: all[0])
        #expect(names(parent) == ["1", "0", "2"])
    }

    @Test func `a layer is in one tree at a time`() {
        let (first, second) = (CALayer(), CALayer())
        let layer = CALayer()
        first.addSublayer(layer)
        second.addSublayer(layer)
        #expect(first.sublayers == nil)
        #expect(layer.superlayer === second)
    }

    @Test func `without sublayers there is no list of them`() {
        let parent = CALayer()
        #expect(parent.sublayers == nil)
        let layer = CALayer()
        parent.addSublayer(layer)
        layer.removeFromSuperlayer()
        #expect(parent.sublayers == nil && layer.superlayer == nil)
        parent.sublayers = []
        #expect(parent.sublayers == nil)
    }

    @Test func `a list of sublayers replaces those before it, and has each layer once`() {
        let parent = CALayer()
        let all = layers(4)
        parent.sublayers = [all[0], all[1]]
        parent.sublayers = [all[2], all[1], all[2], all[3]]
        #expect(names(parent) == ["2", "1", "3"])
        #expect(all[0].superlayer == nil)
        parent.sublayers = nil
        #expect(all.allSatisfy { $0.superlayer == nil })
    }

    @Test func `a layer is replaced by another in its place`() {
        let parent = CALayer()
        let all = layers(4)
        parent.sublayers = [all[0], all[1], all[2]]
        parent.replaceSublayer(all[1], with: all[3])
        #expect(names(parent) == ["0", "3", "2"])
        #expect(all[1].superlayer == nil)
        // One that is not a sublayer is not replaced.
        parent.replaceSublayer(all[1], with: CALayer())
        #expect(names(parent) == ["0", "3", "2"])
    }

    @Test func `a layer beside a stranger is put at the end`() {
        let parent = CALayer()
        let all = layers(3)
        parent.addSublayer(all[0])
        parent.insertSublayer(all[1], above: CALayer())
        parent.insertSublayer(all[2], below: CALayer())
        #expect(names(parent) == ["2", "0", "1"])
    }

    @Test func `a layer cannot be inside itself`() {
        let all = layers(3)
        all[0].addSublayer(all[1])
        all[1].addSublayer(all[2])
        all[2].addSublayer(all[0])
        all[1].addSublayer(all[1])
        all[2].mask = all[0]
        all[2].sublayers = [all[1]]
        #expect(all[0].superlayer == nil && all[2].sublayers == nil && all[2].mask == nil)
        #expect(all[1].superlayer === all[0] && names(all[1]) == ["2"])
    }

    @Test func `a mask has the masked layer around it and is no sublayer`() {
        let (layer, other) = (CALayer(), CALayer())
        let mask = CALayer()
        other.addSublayer(mask)
        layer.mask = mask
        #expect(mask.superlayer === layer && layer.sublayers == nil && other.sublayers == nil)
        layer.mask = CALayer()
        #expect(mask.superlayer == nil)
        layer.mask = mask
        mask.removeFromSuperlayer()
        #expect(layer.mask == nil)
        layer.mask = mask
        layer.addSublayer(mask)
        #expect(layer.mask == nil && layer.sublayers == [mask])
        layer.sublayers = nil
        layer.mask = mask
        layer.sublayers = [mask]
        #expect(layer.mask == nil && layer.sublayers == [mask])
    }

    @Test func `what is in a layer that goes is in none`() {
        let (child, mask) = (CALayer(), CALayer())
        weak var gone: CALayer?
        do {
            let parent = CALayer()
            parent.addSublayer(child)
            parent.mask = mask
            gone = parent
        }
        #expect(gone == nil)
        #expect(child.superlayer == nil && mask.superlayer == nil)
    }

    @Test(arguments: Seeds.first(3))
    func `random changes agree with a plain model`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let all = layers(12)
        // Who is in whom, from back to front.
        var children = Array(repeating: [Int](), count: 12)
        func parent(_ layer: Int) -> Int? { children.indices.first { children[$0].contains(layer) } }
        func isInside(_ layer: Int, _ other: Int) -> Bool {
            var current: Int? = layer
            while let at = current {
                if at == other { return true }
                current = parent(at)
            }
            return false
        }
        for _ in 0..<2000 {
            let (layer, target) = (Int.random(in: 0..<12, using: &random), Int.random(in: 0..<12, using: &random))
            switch Int.random(in: 0..<4, using: &random) {
            case 0:
                all[target].addSublayer(all[layer])
                guard !isInside(target, layer) else { break }
                for index in children.indices { children[index].removeAll { $0 == layer } }
                children[target].append(layer)
            case 1:
                let place = Int.random(in: 0..<4, using: &random)
                all[target].insertSublayer(all[layer], at: UInt32(place))
                guard !isInside(target, layer) else { break }
                for index in children.indices { children[index].removeAll { $0 == layer } }
                children[target].insert(layer, at: min(place, children[target].count))
            default:
                all[layer].removeFromSuperlayer()
                for index in children.indices { children[index].removeAll { $0 == layer } }
            }
            for index in 0..<12 {
                #expect(names(all[index]) == children[index].map(String.init), "seed \(seed)")
                #expect(all[index].superlayer === parent(index).map { all[$0] }, "seed \(seed)")
            }
        }
    }
}
