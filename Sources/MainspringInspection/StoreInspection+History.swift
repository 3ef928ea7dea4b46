public import Foundation
internal import MainspringData
internal import MainspringModel

/// A transaction of a store's history.
@_spi(Tools) public struct InspectedTransaction {
    /// Its number, by which histories are asked for what comes later.
    @_spi(Tools) public let number: Int64
    /// When it was saved, by the clock of whoever did it.
    @_spi(Tools) public let date: Date
    /// Who saved it, as far as the history says.
    @_spi(Tools) public let (author, contextName, bundleID, processID): (String?, String?, String, String)
    /// What was changed, in order.
    @_spi(Tools) public let changes: [InspectedChange]
}

/// A change of one object.
@_spi(Tools) public struct InspectedChange {
    /// What became of the object.
    @_spi(Tools) public enum Kind: String, Sendable {
        case insert, update, delete
    }

    /// Its number in the history.
    @_spi(Tools) public let number: Int64
    /// What became of the object.
    @_spi(Tools) public let kind: Kind
    /// Which object.
    @_spi(Tools) public let object: ObjectReference
    /// The properties that an update has changed, by their names.
    @_spi(Tools) public let updatedProperties: [String]
    /// The preserved values of an object that was deleted, without those that are nil.
    @_spi(Tools) public let tombstone: [(name: String, value: InspectedValue)]
}

extension StoreInspection {
    /// Where a history is read on.
    @_spi(Tools) public enum HistoryPlace {
        /// From its beginning.
        case beginning
        /// Behind the transaction with a number.
        case transaction(Int64)
        /// Behind a moment.
        case date(Date)
    }

    /// The transactions behind a place, in order.
    /// - Returns: nil if the store keeps no history.
    /// - Throws: `CocoaError` 134301 if what lies behind the place was deleted in part; 134080 for a history of a form that is not known.
    @_spi(Tools) public func history(after place: HistoryPlace) throws -> [InspectedTransaction]? {
        guard let history = try fileHistory() else { return nil }
        let store = HistoryStore(number: 0, identifier: identifier, entities: history.entities)
        let request: NSPersistentHistoryChangeRequest.Place =
            switch place {
            case .beginning: .token(nil)
            case .transaction(let number): .token(NSPersistentHistoryToken([identifier: number]))
            case .date(let date): .date(date)
            }
        let records = try reading { transaction in
            try HistoryReader(history: history, store: store, connection: transaction.connection)
                .records(after: request, hasChanges: true)
        }
        return records.map { InspectedTransaction($0) }
    }

    /// The number of the last transaction that there ever was; nil if the store keeps no history.
    @_spi(Tools) public func lastHistoryNumber() throws -> Int64? {
        guard let history = try fileHistory() else { return nil }
        let store = HistoryStore(number: 0, identifier: identifier, entities: history.entities)
        return try reading { transaction in
            try HistoryReader(history: history, store: store, connection: transaction.connection).lastNumber()
        }
    }

    private func fileHistory() throws -> FileHistory? {
        do throws(SchemaMisfit) {
            return try HistoryForm(file).map { FileHistory($0, schema, isWritten: false) }
        } catch {
            throw CoreDataError.make(
                NSPersistentStoreOpenError,
                "The history of the store at \(path) cannot be read: \(error.clause).",
                userInfo: [NSFilePathErrorKey: path])
        }
    }
}

extension InspectedTransaction {
    fileprivate init(_ record: HistoryRecord) {
        number = record.number
        date = record.timestamp
        (author, contextName) = (record.author, record.contextName)
        (bundleID, processID) = (record.bundleID, record.processID)
        changes = record.rows.map { InspectedChange($0, record.store.entities[Int($0.entity)]) }
    }
}

extension InspectedChange {
    fileprivate init(_ row: HistoryRow, _ entity: HistoryEntity) {
        number = row.number
        kind =
            switch row.type {
            case .insert: .insert
            case .update: .update
            case .delete: .delete
            }
        object = ObjectReference(entityName: entity.entity.name ?? "", key: row.key)
        updatedProperties = row.columns.map { entity.properties(in: $0).map(\.name).sorted() } ?? []
        tombstone = zip(entity.preserved, row.tombstone ?? []).compactMap { attribute, value in
            let value = InspectedValue(value, attribute.attributeType)
            return value == .null ? nil : (attribute.name, value)
        }
    }
}
