internal import Foundation
internal import MainspringData
@_spi(Tools) internal import MainspringModel

/// Checks the rows of a file by statements that count what is wrong, and name some of it.
struct TableCheck {
    let file: FileTables
    let schema: StoreSchema
    /// Whether the model is made of the tables, so that it says nothing that they do not say.
    let isModelGuessed: Bool
    let external: ExternalFiles
    let connection: SQLiteConnection

    init(_ inspection: StoreInspection, _ connection: SQLiteConnection) {
        (file, schema, external) = (inspection.file, inspection.schema, inspection.external)
        isModelGuessed = inspection.modelOrigin == .tables
        self.connection = connection
    }

    /// The tables of root entities, each once.
    private var roots: [EntityTable] {
        var seen: Set<String> = []
        return schema.tables.filter { seen.insert($0.name).inserted }
    }

    func quoted(_ name: String) -> String { SQLiteName.quoted(name) }

    /// The rows of an entity alone, or of it and its heirs.
    func condition(_ table: EntityTable, alias: String = "t", includesHeirs: Bool = true) -> String {
        let numbers = includesHeirs ? table.familyNumbers : [table.number]
        return "\(alias).Z_ENT IN (\(numbers.map(String.init).joined(separator: ", ")))"
    }

    /// Counts what a statement finds, and makes a finding of it.
    /// - Parameters:
    ///   - rows: what stands behind `FROM`; the rows themselves are called `t`.
    ///   - column: an expression whose value in a row is looked at too, if SQL cannot tell.
    ///   - isRight: of that value's bytes; such a row is not counted.
    ///   - sentence: is made of the count.
    func finding(
        _ kind: StoreFinding.Kind, _ table: EntityTable, property: String? = nil, _ rows: String,
        reading column: String = "NULL", unless isRight: (UnsafeRawBufferPointer) -> Bool = { _ in false },
        _ sentence: (Int) -> String
    ) throws -> [StoreFinding] {
        connection.limitReading()
        let statement = try connection.prepare("SELECT t.Z_ENT, t.Z_PK, \(column) FROM \(rows)")
        var count = 0
        var examples: [ObjectReference] = []
        while try statement.step() {
            guard !statement.withBytes(2, isRight) else { continue }
            count += 1
            guard examples.count < 5 else { continue }
            let entity = schema.table(number: statement.integer(0))?.entity ?? table.entity
            examples.append(ObjectReference(entityName: entity.name ?? "", key: statement.integer(1)))
        }
        guard count > 0 else { return [] }
        return [
            StoreFinding(
                kind, entity: table.entity.name, property: property, count: count, examples: examples, sentence(count))
        ]
    }

    /// Some things, and a sign for those that are left out.
    func some(_ texts: [String]) -> String {
        (texts.prefix(5) + (texts.count > 5 ? ["…"] : [])).joined(separator: ", ")
    }

    /// A number of objects in words.
    func objects(_ count: Int, _ table: EntityTable) -> String {
        count == 1 ? "One object of “\(table.entity.name ?? "")”" : "\(count) objects of “\(table.entity.name ?? "")”"
    }

    // MARK: Rows

    func rows() throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        for table in roots {
            let name = quoted(table.name)
            let known = schema.tables.filter { $0.name == table.name }.map { String($0.number) }.joined(separator: ", ")
            findings += try finding(
                .rows, table, "\(name) t WHERE t.Z_ENT IS NULL OR t.Z_ENT NOT IN (\(known))"
            ) { "\(table.name) has \($0) \($0 == 1 ? "row" : "rows") of an entity that the model does not have." }
            findings += try finding(.rows, table, "\(name) t WHERE t.Z_PK < 1") {
                "\(table.name) has \($0) \($0 == 1 ? "key" : "keys") below 1, which no object has."
            }
            if file.column("Z_OPT", of: table.name) {
                findings += try finding(.rows, table, "\(name) t WHERE typeof(t.Z_OPT) <> 'integer' OR t.Z_OPT < 0") {
                    "\(table.name) has \($0) \($0 == 1 ? "row" : "rows") with something else in Z_OPT than how often the row was saved. "
                        + "Set it to 1."
                }
            }
            let abstract = schema.tables.filter { $0.name == table.name && $0.entity.isAbstract }
            for own in abstract {
                findings += try finding(
                    .rows, own, "\(name) t WHERE \(condition(own, includesHeirs: false))"
                ) { "\(objects($0, own)) \($0 == 1 ? "is" : "are") there, and the entity is abstract." }
            }
            findings += try keyCount(table)
        }
        return findings
    }

    private func keyCount(_ table: EntityTable) throws -> [StoreFinding] {
        let statement = try connection.prepare(
            """
            SELECT k.Z_MAX, (SELECT max(Z_PK) FROM \(quoted(table.name))), \
            typeof(k.Z_MAX) NOT IN ('integer', 'null') OR k.Z_MAX < 0 OR k.Z_MAX = \(Int64.max) \
            FROM (SELECT 1) LEFT JOIN Z_PRIMARYKEY AS k ON k.Z_ENT = ?
            """)
        try statement.bind(table.rootNumber, at: 1)
        guard try statement.step() else { return [] }
        if statement.integer(2) != 0 {
            return [
                StoreFinding(
                    .keyCount, entity: table.entity.name,
                    "Z_MAX of “\(table.entity.name ?? "")” in Z_PRIMARYKEY is \(statement.string(0)), after which no key comes: nothing new "
                        + "can be saved. Set it to \(statement.integer(1)), the last key that there is.")
            ]
        }
        guard !statement.isNull(1) else { return [] }
        let (given, greatest) = (statement.integer(0), statement.integer(1))
        guard given < greatest else { return [] }
        return [
            StoreFinding(
                .keyCount, entity: table.entity.name,
                "Z_PRIMARYKEY says that \(given) was the last key of “\(table.entity.name ?? "")”, and there is \(greatest): a new "
                    + "object would get a key that is taken.")
        ]
    }

    // MARK: Values

    func requiredValues() throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        for table in schema.tables {
            for property in table.entity.ownProperties where !property.isOptional && !property.isTransient {
                guard let slot = table.entity.slot(named: property.name) else { continue }
                if let column = table.column(slot: slot) {
                    // What is derived is there when somebody derives it, and parts of a composite may all be nil.
                    if property is NSDerivedAttributeDescription { continue }
                    if case .composite = column.form { continue }
                    findings += try finding(
                        .required, table, property: property.name,
                        "\(quoted(table.name)) t WHERE t.\(quoted(column.name)) IS NULL AND \(condition(table))"
                    ) { "\(objects($0, table)) \($0 == 1 ? "has" : "have") no “\(property.name)”, which is required." }
                } else if let members = table.members(slot: slot) {
                    findings += try withoutMembers(table, property, members)
                }
            }
        }
        return findings
    }

    private func withoutMembers(
        _ table: EntityTable, _ property: NSPropertyDescription, _ members: MemberTable
    ) throws -> [StoreFinding] {
        let (other, column) =
            switch members.source {
            case .column(let column): (column.table, column.name)
            case .join(let join, let isFirst): (join.name, join.ends(isFirst: isFirst).own.ownColumn)
            }
        return try finding(
            .required, table, property: property.name,
            "\(quoted(table.name)) t WHERE \(condition(table)) AND t.Z_PK NOT IN "
                + "(SELECT \(quoted(column)) FROM \(quoted(other)) WHERE \(quoted(column)) IS NOT NULL)"
        ) { "\(objects($0, table)) \($0 == 1 ? "has" : "have") nobody in “\(property.name)”, which is required." }
    }

    func uniqueness() throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        for table in schema.tables {
            for constraint in table.entity.uniquenessConstraints {
                let names = ConstraintNames.names(in: constraint)
                let columns = names.compactMap { table.entity.slot(named: $0) }.compactMap {
                    table.column(slot: $0)?.name
                }
                guard !columns.isEmpty, columns.count == names.count else { continue }
                let list = columns.map { "t.\(quoted($0))" }
                let filled = list.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
                let title = names.joined(separator: ", ")
                findings += try finding(
                    .uniqueness, table, property: title,
                    "\(quoted(table.name)) t WHERE \(condition(table)) AND \(filled) GROUP BY \(list.joined(separator: ", ")) "
                        + "HAVING count(*) > 1"
                ) { count in
                    "\(count) \(count == 1 ? "value" : "values") of “\(title)” \(count == 1 ? "belongs" : "belong") to several objects of "
                        + "“\(table.entity.name ?? "")”, and must belong to one."
                }
            }
        }
        return findings
    }
}
