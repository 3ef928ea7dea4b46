/// Messages that wait for their loop, in order. Guarded by the loop's lock.
struct DeliveryQueue {
    /// What is to be called. A structure of its own, since a list of closures would wrap each of them in another one.
    struct Delivery {
        let call: () -> Void
    }

    private var deliveries: [Delivery?] = []
    /// Those before it were taken.
    private var first = 0
    /// A call that serves the queue is posted.
    var isPosted = false

    var count: Int { deliveries.count - first }

    mutating func append(_ body: consuming @escaping () -> Void) { deliveries.append(Delivery(call: body)) }

    mutating func takeFirst() -> Delivery? {
        guard first < deliveries.count else { return nil }
        let delivery = deliveries[first].take()
        first += 1
        if first == deliveries.count {
            deliveries.removeAll(keepingCapacity: first <= 1_000)
            first = 0
        }
        return delivery
    }

    mutating func takeAll() -> [Delivery] {
        let left = deliveries[first...].compactMap(\.self)
        deliveries = []
        first = 0
        return left
    }
}
