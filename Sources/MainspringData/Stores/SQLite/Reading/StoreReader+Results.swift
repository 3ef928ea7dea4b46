internal import CSQLite
internal import Foundation
internal import MainspringModel

/// Results that are no objects.
extension StoreReader {
    /// What comes out of a request: identities, dictionaries, or one number, as its type of results says.
    func results(
        of request: FetchRequestDescription, entity: NSEntityDescription, for context: NSManagedObjectContext?
    ) throws -> [Any] {
        switch request.resultType {
        case .countResultType: [NSNumber(value: try count(for: request, entity: entity, for: context))]
        case .dictionaryResultType: try currentDictionaries(request, entity, context)
        default: try keys(for: request, entity: entity, for: context).identities
        }
    }

    /// Reads dictionaries, and reads them again if another coordinator or process has replaced files of long data
    /// meanwhile.
    private func currentDictionaries(
        _ request: FetchRequestDescription, _ entity: NSEntityDescription, _ context: NSManagedObjectContext?
    ) throws -> [NSDictionary] {
        var attempts = 0
        while true {
            do {
                return try external.uses.reading { try dictionaries(request, entity, context) }
            } catch  where ExternalFiles.isMissingFile(error) && attempts < Self.mostAttempts {
                attempts += 1
            }
        }
    }

    private func dictionaries(
        _ request: FetchRequestDescription, _ entity: NSEntityDescription, _ context: NSManagedObjectContext?
    ) throws -> [NSDictionary] {
        guard schema.table(of: entity) != nil else { return [] }
        let query = try StoreQuery.make(
            request, entity: entity, schema: schema, store: store, selecting: .dictionaries)
        guard case .dictionaries(let columns) = query.selection else { return [] }
        // Values are made when the file is not read any more: transformers are the program's.
        let rows = try read(for: context) { transaction -> [[[SQLiteValue]]] in
            noteQuery()
            let statement = try transaction.connection.cached(query.sql)
            defer {
                statement.reset()
                statement.clear()
            }
            try statement.bind(query.bindings)
            var rows: [[[SQLiteValue]]] = []
            while try statement.step() {
                rows.append(columns.map { column in column.indexes.map { statement.value($0) } })
            }
            return rows
        }
        return try rows.map { row in
            let dictionary = NSMutableDictionary()
            for (column, values) in zip(columns, row) {
                guard let value = try self.value(values, column) else { continue }
                dictionary.setObject(value, forKey: column.name as NSString)
            }
            return dictionary
        }
    }

    /// A value of a dictionary; nil for nil, which is left out.
    private func value(_ values: [SQLiteValue], _ column: ResultColumn) throws -> Any? {
        guard let first = values.first else { return nil }
        switch column.form {
        case .attribute(let attribute, let form):
            switch form {
            case .plain, .reference: return try RawDecoding.plain(first, attribute)
            case .decimal, .uri, .transformed, .external, .composite:
                let value = try RawDecoding.value(values, form, external.data)
                return value
            }
        case .identity(let identity):
            guard case .integer(let key) = first, key != 0 else { return nil }
            var entity = identity.entity
            if values.count > 1, case .integer(let number) = values[1], let own = schema.table(number: number)?.entity,
                own.isKindOf(entity: entity)
            {
                entity = own
            }
            return NSManagedObjectID(ObjectKey(store: store, root: identity.root, key: key), entity)
        case .computed(let type): return RawDecoding.computed(first, type)
        }
    }
}

extension ResultColumn {
    /// Where the parts of the value stand.
    var indexes: [Int] {
        switch form {
        case .attribute(_, .composite(let parts)): Array(index..<(index + parts.count))
        case .identity(let identity) where identity.entityIndex >= 0: [index, identity.entityIndex]
        default: [index]
        }
    }
}

extension RawDecoding {
    /// What was computed, as a type has it; of the undefined one as SQLite has it.
    static func computed(_ value: SQLiteValue, _ type: NSAttributeType) -> Any? {
        if value == .null { return nil }
        guard type == .undefinedAttributeType else {
            let attribute = NSAttributeDescription()
            attribute.attributeType = type
            return (try? plain(value, attribute)) ?? nil
        }
        return switch value {
        case .null: nil
        case .integer(let number): NSNumber(value: number)
        case .real(let number): NSNumber(value: number)
        case .text(let text): text
        case .blob(let data): data
        }
    }
}
