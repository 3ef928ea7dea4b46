internal import MainspringFoundation
internal import MainspringModel

/// Checks what does not depend on columns: numbers, kind of result, predicate, order and prefetched paths.
struct RequestChecker {
    let title: RequestTitle
    let request: FetchRequestDescription
    let entity: NSEntityDescription

    private var entityName: String { entity.name ?? "" }

    func check() throws(FetchRequestError) {
        try checkNumbers()
        try checkResultType()
        if let predicate = request.predicate {
            try PredicateChecker(title: title, place: "predicate", scope: ExpressionScope(entity: entity)).check(
                predicate)
        }
        for path in request.relationshipKeyPathsForPrefetching ?? [] { try checkPrefetching(path) }
    }

    private func checkNumbers() throws(FetchRequestError) {
        let numbers = [
            ("fetchLimit", request.fetchLimit), ("fetchOffset", request.fetchOffset),
            ("fetchBatchSize", request.fetchBatchSize),
        ]
        for (name, number) in numbers where number < 0 {
            throw title.error(
                .negativeNumber, name, "\(name) is \(number)", "Set it to 0, which is none, or to more.")
        }
    }

    private func checkResultType() throws(FetchRequestError) {
        switch request.resultType {
        case .managedObjectResultType, .managedObjectIDResultType, .dictionaryResultType, .countResultType: break
        default:
            throw title.error(
                .contradictoryResultType, nil, "The result type \(request.resultType.rawValue) is none",
                "Set one of objects, identities, dictionaries and count.")
        }
    }

    private func checkPrefetching(_ path: String) throws(FetchRequestError) {
        let kind = try kind(of: path, place: "list of relationships to prefetch")
        guard case .object = kind.element else {
            throw title.error(
                .invalidProperty, path,
                "“\(path)” of the entity \(entityName) is no relationship, and stands among the relationships to prefetch",
                "Leave it out: attributes come with their objects.")
        }
    }

    // MARK: - Order

    /// Checks a sort descriptor whose key is a path from the entity.
    func check(_ descriptor: NSSortDescriptor) throws(FetchRequestError) {
        guard let key = descriptor.key else {
            // One of Swift's, or one with a closure, compares the objects themselves.
            if descriptor.selector == nil { return }
            throw title.error(
                .sortDescriptorWithoutKey, descriptor.keyPath.map { "\($0)" },
                "The sort descriptor \(descriptor) has no key", "Make it with the name of a property.")
        }
        let kind = try kind(of: key, place: "sort descriptor \(descriptor)")
        guard !kind.isMany else {
            throw title.error(
                .toManyKey, key,
                "to-many key not allowed here: “\(key)” of the entity \(entityName) gives several values, and the sort "
                    + "descriptor \(descriptor) compares one",
                "Sort by an attribute, or by one behind to-one relationships.")
        }
    }

    /// What a path leads to.
    func kind(of path: String, place: String) throws(FetchRequestError) -> ExpressionKind {
        do throws(PathResolver.Failure) {
            return try PathResolver.kind(of: path, from: entity)
        } catch {
            throw title.error(
                error.kind, path, "keypath \(path) not found in entity \(entityName), for which the \(place) asks",
                error.reason)
        }
    }
}
