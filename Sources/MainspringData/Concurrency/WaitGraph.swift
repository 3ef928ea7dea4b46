internal import Diagnostics
internal import Locks

/// Who waits for which queue or store, so that a circle is told instead of lasting for ever.
///
/// A queue's holder either runs, and then there is no circle through it, or waits itself and stands here with all that it
/// has. So the wait that closes a circle finds it, and only waits that have not begun to run are kept.
final class WaitGraph: Sendable {
    static let shared = WaitGraph()

    struct Wait: Sendable {
        let number: Int
        let thread: String
        let held: [QueuePlace]
        let wanted: QueuePlace

        func holds(_ queue: SerialPlace) -> QueuePlace? { held.first { $0.queue === queue } }
    }

    private struct State {
        var lastNumber = 0
        var waits: [Wait] = []
    }

    private let state = Guarded(State())

    /// Notes that the calling thread is going to wait. Where concurrency is checked it traps if that would never end.
    /// - Returns: What ends it.
    func begin(_ held: [QueuePlace], _ wanted: QueuePlace) -> Int {
        let thread = ThreadName.current
        let (number, circle) = state.withLock { state in
            state.lastNumber += 1
            let wait = Wait(number: state.lastNumber, thread: thread, held: held, wanted: wanted)
            let circle = Self.circle(closedBy: wait, among: state.waits)
            state.waits.append(wait)
            return (wait.number, circle)
        }
        if let circle, ConcurrencyDebug.isOn { programmerError(Self.sentence(circle)) }
        return number
    }

    /// The block that was waited for begins: nobody waits any more.
    func end(_ number: Int) {
        let ended = state.withLock { state in
            state.waits.firstIndex { $0.number == number }.map { state.waits.remove(at: $0) }
        }
        withExtendedLifetime(ended) {}
    }

    /// Whether one of certain queues is what somebody waits for who waits for a queue, be it that its holder waits for that, or for one whose
    /// holder does.
    func leads(from queue: SerialPlace, to held: [QueuePlace]) -> Bool {
        state.withLock { state in
            var queue = queue
            // No longer than a circle of all of them.
            for _ in 0...state.waits.count {
                if held.contains(where: { $0.queue === queue }) { return true }
                guard let next = state.waits.first(where: { $0.holds(queue) != nil }) else { return false }
                queue = next.wanted.queue
            }
            return false
        }
    }

    /// The waits of a circle, that which closes it first; nil if there is none.
    static func circle(closedBy wait: Wait, among waits: [Wait]) -> [Wait]? {
        var circle = [wait]
        while let last = circle.last, circle.count <= waits.count + 1 {
            if circle.count > 1, wait.holds(last.wanted.queue) != nil { return circle }
            guard let next = waits.first(where: { $0.holds(last.wanted.queue) != nil }) else { return nil }
            circle.append(next)
        }
        return nil
    }

    static func sentence(_ circle: [Wait]) -> String {
        let waits = circle.indices.map { index in
            let wait = circle[index]
            let wantedByOther = circle[index == 0 ? circle.count - 1 : index - 1].wanted.queue
            let held = wait.holds(wantedByOther)?.description ?? "the queue"
            return "\(wait.thread), which has \(held), waits for \(wait.wanted)"
        }
        let isOfContexts = circle.allSatisfy { $0.wanted.context != nil }
        return """
            \(isOfContexts ? "performAndWait would never return, because contexts" : "A call would never return, because contexts and stores") \
            wait for each other in a circle: \(waits.joined(separator: "; ")). Let one of them go on without waiting: use \
            perform there.
            """
    }
}
