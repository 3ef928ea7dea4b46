internal import Foundation

/// Finds the frames of sublayers by their constraints.
///
/// Each constraint is a step that needs other steps, those that decide its source; they are taken in an order in which
/// what is needed comes first, by a list instead of recursion, so that a chain may be as long as it likes.
struct ConstraintSolver {
    private struct Step {
        let layer: Int
        let constraint: CAConstraint
        /// The sublayer that is the source; nil for the superlayer.
        let source: Int?
        var state = State.untouched
        var value: CGFloat = 0
    }

    private enum State { case untouched, begun, done }

    private let parent: CALayer
    private let layers: [CALayer]
    private let frames: [CGRect]
    private var steps: [Step] = []
    /// For each layer and axis the steps that decide it, two at most.
    private var deciding: [[Int]]
    /// What is to be told.
    private(set) var complaints: [String] = []

    init(sublayersOf parent: CALayer) {
        self.parent = parent
        layers = parent.tree.children
        frames = layers.map(\.frame)
        deciding = Array(repeating: [], count: layers.count * 2)
        guard layers.contains(where: { $0.values.look.constraints?.isEmpty == false }) else { return }
        let indices = Dictionary(
            layers.enumerated().compactMap { index, layer in layer.name.map { ($0, index) } }
        ) { first, _ in first }
        for (index, layer) in layers.enumerated() {
            for constraint in layer.values.look.constraints ?? [] { add(constraint, of: index, indices) }
        }
    }

    private mutating func add(_ constraint: CAConstraint, of index: Int, _ indices: [String: Int]) {
        let source = indices[constraint.sourceName]
        let isOfSuperlayer = constraint.sourceName == "superlayer"
        guard isOfSuperlayer || source != nil else {
            return complain(
                constraint, of: index,
                "there is no such layer beside it, and it is ignored. Set the name of the other layer.")
        }
        let slot = Self.slot(index, constraint.attribute.axis)
        guard deciding[slot].count < 2,
            !deciding[slot].contains(where: { steps[$0].constraint.attribute == constraint.attribute })
        else {
            return complain(
                constraint, of: index,
                "its axis is decided by those before it, and it is ignored. Give two for each axis.")
        }
        deciding[slot].append(steps.count)
        steps.append(Step(layer: index, constraint: constraint, source: isOfSuperlayer ? nil : source))
    }

    private static func slot(_ layer: Int, _ axis: ConstraintAxis) -> Int { layer * 2 + axis.rawValue }

    private mutating func complain(_ constraint: CAConstraint, of layer: Int, _ reason: String) {
        let name = layers[layer].name ?? "a layer without a name"
        complaints.append(
            "the constraint of \(name), \(constraint.attribute) to \(constraint.sourceAttribute) of "
                + "\(constraint.sourceName): \(reason)")
    }

    // MARK: Solving

    mutating func solve() {
        for first in steps.indices where steps[first].state == .untouched {
            var stack = [first]
            while let current = stack.last {
                if steps[current].state == .done {
                    stack.removeLast()
                    continue
                }
                let needed = needs(of: current).filter { steps[$0].state != .done }
                if steps[current].state == .untouched, !needed.isEmpty {
                    steps[current].state = .begun
                    stack.append(contentsOf: needed.filter { steps[$0].state == .untouched })
                    if needed.contains(where: { steps[$0].state == .begun }) { endCircle(at: current) }
                    continue
                }
                finish(current)
                stack.removeLast()
            }
        }
    }

    /// The steps that decide the source of a step.
    private func needs(of step: Int) -> [Int] {
        guard let source = steps[step].source else { return [] }
        let attribute = steps[step].constraint.sourceAttribute
        let all = deciding[Self.slot(source, attribute.axis)]
        if let own = all.first(where: { steps[$0].constraint.attribute == attribute }) { return [own] }
        // The length is left to a layer of which only one line is decided.
        return attribute.part == .length && all.count < 2 ? [] : all
    }

    /// A step that needs itself by way of others takes its source as it is now.
    private mutating func endCircle(at step: Int) {
        let (constraint, source) = (steps[step].constraint, steps[step].source)
        complain(
            constraint, of: steps[step].layer,
            "it depends on itself; the other layer is taken as it is. Relate one of the layers to the superlayer.")
        let rect = source.map { frames[$0] } ?? parent.bounds
        set(step, ConstraintSpan(rect, along: constraint.sourceAttribute.axis))
    }

    private mutating func finish(_ step: Int) {
        let axis = steps[step].constraint.sourceAttribute.axis
        set(step, steps[step].source.map { span(of: $0, along: axis) } ?? ConstraintSpan(parent.bounds, along: axis))
    }

    private mutating func set(_ step: Int, _ source: ConstraintSpan) {
        let constraint = steps[step].constraint
        steps[step].value = source[constraint.sourceAttribute.part] * constraint.scale + constraint.offset
        steps[step].state = .done
    }

    /// A layer along an axis, as far as it is decided.
    private func span(of layer: Int, along axis: ConstraintAxis) -> ConstraintSpan {
        var span = ConstraintSpan(frames[layer], along: axis)
        span.take(
            deciding[Self.slot(layer, axis)].compactMap {
                steps[$0].state == .done ? (steps[$0].constraint.attribute.part, steps[$0].value) : nil
            })
        return span
    }

    // MARK: Result

    /// Sets the frames that have changed.
    mutating func apply() {
        for (index, layer) in layers.enumerated() {
            let axes = ConstraintAxis.allCases.filter { !deciding[Self.slot(index, $0)].isEmpty }
            guard !axes.isEmpty else { continue }
            let (x, y) = (span(of: index, along: .x), span(of: index, along: .y))
            guard x.low.isFinite, y.low.isFinite, x.length.isFinite, y.length.isFinite else {
                complaints.append(
                    "the constraints of \(layer.name ?? "a layer without a name") make a frame of numbers that are infinite or "
                        + "none; it stays where it is. Look at their scales and offsets.")
                continue
            }
            let frame = CGRect(x: x.low, y: y.low, width: max(x.length, 0), height: max(y.length, 0))
            if frame != frames[index] { layer.frame = frame }
        }
    }
}
