internal import CLinux

/// How sentences name a thread.
enum ThreadName {
    /// The calling one.
    static var current: String {
        mainspring_is_initial_thread() ? "the main thread" : "thread \(mainspring_thread_id())"
    }

    /// The calling one, and the queue that it has.
    static var place: String {
        if let hold = ThreadHolds.current.innermost {
            let place = QueuePlace(queue: hold.pointee.queue, context: hold.pointee.context)
            return "on \(current), in a block of \(place)"
        }
        if !mainspring_is_initial_thread(), SerialQueue.threadServesMain { return "on \(current), on the main queue" }
        return "on \(current)"
    }
}
