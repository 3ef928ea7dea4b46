internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// Which transactions and changes a history request's fetch request chooses: its condition, order, offset and limit.
struct HistoryFetch {
    private let request: NSFetchRequest<any NSFetchRequestResult>
    private let isOfChanges: Bool

    /// - Throws: `CocoaError` 134060 for a request that asks for anything else.
    init?(_ request: NSFetchRequest<any NSFetchRequestResult>?) throws {
        guard let request else { return nil }
        let name = request.entityName ?? request.entity?.name
        guard name == HistoryEntities.transactionName || name == HistoryEntities.changeName else {
            throw CoreDataError.make(
                NSCoreDataError,
                "A history is not asked for “\(name ?? "nothing")”. Give the request that NSPersistentHistoryTransaction.fetchRequest or "
                    + "NSPersistentHistoryChange.fetchRequest returns.")
        }
        (self.request, isOfChanges) = (request, name == HistoryEntities.changeName)
    }

    /// Whether it may choose some and leave others that come before them in the history.
    var leavesSome: Bool { request.fetchLimit > 0 || !(request.sortDescriptors ?? []).isEmpty }

    /// What is chosen, in the order that the request asks; of a request for changes the transactions are those of the chosen changes with these
    /// alone, in the order of the history.
    /// - Throws: `CocoaError` 134060 for a condition or an order that asks what a history does not know, or compares what has no order.
    func choose(_ records: [HistoryRecord]) throws -> HistoryAnswer {
        do {
            return try PredicateFailure.throwing { chosen(records) }
        } catch {
            let subject = isOfChanges ? "changes" : "transactions"
            throw CoreDataError.make(
                NSCoreDataError,
                "The request for \(subject) of a history asks what cannot be answered: \(error) A history's \(subject) have "
                    + (isOfChanges ? HistoryEntities.changeKeys : HistoryEntities.transactionKeys).joined(
                        separator: ", ") + ".")
        }
    }

    private func chosen(_ records: [HistoryRecord]) -> HistoryAnswer {
        guard isOfChanges else {
            return HistoryAnswer(chosen(records.map { NSPersistentHistoryTransaction($0, hasChanges: true) }, records))
        }
        let rows = records.indices.flatMap { index in records[index].rows.map { (index, $0) } }
        let changes = rows.map { NSPersistentHistoryChange($0.1, of: records[$0.0], isAlone: false) }
        let kept = chosen(changes, rows)
        let groups = Dictionary(grouping: kept, by: \.0)
        let own = records.indices.map { index in groups[index].map { records[index].with($0.map(\.1)) } }
        return HistoryAnswer(
            transactions: own.compactMap(\.self),
            changes: kept.compactMap { index, row in own[index].map { HistoryAnswer.Change(row: row, record: $0) } })
    }

    private func chosen<Object: NSObject, Element>(_ objects: [Object], _ elements: [Element]) -> [Element] {
        var places = Array(objects.indices)
        if let predicate = request.predicate { places = places.filter { predicate.evaluate(with: objects[$0]) } }
        if let orders = request.sortDescriptors, !orders.isEmpty {
            // Of equals the earlier one comes first.
            places.sort { first, second in
                for order in orders {
                    let result = order.compare(objects[first], to: objects[second])
                    if result != .orderedSame { return result == .orderedAscending }
                }
                return first < second
            }
        }
        let rest = places.dropFirst(max(0, request.fetchOffset))
        let limited = request.fetchLimit > 0 ? rest.prefix(request.fetchLimit) : rest
        return limited.map { elements[$0] }
    }
}
