internal import Locks
import Synchronization

/// Something that is called at chosen places of a run.
///
/// An observer belongs to one loop at a time, and may be in several of its modes. It is called on the loop's thread; it
/// may be made, added and invalidated on any.
public final class CFRunLoopObserver: @unchecked Sendable {
    // `@unchecked Sendable`: `handler` and `context` are guarded by `lock`, `modeCount` by the lock of the loop it is
    // in.

    let activities: CFRunLoopActivity
    let repeats: Bool
    let order: CFIndex
    let context: CFRunLoopObserverContext?
    private let lock = Lock()
    private var handler: ((CFRunLoopObserver, CFRunLoopActivity) -> Void)?
    private let valid = Atomic<Bool>(true)
    private let firing = Atomic<Bool>(false)
    private var ownerReference: CFRunLoop?
    /// In how many modes it is.
    var modeCount = 0

    init(
        activities: CFRunLoopActivity, repeats: Bool, order: CFIndex, context: CFRunLoopObserverContext?,
        handler: ((CFRunLoopObserver, CFRunLoopActivity) -> Void)?
    ) {
        self.activities = activities
        self.repeats = repeats
        self.order = order
        self.context = context.map(\.retained)
        self.handler = handler
    }

    deinit {
        if valid.load(ordering: .relaxed) { context?.releaseInfo() }
    }

    var isValid: Bool { valid.load(ordering: .acquiring) }

    /// Calls it, unless it is being called already or is not valid any more.
    func fire(_ activity: CFRunLoopActivity) {
        guard !firing.load(ordering: .relaxed), isValid else { return }
        firing.store(true, ordering: .relaxed)
        let body = lock.withLock { handler }
        if let body { CallOuts.observer(self, activity, body) }
        if !repeats { invalidate() }
        firing.store(false, ordering: .relaxed)
    }

    /// Ends it for good: it leaves every mode and lets go of what it holds.
    func invalidate() {
        guard valid.exchange(false, ordering: .acquiringAndReleasing) else { return }
        lock.lock()
        let released = handler
        handler = nil
        let loop = ownerReference
        lock.unlock()
        loop?.removeEverywhere(self)
        context?.releaseInfo()
        withExtendedLifetime(released) {}
    }

    /// Becomes the loop's. False if it is another one's or invalid. The loop's lock is held.
    func attach(to loop: CFRunLoop) -> Bool {
        lock.withLock {
            // Whoever makes it invalid takes this lock afterwards and looks for a loop.
            guard isValid, ownerReference == nil || ownerReference === loop else { return false }
            ownerReference = loop
            return true
        }
    }

    /// The thread of its loop has ended.
    func loopEnded() {
        let released = lock.withLock { () -> CFRunLoop? in
            let released = ownerReference
            ownerReference = nil
            modeCount = 0
            return released
        }
        withExtendedLifetime(released) {}
    }

    /// Is nobody's any more. The loop's lock is held; the caller holds a reference to the loop.
    func detach() {
        lock.withLock { ownerReference = nil }
    }
}

extension CFRunLoopObserver: Hashable {
    /// An observer is equal to itself alone.
    public static func == (left: CFRunLoopObserver, right: CFRunLoopObserver) -> Bool { left === right }

    /// Hashes the observer's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
