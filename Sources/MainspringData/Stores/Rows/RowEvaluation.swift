internal import Foundation
internal import MainspringModel

/// Answers a fetch request over rows, without a context.
struct RowEvaluation {
    private let evaluation: FetchEvaluation<StoredObject>
    /// Whether all objects of the entity come out, in any order.
    let isPlain: Bool

    /// Makes a request ready.
    /// - Throws: what is wrong with it.
    init(_ request: FetchRequestDescription, _ entity: NSEntityDescription) throws {
        evaluation = try FetchEvaluation(request, entity: entity)
        isPlain =
            request.predicate == nil && (request.sortDescriptors ?? []).isEmpty && request.fetchLimit == 0
            && request.fetchOffset == 0
    }

    /// Which objects come out of all that a closure makes, in their order.
    func identities(_ objects: (RowFailures) throws -> [StoredObject]) throws -> [NSManagedObjectID] {
        try evaluated(objects) { try evaluation.objects(of: $0).map(\.objectID) }
    }

    /// What comes out of all objects that a closure makes, of the type that is asked for: identities, dictionaries, or
    /// one number.
    func results(_ objects: (RowFailures) throws -> [StoredObject]) throws -> [Any] {
        try evaluated(objects) { objects in
            try evaluation.results(of: objects).map { ($0 as? StoredObject)?.objectID ?? $0 }
        }
    }

    private func evaluated<Result>(
        _ objects: (RowFailures) throws -> [StoredObject], _ body: ([StoredObject]) throws -> Result
    ) throws -> Result {
        let failures = RowFailures()
        let result = try body(try objects(failures))
        try failures.check()
        return result
    }
}

extension RowTables: RowReader {
    func row(for identity: NSManagedObjectID) -> (identity: NSManagedObjectID, row: Row)? {
        record(identity.key).map { ($0.identity, $0.row) }
    }

    func members(for identity: NSManagedObjectID, slot: Int) -> [NSManagedObjectID] {
        record(identity.key).map { members(of: $0, slot: slot) } ?? []
    }
}
