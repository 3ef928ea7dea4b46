internal import Foundation
internal import MainspringFoundation
internal import MainspringModel

/// One migration by objects: two stores, and what was made of what.
///
/// Used by the thread that migrates.
final class MigrationPass {
    private unowned let manager: NSMigrationManager
    let mapping: NSMappingModel
    /// Copies of the models without classes of the program's.
    let sourceModel: NSManagedObjectModel
    let destinationModel: NSManagedObjectModel
    let source = NSManagedObjectContext(.privateQueue)
    let destination = NSManagedObjectContext(.privateQueue)
    var associations = MigrationAssociations()
    private(set) var current: NSEntityMapping?
    private let sourcePlace: MigrationPlace
    private let destinationPlace: MigrationPlace
    /// The kind of what is deleted if the migration fails; nil where something was there.
    private let madeType: NSPersistentStore.Type?
    private var policies: [NSEntityMigrationPolicy] = []

    init(
        _ manager: NSMigrationManager, _ mapping: NSMappingModel, from source: MigrationPlace,
        to destination: MigrationPlace, configuration: String?
    ) throws {
        (self.manager, self.mapping) = (manager, mapping)
        (sourcePlace, destinationPlace) = (source, destination)
        sourceModel = Self.plain(manager.sourceModel)
        destinationModel = Self.plain(manager.destinationModel)
        let type = try StoreRegistry.type(destination.type)
        let isNew = type.traits.contains(.needsNoPlace) || !StoreFile.isFilled(destination.url)
        madeType = isNew && destination.url.isFileURL ? type : nil
        do {
            try openSource()
            try openDestination(configuration)
        } catch {
            close()
            if isNew { removeMade() }
            throw error
        }
    }

    /// A copy of a model without classes of the program's.
    static func plain(_ model: NSManagedObjectModel) -> NSManagedObjectModel {
        guard let copy = model.copy() as? NSManagedObjectModel else { return model }
        for entity in copy.entities { entity.managedObjectClassName = "NSManagedObject" }
        return copy
    }

    // MARK: Stores

    private func openSource() throws {
        do {
            let type = try StoreRegistry.type(sourcePlace.type)
            var options = sourcePlace.plainOptions
            options[NSReadOnlyPersistentStoreOption] = true
            // A store of a configuration has some of the entities.
            let metadata = try type.metadata(at: sourcePlace.url, sourcePlace.options)
            let names = Set((metadata[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]).keys)
            var configuration: String?
            if !names.isEmpty, names != Set(sourceModel.entitiesByName.keys) {
                configuration = "MainspringMigration"
                sourceModel.setEntities(
                    sourceModel.entities.filter { names.contains($0.name ?? "") },
                    forConfigurationName: "MainspringMigration")
            }
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: sourceModel)
            try coordinator.addPersistentStore(
                ofType: sourcePlace.type, configurationName: configuration, at: sourcePlace.url, options: options)
            source.persistentStoreCoordinator = coordinator
        } catch {
            throw sourcePlace.failure(NSMigrationManagerSourceStoreError, error)
        }
    }

    private func openDestination(_ configuration: String?) throws {
        do {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: destinationModel)
            try coordinator.addPersistentStore(
                ofType: destinationPlace.type, configurationName: configuration, at: destinationPlace.url,
                options: destinationPlace.plainOptions)
            destination.persistentStoreCoordinator = coordinator
        } catch {
            throw destinationPlace.failure(NSMigrationManagerDestinationStoreError, error)
        }
    }

    private func close() {
        for context in [source, destination] {
            context.performAndWait { context.reset() }
            guard let coordinator = context.persistentStoreCoordinator else { continue }
            for store in coordinator.persistentStores { try? coordinator.remove(store) }
        }
    }

    private func removeMade() {
        if let madeType { try? madeType.parts(at: destinationPlace.url).delete() }
    }

    // MARK: The order of things

    func run() throws {
        do {
            try destination.performAndWait {
                try source.performAndWait { try migrate() }
                try manager.checkCancellation()
                try destination.save()
            }
            close()
        } catch {
            close()
            removeMade()
            throw error
        }
    }

    private func migrate() throws {
        let mappings = mapping.entityMappings ?? []
        policies = try mappings.map(policy)
        let total = Float(max(mappings.count * 3, 1))
        var done: Float = 0
        func each(_ body: (NSEntityMapping, NSEntityMigrationPolicy) throws -> Void) throws {
            for (mapping, policy) in zip(mappings, policies) {
                current = mapping
                try manager.checkCancellation()
                try body(mapping, policy)
                done += 1
                manager.note(progress: done / total * 0.95)
            }
        }
        try each { mapping, policy in
            try policy.begin(mapping, with: manager)
            for object in try sources(of: mapping) {
                try manager.checkCancellation()
                try policy.createDestinationInstances(forSource: object, in: mapping, manager: manager)
            }
            try policy.endInstanceCreation(forMapping: mapping, manager: manager)
        }
        try each { mapping, policy in
            for object in associations.made(mapping.name ?? "") {
                try manager.checkCancellation()
                try policy.createRelationships(forDestination: object, in: mapping, manager: manager)
            }
            try policy.endRelationshipCreation(forMapping: mapping, manager: manager)
        }
        try each { mapping, policy in
            try policy.performCustomValidation(forMapping: mapping, manager: manager)
            try policy.end(mapping, manager: manager)
        }
        current = nil
    }

    private func policy(_ mapping: NSEntityMapping) throws -> NSEntityMigrationPolicy {
        if let type = mapping.entityMigrationPolicyClass { return type.init() }
        guard let name = mapping.entityMigrationPolicyClassName, !name.isEmpty else { return NSEntityMigrationPolicy() }
        guard let type = NSClassFromString(name) as? NSEntityMigrationPolicy.Type else {
            throw CoreDataError.make(
                NSEntityMigrationPolicyError,
                "The mapping “\(mapping.name ?? "")” names the policy \(name), and there is no such subclass of "
                    + "NSEntityMigrationPolicy. Write Module.Class, or set entityMigrationPolicyClass.",
                userInfo: ["mapping": mapping.name ?? "", "reason": "Unable to find policy class"])
        }
        return type.init()
    }

    /// The old objects of a mapping.
    private func sources(of mapping: NSEntityMapping) throws -> [NSManagedObject] {
        guard mapping.mappingType != .removeEntityMappingType, mapping.mappingType != .addEntityMappingType,
            let name = mapping.sourceEntityName, sourceModel.entitiesByName[name] != nil
        else { return [] }
        guard let expression = mapping.sourceExpression else {
            let request = NSFetchRequest<NSManagedObject>(entityName: name)
            request.includesSubentities = false
            return try source.fetch(request)
        }
        let variables = NSMutableDictionary()
        variables.setObject(manager, forKey: NSMigrationManagerKey as NSString)
        let value = try PredicateFailure.throwing { expression.expressionValue(with: nil, context: variables) }
        if let request = value as? NSFetchRequest<NSManagedObject> { return try source.fetch(request) }
        return NSMigrationManager.objects(in: value)
    }
}
