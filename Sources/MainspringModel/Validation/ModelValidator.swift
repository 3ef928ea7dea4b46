/// Finds what is wrong with a model, and never goes round in what goes round.
struct ModelValidator {
    /// So many entities may inherit from each other.
    static let inheritanceLimit = 1_000
    /// So many properties there may be, inherited ones counted for each entity.
    static let propertyLimit = 250_000

    let model: NSManagedObjectModel
    /// The entities of the model.
    let members: Set<ObjectIdentifier>
    private let names: Set<String>
    private(set) var issues: [ModelIssue] = []
    /// Whether inheritance can be followed from any entity up to its end.
    private(set) var isInheritanceSound = true

    private init(_ model: NSManagedObjectModel) {
        self.model = model
        members = Set(model.entities.map { ObjectIdentifier($0) })
        names = Set(model.entities.compactMap(\.name))
    }

    static func issues(of model: NSManagedObjectModel) -> [ModelIssue] {
        var validator = ModelValidator(model)
        validator.checkEntities()
        validator.checkInheritance()
        for entity in model.entities {
            validator.checkProperties(of: entity)
            validator.checkIndexes(of: entity)
        }
        validator.checkConfigurations()
        validator.checkTemplates()
        return validator.issues
    }

    mutating func add(_ issue: ModelIssue) { issues.append(issue) }

    mutating func add(
        _ kind: ModelIssue.Kind, entity: String? = nil, member: String? = nil, _ sentence: String
    ) {
        issues.append(ModelIssue(kind, entity: entity, member: member, sentence))
    }

    private mutating func checkEntities() {
        var names: Set<String> = []
        for entity in model.entities {
            guard let name = entity.name, !name.isEmpty else {
                add(.entityWithoutName, "An entity of \(model.title) has no name. Set its name.")
                continue
            }
            if !names.insert(name).inserted {
                add(
                    .entityNameUsedTwice, entity: name,
                    "Two entities of \(model.title) have the name \"\(name)\". Rename or remove one.")
            }
            if entity.model !== model {
                add(
                    .entityOfAnotherModel, entity: name,
                    "The entity \"\(name)\" stands in another model as well. Give each model a copy of its own.")
            }
        }
    }

    /// Follows each entity upwards until one that was followed already, so that the time grows with the number of
    /// entities.
    private mutating func checkInheritance() {
        /// How many levels an entity has above it; `nil` while it is on the way.
        var levels: [ObjectIdentifier: Int?] = [:]
        var counts: [ObjectIdentifier: Int] = [:]
        var total = 0
        for entity in model.entities {
            var path: [NSEntityDescription] = []
            var next: NSEntityDescription? = entity
            while let current = next, levels[ObjectIdentifier(current)] == nil {
                levels.updateValue(nil, forKey: ObjectIdentifier(current))
                path.append(current)
                next = current.superentity
            }
            var level = 0
            var count = 0
            if let known = next {
                if let settled = levels[ObjectIdentifier(known)] ?? nil {
                    level = settled + 1
                    count = counts[ObjectIdentifier(known)] ?? 0
                } else {
                    isInheritanceSound = false
                    let name = known.name ?? ""
                    add(
                        .circularInheritance, entity: name,
                        "The entity \"\(name)\" inherits from itself. Take it out of the subentities of one "
                            + "that inherits from it."
                    )
                }
            }
            for current in path.reversed() {
                levels.updateValue(level, forKey: ObjectIdentifier(current))
                count += current.ownProperties.count
                counts[ObjectIdentifier(current)] = count
                if level == Self.inheritanceLimit {
                    isInheritanceSound = false
                    let name = current.name ?? ""
                    add(
                        .inheritanceTooDeep, entity: name,
                        "The entity \"\(name)\" inherits over more than \(Self.inheritanceLimit) levels. "
                            + "Inherit over fewer."
                    )
                }
                level += 1
            }
            total += counts[ObjectIdentifier(entity)] ?? 0
            if let superentity = entity.superentity, !members.contains(ObjectIdentifier(superentity)) {
                let name = entity.name ?? ""
                add(
                    .superentityOutsideModel, entity: name,
                    "The entity \"\(name)\" inherits from \"\(superentity.name ?? "")\", which "
                        + "\(model.title) does not have. "
                        + "Add that entity to the model.")
            }
        }
        if total > Self.propertyLimit {
            isInheritanceSound = false
            add(
                .tooManyProperties,
                "The entities of \(model.title) have \(total) properties, inherited ones counted for each, "
                    + "more than "
                    + "\(Self.propertyLimit). Let fewer entities inherit.")
        }
    }

    private mutating func checkConfigurations() {
        for configuration in model.configurationNames {
            for entity in model.entities(forConfigurationName: configuration) ?? []
            where !members.contains(ObjectIdentifier(entity)) {
                add(
                    .configurationEntityOutsideModel, entity: entity.name, member: configuration,
                    "The configuration \"\(configuration)\" has the entity \"\(entity.name ?? "")\", which "
                        + "\(model.title) "
                        + "does not have. Add that entity to the model.")
            }
        }
    }

    private mutating func checkTemplates() {
        for (name, request) in model.requestTemplatesByName.sorted(by: { $0.key < $1.key }) {
            check(request, of: "the fetch request template \"\(name)\"", entity: nil, member: name)
        }
    }

    /// Whether a request is for an entity of the model.
    mutating func check(_ request: FetchRequestDescription?, of title: String, entity: String?, member: String) {
        let isKnown =
            request.map { request in
                request.entity.map { members.contains(ObjectIdentifier($0)) }
                    ?? request.entityName.map { names.contains($0) } ?? false
            } ?? false
        guard !isKnown else { return }
        let wanted =
            request?.entityName.map { "the entity \"\($0)\", which \(model.title) does not have" } ?? "no entity"
        add(
            .requestWithoutEntity, entity: entity, member: member,
            "The request of \(title) is for \(wanted). Set an entity of the model.")
    }
}
