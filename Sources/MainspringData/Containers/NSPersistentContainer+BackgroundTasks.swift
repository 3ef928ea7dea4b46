internal import Dispatch

extension NSPersistentContainer {
    /// Calls a block with a context of its own, on that context's queue, and returns at once. Tasks run at the same time.
    public final func performBackgroundTask(_ block: @escaping (NSManagedObjectContext) -> Void) {
        let handed = HandedOver((newBackgroundContext(), block))
        Self.queue.async { handed.value.1(handed.value.0) }
    }

    /// Calls a block with a context of its own, on that context's queue, and returns what it returns, or throws what it
    /// throws, without blocking a thread.
    public final func performBackgroundTask<Value, Failure: Error>(
        _ block: @escaping (NSManagedObjectContext) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let handed = HandedOver((newBackgroundContext(), block))
        let outcome: HandedOver<Result<Value, Failure>> = await withCheckedContinuation { continuation in
            Self.queue.async {
                do throws(Failure) {
                    continuation.resume(returning: HandedOver(.success(try handed.value.1(handed.value.0))))
                } catch {
                    continuation.resume(returning: HandedOver(.failure(error)))
                }
            }
        }
        return try outcome.value.get()
    }

    /// Where the contexts' blocks run, which nobody else has.
    private static let queue = DispatchQueue(label: "NSPersistentContainer", attributes: .concurrent)
}
