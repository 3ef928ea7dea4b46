internal import Foundation
internal import MainspringModel

/// Answers a fetch request over rows, without a context.
struct RowEvaluation {
    private let evaluation: FetchEvaluation<StoredObject>
    private let isPlain: Bool
    private let reader: any RowReader

    /// Makes a request ready.
    /// - Throws: what is wrong with it.
    init(_ request: FetchRequestDescription, _ entity: NSEntityDescription, _ reader: any RowReader) throws {
        evaluation = try FetchEvaluation(request, entity: entity)
        isPlain =
            request.predicate == nil && (request.sortDescriptors ?? []).isEmpty && request.fetchLimit == 0
            && request.fetchOffset == 0
        self.reader = reader
    }

    /// Which objects come out of rows, which are of the entity already, in their order.
    func identities(_ rows: [(identity: NSManagedObjectID, row: Row)]) throws -> [NSManagedObjectID] {
        if isPlain { return rows.map(\.identity) }
        return try evaluated(rows) { try evaluation.objects(of: $0).map(\.objectID) }
    }

    /// What comes out of rows, of the type that is asked for: identities, dictionaries, or one number.
    func results(_ rows: [(identity: NSManagedObjectID, row: Row)]) throws -> [Any] {
        try evaluated(rows) { objects in
            try evaluation.results(of: objects).map { ($0 as? StoredObject)?.objectID ?? $0 }
        }
    }

    private func evaluated<Result>(
        _ rows: [(identity: NSManagedObjectID, row: Row)], _ body: ([StoredObject]) throws -> Result
    ) throws -> Result {
        let failures = RowFailures()
        let result = try body(rows.map { StoredObject($0.identity, $0.row, reader, failures) })
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
