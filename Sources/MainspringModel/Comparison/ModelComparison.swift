/// What two models differ in, entity by entity and property by property. Ours.
///
/// ```swift
/// let comparison = ModelComparison(old, new)
/// for difference in comparison.differences { print(difference) }
/// ```
/// Entities and properties are the same where their names are; a renamed one is removed and added. The order of
/// entities, properties, constraints and indexes makes no difference. In time that grows with the size of the models.
public struct ModelComparison: Sendable {
    /// All differences: of the model, then of the entities by their names.
    public let differences: [ModelDifference]

    /// Compares a model with another, which is the later one where one is.
    public init(_ first: NSManagedObjectModel, _ second: NSManagedObjectModel) {
        var differences = Self.changes(Traits.of(first), Traits.of(second), of: .model)
        Self.walk(first.entitiesByName, second.entitiesByName) { name, first, second in
            switch (first, second) {
            case (let first?, let second?): differences += Self.differences(first, second)
            case (nil, _): differences.append(ModelDifference(.entity(name), .added))
            case (_, nil): differences.append(ModelDifference(.entity(name), .removed))
            }
        }
        self.differences = differences
    }

    /// Whether there is no difference.
    public var isEmpty: Bool { differences.isEmpty }

    /// The differences that make the version hashes differ: what a migration has to deal with.
    public var versionDifferences: [ModelDifference] { differences.filter(\.countsForVersion) }

    static func differences(_ first: NSEntityDescription, _ second: NSEntityDescription) -> [ModelDifference] {
        let name = second.name ?? ""
        var differences = changes(Traits.of(first), Traits.of(second), of: .entity(name))
        var seen: Set<Pair> = []
        differences += compare(first.ownProperties, second.ownProperties, path: "", entity: name, seen: &seen)
        let indexes = (byName(first.indexes, \.name), byName(second.indexes, \.name))
        walk(indexes.0, indexes.1) { index, first, second in
            let subject = ModelDifference.Subject.index(index, entity: name)
            switch (first, second) {
            case (let first?, let second?): differences += changes(Traits.of(first), Traits.of(second), of: subject)
            case (nil, _): differences.append(ModelDifference(subject, .added))
            case (_, nil): differences.append(ModelDifference(subject, .removed))
            }
        }
        return differences
    }

    /// The differences of two properties of one name, and of the elements of composite ones.
    static func differences(_ first: NSPropertyDescription, _ second: NSPropertyDescription) -> [ModelDifference] {
        var seen: Set<Pair> = []
        return differences(first, second, path: "", entity: "", seen: &seen)
    }

    /// Two properties that are compared once, though they may stand in several places, or in themselves.
    private struct Pair: Hashable {
        let first: ObjectIdentifier
        let second: ObjectIdentifier
    }

    private static func differences(
        _ first: NSPropertyDescription, _ second: NSPropertyDescription, path: String, entity: String,
        seen: inout Set<Pair>
    ) -> [ModelDifference] {
        let name = path + second.name
        let own = changes(Traits.of(first), Traits.of(second), of: .property(name, entity: entity))
        guard let first = first as? NSCompositeAttributeDescription,
            let second = second as? NSCompositeAttributeDescription,
            seen.insert(Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))).inserted,
            path.utf8.count(where: { $0 == UInt8(ascii: ".") }) < CompositeElements.depthLimit
        else { return own }
        return own + compare(first.elements, second.elements, path: name + ".", entity: entity, seen: &seen)
    }

    private static func compare(
        _ first: [NSPropertyDescription], _ second: [NSPropertyDescription], path: String, entity: String,
        seen: inout Set<Pair>
    ) -> [ModelDifference] {
        var differences: [ModelDifference] = []
        walk(byName(first, \.name), byName(second, \.name)) { name, first, second in
            let subject = ModelDifference.Subject.property(path + name, entity: entity)
            switch (first, second) {
            case (let first?, let second?):
                differences += Self.differences(first, second, path: path, entity: entity, seen: &seen)
            case (nil, _): differences.append(ModelDifference(subject, .added))
            case (_, nil): differences.append(ModelDifference(subject, .removed))
            }
        }
        return differences
    }

    private static func changes(
        _ first: [Trait], _ second: [Trait], of subject: ModelDifference.Subject
    ) -> [ModelDifference] {
        let before = Dictionary(first.map { ($0.aspect, $0.value) }) { first, _ in first }
        let after = Dictionary(second.map { ($0.aspect, $0.value) }) { first, _ in first }
        let aspects = second.map(\.aspect) + first.map(\.aspect).filter { after[$0] == nil }
        return aspects.compactMap { aspect in
            let (from, to) = (before[aspect] ?? nil, after[aspect] ?? nil)
            return from == to ? nil : ModelDifference(subject, .changed(aspect, from: from, to: to))
        }
    }

    private static func byName<Part>(_ parts: [Part], _ name: KeyPath<Part, String>) -> [String: Part] {
        Dictionary(parts.map { ($0[keyPath: name], $0) }) { first, _ in first }
    }

    /// Goes through two dictionaries at once, by the order of their keys.
    private static func walk<Part>(
        _ first: [String: Part], _ second: [String: Part], _ body: (String, Part?, Part?) -> Void
    ) {
        for name in Set(first.keys).union(second.keys).sorted() { body(name, first[name], second[name]) }
    }
}
