internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// Computes the derived attributes of a file that migrates, as a context does when it saves: of objects in memory.
struct DocumentDerivation {
    /// By the names of the new entities: the attributes that are new, or may be others.
    private let wanted: [String: Set<String>]
    private let model: NSManagedObjectModel

    /// By the names of entities and attributes, and by keys; without those that are nil.
    private typealias Values = [String: [Int64: [String: StoreDocument.Value]]]

    init(_ mapping: InferredMapping) {
        let derived = mapping.pairs.map { ($0.destination.name ?? "", Set($0.derivedAnew.map(\.name))) }
        wanted = Dictionary(derived.filter { !$0.1.isEmpty }) { first, _ in first }
        model = mapping.destination
    }

    /// Puts the values into a document of the new model. What cannot be computed has no value until an object is saved next.
    /// - Throws: ``StoreFileProblem`` for a document that cannot be read.
    func derive(_ document: inout StoreDocument) throws {
        guard document.groups.contains(where: { wanted[$0.entity] != nil }) else { return }
        let values = try values(document)
        for index in document.groups.indices {
            let entity = document.groups[index].entity
            guard let names = wanted[entity] else { continue }
            for place in document.groups[index].objects.indices {
                let key = document.groups[index].objects[place].key
                document.groups[index].objects[place].attributes.removeAll { names.contains($0.name) }
                document.groups[index].objects[place].attributes +=
                    (values[entity]?[key] ?? [:]).sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
            }
        }
    }

    private func values(_ document: StoreDocument) throws -> Values {
        let model = MigrationPass.plain(model)
        // Whether values come twice is looked at in the file.
        for entity in model.entities { entity.uniquenessConstraints = [] }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        guard let service = store.openedService as? RowService else { return [:] }
        let reader = StoreDocumentReader(readable(document, model), model, service.storage.schema, store.number)
        try service.storage.load(try reader.tables(service.keys))
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait { try values(in: context, DerivationPlan(model)) }
    }

    /// Without what was derived before, and without values of classes of the program's, which may be no more.
    private func readable(_ document: StoreDocument, _ model: NSManagedObjectModel) -> StoreDocument {
        var readable = document
        for index in document.groups.indices {
            let entity = document.groups[index].entity
            let attributes = model.entitiesByName[entity]?.attributesByName ?? [:]
            let hidden = attributes.filter { $0.value.attributeType == .transformableAttributeType }.map(\.key)
            let left = Set(hidden).union(wanted[entity] ?? [])
            guard !left.isEmpty else { continue }
            for place in document.groups[index].objects.indices {
                readable.groups[index].objects[place].attributes.removeAll { left.contains($0.name) }
            }
        }
        return readable
    }

    private func values(in context: NSManagedObjectContext, _ plan: DerivationPlan) throws -> Values {
        var values: Values = [:]
        for (name, attributes) in wanted {
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            request.includesSubentities = false
            for object in try context.fetch(request) {
                for derivation in plan.derivations(of: object) where attributes.contains(derivation.name) {
                    guard let value = (try? context.core.value(of: derivation, for: object)) ?? nil else { continue }
                    values[name, default: [:]][object.objectID.key.key, default: [:]][derivation.name] =
                        encoded(value, derivation, object.entity)
                }
            }
        }
        return values
    }

    private func encoded(
        _ value: Any, _ derivation: DerivationPlan.Derivation, _ entity: NSEntityDescription
    ) -> StoreDocument.Value? {
        guard let attribute = entity.attributesByName[derivation.name] else { return nil }
        let layout = ObjectLayout.of(entity)
        let memory = layout.copy(layout.emptyValues)
        defer { layout.destroy(memory) }
        memory.setLoose(value, derivation.place)
        return (try? AttributeCoding.encoded(attribute, memory, derivation.place)) ?? nil
    }
}
