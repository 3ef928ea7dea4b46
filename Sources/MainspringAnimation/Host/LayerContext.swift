internal import Diagnostics
internal import Mainspring
import Synchronization

/// The side of a host that belongs to the thread of its tree: which layers there are, and which have changed.
final class LayerContext {
    private weak let host: LayerHostCore?
    private(set) var root: CALayer?
    /// What is published next.
    private var tree = RenderTree()
    private var freePlaces: [Int32] = []
    private var nextPlace: Int32 = 0
    /// Those that have changed, each once.
    private var changed: [CALayer] = []
    /// What the key paths of animations lead to.
    var targets = AnimationTargets()
    /// Some of them are to be laid out or drawn.
    private var needsPreparation = false
    /// Those that left their superlayer, and are to leave the host unless they are in its tree again by the next
    /// commit.
    private var strays: [CALayer] = []
    /// Whether somebody may have an action in the tree, or had once.
    var hasWatchedLayers = false
    /// Which of all trees that were ever published was published last; 0 before the first.
    private(set) var version: UInt64 = 0
    /// Whether the tree was published before.
    var isPublished: Bool { version > 0 }
    /// Whether a layer has, or had, time of its own: where none does what asks for a layer's time need not look at
    /// those around it.
    var hasOwnTimes = false
    /// Which thread changes the tree.
    let claim = TreeClaim()
    /// The loop of the thread that published last.
    private(set) var loop: CFRunLoop?
    /// Layers that are drawn in each frame, by place.
    var redrawn: [Int32: CALayer] = [:]
    private lazy var redraw = LayerRedraw(self)
    /// Layers that are drawn in tiles, by place.
    var tiledLayers: [Int32: CATiledLayer] = [:]
    private(set) lazy var tileDrawing = TileDrawing(self)

    init(_ host: LayerHostCore) { self.host = host }

    // MARK: Owner

    /// The identity of the transactions that the tree is changed in; of no use but to be compared with one's own.
    @inline(__always)
    var owner: UInt { claim.owner }

    /// The tree is a thread's until its transaction is pushed. Two at once are a mistake, which a debug build ends.
    func take(for stack: TransactionStack) {
        guard !claim.take(by: stack.id) else { return }
        #if DEBUG
            programmerError(
                """
                The tree of \(root.map { $0.nameInSentences } ?? "a host") is changed by two threads at once: another one has changed it and has \
                not committed yet. Commit there first, by CATransaction.flush() or in its run loop, then hand the tree over.
                """)
        #endif
    }

    // MARK: The tree

    /// A layer goes to another place: if it is the outermost one, the host has none any more.
    func release(root layer: CALayer) {
        if layer === root { setRoot(nil) }
    }

    /// Another outermost layer.
    func setRoot(_ layer: CALayer?) {
        guard layer !== root else { return }
        let former = root
        let wasSeen = former?.isSeen ?? false
        let isMove = layer.map { $0.context === self && $0.isSeen } ?? false
        if let root { strays.append(root) }
        root = nil
        layer?.isMoving = isMove
        layer?.removeFromSuperlayer()
        layer?.isMoving = false
        if let layer { layer.context?.release(root: layer) }
        root = layer
        TransactionStack.current.touch(self)
        layer.map { enter($0) }
        if let former, wasSeen, !former.isMoving { former.noteDeparture() }
        if let layer, !isMove { layer.noteArrival() }
    }

    /// Whether a layer is in the tree, and not only until the next commit.
    func contains(_ layer: CALayer) -> Bool {
        layer.context === self && (strays.isEmpty || isRoot(of: layer))
    }

    private func isRoot(of layer: CALayer) -> Bool { root.map { ObjectIdentifier($0) } == layer.root }

    /// A layer and those in it come under the host.
    func enter(_ layer: CALayer) {
        // A tree may be deeper than a stack.
        var waiting = [layer]
        while let next = waiting.popLast() {
            if next.context === self { continue }
            next.context?.exit(next)
            enterAlone(next)
            next.tree.mask.map { waiting.append($0) }
            waiting.append(contentsOf: next.tree.children.reversed())
        }
    }

    private func enterAlone(_ layer: CALayer) {
        layer.context = self
        layer.hostIdentity = HostIdentity.make()
        layer.hostPlace = freePlaces.popLast() ?? nextPlace
        if layer.hostPlace == nextPlace { nextPlace += 1 }
        layer.dirt = []
        if layer.isWatched { hasWatchedLayers = true }
        if !hasOwnTimes, layer.values.timing.map != .identity { hasOwnTimes = true }
        note(layer, [.isNew, .values, .tree, .animations, .preparation])
    }

    /// A layer left its superlayer; whether it leaves the host shows with the commit.
    func noteStray(_ layer: CALayer) { strays.append(layer) }

    /// A layer and those in it leave the host: their animations end.
    func exit(_ layer: CALayer) {
        var waiting = [layer]
        while let next = waiting.popLast() {
            guard next.context === self else { continue }
            exitAlone(next)
            next.tree.mask.map { waiting.append($0) }
            waiting.append(contentsOf: next.tree.children.reversed())
        }
    }

    private func exitAlone(_ layer: CALayer) {
        tree[layer.hostPlace] = nil
        if !tree.transitions.isEmpty { tree.transitions[layer.hostPlace] = nil }
        freePlaces.append(layer.hostPlace)
        layer.context = nil
        redrawn[layer.hostPlace] = nil
        if !tiledLayers.isEmpty { tiledLayers[layer.hostPlace] = nil }
        layer.hostPlace = -1
        layer.dirt = []
        layer.detachAllAnimations()
    }

    // MARK: Changes

    @inline(__always)
    func note(_ layer: CALayer, _ dirt: LayerDirt) {
        if layer.dirt.isEmpty { changed.append(layer) }
        layer.dirt.formUnion(dirt)
        if dirt.contains(.preparation) { needsPreparation = true }
    }

    /// The layer as it was published, and an instant in its own time; nil for one that was not published.
    /// - Parameter time: The instant in the host's time; nil for the one that shows.
    func shown(_ layer: CALayer, at time: Double? = nil) -> (layer: RenderLayer, time: Double)? {
        guard isPublished, !layer.dirt.contains(.isNew), let (tree, now) = host?.shown(),
            let published = tree[layer.hostPlace], published.identity == layer.hostIdentity
        else { return nil }
        return (published, layer.committedTime(time ?? now, in: tree, version))
    }

    /// What a layer shows, with all that is in it, before the next tree is published; nil for one that does not show.
    private func origin(of layer: CALayer, at now: Double) -> TransitionOrigin? {
        guard isPublished, let (former, time) = host?.shown(), let shown = former[layer.hostPlace],
            shown.identity == layer.hostIdentity
        else { return nil }
        let instant = max(time, now)
        let local = layer.committedTime(instant, in: former, version)
        return TransitionOrigin(former, place: layer.hostPlace, shown, time: local, hostTime: instant)
    }

    var layerCount: Int { Int(nextPlace) - freePlaces.count }

    /// Seconds of the host's clock; nil if the host has gone.
    var now: Double? { host?.now }

    /// Whether anybody sees the host's frames.
    var isVisible: Bool { host?.isVisible ?? false }

    /// The host goes: its layers have none any more.
    func close() {
        if let root { exit(root) }
        for layer in strays { exit(layer) }
        strays = []
        changed = []
        redrawn = [:]
        tiledLayers = [:]
        root = nil
    }

    /// So often one layer's layout may ask for another's in a commit.
    private static let layoutRounds = 8
    /// So many layouts of layers that layout brings are done in a commit at most.
    var layoutLimit = LayoutPass.most

    /// Lays out and draws what needs it, the outer layers first; what asks again and again is served with the next
    /// commit.
    func prepare() {
        for record in claim.takeLeftBehind() { record.letGoByLayer() }
        sortOutStrays()
        guard needsPreparation else { return }
        var pass = LayoutPass(of: layerCount, andMore: layoutLimit)
        // Nothing is drawn before its layout is settled; and drawing may ask for layout, or bring layers.
        for _ in 0..<Self.layoutRounds where needsPreparation {
            needsPreparation = false
            layOut(&pass)
            if !needsPreparation { display() }
        }
        display()
        sortOutStrays()
    }

    /// Lays out what needs it, and what that marks.
    private func layOut(_ pass: inout LayoutPass) {
        var index = 0
        while index < changed.count {
            let layer = changed[index]
            index += 1
            guard layer.layout.isNeeded, layer.context === self else { continue }
            pass.layOutChain(to: layer)
        }
    }

    /// Draws what needs it and was not drawn in this commit; what comes meanwhile has a round of its own.
    private func display() {
        for index in changed.indices {
            let layer = changed[index]
            guard layer.displaying.isNeeded, !layer.dirt.contains(.isDrawn), layer.context === self else { continue }
            layer.dirt.insert(.isDrawn)
            if !layer.isDrawnByAnimation { layer.displayIfNeeded() }
        }
    }

    private func sortOutStrays() {
        while let layer = strays.popLast() {
            guard layer.context === self, !isRoot(of: layer) else { continue }
            exit(layer)
        }
    }

    /// Publishes what has changed, and gives the tree back.
    func publish(_ stack: TransactionStack) {
        let now = host?.now ?? 0
        // What is called from here, such as accessors of keys of one's own, may change layers: that is for the next
        // commit.
        var publishing: [CALayer] = []
        swap(&publishing, &changed)
        var again: [CALayer] = []
        var isDrawingLeft = false
        var toDraw: [CALayer] = []
        for layer in publishing where layer.context === self && !layer.dirt.isEmpty {
            let dirt = layer.dirt
            layer.dirt = []
            let former = dirt.contains(.isNew) ? nil : tree[layer.hostPlace]
            let published = layer.published(after: former, dirt, at: now)
            tree[layer.hostPlace] = published
            if published.animations?.transition != nil || !tree.transitions.isEmpty {
                tree.noteTransition(of: published, at: layer.hostPlace) { origin(of: layer, at: now) }
            }
            if layer.isWatched, dirt != .animations {
                layer.committedOwn = layer.committableOwnValues
                noteTiles(of: layer)
            }
            let isLeftOut = dirt.contains(.isDrawn) && layer.displaying.isNeeded
            switch noteRedrawing(layer, published) {
            case .goesOn: isDrawingLeft = isDrawingLeft || isLeftOut
            case .isOver: toDraw.append(layer)
            case .isNone where isLeftOut && layer.isDrawnByAnimation: toDraw.append(layer)
            case .isNone where layer.displaying.isNeeded: again.append(layer)
            case .isNone: break
            }
            if layer.layout.isNeeded { again.append(layer) }
        }
        if changed.isEmpty {
            publishing.removeAll(keepingCapacity: true)
            swap(&publishing, &changed)
        }
        tree.root = root?.hostPlace ?? -1
        version = HostIdentity.make()
        loop = CFRunLoopGetCurrent()
        let isChangedAgain = !changed.isEmpty
        for layer in again { note(layer, .preparation) }
        host?.take(tree, by: CFRunLoopGetCurrent(), redraw: redrawn.isEmpty ? nil : redraw)
        claim.release(by: stack.id)
        askForTiles()
        if isChangedAgain { stack.touch(self) }
        if isDrawingLeft { redraw.send(to: CFRunLoopGetCurrent()) }
        for layer in toDraw { layer.drawAsItIs() }
    }
}
