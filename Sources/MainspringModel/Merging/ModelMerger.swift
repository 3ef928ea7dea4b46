/// Makes one model of several.
enum ModelMerger {
    /// Copies the entities of models into an empty one; entities of one name that say the same become one.
    static func merge(_ models: [NSManagedObjectModel], into merged: NSManagedObjectModel) throws(ModelMergeError) {
        let copier = ModelCopier()
        var originals: [String: NSEntityDescription] = [:]
        var entities: [NSEntityDescription] = []
        for entity in models.flatMap(\.entities) {
            guard let name = entity.name, !name.isEmpty else { throw .entityWithoutName }
            if let known = originals[name], let copy = copier.copy(of: known) {
                if let difference = known === entity ? nil : ModelComparison.differences(known, entity).first {
                    throw .differentEntities(name: name, difference: difference.description)
                }
                if known !== entity { copier.use(copy, for: entity) }
            } else {
                originals[name] = entity
                entities.append(copier.flatCopy(entity))
            }
        }
        merged.entities = entities
        copier.connect()
        for model in models {
            merged.versionIdentifiers.formUnion(model.versionIdentifiers)
            if let names = model.localizationDictionary {
                merged.localizationDictionary = (merged.localizationDictionary ?? [:]).merging(names) { first, _ in
                    first
                }
            }
            mergeConfigurations(of: model, into: merged, copier)
            try mergeTemplates(of: model, into: merged, copier)
        }
    }

    private static func mergeConfigurations(
        of model: NSManagedObjectModel, into merged: NSManagedObjectModel, _ copier: ModelCopier
    ) {
        for name in model.configurationNames {
            var entities = merged.entities(forConfigurationName: name) ?? []
            var known = Set(entities.map { ObjectIdentifier($0) })
            for entity in model.entities(forConfigurationName: name) ?? [] {
                let copy = copier.copy(of: entity) ?? entity
                if known.insert(ObjectIdentifier(copy)).inserted { entities.append(copy) }
            }
            merged.setEntities(entities, forConfigurationName: name)
        }
    }

    private static func mergeTemplates(
        of model: NSManagedObjectModel, into merged: NSManagedObjectModel, _ copier: ModelCopier
    ) throws(ModelMergeError) {
        for (name, request) in model.requestTemplatesByName {
            guard let known = merged.requestTemplate(forName: name) else {
                merged.setRequestTemplate(copier.copy(request), forName: name)
                continue
            }
            guard DescriptionPrinter.line(for: known) == DescriptionPrinter.line(for: request) else {
                throw .differentTemplates(name: name)
            }
        }
    }

    /// The models that a store's metadata need, in their order; `nil` if there are entities that none of them has in
    /// the store's version.
    static func models(
        _ models: [NSManagedObjectModel], forVersionHashes wanted: [String: [UInt8]]
    ) -> [NSManagedObjectModel]? {
        var missing = Set(wanted.keys)
        var chosen: [NSManagedObjectModel] = []
        func take(where fits: (_ matching: Set<String>, _ all: Set<String>) -> Bool) {
            for model in models where !missing.isEmpty {
                let hashes = model.entityVersionHashesByName
                let matching = Set(hashes.filter { wanted[$0.key] == [UInt8]($0.value) }.keys)
                guard !matching.isDisjoint(with: missing), fits(matching, Set(hashes.keys)) else { continue }
                chosen.append(model)
                missing.subtract(matching)
            }
        }
        // Models of which the store has every entity come before those of which it has a part, as with configurations.
        take { $0 == $1 }
        take { matching, all in all.intersection(wanted.keys) == matching }
        return missing.isEmpty ? chosen : nil
    }
}
