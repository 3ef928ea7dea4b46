/// Messages that wait for their loop, in order. Guarded by the loop's lock.
struct DeliveryQueue {
    private var bodies: [(() -> Void)?] = []
    /// Those before it were taken.
    private var first = 0
    /// A call that serves the queue is posted.
    var isPosted = false

    var count: Int { bodies.count - first }

    mutating func append(_ body: @escaping () -> Void) { bodies.append(body) }

    mutating func takeFirst() -> (() -> Void)? {
        guard first < bodies.count else { return nil }
        let body = bodies[first]
        bodies[first] = nil
        first += 1
        if first == bodies.count {
            bodies.removeAll(keepingCapacity: first <= 1_000)
            first = 0
        }
        return body
    }

    mutating func takeAll() -> [() -> Void] {
        let left = bodies[first...].compactMap(\.self)
        bodies = []
        first = 0
        return left
    }
}
