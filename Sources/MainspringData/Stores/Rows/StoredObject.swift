internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// Who has the rows that objects without a context lead to.
protocol RowReader {
    /// The row of an object; nil if there is none.
    func row(for identity: NSManagedObjectID) throws -> (identity: NSManagedObjectID, row: Row)?
    /// The objects that a relationship to many of an object leads to.
    func members(for identity: NSManagedObjectID, slot: Int) throws -> [NSManagedObjectID]
}

/// A row as predicates, sort descriptors and dictionaries ask it: by keys, without a context.
///
/// What cannot be read is nil, and the first error of a fetch is thrown at its end.
final class StoredObject: FetchCandidate {
    let objectID: NSManagedObjectID
    let row: Row
    private let reader: any RowReader
    private let failures: RowFailures

    init(_ identity: NSManagedObjectID, _ row: Row, _ reader: any RowReader, _ failures: RowFailures) {
        (objectID, self.row, self.reader, self.failures) = (identity, row, reader, failures)
    }

    var entity: NSEntityDescription { row.layout.entity }

    func destinationID(forKey key: String) -> NSManagedObjectID? {
        guard let slot = entity.slot(named: key), row.layout.places[slot].kind == .toOne else { return nil }
        return row.destination(row.layout.places[slot])
    }

    func value(forKey key: String) -> Any? {
        guard let slot = entity.slot(named: key) else {
            switch key {
            case "objectID": return objectID
            case "entity": return entity
            default: return value(forUndefinedKey: key)
            }
        }
        let place = row.layout.places[slot]
        switch place.kind {
        case .toOne: return row.destination(place).flatMap { object($0) }
        case .toMany, .ordered:
            let members = failures.noting { try reader.members(for: objectID, slot: slot) } ?? []
            return members.compactMap { object($0) }
        default: return row.memory.loose(place)
        }
    }

    private func object(_ identity: NSManagedObjectID) -> StoredObject? {
        guard let found = failures.noting({ try reader.row(for: identity) }) ?? nil else { return nil }
        return StoredObject(found.identity, found.row, reader, failures)
    }

    static func typedKeys(of entity: NSEntityDescription) -> KeyTable? { AttributeKeys<StoredObject>.table(of: entity) }
}

extension StoredObject: Hashable {
    static func == (left: StoredObject, right: StoredObject) -> Bool { left.objectID.key == right.objectID.key }
    func hash(into hasher: inout Hasher) { hasher.combine(objectID.key) }
}

/// What could not be read while a fetch was evaluated.
final class RowFailures {
    private var first: (any Error)?

    /// What a closure gives; nil if it throws.
    func noting<Value>(_ body: () throws -> Value) -> Value? {
        do {
            return try body()
        } catch {
            if first == nil { first = error }
            return nil
        }
    }

    /// Throws the first error, if there was one.
    func check() throws {
        if let first { throw first }
    }
}
