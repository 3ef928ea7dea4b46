internal import Mainspring
import Synchronization

/// An animation that was added to a layer: what its beginning and end mean for others.
///
/// Known to the layer, on the thread of its tree, and to the published tree, on the render thread; each notice is
/// claimed by who comes first, and so given once.
final class AnimationRecord: LoopMessage, @unchecked Sendable {
    // `@unchecked Sendable`: `state` is atomic; `animation` is the layer's copy, which is not to be changed once it is
    // committed, and its delegate is called by `loop` alone, or by the main loop in its place; `layer` is weak, which
    // may be read anywhere, and touched only by who has the tree; what was committed is set by the thread of the
    // tree, once, before a tree with the record is published.

    let animation: CAAnimation
    /// Under which the layer has it.
    let key: String?
    /// What was committed of it; nothing before.
    private(set) var tracks = CommittedTracks()
    /// Of the tree that it was committed in.
    private var claim: TreeClaim?
    /// Who is told; kept alive as the animation keeps it.
    private let delegate: (any CAAnimationDelegate)?
    /// The loop of the thread that added it.
    let loop: CFRunLoop
    private let group: CompletionGroup?
    private weak let layer: CALayer?
    // The small ones together: there are as many records as animations, and each takes 16 bytes less.
    /// Whether the layer lets go of the animation at its end.
    let isRemovedOnCompletion: Bool
    private(set) var isCommitted = false
    private let state = Atomic<UInt8>(0)

    private static let started: UInt8 = 1
    private static let stopped: UInt8 = 2
    /// The delegate has heard of the end.
    private static let stopTold: UInt8 = 4
    /// Who is told of its natural end has been told.
    private static let settled: UInt8 = 8
    /// The delegate is to hear of the beginning, and of the end.
    private static let startDue: UInt8 = 16
    private static let stopDue: UInt8 = 32
    /// The end is its natural one.
    private static let whole: UInt8 = 64

    init(_ animation: CAAnimation, forKey key: String?, on loop: CFRunLoop, group: CompletionGroup?, layer: CALayer) {
        self.key = key
        delegate = animation.delegate
        isRemovedOnCompletion = animation.isRemovedOnCompletion
        // Asked before, so that it is handed on without being counted.
        self.animation = animation
        self.loop = loop
        self.group = group
        self.layer = layer
        group?.join(self)
    }

    /// Whether it was added to a layer itself; a presentation has those of its model.
    func belongs(to layer: CALayer) -> Bool { self.layer === layer }

    /// It has ended, its delegate knows, and its layer is to have it no more.
    var isGone: Bool { isSettled && isRemovedOnCompletion }
    /// It ended, was removed, or never could run.
    var isOver: Bool { state.load(ordering: .acquiring) & Self.stopped != 0 }
    /// It came to its end, and who is to know of it does: its layer may let go of it.
    var isSettled: Bool { state.load(ordering: .acquiring) & Self.settled != 0 }
    var hasStarted: Bool { state.load(ordering: .acquiring) & Self.started != 0 }

    /// From now on it stays as it is. On the thread of the tree, before that is published.
    func commit(_ tracks: consuming CommittedTracks, in claim: TreeClaim?) {
        self.tracks = tracks
        isCommitted = true
        self.claim = claim
    }

    /// Whether the caller is the one to tell of the beginning; nobody is, once the end was told.
    func claimStart() -> Bool {
        state.compareExchange(expected: 0, desired: Self.started, ordering: .acquiringAndReleasing).exchanged
    }
    /// Whether the caller is the one to tell of the end.
    func claimStop() -> Bool {
        state.bitwiseOr(Self.stopped, ordering: .acquiringAndReleasing).oldValue & Self.stopped == 0
    }

    /// Tells the delegate, later and on the loop; not if it is to hear of the end already, which another thread may
    /// have sent first.
    func tellStart() {
        if state.load(ordering: .acquiring) & Self.stopDue == 0 { tell(Self.startDue) }
    }

    /// Tells the delegate, later and on the loop.
    func tellStop(finished: Bool) { tell(finished ? Self.stopDue | Self.whole : Self.stopDue) }

    private func tell(_ due: UInt8) {
        guard delegate != nil else { return }
        state.bitwiseOr(due, ordering: .acquiringAndReleasing)
        loop.deliver(self)
    }

    /// One of the two has come to the loop: the beginning, if both are on their way.
    func arrive() {
        let state = state.load(ordering: .acquiring)
        if state & Self.startDue != 0 {
            self.state.bitwiseAnd(~Self.startDue, ordering: .relaxed)
            if state & Self.stopTold == 0 { delegate?.animationDidStart(animation) }
        } else if state & Self.stopTold == 0 {
            self.state.bitwiseOr(Self.stopTold, ordering: .relaxed)
            delegate?.animationDidStop(animation, finished: state & Self.whole != 0)
        }
    }

    /// It came to its end: its layer lets it go, if it is to, and whoever waits for it goes on. On the loop.
    func settle() {
        state.bitwiseOr(Self.settled, ordering: .acquiringAndReleasing)
        if isRemovedOnCompletion, let claim { LayerContext.letGo(self, of: claim) }
        group?.leave()
    }

    /// Its layer lets it go. By who has the tree.
    func letGoByLayer() { layer?.letGo(of: self) }

    /// What its layer belongs to. For who has the tree.
    var context: LayerContext? { layer?.context }

    /// Its layer is to have it no more. On the thread of the tree.
    func removeFromLayer() {
        if !isOver { layer?.detach(self) }
    }

    /// It was removed or replaced, or its layer went, or it never could run. On the thread of the tree.
    func cancel() {
        guard claimStop() else { return }
        tellStop(finished: false)
        guard let group else { return }
        loop.deliver { group.leaveUnfinished() }
    }
}
