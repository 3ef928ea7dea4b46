internal import Mainspring
import Synchronization

/// Tells the thread of a tree that a frame was made in which something is animated that layers draw: they are to be
/// drawn as they show now.
///
/// One at a time is on its way, so that a thread that draws more slowly than frames come draws as often as it can.
final class LayerRedraw: LoopMessage, @unchecked Sendable {
    // `@unchecked Sendable`: `isOnItsWay` is atomic; `context` is weak, which may be read anywhere, and touched only on
    // the loop of the tree's thread.

    private weak let context: LayerContext?
    private let isOnItsWay = Atomic<Bool>(false)

    init(_ context: LayerContext) { self.context = context }

    /// From any thread.
    func send(to loop: CFRunLoop) {
        if !isOnItsWay.exchange(true, ordering: .acquiringAndReleasing) { loop.deliver(self) }
    }

    func arrive() {
        isOnItsWay.store(false, ordering: .releasing)
        context?.redrawAnimated()
    }
}
