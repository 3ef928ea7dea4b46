public import Mainspring

extension Watchdog {
    /// A watchdog of a loop.
    ///
    /// - Parameters:
    ///   - loop: The loop; it need not run yet.
    ///   - limit: How long one pass may take, from its beginning or the end of its sleep to the next.
    ///   - handler: Called on the watchdog's thread, one report after the other. It must not wait for the loop. If none
    ///     is given, reports go to the standard error output.
    public convenience init(
        _ loop: CFRunLoop, limit: Duration, handler: @escaping @Sendable (StopReport) -> Void = Watchdog.printReport
    ) {
        self.init(loop.beat, limit: limit, handler: handler)
    }
}
