internal import Diagnostics
internal import Dispatch
internal import Locks
internal import Mainspring

/// Waiting for slices of a main queue that somebody may not serve, or serve no more.
extension MainSlices {
    /// Says so if nobody serves the main queue.
    /// - Parameters:
    ///   - what: is going on in the context once the merge has begun: it goes on when somebody does.
    ///   - refuse: lets who awaits a merge go on that has not, and says what.
    func watch(
        _ merge: PendingMerge, of context: NSManagedObjectContext, _ what: String,
        _ refuse: @escaping (_ title: String) -> String
    ) {
        let (context, handed) = (Unkept(wrappedValue: context), Handed(refuse))
        let served = served
        DispatchQueue.global().asyncAfter(deadline: .now() + patience / .seconds(1)) { [self, weak merge] in
            guard let merge, let asking = context.wrappedValue else { return }
            guard isUnserved(since: served) else { return watch(merge, of: asking, what, handed.value) }
            let title = asking.core.title
            report(
                withdraw(merge)
                    ? handed.value(title)
                    : "\(title) \(what), and nobody serves the main queue any more. It goes on when somebody does: run the main loop."
            )
        }
    }

    private var served: Int { state.withLock { $0.served } }

    /// Whether nobody has served the main queue for a while. One that is busy comes round some time: the watchdog says what it is busy with.
    private func isUnserved(since served: Int) -> Bool {
        CFRunLoopCopyCurrentMode(CFRunLoopGetMain()) == nil && self.served == served
    }

    /// Brings a child's merge to its parent, and waits for the last slice.
    /// - Throws: that nobody serves the main queue. Nothing has been merged then.
    func take(_ merge: PendingMerge, to parent: NSManagedObjectContext, from child: ContextCore) throws {
        bring(merge, to: parent)
        let sentence =
            "\(child.title) waits on another thread: what it saves is to be merged into \(parent.core.title)."
        try CFRunLoopGetMain().beat.waits.during(sentence) { try wait(for: merge, to: parent, from: child) }
    }

    private func wait(for merge: PendingMerge, to parent: NSManagedObjectContext, from child: ContextCore) throws {
        var known = served
        while !merge.wait(patience) {
            guard isUnserved(since: known) else {
                known = served
                continue
            }
            guard withdraw(merge) else {
                // The parent has it, and takes over the rest before anything else.
                return report(
                    """
                    \(parent.core.title) has begun to take over what \(child.title) saves, in slices, and nobody serves the main queue \
                    any more. It goes on when somebody does: run the main loop.
                    """)
            }
            let sentence = """
                \(child.title) was to be saved into its parent, \(parent.core.title), which merges in slices, and nobody serves the \
                main queue. Nothing was saved. Run the main loop, or let the parent's mergeBudget be nil and save on the main queue.
                """
            report(sentence)
            throw CoreDataError.make(NSCoreDataError, sentence)
        }
    }

    /// - Returns: whether the merge had not begun.
    private func withdraw(_ merge: PendingMerge) -> Bool {
        state.withLock { state in
            guard let index = state.brought.firstIndex(where: { $0.merge === merge }) else { return false }
            state.brought.remove(at: index)
            return true
        }
    }
}
