/// Long work of a context with a queue of its own, and those who read for its children meanwhile.
///
/// Between two objects of a save, or of what a child has saved in slices, whoever waits to read is let in: he sees every object whole,
/// as one who reads while the stores work.
extension ContextCore {
    /// Lets children read that wait for it.
    ///
    /// Cost: nothing to speak of, unless somebody waits.
    /// - Parameter child: the one for which they may read; nil for any.
    @inline(__always)
    final func pause(for child: ContextCore? = nil) {
        if queue.turn?.isAwaitedToPause == true { pauseAwaited(for: child) }
    }

    @inline(never)
    private func pauseAwaited(for child: ContextCore?) {
        // Who reads would process what is changed, in the midst of it.
        guard mayBeRead else { return }
        queue.pause(for: child.map { ObjectIdentifier($0) })
    }

    /// Refers no more to objects, some at a time.
    final func letGo(of objects: consuming [NSManagedObject]) {
        while !objects.isEmpty {
            objects.removeLast(min(64, objects.count))
            pause()
        }
    }

    private final var mayBeRead: Bool {
        !event.isProcessing && !hasUnprocessedChanges && !objectMap.hasUntoldIdentities
    }

    /// Calls a closure that does nothing with the context, and lets children have that meanwhile.
    final func lendQueue<Result>(_ body: () throws -> Result) rethrows -> Result {
        guard queue.mayLend, mayBeRead else { return try body() }
        return try queue.lend(body)
    }
}
