internal import Foundation
internal import MainspringAnimation

/// What there is to be drawn of a frame: steps in the order in which they cover each other, made anew where layers come, go or become
/// groups, and brought up to date where they only move or change.
final class Scene {
    var steps: ContiguousArray<SceneStep> = []
    var groups: ContiguousArray<SceneGroup> = []
    var nodes: ContiguousArray<SceneNode> = []
    /// The nodes as they cover each other.
    var order: ContiguousArray<Int32> = []
    /// Pixels of a point.
    let scale: Double
    /// The pixels that there are.
    let bounds: PixelBox
    let cache: TextureCache
    /// Where the outermost layer lies, if this is what a layer of another scene showed.
    var base: Base?
    /// Layers whose pictures go over into others, by node; while nodes are found anew, those of before by place.
    var transitions: [Int32: SceneTransition] = [:]
    var formerTransitions: [Int32: SceneTransition] = [:]
    /// How transitions move the screen's pixels of what is in layers, by node.
    var motions: [Int32: DeviceMap] = [:]
    var latestStamp: Int32 = 0
    /// Those that are drawn in tiles, and what was told of that.
    var tiledNodes: Set<Int32> = []
    let wishes = TileWishes()
    /// Whether any step covers pixels opaquely.
    private(set) var hasOpaque = false
    /// So many nodes are shown again by replicators at most.
    var mostClones = SceneClones.most
    /// What replicators show again.
    var clones = SceneClones()
    /// What was shown of these.
    var shownClones: ContiguousArray<Shown> = []
    /// What was shown of the layers, by their places in the tree.
    private var shown: ContiguousArray<Shown> = []
    private var serial: UInt64 = 0
    private weak var source: LayerFrame?
    /// What of the screen is to be drawn anew.
    var damage = PixelRegion()

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
            return !isSame
        }
    }

    init(scale: Double, bounds: PixelBox, cache: TextureCache) {
        (self.scale, self.bounds, self.cache) = (scale, bounds, cache)
    }

    /// Everything is to be drawn anew.
    func damageAll() { damage.add(bounds) }

    func takeDamage() -> [PixelBox] {
        damage.limit(to: bounds)
        defer { damage.removeAll() }
        return damage.boxes
    }

    /// Becomes the scene of a frame; what differs is damage.
    func update(to frame: LayerFrame) {
        // Where somebody else has drawn it since, or it is another one, nobody knows what has changed.
        let isKnown = source === frame && frame.takenSerial == serial
        if isKnown, frame.serial == serial { return }
        (source, serial) = (frame, frame.serial)
        defer { frame.takeTouched() }
        guard isKnown else {
            clones.removeEarlier()
            rebuild(frame, all: true)
            lookAtTiles(frame)
            return damageAll()
        }
        clones.update(with: frame)
        if frame.isRebuilt {
            rebuild(frame, all: false)
        } else {
            refresh(frame)
        }
        lookAtTiles(frame)
    }

    // MARK: What only changes

    private func refresh(_ frame: LayerFrame) {
        var isSame = true
        let touched = frame.touchedInOrder
        frame.nodes.withUnsafeBufferPointer { known in
            nodes.withUnsafeMutableBufferPointer { nodes in
                for index in touched {
                    let kind = nodes[Int(index)].kind
                    place(Int(index), nodes, known, frame)
                    isSame = isSame && nodes[Int(index)].kind == kind
                    // Layers that keep depth are in the order of their depth.
                    if known[Int(index)].parent >= 0, known[Int(known[Int(index)].parent)].traits.contains(.keepsDepth)
                    {
                        isSame = false
                    }
                    if known[Int(index)].traits.contains(.keepsDepth), nodes[Int(index)].kind.showings != 1 {
                        isSame = false
                    }
                }
            }
        }
        // What is shown again changes with what it is, and with time.
        guard isSame,
            clones.all.isEmpty || touched.isEmpty && !clones.hasEarlier || !clones.areInSpace && placeClones(frame)
        else {
            list(frame)
            return noteAll(frame)
        }
        var changed: Set<Int32> = []
        func write(_ index: Int32) {
            writeSteps(of: index)
            guard !groups.isEmpty else { return }
            var group = nodes[Int(index)].innermostGroup
            while group >= 0, changed.insert(group).inserted { group = groups[Int(group)].parent }
        }
        for index in touched { write(index) }
        for index in clones.all.indices { write(Int32(clones.first + index)) }
        measure(changed.sorted(by: >), frame)
        for index in touched { noteChange(Int(index), frame, isReordered: false) }
        noteClones()
    }

    /// Brings the boxes of a layer's steps up to date.
    private func writeSteps(of index: Int32) {
        nodes.withUnsafeBufferPointer { nodes in
            guard let node = nodes.baseAddress.map({ $0 + Int(index) }) else { return }
            let (front, inside, over) = (Int(node.pointee.front), Int(node.pointee.inside), Int(node.pointee.over))
            if front >= 0 {
                steps[front].box = node.pointee.box
                let opaque = node.pointee.innermostGroup < 0 ? opaqueBox(of: node) : .empty
                steps[front].opaque = opaque
                if !opaque.isEmpty { hasOpaque = true }
            }
            if inside >= 0 { steps[inside].box = node.pointee.box }
            if over >= 0 { steps[over].box = node.pointee.box }
        }
    }

    /// Adds what was and what is of the layers that have changed, or that others lie behind which lay before them.
    private func noteAll(_ frame: LayerFrame) {
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
    }

    private func noteChange(_ index: Int, _ frame: LayerFrame, isReordered: Bool) {
        let place = Int(frame.nodes[index].place)
        // In place, since to take either out costs as much as to draw a small layer.
        let change = nodes.withUnsafeBufferPointer { nodes in
            shown.withUnsafeMutableBufferPointer { shown in
                let (node, known) = (nodes.baseAddress! + index, shown.baseAddress! + place)
                let groupBox = groupBox(of: node)
                let (former, formerGroup) = (known.pointee.box, known.pointee.groupBox)
                let isCut = isCutByTransition(node)
                let wasCut = known.pointee.isCut
                let isOther = known.pointee.become(node, groupBox: groupBox, isCut: isCut)
                return Change(
                    isAny: isReordered || isOther, box: node.pointee.box, former: former, groupBox: groupBox,
                    formerGroup: formerGroup, isCutOtherwise: isCut != wasCut, inner: node.pointee.innermostGroup,
                    outer: node.pointee.outerGroup)
            }
        }
        guard change.isAny else { return }
        damage(change.former, change.box, in: change.inner)
        if change.isCutOtherwise { noteContents(of: index, frame) }
        damage(change.formerGroup, change.groupBox, in: change.outer)
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

    /// The same of what has been somewhere and is elsewhere now.
    private func damage(_ former: PixelBox, _ now: PixelBox, in group: Int32) {
        // Where both meet so much that it costs no more, as one.
        let both = former.joined(now)
        if former == now || both.area <= former.area + now.area { return damage(both, in: group) }
        damage(former, in: group)
        damage(now, in: group)
    }

    /// Adds what changes on the screen when something does in a group.
    func damage(_ box: PixelBox, in group: Int32) {
        if !box.isEmpty { damage.add(reach(of: box, in: group)) }
    }

    /// What changes on the screen when some pixels do in a group.
    func reach(of box: PixelBox, in group: Int32) -> PixelBox {
        guard !box.isEmpty else { return .empty }
        var (box, group) = (box, group)
        while group >= 0 {
            let around = groups[Int(group)]
            box = around.kind == .mask && around.parent >= 0 ? groups[Int(around.parent)].box : around.spread(box)
            group = around.parent
        }
        return box
    }

    // MARK: From nothing

    func rebuild(_ frame: LayerFrame, all: Bool) {
        formerTransitions = [:]
        for transition in transitions.values { formerTransitions[transition.place] = transition }
        transitions = [:]
        motions = [:]
        tiledNodes = []
        defer { formerTransitions = [:] }
        let former = shown
        shown = ContiguousArray(repeating: Shown(), count: frame.indices.count)
        if !all {
            // Places are those of before, and layers that are no more leave what they have shown.
            for place in 0..<min(former.count, shown.count) { shown[place] = former[place] }
            for place in former.indices where place >= frame.indices.count || frame.indices[place] < 0 {
                damage.add(former[place].box)
                damage.add(former[place].groupBox)
                if place < shown.count { shown[place] = Shown() }
            }
        }
        nodes = ContiguousArray(repeating: SceneNode(), count: frame.nodes.count)
        clones.removeAll(from: nodes.count)
        frame.nodes.withUnsafeBufferPointer { known in
            nodes.withUnsafeMutableBufferPointer { nodes in
                for index in nodes.indices {
                    (nodes[index].source, nodes[index].parent) = (Int32(index), known[index].parent)
                    nodes[index].paint = shown[Int(known[index].place)].paint
                    place(index, nodes, known, frame)
                }
            }
        }
        list(frame)
        if all {
            for index in 0..<clones.first { shown[Int(frame.nodes[index].place)] = shown(nodes[index]) }
            noteClones()
        } else {
            noteAll(frame)
        }
    }

    func list(_ frame: LayerFrame) {
        nodes.removeSubrange(clones.first...)
        clones.removeAll(from: nodes.count)
        transitions = transitions.filter { $0.key < nodes.count }
        motions = motions.filter { $0.key < nodes.count }
        if !tiledNodes.isEmpty { tiledNodes = tiledNodes.filter { $0 < nodes.count } }
        for index in nodes.indices {
            (nodes[index].front, nodes[index].inside, nodes[index].over) = (-1, -1, -1)
            (nodes[index].group, nodes[index].clipGroup, nodes[index].outerGroup) = (-1, -1, -1)
            (nodes[index].transitionGroup, nodes[index].rank) = (-1, -1)
        }
        steps.removeAll(keepingCapacity: true)
        hasOpaque = false
        groups.removeAll(keepingCapacity: true)
        order.removeAll(keepingCapacity: true)
        SceneListing(self, frame).run()
        clones.forgetUnused()
        for group in groups.indices.reversed() { measure(Int32(group), frame) }
        for index in nodes.indices { writeSteps(of: Int32(index)) }
    }
}
