internal import Foundation
internal import MainspringData
internal import MainspringFoundation
internal import MainspringModel

extension StoreInspection {
    /// Calls a closure for each object that a query finds, as the file is read: so the memory for it is that of some rows, however many
    /// there are.
    ///
    /// A query with paths over relationships to many reads some rows ahead. The closure must not use the inspection.
    /// - Parameter body: says whether to go on.
    /// - Throws: what the closure throws; `CocoaError` with a sentence for a query that cannot be answered, and for a file that cannot be read.
    @_spi(Tools) public func rows(_ query: InspectionQuery, _ body: (InspectedRow) throws -> Bool) throws {
        guard query.limit >= 0, query.offset >= 0 else { return }
        try reading { transaction in
            try external.uses.reading {
                try RowSource(self, transaction).rows(query, body)
            }
        }
    }

    /// How many objects a query finds.
    @_spi(Tools) public func count(_ query: InspectionQuery) throws -> Int {
        let request = RowSource.request(query, [])
        request.resultType = .countResultType
        guard schema.table(of: query.entity) != nil else { return 0 }
        let made = try StoreQuery.make(request, entity: query.entity, schema: schema, store: 0, selecting: .count)
        return try reading { transaction in
            let statement = try transaction.connection.prepare(made.sql)
            try statement.bind(made.bindings)
            return try statement.step() ? Int(statement.integer(0)) : 0
        }
    }
}

/// Reads the rows of one query, within a transaction.
struct RowSource {
    let schema: StoreSchema
    let external: ExternalFiles
    let transaction: ReadTransaction

    init(_ inspection: StoreInspection, _ transaction: ReadTransaction) {
        (schema, external) = (inspection.schema, inspection.external)
        self.transaction = transaction
    }

    /// - Parameter columns: each once.
    static func request(_ query: InspectionQuery, _ columns: [ColumnPath]) -> FetchRequestDescription {
        let request = FetchRequestDescription()
        request.entity = query.entity
        request.predicate = query.predicate
        request.sortDescriptors = query.order
        (request.fetchLimit, request.fetchOffset) = (query.limit, query.offset)
        request.includesSubentities = query.includesSubentities
        request.resultType = .dictionaryResultType
        request.propertiesToFetch = columns.map { column -> Any in
            switch column {
            case .plain(let path): return path
            case .many(let many): return many.owner
            case .computed(let path):
                let computed = NSExpressionDescription()
                (computed.name, computed.expression) = (path, NSExpression(forKeyPath: path))
                return computed
            }
        }
        return request
    }

    // MARK: Rows

    func rows(_ query: InspectionQuery, _ body: (InspectedRow) throws -> Bool) throws {
        guard schema.table(of: query.entity) != nil else { return }
        let paths = query.columns.map { ColumnPath($0, from: query.entity) }
        // Each name once, the object itself first.
        var names = [ColumnPath.identity]
        var asked = [ColumnPath.plain(ColumnPath.identity)]
        let places = paths.map { path -> Int in
            let name = path.name
            if let known = names.firstIndex(of: name) { return known }
            names.append(name)
            if case .many(let many) = path {
                asked.append(.plain(many.owner))
            } else {
                asked.append(path)
            }
            return names.count - 1
        }
        let hasMany = paths.contains { if case .many = $0 { true } else { false } }
        var batch: [[InspectedValue]] = []
        // The first row comes at once.
        var batchSize = 1
        var goesOn = true
        func flush() throws {
            var columns = places.map { place in batch.map { $0[place] } }
            for (index, path) in paths.enumerated() {
                if case .many(let many) = path { columns[index] = try lists(many, of: columns[index]) }
            }
            for (index, row) in batch.enumerated() where goesOn {
                guard case .object(let object) = row[0] else { continue }
                goesOn = try body(InspectedRow(object: object, values: columns.map { $0[index] }))
            }
            batch = []
        }
        try values(Self.request(query, asked), query.entity) { row in
            guard hasMany else {
                guard case .object(let object) = row[0] else { return true }
                return try body(InspectedRow(object: object, values: places.map { row[$0] }))
            }
            batch.append(row)
            if batch.count == batchSize {
                try flush()
                batchSize = min(batchSize * 4, 256)
            }
            return goesOn
        }
        if goesOn { try flush() }
    }

    /// Calls a closure with the values of each result of a request.
    /// - Parameter conditions: must hold too.
    private func values(
        _ request: FetchRequestDescription, _ entity: NSEntityDescription,
        where conditions: [StoreQuery.Condition] = [], _ body: ([InspectedValue]) throws -> Bool
    ) throws {
        guard try firstValues(request, entity, conditions, body) else { return }
        let query = try query(request, entity, conditions, .stepwise)
        guard case .dictionaries(let columns) = query.selection else { return }
        let statement = try transaction.connection.prepare(query.sql)
        try statement.bind(query.bindings)
        var bound = RowBound(transaction)
        var count = 0
        while try statement.step() {
            try bound.check(count)
            count += 1
            guard try body(columns.map { value($0, statement) }) else { return }
        }
    }

    // MARK: Values

    func value(_ column: ResultColumn, _ statement: SQLiteStatement) -> InspectedValue {
        switch column.form {
        case .attribute(let attribute, let form): value(attribute, form, column, statement)
        case .identity(let identity): reference(identity, column, statement)
        case .computed(let type): InspectedValue(statement.value(column.index), type)
        }
    }

    private func reference(
        _ identity: ResultColumn.Identity, _ column: ResultColumn, _ statement: SQLiteStatement
    ) -> InspectedValue {
        guard !statement.isNull(column.index), statement.integer(column.index) != 0 else { return .null }
        var entity = identity.entity
        if identity.entityIndex >= 0, !statement.isNull(identity.entityIndex),
            let own = schema.table(number: statement.integer(identity.entityIndex))?.entity,
            own.isKindOf(entity: entity)
        {
            entity = own
        }
        return .object(ObjectReference(entityName: entity.name ?? "", key: statement.integer(column.index)))
    }

    private func value(
        _ attribute: NSAttributeDescription, _ form: StoreColumn.Form, _ column: ResultColumn,
        _ statement: SQLiteStatement
    ) -> InspectedValue {
        switch form {
        case .plain, .reference, .decimal, .uri:
            return InspectedValue(statement.value(column.index), attribute.attributeType)
        case .transformed(let attribute):
            guard case .blob(let data) = statement.value(column.index) else { return .null }
            let value = RawDecoding.transformed(data, attribute).flatMap { InspectedValue(transformed: $0) }
            return value ?? .data(data)
        case .external:
            guard case .blob(let data) = statement.value(column.index) else { return .null }
            do {
                return .data(try external.data(data))
            } catch {
                return .unreadable((error as NSError).localizedDescription)
            }
        case .composite(let parts):
            var values: [String: InspectedValue] = [:]
            for (offset, part) in parts.enumerated() {
                let value = InspectedValue(statement.value(column.index + offset), part.attribute.attributeType)
                if value != .null { values[part.path.joined(separator: ".")] = value }
            }
            return values.isEmpty ? .null : .parts(values)
        }
    }

    // MARK: Relationships to many

    /// What a relationship leads to from each of some objects.
    private func lists(_ many: ColumnPath.Many, of owners: [InspectedValue]) throws -> [InspectedValue] {
        guard let members = schema.table(of: many.entity)?.members(slot: many.slot) else {
            return owners.map { _ in .null }
        }
        let keys = owners.map { owner -> Int64? in if case .object(let object) = owner { object.key } else { nil } }
        let wanted = Set(keys.compactMap(\.self)).sorted()
        var found: [Int64: [ObjectReference]] = [:]
        if !wanted.isEmpty,
            let query = StoreQuery.members(of: members, owners: wanted, schema: schema, selecting: .keys)
        {
            let statement = try transaction.connection.prepare(query.sql)
            try statement.bind(query.bindings)
            while try statement.step() {
                let entity = schema.table(number: statement.integer(1))?.entity ?? many.destination
                found[statement.integer(0), default: []]
                    .append(ObjectReference(entityName: entity.name ?? "", key: statement.integer(2)))
            }
        }
        let values = try values(many.rest, of: found.values.joined(), many.destination)
        return keys.map { key in
            guard let key else { return .null }
            return .list(
                (found[key] ?? []).flatMap { member -> [InspectedValue] in
                    let value = values.map { $0[member.key] ?? .null } ?? .object(member)
                    // Lists of lists are one list.
                    if case .list(let inner) = value, many.rest != ColumnPath.identity { return inner }
                    return [value]
                })
        }
    }

    /// What a path leads to from some objects, by their keys; nil for the objects themselves.
    private func values(
        _ path: String, of objects: some Sequence<ObjectReference>, _ entity: NSEntityDescription
    ) throws -> [Int64: InspectedValue]? {
        guard path != ColumnPath.identity else { return nil }
        let keys = Set(objects.map(\.key)).sorted()
        guard !keys.isEmpty else { return [:] }
        let column = ColumnPath(path, from: entity)
        let query = InspectionQuery(entity, columns: [])
        var rows: [(Int64, InspectedValue)] = []
        let asked = column.name == ColumnPath.identity ? [] : [column]
        try values(
            Self.request(query, [.plain(ColumnPath.identity)] + asked), entity, where: [.keys(keys)]
        ) { row in
            if case .object(let object) = row[0] { rows.append((object.key, row[row.count - 1])) }
            return true
        }
        if case .many(let many) = column {
            let lists = try lists(many, of: rows.map(\.1))
            rows = zip(rows, lists).map { ($0.0, $1) }
        }
        return Dictionary(rows) { first, _ in first }
    }
}

extension ColumnPath {
    /// What the statement's column is called.
    fileprivate var name: String {
        switch self {
        case .plain(let path), .computed(let path): path
        case .many(let many): many.owner
        }
    }
}
