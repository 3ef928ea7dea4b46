import Synchronization

/// What tells a layer in a host from every other, also from one that has its place later or a place of that number in
/// another host; and a published tree from every other.
enum HostIdentity {
    private static let last = Atomic<UInt64>(0)

    /// One that nobody had before; never 0.
    static func make() -> UInt64 { last.wrappingAdd(1, ordering: .relaxed).newValue }
}
