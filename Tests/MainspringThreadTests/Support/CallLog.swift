import Locks
import Mainspring

/// What was called, in order; from any thread.
final class CallLog: Sendable {
    private let storage = Guarded<[String]>([])

    func add(_ entry: String) { storage.withLock { $0.append(entry) } }

    var entries: [String] { storage.withLock { $0 } }
    var count: Int { storage.withLock { $0.count } }
    func count(of entry: String) -> Int { entries.count { $0 == entry } }

    /// Takes what was logged so far.
    func take() -> [String] {
        storage.withLock { entries in
            defer { entries = [] }
            return entries
        }
    }
}

/// A number that threads count in.
final class Counter: Sendable {
    private let storage = Guarded(0)

    var value: Int { storage.withLock { $0 } }
    func add(_ amount: Int = 1) { storage.withLock { $0 += amount } }
}

/// Calls a closure when it is destroyed.
final class OnEnd: @unchecked Sendable {
    // `@unchecked Sendable`: the closure is constant.

    private let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }

    deinit { body() }
}
