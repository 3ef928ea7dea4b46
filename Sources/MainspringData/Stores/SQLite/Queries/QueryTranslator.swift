internal import Foundation
internal import class MainspringFoundation.NSComparisonPredicate
internal import class MainspringFoundation.NSCompoundPredicate
internal import class MainspringFoundation.NSExpression
internal import class MainspringFoundation.NSPredicate
internal import MainspringFoundation
internal import MainspringModel

/// Says predicates and expressions about the rows of one `SELECT` in SQL.
///
/// What is unknown in SQL stays unknown: see the article “Predicates in SQLite”.
struct QueryTranslator {
    let context: QueryContext
    /// What the expressions are about; nil in what is about no object.
    let object: QueryObject
    /// What is being translated, for sentences.
    let place: String
    /// What variables stand for.
    var variables: [String: QueryOperand] = [:]
    /// Whether what is asked must hold for a row to come out, and unknown is as good as false.
    var isRequired = false
    /// Whether functions of collections are about all rows together.
    var isAggregating = false
    /// In how many others what is being translated lies.
    private var depth = 0
    /// Computed columns by their names, which come before properties.
    var columns: [String: QueryOperand] = [:]

    init(_ context: QueryContext, _ object: QueryObject, place: String) {
        (self.context, self.object, self.place) = (context, object, place)
    }

    /// Parts that lie deeper within each other have no room in SQLite's parser, and might have none on the stack.
    private static let mostDepth = 400

    /// What translates a part.
    func deeper() throws -> QueryTranslator {
        var inner = self
        inner.depth += 1
        guard inner.depth <= Self.mostDepth else {
            throw refuse(
                nil, "parts of the \(place) lie within each other more than \(Self.mostDepth) levels deep",
                "Write it with fewer levels: AND and OR take any number of parts, and IN any number of values.")
        }
        return inner
    }

    // MARK: Predicates

    func condition(_ predicate: NSPredicate) throws -> QueryCondition { try deeper().deepCondition(predicate) }

    private func deepCondition(_ predicate: NSPredicate) throws -> QueryCondition {
        guard predicate.isTranslatable else {
            throw refuse(
                nil,
                "the \(place) has a part of the class \(type(of: predicate)), or one from an archive that nobody has "
                    + "allowed", "Make it of comparisons, and call allowEvaluation() for what comes from an archive.")
        }
        switch predicate {
        case let compound as NSCompoundPredicate: return try condition(compound)
        case let comparison as NSComparisonPredicate: return try condition(comparison)
        default:
            if let result = predicate.constantResult { return result ? .always : .never }
            throw refuse(
                nil,
                "the \(place) is a closure, or has one as a part: a block predicate, which no store with a database can "
                    + "evaluate", "Make it of comparisons, or fetch without it and filter what comes out.")
        }
    }

    private func condition(_ compound: NSCompoundPredicate) throws -> QueryCondition {
        let parts = compound.subpredicates.compactMap { $0 as? NSPredicate }
        var optional = self
        optional.isRequired = false
        switch compound.compoundPredicateType {
        case .and: return .all(try parts.map(condition))
        case .or: return .any(try parts.map(optional.condition))
        case .not:
            guard let part = parts.first else { return .never }
            // Twice is not at all, for what is unknown as well.
            if let inner = part as? NSCompoundPredicate, inner.isTranslatable, inner.compoundPredicateType == .not,
                let doubled = inner.subpredicates.first as? NSPredicate
            {
                return try condition(doubled)
            }
            return try optional.condition(part).negated
        }
    }

    // MARK: Refusals

    func refuse(_ property: String?, _ problem: String, _ advice: String) -> FetchRequestError {
        context.title.error(.notInSQL, property, "unimplemented SQL generation: \(problem)", advice)
    }

    /// The refusal of an expression that SQL has no words for.
    func refuse(_ expression: NSExpression, _ problem: String) -> FetchRequestError {
        refuse(
            "\(expression)", "“\(expression)” in the \(place) \(problem)",
            "Fetch without it and filter what comes out, or keep what it computes in an attribute.")
    }

    /// The error of a part that has no value, whatever the objects have.
    func unevaluable(
        _ kind: FetchRequestError.Kind, _ expression: NSExpression, _ part: String, _ error: any Error
    ) -> FetchRequestError {
        context.title.error(kind, "\(expression)", "“\(part)” in the \(place) cannot be evaluated", "\(error)")
    }
}

/// What the parts of one translation share.
final class QueryContext {
    let schema: StoreSchema
    /// The store's number in identities.
    let store: UInt32
    let title: RequestTitle
    /// Names that no two tables of the statement have both.
    let aliases: QueryAliases

    init(_ schema: StoreSchema, _ store: UInt32, _ title: RequestTitle, _ aliases: QueryAliases) {
        (self.schema, self.store, self.title, self.aliases) = (schema, store, title, aliases)
    }

    /// The table of an entity.
    /// - Throws: that the store does not keep it.
    func table(of entity: NSEntityDescription?) throws -> EntityTable {
        if let entity, let table = schema.table(of: entity) { return table }
        throw title.error(
            .unknownEntity, entity?.name, "The store has no table for the entity “\(entity?.name ?? "")”",
            "Ask for objects of the store's own configuration only, or leave the store out of affectedStores.")
    }

    /// The object that a row is.
    func object(_ row: RowReference) -> QueryObject {
        QueryObject(place: .row(row), entity: row.table.entity, root: row.table.root)
    }

    /// The row of an object, joined if it is another than what is there.
    func row(of object: QueryObject) throws -> RowReference {
        switch object.place {
        case .row(let row): return row
        case .column(let reference, let name, let row):
            try requireRoom(in: row.scope)
            return row.scope.destination(try table(of: reference.destination), of: row.alias, column: name)
        case .pair(let alias, let column, let scope):
            try requireRoom(in: scope)
            return scope.destination(try table(of: object.entity), of: alias, column: column)
        }
    }

    private func requireRoom(in scope: QueryScope) throws {
        guard !scope.hasRoom else { return }
        throw title.error(
            .notInSQL, nil,
            "unimplemented SQL generation: key paths go through more than 64 tables, which SQLite does not join",
            "Ask for less in one request, and filter what comes out.")
    }

    /// The key of a constant object; 0, which no object has, for one that the store does not have among those of a root.
    func key(of identity: NSManagedObjectID, root: UInt32) -> SQLiteValue {
        .integer(identity.key.store == store && identity.key.root == root ? identity.key.key : 0)
    }
}
