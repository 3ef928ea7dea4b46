internal import Diagnostics
import Synchronization

/// The layout of many layers, which ends even if laying out goes on bringing layers that want layout.
struct LayoutPass {
    private let limit: Int
    private var left: Int

    /// - Parameters:
    ///   - count: How many layers there are at first. Each may be laid out some times.
    ///   - more: So many layouts may be done beside, of layers that are brought; of ours, as Apple's goes on.
    init(of count: Int, andMore more: Int = Self.most) {
        limit = 8 * count + more
        left = limit
    }

    static let most = 100_000

    /// From the outermost layer to this one, those that need it.
    mutating func layOutChain(to layer: CALayer) {
        guard Self.isOuterLayoutNeeded(of: layer) else { return layOut(layer) }
        var chain: [CALayer] = [layer]
        while let parent = chain[chain.count - 1].tree.parent { chain.append(parent) }
        for layer in chain.reversed() { layOut(layer) }
    }

    /// What is in a layer and needs it, the outer ones first, each once.
    mutating func layOutTree(in layer: CALayer) {
        var waiting: [CALayer] = layer.tree.children.reversed()
        while let next = waiting.popLast() {
            layOut(next)
            waiting.append(contentsOf: next.tree.children.reversed())
        }
    }

    /// A layer that asks for layout again while it is laid out gets it the next time.
    private mutating func layOut(_ layer: CALayer) {
        guard layer.layout.isNeeded else { return }
        guard left > 0 else { return Self.endless.write(ObjectIdentifier(type(of: layer)), sentence(layer)) }
        left -= 1
        layer.layout.isNeeded = false
        layer.layoutSublayers()
    }

    /// Whether a layer around this one needs layout.
    ///
    /// Where none does, the layers on the way are marked as settled, and the next one that looks stops there: a tree of
    /// any depth costs as many steps as it has layers.
    private static func isOuterLayoutNeeded(of layer: CALayer) -> Bool {
        let round = round.load(ordering: .relaxed)
        var outer = layer.tree.parent
        while let current = outer, current.layout.settled != round {
            if current.layout.isNeeded { return true }
            outer = current.tree.parent
        }
        outer = layer.tree.parent
        while let current = outer, current.layout.settled != round {
            current.layout.settled = round
            outer = current.tree.parent
        }
        return false
    }

    /// Marks of settled layers count in the round in which they were made.
    private static let round = Atomic<UInt64>(1)

    /// A layer needs layout, or comes into another tree: if it was settled, those inside it may be so no more.
    static func unsettle(_ layer: CALayer) {
        if layer.layout.settled == round.load(ordering: .relaxed) { round.wrappingAdd(1, ordering: .relaxed) }
    }

    private static let endless = OnceLog<ObjectIdentifier>(
        ending: "Of further classes whose layout does not end nothing is said.")

    private func sentence(_ layer: CALayer) -> String {
        """
        Layout does not end: \(limit) layers were laid out, and \(layer) still wants it. Layout that is asked for, or layers that are \
        brought, each time that layers are laid out are to blame; what is left is laid out with the next commit.
        """
    }
}
