internal import Foundation

extension NSPersistentStoreCoordinator {
    /// The place in the history of stores up to which everything is saved now; nil where none of them keeps one, or can be read.
    ///
    /// Reads the files, and waits for no save.
    /// - Parameter stores: are `NSPersistentStore`s of the coordinator; nil for all that it has.
    public final func currentPersistentHistoryToken(fromStores stores: [Any]?) -> NSPersistentHistoryToken? {
        let asked = stores.map { $0.compactMap { $0 as? NSPersistentStore } } ?? persistentStores
        var positions: [String: Int64] = [:]
        for store in asked where has(store) {
            guard let identifier = store.identifier, let number = try? store.service.lastHistoryNumber() else {
                continue
            }
            positions[identifier] = number
        }
        return positions.isEmpty ? nil : NSPersistentHistoryToken(positions)
    }

    /// What a request about the history asks of all stores that keep one.
    final func answer(to request: NSPersistentHistoryChangeRequest) throws -> NSPersistentHistoryResult {
        let stores = request.affectedStores ?? persistentStores
        let fetch = request.isDeletion ? nil : try HistoryFetch(request.fetchRequest)
        var records: [HistoryRecord] = []
        var isKept = false
        for store in stores {
            let found =
                request.isDeletion
                ? try saving(into: store) { try $0.historyRecords(for: request) }
                : try store.service.historyRecords(for: request)
            guard let found else { continue }
            isKept = true
            records += found
        }
        guard isKept else {
            throw CoreDataError.make(
                NSPersistentStoreUnsupportedRequestTypeError,
                "None of \(stores.map(\.description).joined(separator: ", ")) keeps a history. Open an SQLite store with "
                    + "NSPersistentHistoryTrackingKey; what is saved from then on is in its history.",
                userInfo: [NSAffectedStoresErrorKey: stores])
        }
        guard !request.isDeletion else { return NSPersistentHistoryResult(true, .statusOnly) }
        return NSPersistentHistoryResult(fetch?.choose(records) ?? records, as: request.resultType)
    }
}

extension NSPersistentHistoryResult {
    /// What a request wants of records.
    fileprivate convenience init(_ records: [HistoryRecord], as type: NSPersistentHistoryResultType) {
        let result: Any =
            switch type {
            case .statusOnly: true
            case .count: records.reduce(0) { $0 + $1.rows.count }
            case .objectIDs: Self.identities(records)
            case .transactionsOnly: records.map { NSPersistentHistoryTransaction($0, hasChanges: false) }
            case .transactionsAndChanges: records.map { NSPersistentHistoryTransaction($0, hasChanges: true) }
            case .changesOnly:
                records.flatMap { record in
                    record.rows.map { NSPersistentHistoryChange($0, of: record, isAlone: true) }
                }
            }
        self.init(result, type)
    }

    /// Each once, in the order in which they come first.
    private static func identities(_ records: [HistoryRecord]) -> [NSManagedObjectID] {
        var seen: Set<ObjectKey> = []
        return records.flatMap { record in
            record.rows.compactMap { row in
                let identity = row.identity(in: record.store)
                return seen.insert(identity.key).inserted ? identity : nil
            }
        }
    }
}
