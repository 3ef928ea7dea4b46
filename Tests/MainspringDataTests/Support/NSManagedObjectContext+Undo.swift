import MainspringData
import MainspringFoundation

extension NSManagedObjectContext {
    /// Gives the context an undo manager whose groups the test makes.
    @discardableResult
    func beUndoable() -> UndoManager {
        let manager = UndoManager()
        manager.groupsByEvent = false
        undoManager = manager
        return manager
    }

    /// Makes changes in a group of their own, and an event of them.
    func event(_ body: () throws -> Void) rethrows {
        undoManager?.beginUndoGrouping()
        try body()
        processPendingChanges()
        undoManager?.endUndoGrouping()
    }
}
