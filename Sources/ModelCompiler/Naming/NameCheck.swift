/// Refuses models with names that generated source cannot have.
struct NameCheck {
    /// The entities by their names; those of several models may have the same one.
    private let entities: [String: [EntityOutline]]

    /// Checks all names of models that generated source contains outside of strings.
    ///
    /// - Throws: ``CommandError`` for the first name that source cannot have, with the model, the entity and the
    ///   property.
    static func check(_ source: TargetSource) throws(CommandError) {
        for name in [source.module] + source.dependencies.keys.sorted() { try checkModule(name) }
        let check = NameCheck(entities: Dictionary(grouping: source.entities, by: \.name))
        for entity in source.entities where entity.codeGeneration != .none && entity.className != nil {
            try check.check(entity)
        }
    }

    /// Checks the name of a module.
    static func checkModule(_ name: String) throws(CommandError) {
        guard NameRules.fault(in: name) != nil || GeneratedName.isKeyword(name) else { return }
        throw CommandError(
            "No module can be called “\(PrintedName.text(name))”. Give the target a name of letters, digits and _.")
    }

    private func check(_ entity: EntityOutline) throws(CommandError) {
        if let fault = NameRules.fault(in: entity.name) {
            throw CommandError("\(title(of: entity)) \(fault). Give it another name.")
        }
        try checkClass(of: entity)
        for property in entity.properties {
            if let fault = NameRules.fault(in: property.name) {
                throw CommandError(
                    """
                    The \(property.kindName) \"\(PrintedName.text(property.name))\" of the entity \
                    \"\(PrintedName.text(entity.name))\"\(place(of: entity)) \(fault). Give it another name, with this one \
                    as its renaming identifier.
                    """)
            }
            try checkClass(ofEntity: property.destination)
        }
        try checkClass(ofEntity: entity.superentity)
    }

    private func checkClass(of entity: EntityOutline) throws(CommandError) {
        guard let name = entity.className, let fault = NameRules.fault(inClass: name) else { return }
        throw CommandError("\(title(of: entity)) \(fault). Give the class another name.")
    }

    /// Checks the class of an entity for which no class is generated, but that generated source names as a type.
    private func checkClass(ofEntity name: String?) throws(CommandError) {
        guard let name else { return }
        for entity in entities[name] ?? [] where entity.codeGeneration == .none {
            // A class that is written by hand may be called by a keyword.
            guard let className = entity.className, !GeneratedName.isKeyword(className) else { continue }
            try checkClass(of: entity)
        }
    }

    private func title(of entity: EntityOutline) -> String {
        "The entity \"\(PrintedName.text(entity.name))\"\(place(of: entity))"
    }

    private func place(of entity: EntityOutline) -> String {
        entity.modelPath.isEmpty ? "" : " in \(PrintedName.line(entity.modelPath))"
    }
}

extension PropertyOutline {
    /// The word for what it is, as messages name it.
    fileprivate var kindName: String {
        switch kind {
        case .attribute, .custom: "attribute"
        case .toOne, .toMany: "relationship"
        case .fetched: "fetched property"
        }
    }

    /// The name of the entity of its objects; nil for an attribute.
    fileprivate var destination: String? {
        switch kind {
        case .attribute, .custom: nil
        case .toOne(let entity), .toMany(let entity, _), .fetched(let entity): entity
        }
    }
}
