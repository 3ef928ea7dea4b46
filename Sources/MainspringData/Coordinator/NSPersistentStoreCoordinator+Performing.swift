internal import Dispatch

extension NSPersistentStoreCoordinator {
    /// Whether the caller is in a block of ``perform(_:)`` or ``performAndWait(_:)``.
    private var isCurrent: Bool {
        DispatchQueue.getSpecific(key: Self.mark) == ObjectIdentifier(self)
    }

    /// Calls a block on the coordinator's queue, behind what is there, and returns at once.
    public final func perform(_ block: @escaping () -> Void) {
        let handed = HandedOver(block)
        queue.async { handed.value() }
    }

    /// Calls a block on the coordinator's queue and returns what it returns, or throws what it throws. Within a block of
    /// the coordinator it is called at once.
    public final func performAndWait<Value, Failure: Error>(
        _ block: () throws(Failure) -> Value
    ) throws(Failure) -> Value {
        if isCurrent { return try block() }
        var outcome: Result<Value, Failure>?
        queue.sync {
            do throws(Failure) {
                outcome = .success(try block())
            } catch {
                outcome = .failure(error)
            }
        }
        // The block has been called.
        return try outcome.unsafelyUnwrapped.get()
    }

    /// Calls a block on the coordinator's queue and returns what it returns, or throws what it throws, without blocking a
    /// thread.
    public final func perform<Value, Failure: Error>(
        _ block: @escaping () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let handed = HandedOver(block)
        let outcome: HandedOver<Result<Value, Failure>> = await withCheckedContinuation { continuation in
            queue.async {
                do throws(Failure) {
                    continuation.resume(returning: HandedOver(.success(try handed.value())))
                } catch {
                    continuation.resume(returning: HandedOver(.failure(error)))
                }
            }
        }
        return try outcome.value.get()
    }
}

/// What one thread gives to another, and does not use any more.
struct HandedOver<Value>: @unchecked Sendable {
    // `@unchecked Sendable`: whoever makes it gives the value away, as Apple's signatures promise for it.

    let value: Value

    init(_ value: Value) { self.value = value }
}
