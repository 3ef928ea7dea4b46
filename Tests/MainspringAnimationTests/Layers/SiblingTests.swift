import Foundation
import SeededRandom
import Testing

@testable import MainspringAnimation

/// Many layers beside each other, that come and go one by one.
@Suite struct SiblingTests {
    enum Order: CaseIterable, Sendable { case forwards, backwards, random }

    private static func layers(_ count: Int, in parent: CALayer) -> [CALayer] {
        let layers = (0..<count).map { _ in CALayer() }
        for layer in layers { parent.addSublayer(layer) }
        return layers
    }

    @Test(arguments: Order.allCases)
    func `to take them out one by one is no search through all of them each time`(order: Order) {
        let count = 10_000
        let parent = CALayer()
        var layers = Self.layers(count, in: parent)
        var random = SeededGenerator(seed: 1)
        switch order {
        case .forwards: break
        case .backwards: layers.reverse()
        case .random: layers.shuffle(using: &random)
        }
        var steps = 0
        for layer in layers {
            let (before, left) = (parent.tree.searched, parent.tree.children.count)
            layer.removeFromSuperlayer()
            // Begun anew, it has told all that are left.
            let after = parent.tree.searched
            steps += after >= before ? after - before : left
        }
        #expect(parent.sublayers == nil)
        #expect(steps <= (order == .random ? 4 * count * 100 : 0))
    }

    @Test func `they stand where they were put, in whatever order they come and go`() throws {
        for seed in Seeds.first(20) {
            var random = SeededGenerator(seed: seed)
            let parent = CALayer()
            let pool = (0..<40).map { _ in CALayer() }
            var expected: [CALayer] = []
            for _ in 0..<400 {
                guard let layer = pool.randomElement(using: &random) else { continue }
                let other = expected.randomElement(using: &random)
                expected.removeAll { $0 === layer }
                let place = expected.firstIndex { $0 === other }
                switch Int.random(in: 0..<6, using: &random) {
                case 0: layer.removeFromSuperlayer()
                case 1:
                    parent.insertSublayer(layer, at: 0)
                    expected.insert(layer, at: 0)
                case 2:
                    guard let other, let place else { fallthrough }
                    parent.insertSublayer(layer, below: other)
                    expected.insert(layer, at: place)
                case 3:
                    guard let other, let place else { fallthrough }
                    parent.insertSublayer(layer, above: other)
                    expected.insert(layer, at: place + 1)
                case 4:
                    guard let other, let place else { fallthrough }
                    parent.replaceSublayer(other, with: layer)
                    expected[place] = layer
                default:
                    parent.addSublayer(layer)
                    expected.append(layer)
                }
                let names = (parent.sublayers ?? []).map { ObjectIdentifier($0) }
                try #require(names == expected.map { ObjectIdentifier($0) }, "seed \(seed)")
                #expect(expected.indices.allSatisfy { parent.index(of: expected[$0]) == $0 }, "seed \(seed)")
            }
        }
    }

    @Test func `a mask, and a layer of another superlayer, stand nowhere among the sublayers`() {
        let parent = CALayer()
        let layers = Self.layers(3, in: parent)
        parent.mask = layers[1]
        let other = CALayer()
        other.addSublayer(layers[2])
        #expect(parent.index(of: layers[1]) == nil && parent.index(of: layers[2]) == nil)
        #expect(parent.index(of: layers[0]) == 0)
    }
}
