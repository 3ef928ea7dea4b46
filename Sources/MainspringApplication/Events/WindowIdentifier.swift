import Synchronization

/// Which window an event is for: a number that no other window of the process has, before or after. Ours.
public struct WindowIdentifier: Hashable, Sendable {
    /// The number, from 1 on.
    public let rawValue: UInt64

    private static let last = Atomic<UInt64>(0)

    /// The number of a window that is made now. From any thread.
    static func next() -> WindowIdentifier {
        WindowIdentifier(rawValue: last.wrappingAdd(1, ordering: .relaxed).newValue)
    }
}
