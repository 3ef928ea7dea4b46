internal import Foundation
internal import MainspringModel

/// What a request with a batch size has found: keys, whose rows are read some at a time.
final class FetchedBatch: Sendable {
    let keys: FetchedKeys
    let size: Int

    init(_ keys: FetchedKeys, size: Int) { (self.keys, self.size) = (keys, max(1, size)) }

    /// The places that are read with one of them.
    func batch(around index: Int) -> Range<Int> {
        let start = index / size * size
        return start..<min(start + size, keys.count)
    }
}

/// The identity of an object that was found with others: where its row is not kept, theirs are read with it.
final class BatchedObjectID: NSManagedObjectID, @unchecked Sendable {
    // `@unchecked Sendable`: constant.

    let batch: FetchedBatch
    let index: Int

    init(_ batch: FetchedBatch, _ index: Int) {
        (self.batch, self.index) = (batch, index)
        super.init(batch.keys.key(index), batch.keys.entity(index))
    }
}

extension ContextCore {
    /// What a request finds, whose objects are made later.
    final func batch(of request: FetchRequestDescription) throws -> FetchedBatch {
        guard request.resultType == .managedObjectResultType, let copy = request.copy() as? FetchRequestDescription
        else {
            throw CoreDataError.make(
                NSCoreDataError,
                "A request that is fetched in batches must ask for objects. Let its resultType be .managedObjectResultType."
            )
        }
        let entity = try entity(of: request)
        (copy.includesPendingChanges, copy.returnsObjectsAsFaults) = (false, true)
        if copy.fetchBatchSize <= 0 { copy.fetchBatchSize = Self.usualBatchSize }
        switch try find(copy, entity) {
        case .keys(let keys): return FetchedBatch(keys, size: copy.fetchBatchSize)
        case let found: return FetchedBatch(try FetchedKeys(found.identities), size: copy.fetchBatchSize)
        }
    }

    private static var usualBatchSize: Int { 100 }
}

extension FetchedKeys {
    /// - Throws: `CocoaError` 134060 for identities of several stores, or of objects that no store has.
    fileprivate init(_ identities: [NSManagedObjectID]) throws {
        self.init(store: identities.first?.key.store ?? 0, root: identities.first?.key.root ?? 0)
        for identity in identities {
            guard identity.key.store == store, identity.key.root == root, store != 0 else {
                throw CoreDataError.make(
                    NSCoreDataError,
                    "Objects of several stores, or of a parent context, cannot be fetched in batches. Fetch them by fetch(_:)."
                )
            }
            append(identity.key.key, number(of: identity.entity))
        }
    }
}
