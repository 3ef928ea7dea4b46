package import MainspringModel

/// How the objects of one entity lie in the table of its root entity.
package final class EntityTable {
    package unowned let entity: NSEntityDescription
    let layout: ObjectLayout
    /// The entity's number in the file: `Z_ENT` of its objects.
    package let number: Int64
    /// That of its root entity in the file, whose row of `Z_PRIMARYKEY` counts the keys of all that inherit from it.
    package let rootNumber: Int64
    /// The number of the root entity in identities.
    let root: UInt32
    /// The table's name.
    package let name: String
    /// Where the values of attributes and the destinations of relationships to one lie, in the order of their slots;
    /// without those that no store keeps.
    package let columns: [StoreColumn]
    /// What a save has to know of each of them for each row.
    let bindings: ConstantTable<ColumnBinding>
    /// Where the members of relationships to many are found, in the order of their slots.
    let memberTables: [MemberTable]
    /// The numbers in the file of the entity and all that inherit from it, ascending.
    package let familyNumbers: [Int64]
    /// Whether members of relationships to many name their owner in their own rows.
    let hasMembersByColumn: Bool
    /// Whether data of the entity may lie in files of their own.
    package let hasExternals: Bool
    /// Whether rows of other entities, which do not inherit from this one, lie in the table as well, so that a question for
    /// the entity and its heirs must ask for `Z_ENT`.
    let isShared: Bool
    /// By slot: which of the columns it is; -1 for what has none of its own.
    private let columnNumbers: [Int]
    private let memberNumbers: [Int]

    init(
        entity: NSEntityDescription, number: Int64, rootNumber: Int64, root: UInt32, name: String,
        columns: [StoreColumn], memberTables: [MemberTable], familyNumbers: [Int64], isShared: Bool
    ) {
        (self.entity, self.number, self.rootNumber, self.root) = (entity, number, rootNumber, root)
        (self.name, self.columns, self.memberTables) = (name, columns, memberTables)
        (self.familyNumbers, self.isShared) = (familyNumbers, isShared)
        layout = ObjectLayout.of(entity)
        bindings = ConstantTable(columns.map { ColumnBinding($0) })
        hasMembersByColumn = memberTables.contains { if case .column = $0.source { true } else { false } }
        hasExternals = columns.contains { if case .external = $0.form { true } else { false } }
        var columnNumbers = [Int](repeating: -1, count: layout.places.count)
        for (number, column) in columns.enumerated() { columnNumbers[Int(column.place.slot)] = number }
        var memberNumbers = [Int](repeating: -1, count: layout.places.count)
        for (number, members) in memberTables.enumerated() { memberNumbers[members.slot] = number }
        (self.columnNumbers, self.memberNumbers) = (columnNumbers, memberNumbers)
    }

    deinit { bindings.deallocate() }

    /// The column of a slot; nil for a relationship to many, and for what no store keeps.
    package func column(slot: Int) -> StoreColumn? { columnNumbers[slot] < 0 ? nil : columns[columnNumbers[slot]] }

    /// Where the members of a relationship to many are found; nil for any other slot.
    package func members(slot: Int) -> MemberTable? {
        memberNumbers[slot] < 0 ? nil : memberTables[memberNumbers[slot]]
    }
}
