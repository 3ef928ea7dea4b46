internal import Locks
internal import Mainspring

/// Changes that are made in a transaction of their own, and the end of the animations that they add.
final class AnimationBatch: Sendable {
    private let loop: CFRunLoop
    private let group: Guarded<CompletionGroup?>

    /// - Parameter ended: Called once in a later turn of the loop, with whether no animation was removed or replaced.
    init(
        duration: Double? = nil, timingFunction: CAMediaTimingFunction? = nil, file: StaticString, line: UInt,
        ended: @escaping (Bool) -> Void, changes: () throws -> Void
    ) rethrows {
        loop = CFRunLoopGetCurrent()
        group = Guarded(nil)
        let stack = TransactionStack.current
        stack.begin(file: file, line: line)
        defer { stack.commit() }
        let own = group
        let made = stack.setCompletionBlock(
            {
                let isWhole = own.withLock { $0?.allFinished } ?? true
                ended(isWhole)
            }, isBatch: true)
        group.withLock { $0 = made }
        if let duration { stack.setValue { $0.duration = duration } }
        if let timingFunction { stack.setValue { $0.timingFunction = .some(timingFunction) } }
        // In a transaction of their own, so that a completion block that they set counts as a part of this.
        stack.begin(file: file, line: line)
        defer { stack.commit() }
        try changes()
    }

    /// Removes the animations, on the thread of the layers. From any thread.
    func cancel() {
        guard let group = group.withLock({ $0 }) else { return }
        if loop.isCurrent, CFRunLoopCopyCurrentMode(loop) != nil { return group.removeAnimations() }
        loop.deliver { group.removeAnimations() }
    }
}
