package import Foundation
@_spi(Tools) package import MainspringModel

/// A transaction of a history with its changes, as they are read: objects are made of them when somebody asks. Constant.
package final class HistoryRecord: Sendable {
    package let store: HistoryStore
    package let number: Int64
    package let timestamp: Date
    package let (bundleID, processID): (String, String)
    package let (contextName, author): (String?, String?)
    /// In the order of the history.
    package let rows: [HistoryRow]
    /// Up to where the histories of other stores are known to whoever reads on from here, by the stores' identifiers.
    let others: [String: Int64]

    init(
        _ store: HistoryStore, number: Int64, timestamp: Date, bundleID: String, processID: String,
        contextName: String?, author: String?, rows: [HistoryRow], others: [String: Int64] = [:]
    ) {
        self.others = others
        (self.store, self.number, self.timestamp, self.rows) = (store, number, timestamp, rows)
        (self.bundleID, self.processID) = (bundleID, processID)
        (self.contextName, self.author) = (contextName, author)
    }

    /// The same transaction with some of its changes.
    func with(_ rows: [HistoryRow]) -> HistoryRecord {
        HistoryRecord(
            store, number: number, timestamp: timestamp, bundleID: bundleID, processID: processID,
            contextName: contextName, author: author, rows: rows, others: others)
    }

    /// Up to where all of them are known, this one included.
    var positions: [String: Int64] { others.merging([store.identifier: number]) { $1 } }

    /// The same transaction, among those of other stores.
    func beside(_ others: [String: Int64]) -> HistoryRecord {
        HistoryRecord(
            store, number: number, timestamp: timestamp, bundleID: bundleID, processID: processID,
            contextName: contextName, author: author, rows: rows, others: others)
    }
}

/// A change of one object, as it is read.
package struct HistoryRow: Sendable {
    package let number: Int64
    /// The object's key in the store.
    package let key: Int64
    /// Which of the store's entities.
    package let entity: Int32
    package let type: NSPersistentHistoryChangeType
    /// Of an update a bit for each property; see ``HistoryEntity``.
    package let columns: Data?
    /// Of a deletion the values of the preserved attributes, if one is not nil.
    package let tombstone: [SQLiteValue]?

    func identity(in store: HistoryStore) -> NSManagedObjectID {
        let entity = store.entities[Int(entity)]
        return NSManagedObjectID(ObjectKey(store: store.number, root: entity.root, key: key), entity.entity)
    }
}

/// The store whose history it is, as it was when the history was read. Constant.
package final class HistoryStore: Sendable {
    /// The number of the store in identities.
    let number: UInt32
    let identifier: String
    package let entities: [HistoryEntity]

    package init(number: UInt32, identifier: String, entities: [HistoryEntity]) {
        (self.number, self.identifier, self.entities) = (number, identifier, entities)
    }
}

/// What a history's rows of one entity mean. Constant.
///
/// The properties that an update has changed are bits, the first one the highest of the first byte: attributes by their
/// names, then relationships by theirs, inherited ones among them, without transient ones. (Read off the store of macOS 10.13's
/// knowledgeC, whose 28 updates are of entities with 7 and 122 properties; bytes behind the first eight have not always been
/// cleared there.)
package final class HistoryEntity: @unchecked Sendable {
    // `@unchecked Sendable`: constant, and so is an entity in use.

    package let entity: NSEntityDescription
    /// Keeps the descriptions.
    private let model: NSManagedObjectModel
    /// The number of the root entity in identities.
    let root: UInt32
    /// In the order of their bits.
    package let properties: [NSPropertyDescription]
    /// The attributes whose values outlive an object, in the order of the tombstone's columns: those of the root first, and those
    /// that one entity declares by their names.
    package let preserved: [NSAttributeDescription]

    init(_ entity: NSEntityDescription, model: NSManagedObjectModel, root: UInt32) {
        (self.entity, self.model, self.root) = (entity, model, root)
        let kept = entity.slots.filter { !$0.isTransient && !($0 is NSFetchedPropertyDescription) }
        let sorted = kept.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        properties =
            sorted.filter { $0 is NSAttributeDescription } + sorted.filter { $0 is NSRelationshipDescription }
        preserved = entity.lineage.flatMap { own in
            own.ownProperties.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
        }.compactMap { $0 as? NSAttributeDescription }.filter {
            $0.preservesValueInHistoryOnDeletion && !$0.isTransient
        }
    }

    /// How many bytes the bits take.
    package var byteCount: Int { (properties.count + 7) / 8 }

    /// The properties whose bits are set. Bits that stand for none do not count.
    package func properties(in columns: Data) -> Set<NSPropertyDescription> {
        var found: Set<NSPropertyDescription> = []
        for (index, byte) in columns.prefix(byteCount).enumerated() where byte != 0 {
            for bit in 0..<8 where byte & (0x80 >> UInt8(bit)) != 0 && index * 8 + bit < properties.count {
                found.insert(properties[index * 8 + bit])
            }
        }
        return found
    }
}
