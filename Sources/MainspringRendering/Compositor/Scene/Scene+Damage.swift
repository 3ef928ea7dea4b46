internal import MainspringAnimation

/// What of the screen is to be drawn anew, by what layers have shown and show now.
extension Scene {
    /// What is to be known of a layer when it changes.
    struct Shown {
        var box = PixelBox.empty
        var groupBox = PixelBox.empty
        /// Of what is shown again, what both change on the screen: another layer may be at its place next time, in other groups.
        var reach = PixelBox.empty
        var paint: LayerPaint?
        var map = DeviceMap(.identity)
        var alpha: Float = 0
        var clip = PixelBox.empty
        /// Of its transition.
        var stamp: Int32 = 0
        /// Whether that cuts off what is in it.
        var isCut = false
        /// The how-manieth of all.
        var rank: Int32 = -1
        /// The groups that what it draws, and that it itself lay in, among those that were there when it was shown.
        var innermostGroup: Int32 = -1
        var outerGroup: Int32 = -1

        /// - Returns: whether that shows otherwise than what it was.
        mutating func become(_ node: UnsafePointer<SceneNode>, groupBox: PixelBox, isCut: Bool) -> Bool {
            let isSamePaint = paint === node.pointee.paint
            let isSame =
                isSamePaint && box == node.pointee.box && self.groupBox == groupBox && alpha == node.pointee.alpha
                && clip == node.pointee.innerClip && map == node.pointee.map && stamp == node.pointee.stamp
            if !isSamePaint { paint = node.pointee.paint }
            (box, self.groupBox, map, alpha) = (node.pointee.box, groupBox, node.pointee.map, node.pointee.alpha)
            (clip, stamp, self.isCut, rank) = (
                node.pointee.innerClip, node.pointee.stamp, isCut, node.pointee.rank
            )
            (innermostGroup, outerGroup) = (node.pointee.innermostGroup, node.pointee.outerGroup)
            return !isSame
        }
    }

    /// Adds what was and what is of the layers that have changed, or that others lie behind which lay before them.
    func noteAll(_ frame: LayerFrame) {
        var latest: Int32 = -1
        for index in order where index < clones.first {
            let former = shown[Int(frame.nodes[Int(index)].place)].rank
            noteChange(Int(index), frame, isReordered: former >= 0 && former < latest)
            latest = max(latest, former)
        }
        // What is in a hidden layer is in no list, but may have shown before: in the group that the hidden one is in.
        for index in 0..<clones.first where nodes[index].rank < 0 {
            let outer = Int(nodes[index].parent)
            if outer >= 0 {
                nodes[index].outerGroup = nodes[outer].rank < 0 ? nodes[outer].outerGroup : nodes[outer].innermostGroup
            }
            noteChange(index, frame, isReordered: false)
        }
        noteClones()
        formerGroups = nil
    }

    func noteChange(_ index: Int, _ frame: LayerFrame, isReordered: Bool) {
        let place = Int(frame.nodes[index].place)
        // In place, since to take either out costs as much as to draw a small layer.
        let change = nodes.withUnsafeBufferPointer { nodes in
            shown.withUnsafeMutableBufferPointer { shown in
                let (node, known) = (nodes.baseAddress! + index, shown.baseAddress! + place)
                let groupBox = groupBox(of: node)
                let (former, formerGroup) = (known.pointee.box, known.pointee.groupBox)
                let (formerInner, formerOuter) = (known.pointee.innermostGroup, known.pointee.outerGroup)
                let isCut = isCutByTransition(node)
                let wasCut = known.pointee.isCut
                let isOther = known.pointee.become(node, groupBox: groupBox, isCut: isCut)
                return Change(
                    isAny: isReordered || isOther, box: node.pointee.box, former: former, groupBox: groupBox,
                    formerGroup: formerGroup, isCutOtherwise: isCut != wasCut, inner: node.pointee.innermostGroup,
                    outer: node.pointee.outerGroup, formerInner: formerInner, formerOuter: formerOuter)
            }
        }
        guard change.isAny else { return }
        damage(change.former, change.formerInner, change.box, in: change.inner)
        if change.isCutOtherwise { noteContents(of: index, frame) }
        damage(change.formerGroup, change.formerOuter, change.groupBox, in: change.outer)
    }

    /// What a layer has shown and shows now.
    private struct Change {
        let isAny: Bool
        let box: PixelBox
        let former: PixelBox
        let groupBox: PixelBox
        let formerGroup: PixelBox
        let isCutOtherwise: Bool
        let inner: Int32
        let outer: Int32
        let formerInner: Int32
        let formerOuter: Int32
    }

    /// A transition begins or ends to cut off what is in a layer, which may be the same as before: all of it is damage.
    private func noteContents(of index: Int, _ frame: LayerFrame) {
        for inner in index + 1..<max(Int(frame.nodes[index].end), index + 1) {
            let former = shown[Int(frame.nodes[inner].place)]
            let now = shown(nodes[inner])
            for box in [former.box, former.groupBox, now.box, now.groupBox] {
                damage(box, in: nodes[index].outerGroup)
            }
        }
    }

    func shown(_ node: SceneNode) -> Shown {
        withUnsafePointer(to: node) { node in
            var shown = Shown()
            _ = shown.become(node, groupBox: groupBox(of: node), isCut: isCutByTransition(node))
            return shown
        }
    }

    private func groupBox(of node: UnsafePointer<SceneNode>) -> PixelBox {
        var box = PixelBox.empty
        if node.pointee.group >= 0 { box = groups[Int(node.pointee.group)].box }
        if node.pointee.clipGroup >= 0 { box = box.joined(groups[Int(node.pointee.clipGroup)].box) }
        if node.pointee.transitionGroup >= 0 { box = box.joined(groups[Int(node.pointee.transitionGroup)].box) }
        return box
    }

    /// The same of what has been somewhere, maybe in another group, and is elsewhere now.
    private func damage(_ former: PixelBox, _ formerGroup: Int32, _ now: PixelBox, in group: Int32) {
        if let formerGroups {
            if !former.isEmpty { damage.add(reach(of: former, in: formerGroup, formerGroups)) }
            return damage(now, in: group)
        }
        // Where both meet so much that it costs no more, as one.
        let both = former.joined(now)
        if former == now || both.area <= former.area + now.area { return damage(both, in: group) }
        damage(former, in: group)
        damage(now, in: group)
    }

    /// Whether what is drawn in some pixels depends on what lies around them.
    var reachesAround: Bool { groups.contains { $0.blurReach > 0 || $0.hasShadow } }

    /// Adds what changes on the screen when something does in a group.
    func damage(_ box: PixelBox, in group: Int32) {
        if !box.isEmpty { damage.add(reach(of: box, in: group)) }
    }

    /// What changes on the screen when some pixels do in a group.
    func reach(of box: PixelBox, in group: Int32) -> PixelBox { reach(of: box, in: group, groups) }

    private func reach(of box: PixelBox, in group: Int32, _ groups: ContiguousArray<SceneGroup>) -> PixelBox {
        guard !box.isEmpty else { return .empty }
        var (box, group) = (box, group)
        while group >= 0 {
            let around = groups[Int(group)]
            box = around.kind == .mask && around.parent >= 0 ? groups[Int(around.parent)].box : around.spread(box)
            group = around.parent
        }
        return box
    }
}
