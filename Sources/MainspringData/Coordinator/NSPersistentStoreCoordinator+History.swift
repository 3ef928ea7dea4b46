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
        let stores = stores(for: request)
        let fetch = request.isDeletion ? nil : try HistoryFetch(request.fetchRequest)
        // Those that keep one, with where it ended before it is read.
        var ends: [(store: NSPersistentStore, identifier: String, last: Int64)] = []
        for store in stores {
            if let last = try store.service.lastHistoryNumber() { ends.append((store, store.identifier ?? "", last)) }
        }
        try checkToken(of: request, ends.map { ($0.store, $0.identifier) })
        var found: [[HistoryRecord]] = []
        for (store, _, _) in ends {
            found.append(
                try
                    (request.isDeletion
                    ? saving(into: store) { try $0.historyRecords(for: request) }
                    : store.service.historyRecords(for: request)) ?? [])
        }
        guard !ends.isEmpty else {
            throw CoreDataError.make(
                NSPersistentStoreUnsupportedRequestTypeError,
                "None of \(stores.map(\.description).joined(separator: ", ")) keeps a history. Open an SQLite store with "
                    + "NSPersistentHistoryTrackingKey; what is saved from then on is in its history.",
                userInfo: [NSAffectedStoresErrorKey: stores])
        }
        guard !request.isDeletion else { return NSPersistentHistoryResult(true, .statusOnly) }
        let kept = ends.map { ($0.identifier, $0.last) }
        var answer = HistoryAnswer(joined(found, request, kept))
        if let fetch {
            answer = try fetch.choose(answer.transactions)
            if kept.count > 1, fetch.leavesSome { answer = answer.beside(begin(found, request, kept)) }
        }
        return NSPersistentHistoryResult(answer.result(as: request.resultType), request.resultType)
    }

    /// Those that the request names, and of these the ones that its fetch request names.
    private func stores(for request: NSPersistentHistoryChangeRequest) -> [NSPersistentStore] {
        let stores = request.affectedStores ?? persistentStores
        guard !request.isDeletion, let asked = request.fetchRequest?.affectedStores else { return stores }
        return stores.filter { store in asked.contains { $0 === store } }
    }

    /// A token of none of the stores that are asked tells nothing of them.
    private func checkToken(
        of request: NSPersistentHistoryChangeRequest, _ stores: [(store: NSPersistentStore, identifier: String)]
    ) throws {
        guard let token = request.token, !token.positions.isEmpty, !stores.isEmpty,
            !stores.contains(where: { token.positions[$0.identifier] != nil })
        else { return }
        let names = stores.map { "\($0.store), whose identifier is \($0.identifier)" }.joined(separator: ", or ")
        throw CoreDataError.make(
            NSPersistentHistoryTokenExpiredError,
            "The token \(token) is of other stores than \(names). Give a token of a store that is asked"
                + (request.isDeletion ? "; nothing was deleted." : ", or none."),
            userInfo: [NSAffectedStoresErrorKey: stores.map(\.store)])
    }

    /// The transactions of several stores, one store's after another's, each with what is known of the others when it has been read.
    private func joined(
        _ found: [[HistoryRecord]], _ request: NSPersistentHistoryChangeRequest,
        _ stores: [(identifier: String, last: Int64)]
    ) -> [HistoryRecord] {
        guard found.count > 1 else { return found.first ?? [] }
        var known = begin(found, request, stores)
        return zip(found, stores).flatMap { records, store in
            let others = known.filter { $0.key != store.identifier }
            if let last = records.last { known[store.identifier] = last.number }
            return records.map { $0.beside(others) }
        }
    }

    /// What whoever asks knows of each store before the first transaction that is found.
    private func begin(
        _ found: [[HistoryRecord]], _ request: NSPersistentHistoryChangeRequest,
        _ stores: [(identifier: String, last: Int64)]
    ) -> [String: Int64] {
        var known: [String: Int64] = [:]
        for (records, store) in zip(found, stores) {
            known[store.identifier] =
                switch request.place {
                case .token(let token): token?.positions[store.identifier] ?? 0
                case .date: records.first.map { $0.number - 1 } ?? store.last
                }
        }
        return known
    }
}
