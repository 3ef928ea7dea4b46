/// Events in the order in which they came; what goes on with the last one becomes part of it.
///
/// Adding and taking cost the same however many there are.
struct EventBacklog {
    private var events: [Event] = []
    private var first = 0

    var count: Int { events.count - first }
    var isEmpty: Bool { count == 0 }

    mutating func append(_ event: Event) {
        if !isEmpty, events[events.count - 1].absorb(event) { return }
        events.append(event)
    }

    mutating func append(contentsOf other: EventBacklog) {
        for index in other.first..<other.events.count { append(other.events[index]) }
    }

    mutating func takeFirst() -> Event? {
        guard !isEmpty else { return nil }
        let event = events[first]
        first += 1
        if first == events.count {
            events.removeAll(keepingCapacity: events.capacity <= Self.keptCapacity)
            first = 0
        } else if first >= Self.keptCapacity, first * 2 >= events.count {
            events.removeFirst(first)
            first = 0
        }
        return event
    }

    mutating func takeAll() -> EventBacklog {
        defer { self = EventBacklog() }
        return self
    }

    /// So many places are kept while nothing waits.
    private static let keptCapacity = 256
}
