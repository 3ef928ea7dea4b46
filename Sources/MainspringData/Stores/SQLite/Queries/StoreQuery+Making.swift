internal import MainspringFoundation
package import MainspringModel

extension StoreQuery {
    /// Makes the query of a request.
    /// - Parameters:
    ///   - entity: whose objects are asked for: one that the store keeps.
    ///   - store: the store's number in identities.
    ///   - want: what is wanted of the results.
    ///   - conditions: beside the predicate, which must hold too.
    ///   - pace: what matters where dictionaries have an order.
    /// - Throws: ``FetchRequestError`` for what is wrong with the request, and for what cannot be said in SQL.
    package static func make(
        _ request: FetchRequestDescription, entity: NSEntityDescription, schema: StoreSchema, store: UInt32,
        selecting want: Want, where conditions: [Condition] = [], pace: RowPace = .whole
    ) throws -> StoreQuery {
        let plan = try FetchPlan(request, entity)
        return try RequestTranslation(request, plan, schema, store, pace: pace).query(want, conditions)
    }

    /// Makes the query for the rows of objects by their keys, in no order.
    /// - Parameter table: that of an entity all of them are of, or inherit from.
    static func rows(of table: EntityTable, keys: [Int64], schema: StoreSchema) -> StoreQuery {
        KeyQueries(schema: schema).rows(table, keys)
    }

    /// Makes the query for the members of a relationship to many, in their order, owner by owner.
    /// - Parameters:
    ///   - owners: the keys of the objects that have the relationship. The first column is the owner's key.
    ///   - want: rows or keys.
    /// - Returns: nil if the store does not keep the members.
    package static func members(
        of members: MemberTable, owners: [Int64], schema: StoreSchema, selecting want: Want
    ) -> StoreQuery? {
        KeyQueries(schema: schema).members(members, owners, want)
    }
}
