internal import Foundation
internal import Locks
internal import MainspringFoundation

/// Lets a context hear of its undo manager's checkpoints, as long as it is there. The manager does not keep the context.
final class UndoCheckpoints {
    private let observer: any NSObjectProtocol

    init(of manager: UndoManager, for context: NSManagedObjectContext) {
        observer = NotificationCenter.default.addObserver(
            forName: .NSUndoManagerCheckpoint, object: manager, queue: nil
        ) { [beacon = context.beacon] _ in
            (beacon.object as? NSManagedObjectContext)?.core.reachCheckpoint()
        }
    }

    deinit { NotificationCenter.default.removeObserver(observer) }
}

extension ContextCore {
    /// Ends the event: what it has changed belongs to the group that is open now, and goes before what is undone.
    ///
    /// Not while an undo is half done. Who uses the manager off the context's queue does not reach the context.
    fileprivate final func reachCheckpoint() {
        guard queue.isCurrent, !undoState.isUndoing, hasUnprocessedChanges else { return }
        processPendingChanges()
    }
}
