internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

extension RequestTranslation {
    /// The order of objects: that of the sort descriptors, and of the keys where they leave it open.
    func order(of row: RowReference) throws -> SQLText {
        let descriptors = request.sortDescriptors ?? []
        // Whoever asks for a part of the objects asks for the others later.
        if descriptors.isEmpty, plan.limit == nil, plan.offset == 0, request.fetchBatchSize == 0 { return "" }
        let translator = QueryTranslator(context, context.object(row), place: "order")
        let terms = try descriptors.map { try term($0, translator) } + [row.key]
        return " ORDER BY \(terms, by: ", ")"
    }

    /// The order by one sort descriptor. Nothing comes first, or last where the greatest does.
    func term(_ descriptor: NSSortDescriptor, _ translator: QueryTranslator) throws -> SQLText {
        guard let key = descriptor.key, type(of: descriptor) == NSSortDescriptor.self, descriptor.mayEvaluate else {
            throw refuse(descriptor, "has no key but one of Swift's key paths, or is of a class of its own")
        }
        guard let selector = descriptor.selector else {
            throw refuse(descriptor, "has a comparator: comparator blocks are not supported")
        }
        guard let comparison = TextComparison(selector) else {
            throw refuse(descriptor, "has an unsupported selector, \(selector)")
        }
        let expression = NSExpression(forKeyPath: key)
        var text: SQLText
        switch try translator.operand(expression) {
        case .object(let object): text = object.key
        case .value(let value) where value.kind.hasOrder:
            text = value.sql
            if value.kind.isText, let collation = QueryFunctions.collation(comparison) {
                text = "\(text) COLLATE \(name: collation)"
            }
        case .value(let value): throw refuse(descriptor, "asks for the order of \(value.kind.words)")
        case .entity, .constant, .list, .many, .keys: throw refuse(descriptor, "sorts by what is no value")
        }
        return descriptor.ascending ? text : "\(text) DESC"
    }

    private func refuse(_ descriptor: NSSortDescriptor, _ problem: String) -> FetchRequestError {
        context.title.error(
            .notInSQL, descriptor.key ?? descriptor.keyPath.map { "\($0)" },
            "unsupported NSSortDescriptor: \(descriptor) \(problem)",
            "Sort by the name of an attribute and one of the selectors that texts have, or sort what comes out.")
    }
}
