public import Mainspring

/// What a ``Watchdog`` found: a loop that has not come round for too long, and what holds it up.
///
/// Ours.
public struct StopReport: Sendable, CustomStringConvertible {
    /// What the loop is called.
    public let loopName: String
    /// The kernel's number of the loop's thread; 0 when it has none any more.
    public let threadID: Int32
    /// How long a pass may take.
    public let limit: Duration
    /// How long the loop has not come round, so far or, when ``isOver``, altogether.
    public private(set) var duration: Duration
    /// Whether the loop goes on again.
    ///
    /// Each stop is reported once while it lasts and once when it is over.
    public private(set) var isOver: Bool
    /// Whether the loop goes round all the same, in a run inside a call-out: what is outside of that run waits for its
    /// end.
    ///
    /// Each run inside a call-out that lasts longer than the limit is reported once: whoever waits for something this
    /// way, as for an animation's end, holds the call-out up that he is in.
    public let isHeldUp: Bool
    /// The kind of call-out that the loop's thread is in; nil when it is in none, or the stack could not be taken.
    public let callOut: CallOut?
    /// The first function in the call-out that is neither the loop's nor the system's: the user's; nil when there is
    /// none with a name.
    public let function: String?
    /// The stack of the loop's thread, taken during the stop.
    public let backtrace: Backtrace
    /// Why ``backtrace`` is empty, if it is.
    public let missingBacktrace: String?
    /// The frames of ``backtrace``, with names.
    public let frames: [Backtrace.Frame]
    /// The intervals that the thread had open, as the process's `TraceRecorder` knows them; outermost first.
    public let openIntervals: [TraceEvent]
    /// Who waits on other threads for what the loop is to do, a sentence each: contexts whose save is to be merged on its thread.
    public let waits: [String]

    init(
        loopName: String, threadID: Int32, limit: Duration, duration: Duration, stack: StoppedStack,
        isHeldUp: Bool = false, openIntervals: [TraceEvent], waits: [String] = []
    ) {
        self.waits = waits
        self.isHeldUp = isHeldUp
        self.loopName = loopName
        self.threadID = threadID
        self.limit = limit
        self.duration = duration
        self.openIntervals = openIntervals
        isOver = false
        callOut = stack.callOut
        function = stack.function
        backtrace = stack.backtrace
        missingBacktrace = stack.missing
        frames = stack.frames
    }

    /// The report of the same stop after its end.
    init(endOf report: StopReport, duration: Duration) {
        self = report
        (self.duration, isOver) = (duration, true)
    }

    /// The report in sentences; the stack only while the stop lasts.
    public var description: String {
        let time = "\(seconds(duration)) s (limit \(seconds(limit)) s)"
        if isOver {
            return "The loop “\(loopName)” goes on after a stop of \(time) in \(place)."
        }
        let first =
            isHeldUp
            ? "The loop “\(loopName)” goes round inside \(place) for \(time): what is outside of it waits. Its thread is \(threadID)."
            : "The loop “\(loopName)” has not come round for \(time). Its thread \(threadID) is in \(place)."
        var lines = [first]
        if !openIntervals.isEmpty {
            lines.append("Open intervals: " + openIntervals.map(interval).joined(separator: ", ") + ".")
        }
        lines += waits
        lines.append(missingBacktrace ?? frames.listing)
        return lines.joined(separator: "\n")
    }

    private var place: String {
        switch (callOut, function) {
        case (let callOut?, let function?): "\(callOut): \(function)"
        case (let callOut?, nil): "\(callOut)"
        case (nil, let function?): function
        case (nil, nil): "an unknown place"
        }
    }

    private func interval(_ event: TraceEvent) -> String {
        guard case .slice(let end) = event.kind else {
            guard case .interval(let end, _, _) = event.kind else { return event.name }
            return "\(event.category) “\(event.name)” since \(seconds(.nanoseconds(end - event.start))) s"
        }
        return "\(event.category) “\(event.name)” since \(seconds(.nanoseconds(end - event.start))) s"
    }

    /// With three digits behind the point.
    private func seconds(_ duration: Duration) -> String {
        let milliseconds = duration.clampedNanoseconds / 1_000_000
        let fraction = String(milliseconds % 1000)
        return "\(milliseconds / 1000).\(String(repeating: "0", count: 3 - fraction.count))\(fraction)"
    }
}
