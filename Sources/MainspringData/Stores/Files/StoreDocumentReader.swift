internal import Foundation
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// Makes the objects of a store of a document. A document that cannot have been written by a store is an error.
struct StoreDocumentReader {
    private let document: StoreDocument
    private let model: NSManagedObjectModel
    private let schema: RowSchema
    /// That of the store, which stands in identities.
    private let store: UInt32

    init(_ document: StoreDocument, _ model: NSManagedObjectModel, _ schema: RowSchema, _ store: UInt32) {
        (self.document, self.model, self.schema, self.store) = (document, model, schema, store)
    }

    /// No store gives so many.
    static let greatestKey: Int64 = 1 << 56

    /// - Parameter keys: learns which keys were given.
    func tables(_ keys: KeyCounters) throws -> RowTables {
        for (place, name) in schema.roots.names.enumerated() {
            keys.reserve(upTo: min(document.lastKeys[name] ?? 0, Self.greatestKey), UInt32(place + 1))
        }
        var tables = RowTables(schema)
        var identities = Identities()
        // Of which entity an object is its own group says, and not whoever leads to it as to one of a superentity.
        let isInherited = model.entities.contains { $0.superentity != nil }
        for group in isInherited ? document.groups : [] {
            guard let entity = model.entitiesByName[group.entity] else { continue }
            let root = schema.roots.number(of: entity)
            for object in group.objects {
                _ = identities.identity(ObjectKey(store: store, root: root, key: object.key), entity)
            }
        }
        // Rows come first: relationships lead to what may come later.
        for group in document.groups {
            guard let entity = model.entitiesByName[group.entity], !entity.isAbstract else {
                throw StoreFileProblem.otherModel(
                    "it has objects of “\(excerpt(group.entity))”, and the model does not")
            }
            let root = schema.roots.number(of: entity)
            for object in group.objects {
                guard object.key > 0, object.key <= Self.greatestKey, object.version > 0 else {
                    throw StoreFileProblem.damaged(
                        "an object has the key \(object.key) and the version \(object.version)")
                }
                let key = ObjectKey(store: store, root: root, key: object.key)
                guard tables.record(key) == nil else {
                    throw StoreFileProblem.damaged("two objects of “\(group.entity)” have the key \(object.key)")
                }
                keys.reserve(upTo: object.key, root)
                let identity = identities.identity(key, entity)
                tables.set(try row(object, entity, &identities), identity)
            }
        }
        for group in document.groups {
            guard let entity = model.entitiesByName[group.entity] else { continue }
            for object in group.objects { try link(object, entity, &tables) }
        }
        return tables
    }

    private func row(
        _ object: StoreDocument.Object, _ entity: NSEntityDescription, _ identities: inout Identities
    ) throws -> Row {
        let layout = ObjectLayout.of(entity)
        let memory = layout.copy(layout.emptyValues)
        let row = Row(taking: memory, of: layout, version: object.version)
        for (name, value) in object.attributes {
            let slot = try self.slot(name, entity)
            guard let attribute = entity.slots[slot] as? NSAttributeDescription,
                AttributeCoding.decode(value, attribute, memory, layout.places[slot])
            else {
                throw StoreFileProblem.damaged(
                    "“\(excerpt(name))” of the object \(object.key) of “\(excerpt(entity.name ?? ""))” is \(value.kind), which is "
                        + "no value of its type")
            }
        }
        for place in layout.transientPlaces { memory.copy(place, from: layout.initialValues) }
        for (name, keys) in object.relationships {
            let slot = try self.slot(name, entity)
            guard layout.places[slot].kind == .toOne else { continue }
            guard let destination = (entity.slots[slot] as? NSRelationshipDescription)?.destinationEntity,
                keys.count == 1
            else {
                throw StoreFileProblem.damaged(
                    "“\(excerpt(name))” of the object \(object.key) leads to \(keys.count) objects")
            }
            let key = ObjectKey(store: store, root: schema.roots.number(of: destination), key: keys[0])
            memory.setIdentity(identities.identity(key, destination), layout.places[slot])
        }
        return row
    }

    private func link(_ object: StoreDocument.Object, _ entity: NSEntityDescription, _ tables: inout RowTables) throws {
        let layout = ObjectLayout.of(entity)
        guard let plan = schema.plan(layout) else { return }
        let key = ObjectKey(store: store, root: plan.root, key: object.key)
        tables.noteDestinations(of: object.key, plan, from: nil, to: tables.record(key)?.row)
        for (name, keys) in object.relationships {
            let slot = try self.slot(name, entity)
            guard entity.slots[slot] is NSRelationshipDescription else {
                throw StoreFileProblem.damaged(
                    "“\(excerpt(name))” of “\(excerpt(entity.name ?? ""))” is no relationship")
            }
            let number = plan.toManyNumbers[slot]
            guard number >= 0 else { continue }
            tables.link(keys, to: key, plan, number: number)
        }
    }

    private func slot(_ name: String, _ entity: NSEntityDescription) throws -> Int {
        if let slot = entity.slot(named: name) { return slot }
        throw StoreFileProblem.otherModel(
            "objects of “\(excerpt(entity.name ?? ""))” have “\(excerpt(name))”, and the model does not")
    }

    /// How long a part of a sentence may get: what a file says must not fill the log.
    private func excerpt(_ text: String) -> String { text.utf8.count <= 80 ? text : text.prefix(80) + "…" }
}

/// One identity for each object, whoever leads to it.
private struct Identities {
    private var known: [ObjectKey: NSManagedObjectID] = [:]

    mutating func identity(_ key: ObjectKey, _ entity: NSEntityDescription) -> NSManagedObjectID {
        if let identity = known[key], identity.entity === entity || identity.entity.isKindOf(entity: entity) {
            return identity
        }
        let made = NSManagedObjectID(key, entity)
        known[key] = made
        return made
    }
}
