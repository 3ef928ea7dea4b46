import Foundation
import SeededRandom
import Testing

@testable import MainspringAnimation

@Suite struct ConstraintTests {
    private let parent: CALayer = {
        let layer = makeLayer(CGRect(x: 0, y: 0, width: 200, height: 100))
        layer.layoutManager = CAConstraintLayoutManager()
        return layer
    }()

    private func add(_ name: String?, _ constraints: CAConstraint...) -> CALayer {
        let layer = makeLayer(CGRect(x: 10, y: 20, width: 30, height: 40), in: parent)
        layer.name = name
        for constraint in constraints { layer.addConstraint(constraint) }
        return layer
    }

    private func relate(
        _ attribute: CAConstraintAttribute, _ source: String, _ sourceAttribute: CAConstraintAttribute,
        scale: CGFloat = 1, offset: CGFloat = 0
    ) -> CAConstraint {
        CAConstraint(
            attribute: attribute, relativeTo: source, attribute: sourceAttribute, scale: scale, offset: offset)
    }

    static let attributes: [(CAConstraintAttribute, CGRect)] = [
        (.minX, CGRect(x: 50, y: 20, width: 30, height: 40)), (.midX, CGRect(x: 35, y: 20, width: 30, height: 40)),
        (.maxX, CGRect(x: 20, y: 20, width: 30, height: 40)), (.width, CGRect(x: 10, y: 20, width: 50, height: 40)),
        (.minY, CGRect(x: 10, y: 50, width: 30, height: 40)), (.midY, CGRect(x: 10, y: 30, width: 30, height: 40)),
        (.maxY, CGRect(x: 10, y: 10, width: 30, height: 40)), (.height, CGRect(x: 10, y: 20, width: 30, height: 50)),
    ]

    @Test(arguments: attributes)
    func `one constraint decides a line and leaves the size, or decides the size`(
        attribute: CAConstraintAttribute, frame: CGRect
    ) {
        let layer = add("a", relate(attribute, "superlayer", .width, scale: 0.2, offset: 10))
        parent.layoutIfNeeded()
        #expect(layer.frame == frame)
    }

    static let pairs: [(CAConstraintAttribute, CAConstraintAttribute, CGFloat, CGFloat)] = [
        (.minX, .maxX, 40, 60), (.minX, .midX, 40, 120), (.midX, .maxX, -20, 120), (.minX, .width, 40, 100),
        (.midX, .width, -10, 100), (.maxX, .width, -60, 100),
    ]

    @Test(arguments: pairs, [false, true])
    func `two along an axis decide place and size, in any order`(
        pair: (CAConstraintAttribute, CAConstraintAttribute, CGFloat, CGFloat), isTurned: Bool
    ) {
        let first = relate(pair.0, "superlayer", .minX, offset: 40)
        let second = relate(pair.1, "superlayer", .minX, offset: 100)
        let layer = isTurned ? add("a", second, first) : add("a", first, second)
        parent.layoutIfNeeded()
        #expect(layer.frame == CGRect(x: pair.2, y: 20, width: pair.3, height: 40))
    }

    @Test func `the superlayer's lines are those of its bounds`() {
        parent.bounds.origin = CGPoint(x: 1000, y: 500)
        let layer = add("a", relate(.midX, "superlayer", .midX), relate(.maxY, "superlayer", .maxY))
        parent.layoutIfNeeded()
        #expect(layer.frame == CGRect(x: 1085, y: 560, width: 30, height: 40))
    }

    @Test func `layers beside each other are related by name, whatever their order`() {
        let second = add("second", relate(.minX, "first", .maxX, offset: 5), relate(.width, "first", .width, scale: 2))
        let first = add("first", relate(.minX, "superlayer", .minX), relate(.width, "superlayer", .width, scale: 0.25))
        let third = add("third", relate(.minX, "second", .midX), relate(.maxX, "second", .maxX))
        parent.layoutIfNeeded()
        #expect(first.frame.minX == 0 && first.frame.width == 50)
        #expect(second.frame.minX == 55 && second.frame.width == 100)
        #expect(third.frame.minX == 105 && third.frame.width == 50)
    }

    @Test func `a layer may be related to itself, and two to each other along different parts`() {
        let layer = add("a", relate(.height, "a", .width, scale: 2), relate(.width, "b", .width))
        let other = add("b", relate(.minX, "a", .maxX))
        parent.layoutIfNeeded()
        #expect(layer.frame == CGRect(x: 10, y: 20, width: 30, height: 60))
        #expect(other.frame.minX == 40)
    }

    @Test func `another size of the superlayer lays out anew`() {
        let layer = add("a", relate(.maxX, "superlayer", .maxX))
        parent.layoutIfNeeded()
        #expect(!parent.needsLayout())
        parent.bounds.size.width = 300
        parent.layoutIfNeeded()
        #expect(layer.frame.maxX == 300)
        layer.constraints = nil
        #expect(parent.needsLayout())
    }

    private func solve() -> ConstraintSolver {
        var solver = ConstraintSolver(sublayersOf: parent)
        solver.solve()
        solver.apply()
        return solver
    }

    @Test func `a constraint to a layer that does not exist is ignored, and told`() {
        let layer = add("a", relate(.minX, "nobody", .maxX), relate(.minY, "superlayer", .minY))
        let complaints = solve().complaints
        #expect(complaints.count == 1 && complaints[0].contains("nobody"))
        #expect(layer.frame == CGRect(x: 10, y: 0, width: 30, height: 40))
    }

    @Test func `one too many along an axis, or a second of the same line, is ignored, and told`() {
        let layer = add(
            "a", relate(.minX, "superlayer", .minX), relate(.minX, "superlayer", .maxX),
            relate(.maxX, "superlayer", .maxX), relate(.width, "superlayer", .height))
        #expect(solve().complaints.count == 2)
        #expect(layer.frame == CGRect(x: 0, y: 20, width: 200, height: 40))
    }

    @Test func `a circle ends where it closes, and is told`() {
        let first = add("a", relate(.minX, "b", .maxX))
        let second = add("b", relate(.minX, "c", .maxX))
        let third = add("c", relate(.minX, "a", .maxX))
        let complaints = solve().complaints
        #expect(complaints.count == 1 && complaints[0].contains("depends on itself"))
        #expect([third, second, first].map(\.frame.minX) == [40, 70, 100])
        let own = add("own", relate(.minX, "own", .maxX))
        #expect(solve().complaints.count == 2)
        #expect(own.frame.minX == 40)
    }

    @Test(arguments: [CGFloat.nan, .infinity])
    func `a frame of numbers that are none is not set, and told`(number: CGFloat) {
        let layer = add("a", relate(.minX, "superlayer", .maxX, offset: number))
        #expect(solve().complaints.count == 1)
        #expect(layer.frame == CGRect(x: 10, y: 20, width: 30, height: 40))
    }

    @Test func `a length below 0 is 0`() {
        let layer = add("a", relate(.width, "superlayer", .width, scale: -1))
        parent.layoutIfNeeded()
        #expect(layer.frame.width == 0)
    }

    @Test func `a chain of many layers is solved from its end`() {
        let count = 20_000
        parent.sublayers = (0..<count).map { index in
            let layer = CALayer()
            layer.bounds.size = CGSize(width: 1, height: 1)
            layer.name = "\(index)"
            layer.constraints = [
                relate(.minX, index == count - 1 ? "superlayer" : "\(index + 1)", index == count - 1 ? .minX : .maxX)
            ]
            return layer
        }
        #expect(solve().complaints.isEmpty)
        #expect(parent.sublayers?.first?.frame.minX == CGFloat(count - 1))
    }

    /// Layers related to ones chosen by chance: nothing may hang, and where nothing goes in a circle, all relations hold.
    @Test(arguments: Seeds.first(40))
    func `random relations end, and hold where they can`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let names = (0..<6).map { "\($0)" }
        let lines: [CAConstraintAttribute] = [.minX, .midX, .maxX, .width]
        for name in names {
            let chosen = lines.shuffled(using: &random).prefix(2)
            let layer = makeLayer(CGRect(x: 0, y: 0, width: 10, height: 10), in: parent)
            layer.name = name
            layer.constraints = chosen.map { attribute in
                relate(
                    attribute, (names + ["superlayer"]).randomElement(using: &random) ?? "superlayer",
                    lines.randomElement(using: &random) ?? .minX,
                    offset: CGFloat(Int.random(in: 0..<20, using: &random)))
            }
        }
        let solver = solve()
        guard solver.complaints.isEmpty else { return }
        for layer in parent.sublayers ?? [] {
            let own = ConstraintSpan(layer.frame, along: .x)
            for constraint in layer.constraints ?? [] {
                let source = parent.sublayers?.first { $0.name == constraint.sourceName }?.frame ?? parent.bounds
                let expected = ConstraintSpan(source, along: .x)[constraint.sourceAttribute.part] + constraint.offset
                #expect(
                    isNear(own[constraint.attribute.part], expected, within: 1e-6) || own.length <= 0, "seed \(seed)")
            }
        }
    }

    @Test func `a constraint's parts are those it was made with`() {
        let constraint = CAConstraint(attribute: .minX, relativeTo: "a", attribute: .maxX)
        #expect(constraint.attribute == .minX && constraint.sourceName == "a" && constraint.sourceAttribute == .maxX)
        #expect(constraint.scale == 1 && constraint.offset == 0)
        #expect(CAConstraint(attribute: .minX, relativeTo: "a", attribute: .maxX, offset: 3).offset == 3)
    }
}
