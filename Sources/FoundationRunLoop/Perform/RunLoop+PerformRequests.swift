internal import Diagnostics

extension RunLoop {
    /// Schedules a closure for the start of the next pass in any of some modes, by priority.
    ///
    /// Ours, in the place of Apple's `perform(_:target:argument:order:modes:)`. A timer in each of the modes brings it,
    /// so it keeps the modes from being empty until it is called, and waits while the loop runs in other modes.
    /// Callable on any thread that has the object; the closure is called on the loop's.
    /// - Parameters:
    ///   - order: the priority: of the closures waiting in a mode those with a lower order are called first, those with
    ///     the same in the order they were scheduled in.
    ///   - modes: the modes; without any the closure is never called and is released at once.
    ///   - target: an object to cancel by, kept until the closure is called or cancelled.
    /// - Returns: the request, which can be cancelled; it need not be kept.
    @discardableResult
    public func perform(
        order: Int, modes: [Mode] = [.default], target: AnyObject? = nil, _ block: @escaping @Sendable () -> Void
    ) -> PerformRequest {
        let request = requests.add(order: order, to: loop, modes: modes, target: target, block)
        if modes.isEmpty { request.cancel() }
        return request
    }

    /// Schedules a closure for after a delay, in any of some modes.
    ///
    /// Ours, in the place of Apple's `perform(_:with:afterDelay:inModes:)`. A timer brings it: if the loop runs in
    /// other modes when the time has come, the closure waits until it runs in one of these.
    /// - Parameters:
    ///   - delay: the least time in seconds until the call, by the loop's clock. With 0 or less the closure is called
    ///     as soon as possible, though not at once.
    ///   - modes: the modes; without any the closure is never called and is released at once.
    ///   - target: an object to cancel by, kept until the closure is called or cancelled.
    /// - Returns: the request, which can be cancelled; it need not be kept.
    @discardableResult
    public func perform(
        afterDelay delay: TimeInterval, inModes modes: [Mode] = [.default], target: AnyObject? = nil,
        _ block: @escaping @Sendable () -> Void
    ) -> PerformRequest {
        if delay.isNaN {
            programmerError(
                "The delay of a perform is not a number. Pass the seconds to wait, 0 for as soon as possible.")
        }
        let request = requests.add(delay: delay, to: loop, modes: modes, target: target, block)
        if modes.isEmpty { request.cancel() }
        return request
    }

    /// Cancels the ordered and delayed performs that were scheduled on this loop with a target.
    ///
    /// Ours, in the place of Apple's `cancelPerformSelectors(withTarget:)` and `cancelPreviousPerformRequests(withTarget:)`; a
    /// single one is cancelled by ``PerformRequest/cancel()``.
    public func cancelPerforms(withTarget target: AnyObject) {
        requests.cancelAll { $0.isFor(target) }
    }

    /// Ours: cancels all ordered and delayed performs that were scheduled on this loop.
    public func cancelPerforms() {
        requests.cancelAll { _ in true }
    }
}
