/// Messages that wait for their loop, in order. Guarded by the loop's lock.
struct DeliveryQueue {
    /// What is to be called. A type of its own, since a list of closures would wrap each of them in another one.
    enum Delivery {
        case call(() -> Void)
        case message(any LoopMessage)

        func arrive() {
            switch self {
            case .call(let body): body()
            case .message(let message): message.arrive()
            }
        }
    }

    private var deliveries: [Delivery?] = []
    /// Those before it were taken.
    private var first = 0
    /// A call that serves the queue is posted.
    var isPosted = false

    var count: Int { deliveries.count - first }

    mutating func append(_ delivery: consuming Delivery) { deliveries.append(delivery) }

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
