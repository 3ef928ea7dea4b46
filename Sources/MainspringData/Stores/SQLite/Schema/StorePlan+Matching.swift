package import MainspringModel

extension StorePlan {
    /// How the objects of entities lie in a file that there is.
    /// - Parameter dataForms: those of the file.
    /// - Throws: ``SchemaMisfit`` naming the first entity and property for which the file has nothing.
    package init(
        _ model: NSManagedObjectModel, _ entities: [NSEntityDescription], in tables: FileTables,
        _ dataForms: DataForms = DataForms()
    ) throws(SchemaMisfit) {
        self.init(model, try EntityNumbers(entities, in: tables))
        self.dataForms = dataForms
        for number in self.tables.indices { try ColumnMatching.match(&self.tables[number], tables) }
        for number in joins.indices { try JoinMatching.match(&joins[number], tables) }
    }
}

/// Finds the columns of an entity's table.
private enum ColumnMatching {
    static func match(_ table: inout TablePlan, _ tables: FileTables) throws(SchemaMisfit) {
        guard let found = tables.tables[table.name.uppercased()] else {
            throw SchemaMisfit(clause: "there is no table \(table.name) for the entity “\(table.root.name ?? "")”")
        }
        for column in ["Z_PK", "Z_ENT", "Z_OPT"] where !found.contains(where: { $0.name.uppercased() == column }) {
            throw SchemaMisfit(clause: "the table \(table.name) has no column \(column)")
        }
        // Keys that are texts, or that two rows have, would be those of other objects.
        guard found.contains(where: { $0.name.uppercased() == "Z_PK" && $0.isRowNumber }) else {
            throw SchemaMisfit(
                clause: "the column Z_PK of the table \(table.name) is not declared as INTEGER PRIMARY KEY")
        }
        var free = Dictionary(found.map { ($0.name.uppercased(), $0) }) { first, _ in first }
        var open: [ColumnPlan] = []
        // Those that are where they would be made come first, so that nothing else is taken for them.
        for column in table.columns {
            if let known = free[column.name.uppercased()], column.fits(known) {
                free[column.name.uppercased()] = nil
                table.rename(column.role, to: known.name)
            } else {
                open.append(column)
            }
        }
        for column in open {
            if let name = free.keys.filter({ column.mayBe($0) && free[$0].map(column.fits) == true })
                .min(by: { ($0.utf8.count, $0) < ($1.utf8.count, $1) }), let known = free.removeValue(forKey: name)
            {
                table.rename(column.role, to: known.name)
            } else if column.role.part == .entity {
                // Whose entity it is the row itself can tell.
                table.leaveOut(column.role)
            } else {
                throw SchemaMisfit(clause: column.missing(in: found, table))
            }
        }
    }
}

extension ColumnPlan {
    /// Whether a column of the file can hold the values.
    fileprivate func fits(_ column: FileTables.Column) -> Bool {
        guard let type = ColumnType(rawValue: column.type.uppercased()) else { return false }
        return type == self.type || (type.isReal && self.type.isReal)
    }

    /// Whether a name, in capital letters, can be that of the column with another number in it.
    fileprivate func mayBe(_ name: String) -> Bool {
        var rest = Substring(name)
        if role.part == .entity {
            // The number before the name is that of an entity.
            let ownName = property.name.uppercased()
            guard rest.hasPrefix("Z") else { return false }
            rest = rest.dropFirst().drop { $0.isASCII && $0.isNumber }
            guard rest.hasPrefix("_\(ownName)") else { return false }
            rest = rest.dropFirst(ownName.count + 1)
        } else {
            guard rest.hasPrefix(base.uppercased()) else { return false }
            rest = rest.dropFirst(base.uppercased().count)
        }
        return rest.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }

    fileprivate func missing(in found: [FileTables.Column], _ table: TablePlan) -> String {
        let what = "the property “\(property.name)” of the entity “\(entity.name ?? "")”"
        guard let known = found.first(where: { $0.name.uppercased() == name.uppercased() }) else {
            return "the table \(table.name) has no column \(name) for \(what)"
        }
        return "the column \(known.name) of the table \(table.name) is declared as \(known.type), and \(what) needs "
            + type.rawValue
    }
}

extension ColumnType {
    fileprivate var isReal: Bool { self == .timestamp || self == .float || self == .decimal }
}

/// Finds a table of pairs, and its columns.
private enum JoinMatching {
    static func match(_ join: inout JoinPlan, _ tables: FileTables) throws(SchemaMisfit) {
        for name in names(join) {
            guard let columns = tables.tables[name.uppercased()], take(columns, &join) else { continue }
            join.name = name
            return
        }
        throw SchemaMisfit(
            clause:
                "there is no table \(join.name) for the relationship “\(join.first.relationship.name)” of the entity "
                + "“\(join.first.entity.name ?? "")”")
    }

    /// Named for either end, with a number behind where the name was taken.
    private static func names(_ join: JoinPlan) -> [String] {
        let names = [join.name, join.otherName]
        return names + (1...9).flatMap { number in names.map { "\($0)\(number)" } }
    }

    /// Whether the columns are those of the pairs.
    private static func take(_ columns: [FileTables.Column], _ join: inout JoinPlan) -> Bool {
        var keys = columns.map(\.name).filter { !$0.uppercased().hasPrefix("Z_FOK_") }
        guard keys.count == 2 else { return false }
        let isFirst = keys.firstIndex { $0.uppercased() == join.first.ownColumn }
        let isSecond = keys.firstIndex { $0.uppercased() == join.second.ownColumn }
        switch (isFirst, isSecond) {
        case (0?, _), (nil, 1?): break
        case (1?, _), (nil, 0?): keys.swapAt(0, 1)
        // Of a relationship that leads back to itself, or nowhere, the names are not known for certain.
        default: guard join.isOneSided || join.first.relationship === join.second.relationship else { return false }
        }
        join.first.ownColumn = keys[0]
        join.second.ownColumn = keys[1]
        let orders = columns.map(\.name).filter { $0.uppercased().hasPrefix("Z_FOK_") }
        return takeOrder(orders, \.first, \.second, &join) && takeOrder(orders, \.second, \.first, &join)
    }

    /// The order of an end's members stands beside the members' keys.
    private static func takeOrder(
        _ orders: [String], _ end: WritableKeyPath<JoinPlan, JoinPlan.End>,
        _ other: KeyPath<JoinPlan, JoinPlan.End>, _ join: inout JoinPlan
    ) -> Bool {
        guard let wanted = join[keyPath: end].orderColumn else { return true }
        let members = join[keyPath: other].ownColumn.uppercased().drop { $0 == "Z" }
        guard
            let found = orders.first(where: { $0.uppercased() == wanted || $0.uppercased() == "Z_FOK\(members)" })
                ?? (orders.count == 1 ? orders[0] : nil)
        else { return false }
        join[keyPath: end].orderColumn = found
        return true
    }
}
