internal import Mainspring
import Synchronization

/// An animation that was added to a layer: what its beginning and end mean for others.
///
/// Known to the layer, on the thread of its tree, and to the published tree, on the render thread; each notice is claimed by who comes
/// first, and so given once.
final class AnimationRecord: @unchecked Sendable {
    // `@unchecked Sendable`: `state` is atomic; `animation` is the layer's copy, which nobody changes from when it is committed on, and
    // whose delegate only `loop` calls; `layer` is read on `loop` alone, and weak references may be read anywhere.

    let animation: CAAnimation
    /// The loop of the thread that added it.
    let loop: CFRunLoop
    private let group: CompletionGroup?
    private weak let layer: CALayer?
    private let state = Atomic<UInt8>(0)

    private static let started: UInt8 = 1
    private static let stopped: UInt8 = 2

    init(_ animation: CAAnimation, on loop: CFRunLoop, group: CompletionGroup?, layer: CALayer) {
        self.animation = animation
        self.loop = loop
        self.group = group
        self.layer = layer
        group?.join(self)
    }

    /// It ended, was removed, or never could run.
    var isOver: Bool { state.load(ordering: .acquiring) & Self.stopped != 0 }
    var hasStarted: Bool { state.load(ordering: .acquiring) & Self.started != 0 }

    /// Whether the caller is the one to tell of the beginning.
    func claimStart() -> Bool {
        state.bitwiseOr(Self.started, ordering: .acquiringAndReleasing).oldValue & Self.started == 0
    }
    /// Whether the caller is the one to tell of the end.
    func claimStop() -> Bool {
        state.bitwiseOr(Self.stopped, ordering: .acquiringAndReleasing).oldValue & Self.stopped == 0
    }

    /// Tells the delegate, later and on the loop.
    func tellStart() {
        guard let delegate = animation.delegate else { return }
        loop.deliver { [animation] in delegate.animationDidStart(animation) }
    }

    /// Tells the delegate, later and on the loop.
    func tellStop(finished: Bool) {
        guard let delegate = animation.delegate else { return }
        loop.deliver { [animation] in delegate.animationDidStop(animation, finished: finished) }
    }

    /// It came to its end: its layer lets it go, if it is to, and whoever waits for it goes on. On the loop.
    func settle() {
        if animation.isRemovedOnCompletion { layer?.letGo(of: self) }
        group?.leave()
    }

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
