internal import MainspringModel

/// The columns of an entity and its heirs, each once.
struct RowColumns {
    private let schema: StoreSchema
    private let tables: [EntityTable]

    /// - Parameter includesHeirs: whether rows of entities that inherit from it are read too.
    init(_ schema: StoreSchema, _ table: EntityTable, includesHeirs: Bool) {
        self.schema = schema
        let heirs = table.familyNumbers.filter { $0 != table.number }.compactMap { schema.table(number: $0) }
        tables = [table] + (includesHeirs ? heirs : [])
    }

    /// What is selected, and what it is.
    /// - Parameter owner: the key of the object of which they are members.
    func selected(of row: RowReference, owner: SQLText? = nil) -> (SQLText, RowSelection) {
        var list: [SQLText] = owner.map { [$0] } ?? []
        let entityIndex = list.count
        list += [row.entityNumber, row.key, row.column("Z_OPT")]
        var known: [String: Int] = [:]
        func index(_ names: [String]) -> Int {
            if let index = known[names[0]] { return index }
            known[names[0]] = list.count
            defer { list += names.map { row.column($0) } }
            return list.count
        }
        let entities = tables.map { table in
            let columns = table.columns.map { column in
                switch column.form {
                case .composite(let parts) where !parts.isEmpty:
                    RowSelection.Column(column: column, index: index(parts.map(\.name)), entityIndex: -1)
                case .reference(let reference):
                    RowSelection.Column(
                        column: column, index: index([column.name]),
                        entityIndex: reference.entityColumn.map { index([$0]) } ?? -1)
                default: RowSelection.Column(column: column, index: index([column.name]), entityIndex: -1)
                }
            }
            return RowSelection.Entity(table: table, columns: columns)
        }
        let owner = owner == nil ? nil : 0
        return (
            "\(list, by: ", ")", RowSelection(ownerIndex: owner, entityIndex: entityIndex, entities: entities)
        )
    }
}
