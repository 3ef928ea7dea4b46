extension UndoManager {
    /// Registers what takes a change of an object back.
    ///
    /// While an undo is performed it is for the redo, and the other way round; otherwise there is nothing to redo any
    /// more.
    ///
    /// - Parameters:
    ///   - target: The object; it is not kept. When it is gone, nothing is done.
    ///   - handler: Gets the object. Should not keep it itself.
    public func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType, handler: @escaping (TargetType) -> Void
    ) {
        guard isUndoRegistrationEnabled else { return }
        guard openAutomaticGroup() else {
            return misuse(
                "registerUndo(withTarget:handler:) was called outside a group, and groupsByEvent is false. Call "
                    + "beginUndoGrouping() before.")
        }
        if phase == .recording { redoStack = [] }
        openGroup?.append(.action(UndoAction(target, handler)))
    }
}
