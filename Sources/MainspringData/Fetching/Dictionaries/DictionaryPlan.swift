internal import Foundation
internal import class MainspringFoundation.NSPredicate
internal import class MainspringFoundation.NSSortDescriptor
internal import MainspringFoundation
internal import MainspringModel

/// How the dictionaries of a request are made.
struct DictionaryPlan {
    /// What the dictionaries hold.
    let columns: [FetchColumn]
    /// What they are grouped by.
    let groups: [FetchColumn]
    let aggregates: AggregateList
    /// Which groups; computed columns and aggregates stand in it as variables.
    let having: NSPredicate?
    let isDistinct: Bool
    /// Whether the order is one of computed columns, so that they come first.
    let sortsColumns: Bool

    /// Whether a dictionary is about several objects.
    var isAggregated: Bool { !groups.isEmpty || !aggregates.isEmpty }

    init(_ request: FetchRequestDescription, _ entity: NSEntityDescription, _ title: RequestTitle)
        throws(FetchRequestError)
    {
        let aggregates = AggregateList()
        let maker = ColumnMaker(title: title, entity: entity, aggregates: aggregates, member: "setPropertiesToFetch")
        let fetched = request.propertiesToFetch ?? []
        let grouping = request.propertiesToGroupBy ?? []
        guard grouping.isEmpty || !fetched.isEmpty else {
            throw title.error(
                .columnOutsideGroups, "\(grouping[0])",
                "The request is grouped by \(Self.names(grouping)) and fetches all properties",
                "Name in propertiesToFetch what is grouped by, and what is computed of the groups.")
        }
        columns = fetched.isEmpty ? maker.everything() : try maker.columns(fetched)
        let groupMaker = ColumnMaker(
            title: title, entity: entity, aggregates: AggregateList(), member: "setPropertiesToGroupBy")
        groups = try groupMaker.columns(grouping)
        self.aggregates = aggregates
        isDistinct = request.returnsDistinctResults
        let computed = Set(columns.filter(\.isComputed).map(\.name))
        sortsColumns = request.sortDescriptors?.contains { $0.key.map(computed.contains) ?? false } ?? false
        having = try Self.having(request, entity, title, computed, aggregates, isGrouped: !grouping.isEmpty)
        if let inner = groups.first(where: { _ in !groupMaker.aggregates.isEmpty }) {
            throw title.error(
                .columnOutsideGroups, inner.name, "“\(inner.name)” is computed of groups, and cannot make them",
                "Group by properties.")
        }
        if !groups.isEmpty { try checkColumns(title, request.sortDescriptors ?? []) }
    }

    private static func having(
        _ request: FetchRequestDescription, _ entity: NSEntityDescription, _ title: RequestTitle,
        _ computed: Set<String>, _ aggregates: AggregateList, isGrouped: Bool
    ) throws(FetchRequestError) -> NSPredicate? {
        guard let predicate = request.havingPredicate else { return nil }
        guard isGrouped else {
            throw title.error(
                .havingWithoutGroups, nil,
                "Specifying a HAVING predicate requires that a GROUP BY also be specified: “\(predicate.predicateFormat)” "
                    + "is asked of groups, and there are none", "Set propertiesToGroupBy, or make it the predicate.")
        }
        let scope = ExpressionScope(entity: entity, hasAll: true, columns: computed)
        try PredicateChecker(title: title, place: "having predicate", scope: scope).check(predicate)
        return AggregateRewriter(aggregates, columns: computed).rewritten(
            IdentityRewriter(scope, isQuick: false).rewritten(predicate))
    }

    /// Throws if the predicate for groups asks for what they do not have.
    private func checkHaving(_ title: RequestTitle, _ names: Set<String>) throws(FetchRequestError) {
        guard let having else { return }
        let use = ExpressionUse(of: having)
        guard use.asksWhole || !use.paths.isSubset(of: names) else { return }
        let outside = use.paths.subtracting(names).sorted().first
        throw title.error(
            .columnOutsideGroups, outside,
            "The having predicate asks for what groups do not have: \(outside.map { "“\($0)”" } ?? "their objects")",
            "Ask for what is grouped by, for the name of a computed column, or for an aggregate; make the rest the predicate."
        )
    }

    /// Throws if a column, or the order, is neither of a group nor computed of all of it.
    private func checkColumns(_ title: RequestTitle, _ order: [NSSortDescriptor]) throws(FetchRequestError) {
        let names = Set(groups.map(\.name))
        for column in columns where !names.contains(column.name) {
            if case .computed(let computed) = column.source, let paths = computed.paths, paths.isSubset(of: names) {
                continue
            }
            throw title.error(
                .columnOutsideGroups, column.name,
                "SELECT clauses in queries with GROUP BY components can only contain properties named in the GROUP BY "
                    + "or aggregate functions: “\(column.name)” is neither",
                "Add it to propertiesToGroupBy, or compute one value of it, such as its maximum.")
        }
        try checkHaving(title, names)
        let known = names.union(columns.map(\.name))
        for descriptor in order where !known.contains(descriptor.key ?? "") {
            throw title.error(
                .columnOutsideGroups, descriptor.key,
                "The sort descriptor \(descriptor) asks for what groups do not have",
                "Sort by what is grouped by, or by the name of a computed column.")
        }
    }

    private static func names(_ properties: [Any]) -> String {
        properties.map { ($0 as? NSPropertyDescription)?.name ?? "\($0)" }.joined(separator: ", ")
    }
}
