internal import Foundation
internal import Diagnostics
internal import MainspringModel
internal import Synchronization

/// What a request has found, as a list whose objects are made where it is looked at, and their rows read so many at a time.
/// Ours.
///
/// A row that nobody looks at costs eight bytes, ten where there are several entities. The list stays as it was found,
/// whatever becomes of the rows. It belongs to its context's queue, and keeps the objects of the last few batches that were
/// looked at; any other object is there as long as somebody holds it. See ``NSManagedObjectContext/fetchBatches(_:)``.
///
/// On Apple's platforms the array that a request with a batch size gives is such a list. Swift's arrays have no such form on
/// Linux: that of ``NSManagedObjectContext/fetch(_:)->[T]`` has an object for each row, of which a batch gets values at once.
public final class FetchedBatches<Object>: RandomAccessCollection {
    private let found: FetchedBatch
    private let context: NSManagedObjectContext
    /// The objects of the batches that were looked at last, the newest first.
    private var recent: [(number: Int, objects: [Object])] = []

    /// So many batches are kept.
    private static var keptCount: Int { 3 }

    init(_ found: FetchedBatch, _ context: NSManagedObjectContext) { (self.found, self.context) = (found, context) }

    /// The first place.
    public var startIndex: Int { 0 }
    /// Behind the last place.
    public var endIndex: Int { found.keys.count }

    /// The object at a place. Reads the rows of its batch, unless they are there.
    ///
    /// If the store cannot be read, the objects of the batch are faults, and the log says why. A fault is read when it
    /// is used. An object that is not of the list's type is an error of the program.
    public subscript(position: Int) -> Object {
        let batch = found.batch(around: position)
        let number = position / found.size
        if let known = recent.firstIndex(where: { $0.number == number }) {
            if known > 0 { recent.insert(recent.remove(at: known), at: 0) }
            return recent[0].objects[position - batch.lowerBound]
        }
        let objects = read(batch)
        recent.insert((number, objects), at: 0)
        if recent.count > Self.keptCount { recent.removeLast() }
        return objects[position - batch.lowerBound]
    }

    /// The identity of the object at a place. Reads nothing.
    public func identity(at position: Int) -> NSManagedObjectID { found.keys.identity(position) }

    private func read(_ batch: Range<Int>) -> [Object] {
        let core = context.core
        core.objectMap.table.fetchCount.wrappingAdd(1, ordering: .relaxed)
        defer {
            core.objectMap.table.fetchCount.wrappingSubtract(1, ordering: .relaxed)
            core.objectMap.registrations.tell()
        }
        do {
            try core.source?.readRows(of: found.keys, batch)
        } catch {
            let first = found.keys.identity(batch.lowerBound)
            failedBatches.write(
                first.key,
                """
                The objects \(batch.lowerBound) to \(batch.upperBound - 1) of a list that was fetched in batches cannot be \
                read, and are faults: \(error.localizedDescription) Fetch objects by existingObject(with:), which throws the \
                error.
                """)
        }
        return core.objects(for: found.keys, batch) { [found] in BatchedObjectID(found, $0) }.map { object in
            guard let typed = object as? Object else {
                programmerError(
                    """
                    A list of \(Object.self) was fetched, and \(object.objectID) is of \(type(of: object)). Make the request \
                    with the type that comes out.
                    """)
            }
            return typed
        }
    }
}

private let failedBatches = OnceLog<ObjectKey>(
    limit: 100, ending: "More batches of fetched lists cannot be read; nothing more is logged of them.")

/// As of objects: a list is used on its context's queue.
@available(*, unavailable)
extension FetchedBatches: @unchecked Sendable {}

extension NSManagedObjectContext {
    /// The objects that a request asks for, as a list whose objects are made where it is looked at. Ours.
    ///
    /// The request's batch size says how many rows are read at once; 100 without one. Costs eight bytes a row. What is not saved
    /// here does not count, and a store that is no database reads all at once.
    /// - Throws: as ``NSManagedObjectContext/fetch(_:)->[T]``; `CocoaError` 134060 for a request whose results are no objects.
    public final func fetchBatches<T>(_ request: NSFetchRequest<T>) throws -> FetchedBatches<T> {
        FetchedBatches(try core.batch(of: request.requestDescription), self)
    }
}
