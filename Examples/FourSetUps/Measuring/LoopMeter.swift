import Mainspring

/// How long a loop did not come round, and how long it was outside of its own code, at the worst.
///
/// The loop tells its steps to observers: one before all others, and one after them when it is about to sleep.
@MainActor
final class LoopMeter {
    /// The longest time from the beginning of a pass, or the end of a sleep, to the next.
    private(set) var longestStop = Duration.zero
    /// The longest time between two steps that the loop tells of: a call-out, or several in a row.
    private(set) var longestCallOut = Duration.zero
    private var roundBegin: ContinuousClock.Instant?
    private var stepBegin: ContinuousClock.Instant?
    private var observers: [CFRunLoopObserver] = []

    /// Begins to measure a loop, on its thread.
    init(_ loop: CFRunLoop) {
        let now = ContinuousClock.now
        (roundBegin, stepBegin) = (now, now)
        observe(loop, CFRunLoopActivity.allActivities, order: .min) { $0.comes(to: $1) }
        observe(loop, CFRunLoopActivity.beforeWaiting, order: .max) { meter, _ in meter.sleeps() }
    }

    private func observe(
        _ loop: CFRunLoop, _ activities: CFRunLoopActivity, order: CFIndex,
        _ body: @escaping (LoopMeter, CFRunLoopActivity) -> Void
    ) {
        let observer: CFRunLoopObserver = CFRunLoopObserverCreateWithHandler(nil, activities.rawValue, true, order) {
            [weak self] _, activity in
            if let self { body(self, activity) }
        }
        CFRunLoopAddObserver(loop, observer, CFRunLoopMode.commonModes)
        observers.append(observer)
    }

    /// Ends.
    func stop() { for observer in observers { CFRunLoopObserverInvalidate(observer) } }

    private func comes(to activity: CFRunLoopActivity) {
        let now = ContinuousClock.now
        endStep(now)
        if activity == .beforeTimers || activity == .exit { endRound(now) }
        stepBegin = now
        if roundBegin == nil { roundBegin = now }
    }

    private func sleeps() {
        let now = ContinuousClock.now
        endStep(now)
        endRound(now)
    }

    private func endStep(_ now: ContinuousClock.Instant) {
        if let begin = stepBegin { longestCallOut = max(longestCallOut, now - begin) }
        stepBegin = nil
    }

    private func endRound(_ now: ContinuousClock.Instant) {
        if let begin = roundBegin { longestStop = max(longestStop, now - begin) }
        roundBegin = nil
    }
}
