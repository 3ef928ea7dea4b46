internal import MainspringFoundation

extension DescriptionPrinter {
    /// The entity's name, and what is set.
    static func line(for request: FetchRequestDescription) -> String {
        var parts = ["fetch \(request.entityName ?? "nothing")"]
        if let predicate = request.predicate { parts.append("where \(predicate.predicateFormat)") }
        if let order = request.sortDescriptors, !order.isEmpty {
            let keys = order.map { "\($0.key ?? "?")\($0.ascending ? "" : " descending")" }
            parts.append("by " + keys.joined(separator: ", "))
        }
        if request.fetchOffset != 0 { parts.append("offset \(request.fetchOffset)") }
        if request.fetchLimit != 0 { parts.append("limit \(request.fetchLimit)") }
        if request.fetchBatchSize != 0 { parts.append("batch \(request.fetchBatchSize)") }
        if request.resultType != .managedObjectResultType { parts.append("result type \(request.resultType.rawValue)") }
        if let names = names(request.propertiesToFetch) { parts.append("of \(names)") }
        if let names = names(request.propertiesToGroupBy) { parts.append("grouped by \(names)") }
        if let predicate = request.havingPredicate { parts.append("having \(predicate.predicateFormat)") }
        if let paths = request.relationshipKeyPathsForPrefetching, !paths.isEmpty {
            parts.append("prefetching \(paths.joined(separator: ", "))")
        }
        let flags = [
            (!request.includesSubentities, "without subentities"),
            (!request.includesPropertyValues, "without values"),
            (!request.includesPendingChanges, "without pending changes"),
            (!request.returnsObjectsAsFaults, "no faults"), (request.returnsDistinctResults, "distinct"),
            (request.shouldRefreshRefetchedObjects, "refreshing"),
        ]
        return (parts + flags.filter(\.0).map(\.1)).joined(separator: " ")
    }

    private static func names(_ parts: [Any]?) -> String? {
        guard let parts, !parts.isEmpty else { return nil }
        return parts.map { ($0 as? NSPropertyDescription)?.name ?? "\($0)" }.joined(separator: ", ")
    }
}
