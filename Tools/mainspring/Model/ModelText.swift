internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// A model as text: everything in the order of its names, so that equal models give equal lines.
struct ModelText {
    private let model: NSManagedObjectModel

    init(_ model: NSManagedObjectModel) { self.model = model }

    var lines: [String] {
        let identifiers = model.versionIdentifiers.map { "\($0.base)" }.filter { !$0.isEmpty }.sorted()
        var lines = identifiers.isEmpty ? [] : ["version \(identifiers.joined(separator: ", "))"]
        let names = model.configurations.filter { $0 != NSManagedObjectModel.defaultConfigurationName }.sorted()
        for name in names {
            let entities = (model.entities(forConfigurationName: name) ?? []).compactMap(\.name).sorted()
            lines.append("configuration \(name): \(entities.joined(separator: ", "))")
        }
        for entity in model.entities.sorted(by: { ($0.name ?? "") < ($1.name ?? "") }) {
            if !lines.isEmpty { lines.append("") }
            lines += self.lines(of: entity)
        }
        let templates = model.requestTemplatesByName.sorted { $0.key < $1.key }
        if !templates.isEmpty { lines.append("") }
        for (name, request) in templates { lines.append("request \(name): \(request)") }
        return lines.flatMap { $0.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) }
    }

    private func lines(of entity: NSEntityDescription) -> [String] {
        let parent = entity.superentity.map { ": \($0.name ?? "")" } ?? ""
        var lines = ["\(entity.isAbstract ? "abstract " : "")entity \(entity.name ?? "")\(parent)"]
        if let name = entity.explicitClassName { lines.append("    class \(name)") }
        if let name = entity.explicitRenamingIdentifier { lines.append("    renamed from \(name)") }
        if let modifier = entity.versionHashModifier, !modifier.isEmpty {
            lines.append("    hash modifier \(modifier)")
        }
        let properties = entity.ownProperties.sorted { first, second in
            (PropertyKind(first).order, first.name) < (PropertyKind(second).order, second.name)
        }
        for property in properties { lines.append("    \(Self.line(of: property))") }
        let constraints = entity.uniquenessConstraints.map { ConstraintNames.names(in: $0).joined(separator: ", ") }
        for constraint in constraints.sorted() { lines.append("    unique (\(constraint))") }
        for index in entity.indexes.sorted(by: { $0.name < $1.name }) { lines.append("    \(index)") }
        let info = (entity.userInfo ?? [:]).map { ("\($0.key.base)", "\($0.value)") }.sorted { $0.0 < $1.0 }
        for (key, value) in info { lines.append("    info \(key): \(value)") }
        return lines
    }

    /// A property without the name of its entity.
    static func line(of property: NSPropertyDescription) -> String {
        let line = "\(property)"
        guard let entity = property.declaringEntity?.name else { return line }
        return line.replacing(
            "\(PropertyKind(property).words) \(entity).", with: "\(PropertyKind(property).words) ", maxReplacements: 1)
    }
}

extension PropertyKind {
    /// Attributes of all kinds come before relationships, and fetched properties last.
    var order: Int {
        switch self {
        case .attribute, .derivedAttribute, .compositeAttribute: 0
        case .relationship: 1
        case .fetchedProperty, .expression: 2
        }
    }
}
