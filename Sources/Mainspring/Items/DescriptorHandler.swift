import Synchronization

/// What a source that watches a descriptor calls.
///
/// A call in progress holds it and not the source, so that one reference counted keeps alive all that the call needs,
/// even if the source becomes invalid or goes meanwhile.
final class DescriptorHandler: Sendable {
    let descriptor: Int32
    /// Called with the events that hold.
    nonisolated(unsafe) let perform: (UInt32) -> Void
    // `nonisolated(unsafe)`: constant; the loop that performs the source calls it on its thread, as the source
    // promises.
    nonisolated(unsafe) private let release: (_ isClosed: Bool) -> Void
    // `nonisolated(unsafe)`: constant; called once, guarded by `isReleased`.
    private let isReleased = Atomic<Bool>(false)
    /// False once the source is invalid.
    let isValid = Atomic<Bool>(true)

    init(
        descriptor: Int32, perform: @escaping (UInt32) -> Void, release: @escaping (_ isClosed: Bool) -> Void
    ) {
        self.descriptor = descriptor
        self.perform = perform
        self.release = release
    }

    deinit { end(descriptorIsClosed: false) }

    /// Lets go of what the source held, once.
    func end(descriptorIsClosed: Bool) {
        if !isReleased.exchange(true, ordering: .acquiringAndReleasing) { release(descriptorIsClosed) }
    }
}
