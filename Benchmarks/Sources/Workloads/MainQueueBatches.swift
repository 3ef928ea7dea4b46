internal import Dispatch
internal import Measure

/// What is put on the main queue.
public enum MainQueueItem: Sendable {
    /// A closure, by `DispatchQueue.main.async`.
    case closure
    /// A task of the `MainActor`.
    case task
}

/// Items on the main queue in batches of which each one's last item posts the next. What is measured is the way from the end of
/// posting to the last item: noticing that there are some, and draining. Posting is libdispatch's alone and a note: it writes
/// to a descriptor for each post when a loop serves the queue, and need not when `dispatchMain` does.
public final class MainQueueBatches: @unchecked Sendable {
    // Touched by the main thread, or the main queue where that has no thread, alone.
    private var left: Int
    private var postTime: UInt64 = 0
    private let size: Int
    private let item: MainQueueItem
    private let end: @Sendable () -> Void

    /// - Parameter end: What ends the run, on the main queue.
    public init(_ item: MainQueueItem, size: Int, end: @escaping @Sendable () -> Void) {
        self.item = item
        self.size = size
        self.end = end
        left = size + size / 10
    }

    /// Posts the first batch; a tenth more than `size` warms up.
    public func start() { post() }

    private func post() {
        let before = measure_cpu()
        switch item {
        case .closure: for _ in 0..<Sizes.batch { DispatchQueue.main.async { self.ran() } }
        case .task: for _ in 0..<Sizes.batch { Task { @MainActor in self.ran() } }
        }
        postTime += measure_cpu() - before
        measure_begin()
    }

    private func ran() {
        left -= 1
        guard left % Sizes.batch == 0 else { return }
        measure_end()
        if left == size {
            measure_reset()
            postTime = 0
        }
        if left > 0 {
            post()
        } else {
            measure_note("post", Double(postTime) / Double(size))
            end()
        }
    }
}
