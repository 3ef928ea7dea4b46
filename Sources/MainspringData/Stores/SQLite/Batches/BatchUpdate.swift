internal import Foundation
internal import class MainspringFoundation.NSExpression
internal import MainspringFoundation
internal import MainspringModel

/// Changes rows by one `UPDATE`: constants, or what an expression makes of each row as it was.
///
/// Where it sets links that others know of, these are changed at both ends: the keys of the rows are put into a table in memory first.
struct BatchUpdate {
    let batch: Batch
    let table: EntityTable
    /// Whether the keys are asked for.
    let wantsKeys: Bool

    /// What a property is set to.
    private struct Setting {
        let slot: Int
        let sql: SQLText
        /// The column whose files the rows give up.
        var external: StoreColumn?
        /// The relationship, and the key to which it leads.
        var link: BatchLink?
        var destination: Int64?
    }

    func run(_ request: NSBatchUpdateRequest) throws -> BatchResult {
        let fetch = FetchRequestDescription()
        (fetch.entity, fetch.predicate, fetch.includesSubentities) = (
            table.entity, request.predicate, request.includesSubentities
        )
        let translation = RequestTranslation(
            fetch, try FetchPlan(fetch, table.entity), batch.schema, batch.store)
        let row = try translation.row()
        let settings = try settings(request, translation.context, row)
        guard !settings.isEmpty else { return BatchResult() }
        guard row.scope.isOneTable else {
            throw error(
                "an expression goes through a relationship. Say it of the object's own attributes, or change objects of a context"
            )
        }
        let condition = try translation.condition(of: row, [])
        let rows = try BatchCondition(row, condition, translation)
        let links = BatchLinks(batch, table, done: "changed in")
        defer { links.end() }
        for setting in settings {
            guard let link = setting.link, let key = setting.destination else { continue }
            try links.requireDestinations("SELECT \(number: key)", link)
        }
        var result = BatchResult(touched: touched(request))
        let mutual = settings.filter { $0.link?.inverse != nil }
        guard mutual.isEmpty else {
            try change(settings, mutual, rows, row, links, &result)
            return result
        }
        try note(settings, rows, row)
        try giveUpFiles(settings, rows.clause, row)
        let version: SQLText = "Z_OPT = ifnull(Z_OPT, 0) + 1"
        try change(settings.map(\.sql) + [version], rows.clause, row, &result)
        return result
    }

    /// Changes rows and the other ends of their links.
    private func change(
        _ settings: [Setting], _ mutual: [Setting], _ rows: BatchCondition, _ row: RowReference, _ links: BatchLinks,
        _ result: inout BatchResult
    ) throws {
        try links.begin()
        try links.add("SELECT \(row.key) FROM \(name: table.name) AS \(name: row.alias)\(rows.clause)")
        for own in table.family(batch.schema) {
            for setting in settings {
                guard let slot = own.entity.slot(named: table.entity.slots[setting.slot].name) else { continue }
                try links.touched.add(BatchLinks.keys, of: own, slot: slot)
            }
        }
        for setting in mutual {
            if let link = setting.link { try links.leave(link, BatchLinks.keys, next: setting.destination) }
        }
        let clause: SQLText = " WHERE \(row.key) IN (\(BatchLinks.keys))"
        try giveUpFiles(settings, clause, row)
        try change(settings.map(\.sql), clause, row, &result)
        let made = mutual.compactMap(\.link)
        for link in made { try links.make(link) }
        result.touched += try links.finish(made)
    }

    private func giveUpFiles(_ settings: [Setting], _ clause: SQLText, _ row: RowReference) throws {
        for case let column? in settings.map(\.external) {
            try batch.giveUpFiles("SELECT \(name: column.name) FROM \(name: table.name) AS \(name: row.alias)\(clause)")
        }
    }

    private func change(
        _ settings: [SQLText], _ clause: SQLText, _ row: RowReference, _ result: inout BatchResult
    ) throws {
        let returning: SQLText = wantsKeys ? " RETURNING Z_ENT, Z_PK" : ""
        let statement = try batch.prepare(
            "UPDATE \(name: table.name) AS \(name: row.alias) SET \(settings, by: ", ")\(clause)\(returning)")
        do throws(SQLiteFailure) {
            while try statement.step() {
                result.keys.append(BatchResult.Key(entity: statement.integer(0), key: statement.integer(1)))
            }
        } catch {
            guard error.isUniqueness else { throw error }
            throw CoreDataError.make(
                NSManagedObjectConstraintMergeError,
                "Nothing was changed in \(batch.connection.path): two objects of “\(table.entity.name ?? "")” would have values that may "
                    + "come once alone. SQLite says: \(error.message).", underlying: error)
        }
        result.count = batch.connection.changeCount
    }

    private func touched(_ request: NSBatchUpdateRequest) -> [NSEntityDescription] {
        let numbers = request.includesSubentities ? table.familyNumbers : [table.number]
        return numbers.compactMap { batch.schema.table(number: $0)?.entity }
    }

    /// Before the rows are others, so that the condition finds them.
    private func note(_ settings: [Setting], _ rows: BatchCondition, _ row: RowReference) throws {
        guard let history = batch.history else { return }
        for number in table.familyNumbers {
            guard let own = batch.schema.table(number: number) else { continue }
            let slots = settings.compactMap { setting in
                own.entity.slot(named: table.entity.slots[setting.slot].name)
            }
            let source: SQLText = "SELECT \(row.entityNumber), \(row.key) FROM \(name: table.name) \(name: row.alias)"
            let only = QueryCondition("\(row.entityNumber) = \(number: number)")
            try history.note(.update, "\(source)\(rows.and(only).clause)", columns: history.columns(slots, of: own))
        }
    }

    // MARK: Settings

    private func settings(
        _ request: NSBatchUpdateRequest, _ context: QueryContext, _ row: RowReference
    ) throws -> [Setting] {
        var settings: [Setting] = []
        for (key, value) in request.propertiesToUpdate ?? [:] {
            let name = (key.base as? NSPropertyDescription)?.name ?? "\(key.base)"
            guard let slot = table.entity.slot(named: name), let column = table.column(slot: slot) else {
                throw error(
                    table.entity.propertiesByName[name] == nil
                        ? "there is no property “\(name)”"
                        : "“\(name)” has no column of its own: a batch sets attributes that are stored, and relationships to one"
                )
            }
            guard !settings.contains(where: { $0.slot == slot }) else { throw error("“\(name)” is set twice") }
            var setting = Setting(slot: slot, sql: try setting(value, name, column, context, row))
            if case .external = column.form { setting.external = column }
            if let link = BatchLink(column, of: table, batch.schema) {
                setting.link = link
                setting.destination = try withConstant(value, name, column) { $0.destinationKey(column.place)?.key }
            }
            settings.append(setting)
        }
        // The same text for the same properties, in whatever order the dictionary has them.
        return settings.sorted { $0.slot < $1.slot }
    }

    private func setting(
        _ value: Any, _ name: String, _ column: StoreColumn, _ context: QueryContext, _ row: RowReference
    ) throws -> SQLText {
        if let expression = value as? NSExpression, expression.expressionType != .constantValue {
            let attribute = table.entity.slots[Int(column.place.slot)] as? NSAttributeDescription
            guard let kind = attribute.flatMap({ QueryValue.Kind($0) }) else {
                throw error("“\(name)” takes a constant, and no expression")
            }
            let translator = QueryTranslator(context, context.object(row), place: "value of “\(name)”")
            let found = try translator.value(expression, like: kind)
            guard found.kind.isComparable(with: kind) else {
                throw error("the expression for “\(name)” gives \(found.kind.words), and not \(kind.words)")
            }
            let isTruncated = kind.isWhole && !found.kind.isWhole
            return isTruncated
                ? "\(name: column.name) = CAST(\(found.sql) AS INTEGER)" : "\(name: column.name) = \(found.sql)"
        }
        return try withConstant(value, name, column) { memory in
            if case .external = column.form {
                // A file is one row's alone, so that all have the data themselves.
                let data = Data.read(memory, column.place)
                return "\(name: column.name) = \(bound: data.map { .blob(ExternalFiles.inlineColumn($0)) } ?? .null)"
            }
            let values = try BatchValues.values(memory, column, batch)
            return SQLText(zip(column.writtenNames, values).map { "\(name: $0) = \(bound: $1)" })
        }
    }

    private func withConstant<Result>(
        _ value: Any, _ name: String, _ column: StoreColumn, _ body: (ValueMemory) throws -> Result
    ) throws -> Result {
        let constant = (value as? NSExpression)?.constantValue ?? (value is NSExpression ? NSNull() : value)
        let memory = table.layout.copy(table.layout.emptyValues)
        defer { table.layout.destroy(memory) }
        try BatchColumn(column, of: table).take(constant, memory, store: batch.store) { error("“\(name)”: \($0)") }
        return try body(memory)
    }

    private func error(_ reason: String) -> any Error {
        CoreDataError.make(
            NSPersistentStoreOperationError,
            "Nothing was changed in \(batch.connection.path): a batch update of “\(table.entity.name ?? "")” cannot be done, since "
                + "\(reason).")
    }
}

/// Which rows a statement is about that has a name for one table alone.
struct BatchCondition {
    private let conditions: [QueryCondition]

    /// A condition that goes through other tables becomes one about keys.
    init(_ row: RowReference, _ condition: QueryCondition?, _ translation: RequestTranslation) throws {
        guard row.scope.isOneTable else {
            conditions = [QueryCondition("\(row.key) IN (\(try translation.keyText()))")]
            return
        }
        conditions = condition.map { [$0] } ?? []
    }

    private init(_ conditions: [QueryCondition]) { self.conditions = conditions }

    func and(_ other: QueryCondition) -> BatchCondition { BatchCondition(conditions + [other]) }

    /// ` WHERE` and the condition; nothing for all rows.
    var clause: SQLText { conditions.isEmpty ? "" : " WHERE \(QueryCondition.all(conditions).sql)" }
}

/// Values as columns have them.
enum BatchValues {
    /// Those of all columns of a value.
    static func values(_ memory: ValueMemory, _ column: StoreColumn, _ batch: Batch) throws -> [SQLiteValue] {
        let names = column.writtenNames
        // SQLite itself says what the binder makes of a value.
        let statement = try batch.connection.prepare("SELECT \(names.map { _ in "?" }.joined(separator: ", "))")
        let binder = batch.statements.rows.binder
        binder.begin()
        _ = try binder.bind(memory, column, to: statement, at: 1) { try batch.statements.rows.entityNumber($0) }
        guard try statement.step() else { return names.map { _ in .null } }
        return names.indices.map { statement.value($0) }
    }
}
