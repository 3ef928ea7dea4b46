internal import Diagnostics
internal import Foundation
internal import MainspringAnimation

/// What replicators show again.
extension Scene {
    private static let complaints = OnceLog<String>(ending: "No further complaints about replicators are written.")

    /// Adds a node that is shown again, or one inside of such a one; nil where there are too many.
    /// - Parameters:
    ///   - replicator: The one that shows it again; -1 for one inside of what is shown again.
    func addClone(of source: Int, in parent: Int, replicator: Int, number: Int, _ frame: LayerFrame) -> Int? {
        guard clones.all.count < mostClones else {
            Self.complaints.write(
                "most",
                """
                Replicators show layers again more often than \(mostClones) times in one picture; the others are not shown. Nest fewer \
                of them, or lower their counts.
                """)
            return nil
        }
        var clone = SceneClones.Clone(replicator: Int32(replicator), number: Int32(number))
        let outer = clones.clone(replicator >= 0 ? replicator : parent)
        clone.delay = outer?.delay ?? 0
        if replicator >= 0, let showings = nodes[replicator].paint?.replicator {
            clone.delay += showings.delay * Double(number)
        }
        let index = nodes.count
        var node = SceneNode()
        (node.source, node.parent) = (Int32(source), Int32(parent))
        nodes.append(node)
        clones.append(clone)
        placeClone(index, frame)
        return index
    }

    /// Places all of them anew.
    /// - Returns: whether none has become another kind of group.
    func placeClones(_ frame: LayerFrame) -> Bool {
        var isSame = true
        for index in clones.first..<clones.first + clones.all.count {
            let kind = nodes[index].kind
            placeClone(index, frame)
            isSame = isSame && nodes[index].kind == kind
        }
        return isSame
    }

    /// Adds what was and what is of layers that are shown again.
    func noteClones() {
        let now = ContiguousArray(
            nodes[clones.first...].map { node in
                var shown = shown(node)
                shown.reach = reach(of: shown.box, in: node.innermostGroup)
                    .joined(reach(of: shown.groupBox, in: node.outerGroup))
                return shown
            })
        for index in 0..<max(now.count, shownClones.count) {
            let former = index < shownClones.count ? shownClones[index] : Shown()
            let new = index < now.count ? now[index] : Shown()
            if former.paint === new.paint, former.box == new.box, former.groupBox == new.groupBox,
                former.alpha == new.alpha, former.reach == new.reach,
                former.clip == new.clip, former.map == new.map, former.rank == new.rank, former.stamp == new.stamp
            {
                continue
            }
            damage.add(former.reach)
            damage.add(new.reach)
        }
        shownClones = now
    }

    private func placeClone(_ index: Int, _ frame: LayerFrame) {
        guard let clone = clones.clone(index) else { return }
        let own = clones.frame(clone.delay, of: frame)
        if placeInSpace(index, clone, own, frame) || placeBesideEdge(index, clone, own, frame) { return }
        let moved = self.moved(index, clone, frame)
        clones.setMoved(moved, index)
        placeClone(index, own, moved: moved)
    }

    /// Places a clone as the layer that it shows again is in a frame: moved on the screen, or elsewhere.
    func placeClone(_ index: Int, _ own: LayerFrame, moved: DeviceMap? = nil, at target: DeviceMap? = nil) {
        own.nodes.withUnsafeBufferPointer { known in
            nodes.withUnsafeMutableBufferPointer { nodes in
                guard Int(nodes[index].source) < known.count else { return }
                place(index, nodes, known, own, moved: moved, at: target)
            }
        }
    }

    /// What is done to a clone on the screen: what is done to the one around it, after what its own replicator does.
    private func moved(_ index: Int, _ clone: SceneClones.Clone, _ frame: LayerFrame) -> DeviceMap {
        guard clone.replicator >= 0 else {
            return clones.clone(Int(nodes[index].parent))?.moved ?? DeviceMap(.identity)
        }
        let replicator = Int(clone.replicator)
        let outer = clones.clone(replicator)
        let own = clones.frame(outer?.delay ?? 0, of: frame)
        let map = baseMap(own.nodes[Int(nodes[replicator].source)], own)
        guard let showings = nodes[replicator].paint?.replicator, Int(clone.number) < showings.count,
            let back = map.plane.inverse
        else { return .nowhere }
        let showing = DeviceMap(back * showings.map(Int(clone.number)).plane * map.plane)
        return outer.map { showing.followed(by: $0.moved) } ?? showing
    }
}
