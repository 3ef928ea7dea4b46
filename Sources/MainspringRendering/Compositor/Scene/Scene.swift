internal import Foundation
internal import MainspringAnimation

/// What there is to be drawn of a frame: steps in the order in which they cover each other, made anew where layers come, go or become
/// groups, and brought up to date where they only move or change.
final class Scene {
    var steps: ContiguousArray<SceneStep> = []
    var groups: ContiguousArray<SceneGroup> = []
    /// While changes of a new list are noted, those of the one before.
    var formerGroups: ContiguousArray<SceneGroup>?
    var nodes: ContiguousArray<SceneNode> = []
    /// The nodes as they cover each other.
    var order: ContiguousArray<Int32> = []
    /// Pixels of a point.
    let scale: Double
    /// The pixels that there are.
    private(set) var bounds: PixelBox
    let cache: TextureCache
    /// In how many pictures it lies that are kept.
    let depth: Int
    /// Layers that are kept as pictures.
    var pictures: [KeptPicture.Key: KeptPicture] = [:]
    /// The nodes of those that are to be.
    var keptNodes: Set<Int32> = []
    /// How many of these there is room for.
    var budget: PictureBudget
    /// Whether any may be.
    var keepsPictures = true
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
    var shown: ContiguousArray<Shown> = []
    private var serial: UInt64 = 0
    private weak var source: LayerFrame?
    /// Whether the pixels are others than those that the nodes were placed for.
    private var isResized = false
    /// What of the screen is to be drawn anew.
    var damage = PixelRegion()

    /// - Parameters:
    ///   - depth: In how many pictures it lies that are kept.
    ///   - mostKept: How many pixels the pictures that are kept of its layers have together at most.
    init(
        scale: Double, bounds: PixelBox, cache: TextureCache, depth: Int = 0, mostKept: Int = PictureBudget.standard
    ) {
        (self.scale, self.bounds, self.cache, self.depth) = (scale, bounds, cache, depth)
        budget = PictureBudget(most: mostKept)
    }

    /// Other pixels are there from the next frame on. What layers paint stays.
    func resize(to box: PixelBox) {
        (bounds, isResized) = (box, true)
        for transition in transitions.values { transition.former?.bounds = box }
        damageAll()
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
        if isKnown, frame.serial == serial, !isResized { return }
        defer { isResized = false }
        (source, serial) = (frame, frame.serial)
        defer { frame.takeTouched() }
        guard isKnown else {
            clones.removeEarlier()
            rebuild(frame, all: true)
            lookAtTiles(frame)
            return damageAll()
        }
        clones.update(with: frame)
        if frame.isRebuilt || isResized {
            rebuild(frame, all: false)
        } else {
            refresh(frame)
        }
        lookAtTiles(frame)
    }

    /// Becomes the scene of a frame of which this is a part, at a place.
    func update(to frame: LayerFrame, at base: Base) {
        if self.base != base {
            self.base = base
            source = nil
        }
        update(to: frame)
    }

    // MARK: What only changes

    private func refresh(_ frame: LayerFrame) {
        var isSame = true
        var touched: [Int32] = []
        frame.nodes.withUnsafeBufferPointer { known in
            nodes.withUnsafeMutableBufferPointer { nodes in
                func renew(_ index: Int) {
                    let kind = nodes[index].kind
                    place(index, nodes, known, frame)
                    touched.append(Int32(index))
                    isSame = isSame && nodes[index].kind == kind
                    // Layers that keep depth are in the order of their depth.
                    if known[index].parent >= 0, known[Int(known[index].parent)].traits.contains(.keepsDepth) {
                        isSame = false
                    }
                    if known[index].traits.contains(.keepsDepth), nodes[index].kind.showings != 1 { isSame = false }
                }
                var next = 0
                func renewAll(_ index: Int) {
                    let (clip, reach, hides) = (
                        nodes[index].innerClip, nodes[index].reachInside, nodes[index].hidesInner
                    )
                    renew(index)
                    if nodes[index].innerClip == clip, nodes[index].reachInside == reach,
                        nodes[index].hidesInner == hides
                    {
                        return
                    }
                    // What is needed of those inside it, to be blurred with it, is something else, too.
                    next = max(Int(known[index].end), index + 1)
                    for inner in index + 1..<next { renew(inner) }
                }
                let changed = frame.touchedInOrder
                for index in changed.lazy.map(Int.init) where index >= next { renewAll(index) }
                for index in keepers(of: changed, frame) { renewAll(index) }
            }
        }
        budget.beginCount()
        // Where there is more or less room than before, others may be kept all through the tree.
        guard countKept(0..<clones.first, frame) else { return rebuild(frame, all: false) }
        // What is shown again changes with what it is, and with time.
        guard isSame,
            clones.all.isEmpty || touched.isEmpty && !clones.hasEarlier || !clones.areInSpace && placeClones(frame),
            countKept(clones.first..<nodes.count, frame)
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
        forgetPictures(frame)
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

    // MARK: From nothing

    func rebuild(_ frame: LayerFrame, all: Bool) {
        formerTransitions = [:]
        for transition in transitions.values { formerTransitions[transition.place] = transition }
        transitions = [:]
        motions = [:]
        tiledNodes = []
        keptNodes = []
        defer { formerTransitions = [:] }
        let former = shown
        shown = ContiguousArray(repeating: Shown(), count: frame.indices.count)
        if !all {
            // Places are those of before, and layers that are no more leave what they have shown.
            for place in 0..<min(former.count, shown.count) { shown[place] = former[place] }
            for place in former.indices where place >= frame.indices.count || frame.indices[place] < 0 {
                damage(former[place].box, in: former[place].innermostGroup)
                damage(former[place].groupBox, in: former[place].outerGroup)
                if place < shown.count { shown[place] = Shown() }
            }
        }
        nodes = ContiguousArray(repeating: SceneNode(), count: frame.nodes.count)
        clones.removeAll(from: nodes.count)
        budget.beginCount()
        deciding {
            frame.nodes.withUnsafeBufferPointer { known in
                nodes.withUnsafeMutableBufferPointer { nodes in
                    for index in nodes.indices {
                        (nodes[index].source, nodes[index].parent) = (Int32(index), known[index].parent)
                        nodes[index].paint = shown[Int(known[index].place)].paint
                        place(index, nodes, known, frame)
                    }
                }
            }
        }
        list(frame)
        if all {
            for index in 0..<clones.first { shown[Int(frame.nodes[index].place)] = shown(nodes[index]) }
            noteClones()
            formerGroups = nil
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
        if !keptNodes.isEmpty { keptNodes = keptNodes.filter { $0 < nodes.count } }
        for index in nodes.indices {
            (nodes[index].front, nodes[index].inside, nodes[index].over) = (-1, -1, -1)
            (nodes[index].group, nodes[index].clipGroup, nodes[index].outerGroup) = (-1, -1, -1)
            (nodes[index].transitionGroup, nodes[index].rank) = (-1, -1)
        }
        steps.removeAll(keepingCapacity: true)
        hasOpaque = false
        formerGroups = groups
        groups = []
        order.removeAll(keepingCapacity: true)
        budget.beginCount()
        _ = countKept(0..<clones.first, frame)
        deciding { SceneListing(self, frame).run() }
        clones.forgetUnused()
        forgetPictures(frame)
        for group in groups.indices.reversed() { measure(Int32(group), frame) }
        for index in nodes.indices { writeSteps(of: Int32(index)) }
    }
}
