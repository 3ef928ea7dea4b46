/// A run that was watched by a ``FrameMonitor``, and the idle loop beside it. Ours.
public struct FrameMeasurement<Value> {
    /// What the run has returned.
    public let value: Value
    /// What was seen of it.
    public let frames: FrameReport
    /// What was seen of the loop with nothing to do, just before.
    public let control: FrameReport
    /// Whether the idle loop has stopped for no longer than it may. If not, the machine was busy with something else each time, and the
    /// numbers say less of the program.
    public let isSteady: Bool
}

extension FrameMeasurement: Sendable where Value: Sendable {}

extension FrameMonitor {
    /// Watches the main loop during a run, and before it with nothing to do.
    ///
    /// Where the idle loop stops for too long, control and run are repeated. Nothing is subtracted from what was measured.
    /// - Parameters:
    ///   - control: how long the idle loop is watched.
    ///   - limit: how long it may stop.
    ///   - attempts: how often it is tried at most; above 0.
    ///   - body: the run; may be called several times.
    /// - Returns: the last run.
    @MainActor
    public static func measure<Value>(
        framesPerSecond: Double = 60, control: Duration = .seconds(1), steady limit: Duration = .milliseconds(4),
        attempts: Int = 5, _ body: @MainActor () async throws -> Value
    ) async rethrows -> FrameMeasurement<Value> {
        var left = max(attempts, 1)
        while true {
            left -= 1
            let idle = FrameMonitor(CFRunLoopGetMain(), framesPerSecond: framesPerSecond)
            await pass(control)
            let control = idle.stop()
            let isSteady = control.longestStop <= limit
            let monitor = FrameMonitor(CFRunLoopGetMain(), framesPerSecond: framesPerSecond)
            defer { monitor.stop() }
            let value = try await body()
            let frames = monitor.stop()
            guard isSteady || left == 0 else { continue }
            return FrameMeasurement(value: value, frames: frames, control: control, isSteady: isSteady)
        }
    }

    /// Lets time pass on the main loop.
    @MainActor
    private static func pass(_ time: Duration) async {
        await withCheckedContinuation { continuation in
            let timer: CFRunLoopTimer = CFRunLoopTimerCreateWithHandler(
                nil, CFAbsoluteTimeGetCurrent() + time / .seconds(1), 0, 0, 0
            ) { _ in continuation.resume() }
            CFRunLoopAddTimer(CFRunLoopGetMain(), timer, CFRunLoopMode.commonModes)
        }
    }
}
