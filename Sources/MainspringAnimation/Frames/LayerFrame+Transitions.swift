internal import Foundation

/// Pictures of layers that go over into others.
extension LayerFrame {
    /// How far a node's picture has gone over into its next one; nil where it does not.
    package func transition(of index: Int) -> FrameTransition? {
        transitions.isEmpty ? nil : transitions[nodes[index].place]
    }

    /// Whether any node's picture goes over into another one.
    package var hasTransitions: Bool { !transitions.isEmpty }

    /// Finds how far transitions are, and marks the layers that show something else for it. Animations are ready, and nothing is placed.
    func evaluateTransitions() {
        if transitions.isEmpty, tree.transitions.isEmpty { return }
        formerTransitions = transitions
        transitions.removeAll(keepingCapacity: true)
        for (place, committed) in tree.transitions {
            guard let index = index(at: place), nodes[index].animations >= 0,
                let progress = committed.progress(at: animations[Int(nodes[index].animations)].time.local(time))
            else { continue }
            transitions[place] = FrameTransition(committed, progress: progress)
        }
        for place in changingPlaces {
            guard let index = index(at: place), isChanged(at: place) else { continue }
            let moves = [formerTransitions[place], transitions[place]].contains { $0?.kind.movesNew ?? false }
            // What moves is placed anew with all that is in it.
            changes.mark(Int32(index), moves ? [.look, .place] : .look)
        }
    }

    /// Adds to the damage what transitions show otherwise. All is placed.
    func damageTransitions() {
        if transitions.isEmpty, formerTransitions.isEmpty { return }
        for place in changingPlaces {
            let former = formerTransitions[place]
            if let index = index(at: place), let new = transitions[place] {
                transitions[place]?.reach = reach(of: new, index)
                transitions[place]?.cover = nodes[index].totalOpacity
            }
            let new = transitions[place]
            if isChanged(at: place) || former?.reach != new?.reach || former?.cover != new?.cover {
                region.add(former?.reach ?? .null, new?.reach ?? .null)
                if let index = index(at: place), spreads(index, [former, new]) { region.add(Self.everywhere) }
            }
        }
        formerTransitions.removeAll(keepingCapacity: true)
    }

    /// In order, so that the damage is the same each time.
    private var changingPlaces: [Int32] { Set(transitions.keys).union(formerTransitions.keys).sorted() }

    private func isChanged(at place: Int32) -> Bool {
        guard let former = formerTransitions[place], let new = transitions[place] else { return true }
        return !new.isSame(as: former)
    }

    private func index(at place: Int32) -> Int? {
        guard Int(place) < indices.count, indices[Int(place)] >= 0 else { return nil }
        return Int(indices[Int(place)])
    }

    /// Around what the layer showed and shows, and what it lets be seen of that while it moves.
    private func reach(of transition: FrameTransition, _ index: Int) -> CGRect {
        let node = nodes[index]
        let world = world(of: node)
        var box = boxOfAll(index..<Int(node.end)).union(world.box(of: node.bounds))
        if let origin = transition.committed.origin, !origin.box.isNull {
            let anchor = geometry(of: node).anchor
            box = box.union(world.box(of: origin.box.offsetBy(dx: anchor.x, dy: anchor.y)))
        }
        return box
    }

    /// Around what some nodes paint themselves; null for nothing.
    func boxOfAll(_ range: Range<Int>) -> CGRect {
        var box = CGRect.null
        for node in nodes[range] where !node.box.isNull { box = box.union(node.box) }
        return box
    }
}
