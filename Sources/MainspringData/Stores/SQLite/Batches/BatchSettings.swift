internal import Foundation
internal import class MainspringFoundation.NSExpression
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// What a batch update sets a property to.
struct BatchSetting {
    let slot: Int
    let sql: SQLText
    /// The column whose files the rows give up.
    var external: StoreColumn?
    /// The relationship, and the key to which it leads.
    var link: BatchLink?
    var destination: Int64?
}

/// Makes settings of what a request says.
struct BatchSettings {
    let batch: Batch
    let table: EntityTable

    func settings(
        _ request: NSBatchUpdateRequest, _ context: QueryContext, _ row: RowReference
    ) throws -> [BatchSetting] {
        var settings: [BatchSetting] = []
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
            var setting = BatchSetting(slot: slot, sql: try setting(value, name, column, context, row))
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
            return "\(name: column.name) = \(text(found, kind, attribute, column))"
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

    /// What an expression gives, as the column has it.
    private func text(
        _ found: QueryValue, _ kind: QueryValue.Kind, _ attribute: NSAttributeDescription?, _ column: StoreColumn
    ) -> SQLText {
        // A first byte of data that are not marked would be taken for a mark.
        if case .external = column.form { return LongDataForms.marking(found.sql) }
        guard kind.isNumber, let attribute else { return found.sql }
        return ValueLimits.limited(found, attribute)
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

    func error(_ reason: String) -> any Error {
        CoreDataError.make(
            NSPersistentStoreOperationError,
            "Nothing was changed in \(batch.connection.path): a batch update of “\(table.entity.name ?? "")” cannot be done, since "
                + "\(reason).")
    }
}

/// Values as columns have them.
private enum BatchValues {
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
