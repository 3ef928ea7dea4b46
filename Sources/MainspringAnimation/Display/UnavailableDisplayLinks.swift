// What Apple's CADisplayLink has and this one cannot: there are no selectors without an Objective-C runtime.

internal import Diagnostics

extension CADisplayLink {
    /// Not here: there are no selectors on Linux.
    @available(
        *, unavailable,
        message:
            "There are no selectors on Linux. Use init(handler:) and a closure, or init(target:action:) and a method."
    )
    public convenience init(target: Any, selector: Any) { unavailable() }
}
