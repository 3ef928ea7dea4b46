// What Apple's Timer has and this one cannot: there are no selectors without an Objective-C runtime, and no Combine.

internal import Diagnostics
internal import Mainspring

extension Timer {
    /// Not here: there are no selectors on Linux.
    @available(
        *, unavailable, message: "There are no selectors on Linux. Use init(timeInterval:repeats:block:) and a closure."
    )
    public convenience init(
        timeInterval interval: TimeInterval, target: Any, selector: Any, userInfo: Any?, repeats: Bool
    ) {
        programmerError("Timer has no initializer with a selector on Linux. Use init(timeInterval:repeats:block:).")
    }

    /// Not here: there are no selectors on Linux.
    @available(
        *, unavailable,
        message: "There are no selectors on Linux. Use scheduledTimer(withTimeInterval:repeats:block:) and a closure."
    )
    public class func scheduledTimer(
        timeInterval interval: TimeInterval, target: Any, selector: Any, userInfo: Any?, repeats: Bool
    ) -> Timer {
        programmerError("Timer has no selectors on Linux. Use scheduledTimer(withTimeInterval:repeats:block:).")
    }

    /// Not here: there is no Combine on Linux.
    @available(
        *, unavailable,
        message: "There is no Combine on Linux. Use a repeating timer, or the clock's sleep(until:) in a task."
    )
    public static func publish(
        every interval: TimeInterval, tolerance: TimeInterval? = nil, on runLoop: RunLoop, in mode: RunLoop.Mode
    ) -> Never {
        programmerError("Timer has no publisher on Linux. Use a repeating timer.")
    }
}
