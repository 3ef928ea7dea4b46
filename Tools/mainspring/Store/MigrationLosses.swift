@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
@_spi(Tools) internal import MainspringModel

/// The objects that a migration would drop, since the new model does not have their entities.
struct MigrationLosses {
    /// Each with how many objects there are of the very entity.
    let entities: [(name: String, count: Int)]

    init(_ outlook: MigrationOutlook?, _ inspection: StoreInspection) throws {
        let removed = Set((outlook?.entities ?? []).filter { $0.fate == .removed }.map(\.name))
        // Counting takes its time where there are many objects.
        let counted = removed.isEmpty ? [] : try inspection.entities().entities
        entities = counted.compactMap { entity in
            guard entity.count > 0, let name = entity.entity.name, removed.contains(name) else { return nil }
            return (name, entity.count)
        }.sorted { $0.name < $1.name }
    }

    var isEmpty: Bool { entities.isEmpty }

    /// What is said of each.
    /// - Parameter isDone: whether they are gone.
    func lines(isDone: Bool) -> [String] {
        entities.map { "\(objects($0)) \(isDone ? $0.count == 1 ? "is lost" : "are lost" : "would be lost")" }
    }

    /// Why nothing is migrated.
    func refusal(_ store: String, _ version: String) -> ToolError {
        ToolError(
            "“\(store)” would lose \(entities.map(objects).joined(separator: ", ")): the version “\(version)” of the model does not have "
                + "\(entities.count == 1 ? "this entity" : "these entities"). Name another model or version, or give --allow-loss."
        )
    }

    private func objects(_ entity: (name: String, count: Int)) -> String {
        "\(entity.count) \(entity.count == 1 ? "object" : "objects") of “\(entity.name)”"
    }

    var json: JSONValue {
        .array(entities.map { .object([("entity", .string($0.name)), ("count", JSONValue($0.count))]) })
    }
}
