internal import Diagnostics
import Synchronization

/// The layout of many layers, which ends even if laying out goes on bringing layers that want layout.
struct LayoutPass {
    private var limit: Int
    private var left: Int
    /// So many layers may still be looked at around those that are laid out: where one of them wants layout for ever,
    /// those inside it are at last laid out without it.
    private var steps: Int
    private var countLater: (() -> Int)?

    /// - Parameters:
    ///   - count: How many layers there are at first. Each may be laid out some times.
    ///   - more: So many layouts may be done beside, of layers that are brought; of ours, as Apple's goes on.
    ///   - countLater: Counts layers that were not counted at first, if so many are laid out.
    init(of count: Int, andMore more: Int = Self.most, orOf countLater: (() -> Int)? = nil) {
        limit = 8 * count + more
        left = limit
        steps = limit * Self.stepsForEach
        self.countLater = countLater
    }

    static let most = 100_000
    /// So many layers are looked at for each that may be laid out.
    private static let stepsForEach = 16
    /// Of so many layers it is worth while to keep in mind that nothing inside them needs layout.
    private static let many = 64

    /// From the outermost layer to this one, those that need it.
    mutating func layOutChain(to layer: CALayer) {
        guard steps > 0, Self.isOuterLayoutNeeded(of: layer) else { return layOut(layer) }
        var chain: [CALayer] = [layer]
        while let parent = chain[chain.count - 1].tree.parent { chain.append(parent) }
        steps -= chain.count
        for layer in chain.reversed() { layOut(layer) }
    }

    /// What is in a layer and needs it, the outer ones first, each once.
    mutating func layOutTree(in layer: CALayer) {
        let round = Self.round.load(ordering: .relaxed)
        let former = left
        var count = 0
        var waiting = [layer]
        while let next = waiting.popLast() {
            if next.layout.settledInside == round { continue }
            count += 1
            if next !== layer { layOut(next) }
            waiting.append(contentsOf: next.tree.children.reversed())
        }
        // Not where something was laid out: that mostly is going to be asked for again.
        if count > Self.many, left == former { Self.settle(inside: layer, round) }
    }

    /// Marks a layer and those inside it, if none of them needs layout, so that the next one that looks stops there.
    private static func settle(inside layer: CALayer, _ former: UInt64) {
        guard round.load(ordering: .relaxed) == former else { return }
        var found: [CALayer] = []
        var waiting = [layer]
        while let next = waiting.popLast() {
            if next.layout.settledInside == former { continue }
            if next.layout.isNeeded { return }
            found.append(next)
            waiting.append(contentsOf: next.tree.children)
        }
        for layer in found { layer.layout.settledInside = former }
    }

    /// A layer that asks for layout again while it is laid out gets it the next time.
    private mutating func layOut(_ layer: CALayer) {
        guard layer.layout.isNeeded else { return }
        if left == 0 { count() }
        guard left > 0 else { return Self.endless.write(ObjectIdentifier(type(of: layer)), sentence(layer)) }
        left -= 1
        layer.layout.isNeeded = false
        layer.layoutSublayers()
    }

    private mutating func count() {
        guard let countLater else { return }
        self.countLater = nil
        let more = 8 * countLater()
        limit += more
        left += more
        steps += more * Self.stepsForEach
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
        let current = round.load(ordering: .relaxed)
        guard layer.layout.settled == current || layer.layout.settledInside == current else { return }
        round.wrappingAdd(1, ordering: .relaxed)
    }

    private static let endless = OnceLog<ObjectIdentifier>(
        ending: "Of further classes whose layout does not end nothing is said.")

    private func sentence(_ layer: CALayer) -> String {
        """
        Layout does not end: \(limit) layers were laid out, and \(layer.nameInSentences) still wants it. Layout that is asked for, or layers that are \
        brought, each time that layers are laid out are to blame; what is left is laid out with the next commit.
        """
    }
}
