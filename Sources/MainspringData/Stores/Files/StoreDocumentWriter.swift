internal import Foundation
@_spi(Tools) internal import MainspringModel

/// Makes a document of the objects of a store.
struct StoreDocumentWriter {
    private let tables: RowTables
    private let keys: KeyCounters

    init(_ tables: RowTables, _ keys: KeyCounters) { (self.tables, self.keys) = (tables, keys) }

    func document(metadata: [String: StoreDocument.Value]) throws -> StoreDocument {
        var document = StoreDocument(metadata: metadata)
        // Of all, also of those that have no objects any more: their keys are not given again.
        for (place, name) in tables.schema.roots.names.enumerated() {
            let last = keys.last(UInt32(place + 1))
            if last > 0 { document.lastKeys[name] = last }
        }
        var places: [ObjectIdentifier: Int] = [:]
        try tables.forEach { record in
            let entity = record.row.layout.entity
            let place = places[ObjectIdentifier(entity), default: document.groups.count]
            if place == document.groups.count {
                places[ObjectIdentifier(entity)] = place
                document.groups.append(StoreDocument.Group(entity: entity.name ?? "", objects: []))
            }
            document.groups[place].objects.append(try object(record))
        }
        return document
    }

    private func object(_ record: RowRecord) throws -> StoreDocument.Object {
        let row = record.row
        let layout = row.layout
        var object = StoreDocument.Object(key: record.identity.key.key, version: row.version)
        for (place, property) in zip(layout.places, layout.entity.slots) where !property.isTransient {
            if let attribute = property as? NSAttributeDescription {
                if let value = try AttributeCoding.encoded(attribute, row.memory, place) {
                    object.attributes.append((attribute.name, value))
                }
            } else if place.kind == .toOne {
                if let key = row.memory.destinationKey(place) {
                    object.relationships.append((property.name, [key.key]))
                }
            }
        }
        guard record.links != nil, let plan = tables.schema.plan(layout) else { return object }
        for (number, toMany) in plan.toManys.enumerated() {
            // What the other side says is not written twice; an order is.
            if case .destinations = toMany.source, !toMany.isOrdered { continue }
            let keys = tables.memberKeys(of: record, number: number)
            guard !keys.isEmpty else { continue }
            object.relationships.append((layout.entity.slots[toMany.slot].name, Array(keys)))
        }
        return object
    }
}
