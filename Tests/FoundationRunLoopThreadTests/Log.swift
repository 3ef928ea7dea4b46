import Dispatch

/// What happened, in order, on whichever threads.
final class Log<Entry: Sendable>: Sendable {
    // Not `Mutex`, whose runtime the thread sanitizer does not see through.
    private let queue = DispatchQueue(label: "log")
    private nonisolated(unsafe) var stored: [Entry] = []

    func append(_ entry: Entry) { queue.sync { stored.append(entry) } }

    var entries: [Entry] { queue.sync { stored } }
}
