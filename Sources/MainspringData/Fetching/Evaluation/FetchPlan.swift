internal import MainspringFoundation
internal import MainspringModel

/// A request that was checked, and made ready for objects of an entity.
package struct FetchPlan {
    let title: RequestTitle
    let entity: NSEntityDescription
    let includesSubentities: Bool
    let resultType: NSFetchRequestResultType
    let offset: Int
    /// Nil for no limit.
    let limit: Int?
    /// Objects are compared by identities in it.
    let predicate: NSPredicate?
    let order: FetchOrder
    /// Of a request for dictionaries.
    let dictionaries: DictionaryPlan?

    /// - Throws: what is wrong with the request.
    init(_ request: FetchRequestDescription, _ entity: NSEntityDescription) throws(FetchRequestError) {
        title = RequestTitle(request)
        self.entity = entity
        includesSubentities = request.includesSubentities
        resultType = request.resultType
        let checker = RequestChecker(title: title, request: request, entity: entity)
        try checker.check()
        offset = request.fetchOffset
        limit = request.fetchLimit == 0 ? nil : request.fetchLimit
        let rewriter = IdentityRewriter(ExpressionScope(entity: entity), isQuick: true)
        predicate = request.predicate.map(rewriter.rewritten)
        if request.resultType == .dictionaryResultType {
            dictionaries = try DictionaryPlan(request, entity, title)
        } else {
            dictionaries = nil
            try Self.checkWithoutDictionaries(request, entity, title)
        }
        let computed = Set(dictionaries?.columns.filter(\.isComputed).map(\.name) ?? [])
        let descriptors = request.sortDescriptors ?? []
        for descriptor in descriptors where !(descriptor.key.map(computed.contains) ?? false) {
            try checker.check(descriptor)
        }
        order = FetchOrder(descriptors) { key in
            ((try? PathResolver.kind(of: key, from: entity)) ?? .unknown).isObject
        }
    }

    /// Objects have properties that are read with them, and nothing that is computed of them.
    private static func checkWithoutDictionaries(
        _ request: FetchRequestDescription, _ entity: NSEntityDescription, _ title: RequestTitle
    ) throws(FetchRequestError) {
        if let group = request.propertiesToGroupBy?.first {
            throw title.error(
                .needsDictionaries, (group as? NSPropertyDescription)?.name ?? "\(group)",
                "The request is grouped, and its results are no dictionaries",
                "Set the result type to dictionaryResultType, or propertiesToGroupBy to nil.")
        }
        if let predicate = request.havingPredicate {
            throw title.error(
                .havingWithoutGroups, nil,
                "Specifying a HAVING predicate requires that a GROUP BY also be specified: "
                    + "“\(predicate.predicateFormat)” is asked of groups, and there are none",
                "Make it the predicate.")
        }
        if let computed = request.propertiesToFetch?.lazy.compactMap({ $0 as? NSExpressionDescription }).first {
            throw title.error(
                .needsDictionaries, computed.name,
                "Invalid expression description “\(computed.name)” passed to setPropertiesToFetch: objects have no "
                    + "computed columns", "Set the result type to dictionaryResultType.")
        }
        _ = try ColumnMaker(
            title: title, entity: entity, aggregates: AggregateList(), member: "setPropertiesToFetch"
        ).columns(request.propertiesToFetch ?? [])
    }
}
