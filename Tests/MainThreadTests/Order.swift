import Dispatch

/// What happened, in order.
final class Order: Sendable {
    private let queue = DispatchQueue(label: "order")
    // Guarded by `queue`.
    private nonisolated(unsafe) var stored: [String] = []

    func append(_ entry: String) { queue.sync { stored.append(entry) } }

    var entries: [String] { queue.sync { stored } }
}
