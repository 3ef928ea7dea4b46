internal import Locks
internal import Mainspring
import Synchronization

/// Tells the thread of a tree that tiles of its layers are to be drawn.
///
/// One at a time is on its way, and one tile is drawn for each: what else the loop has to do comes between.
final class TileDrawing: LoopMessage, @unchecked Sendable {
    // `@unchecked Sendable`: `isOnItsWay` is atomic, `loop` has a lock; `context` is weak, which may be read anywhere, and touched only on
    // the loop of the tree's thread.

    private weak let context: LayerContext?
    private let isOnItsWay = Atomic<Bool>(false)
    private let arrivals = Atomic<Int>(0)
    private let loop = Guarded<CFRunLoop?>(nil)

    init(_ context: LayerContext) { self.context = context }

    /// The thread that has published last is the one that draws.
    func follow(_ loop: CFRunLoop) {
        self.loop.withLock { if $0 !== loop { $0 = loop } }
    }

    /// From any thread.
    func send() {
        guard let loop = loop.withLock({ $0 }), !isOnItsWay.exchange(true, ordering: .acquiringAndReleasing) else {
            return
        }
        loop.deliver(self)
    }

    /// Whether one is on its way, and how many have arrived.
    var progress: (isPending: Bool, arrivals: Int) {
        (isOnItsWay.load(ordering: .acquiring), arrivals.load(ordering: .relaxed))
    }

    func arrive() {
        isOnItsWay.store(false, ordering: .releasing)
        arrivals.add(1, ordering: .relaxed)
        guard loop.withLock({ $0 })?.isCurrent ?? false else { return }
        context?.drawNextTile()
    }
}
