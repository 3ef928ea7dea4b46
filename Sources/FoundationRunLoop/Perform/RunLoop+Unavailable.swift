// What Apple's RunLoop does through selectors, which need an Objective-C runtime.

internal import Diagnostics
internal import Mainspring

extension RunLoop {
    /// Not here: there are no selectors on Linux.
    @available(
        *, unavailable, message: "There are no selectors on Linux. Use perform(order:modes:target:_:) and a closure."
    )
    public func perform(_ selector: Any, target: Any, argument: Any?, order: Int, modes: [Mode]) {
        programmerError("RunLoop has no selectors on Linux. Use perform(order:modes:target:_:).")
    }

    /// Not here: there are no selectors on Linux.
    @available(
        *, unavailable,
        message:
            "There are no selectors on Linux. Keep the PerformRequest that perform(order:modes:) gives, and cancel it."
    )
    public func cancelPerform(_ selector: Any, target: Any, argument: Any?) {
        programmerError("RunLoop has no selectors on Linux. Cancel the PerformRequest.")
    }

    /// Not here: there are no selectors on Linux.
    @available(*, unavailable, renamed: "cancelPerforms(withTarget:)")
    public func cancelPerformSelectors(withTarget target: Any) {
        programmerError("RunLoop has no selectors on Linux. Use cancelPerforms(withTarget:).")
    }
}
