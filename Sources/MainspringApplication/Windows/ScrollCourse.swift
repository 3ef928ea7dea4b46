internal import Foundation
internal import MainspringGraphics

/// Makes courses of what is scrolled by a device that tells of none, such as a wheel: one begins with the first event, and
/// ends when none has come for a while.
struct ScrollCourse {
    /// After so many seconds without an event it is over.
    static let longestPause = 0.15

    /// The event that came last; nil while nothing goes on.
    private var last: Event?

    /// When it is over if nothing more comes, in seconds of the loop's clock.
    var nextTime: Double? { last.map { $0.time + Self.longestPause } }

    /// An event with its place in its course, after the end of the one before if that was over.
    ///
    /// What a device tells of a course of its own stays as it is.
    /// - Parameter now: Events that say that they are later happened now.
    mutating func events(for event: Event, now: Double) -> [Event] {
        guard case .scroll(var scroll) = event.content, scroll.phase == .none else {
            // Who gets what is scrolled hears of the end by the router.
            if event.captureKey == .scroll { last = nil }
            return [event]
        }
        var events: [Event] = []
        if let last, event.time - last.time >= Self.longestPause || !isOfOneDevice(last, scroll) {
            events += end(at: event.time)
        }
        scroll.phase = last == nil ? .began : .changed
        var told = event
        told.content = .scroll(scroll)
        last = told
        last?.time = min(event.time, now)
        return events + [told]
    }

    private func isOfOneDevice(_ last: Event, _ scroll: ScrollEvent) -> Bool {
        guard case .scroll(let before) = last.content else { return false }
        return before.isPrecise == scroll.isPrecise
    }

    /// The end, if it is over by a time.
    mutating func endIfOver(at time: Double) -> [Event] {
        // What is due by the arithmetic of seconds is due.
        guard let nextTime, nextTime <= time + 1e-9 else { return [] }
        return end(at: time)
    }

    private mutating func end(at time: Double) -> [Event] {
        guard var event = last, case .scroll(var scroll) = event.content else { return [] }
        last = nil
        scroll.phase = .ended
        scroll.delta = .zero
        event.content = .scroll(scroll)
        event.time = time
        return [event]
    }

    /// Who had it has heard of its end: what follows is another one.
    mutating func forget() { last = nil }
}
