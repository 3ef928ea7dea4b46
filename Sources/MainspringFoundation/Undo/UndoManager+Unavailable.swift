// What Apple's undo manager has and this one cannot: messages by selector.

internal import Diagnostics

extension UndoManager {
    /// Not here: there are no selectors.
    @available(*, unavailable, message: "There are no selectors on Linux. Use registerUndo(withTarget:handler:).")
    public func registerUndo(withTarget target: Any, selector: Any, object anObject: Any?) { unavailable() }

    /// Not here: there are no messages that could be recorded.
    @available(
        *, unavailable, message: "There are no messages to record on Linux. Use registerUndo(withTarget:handler:)."
    )
    public func prepare(withInvocationTarget target: Any) -> Any { unavailable() }
}
