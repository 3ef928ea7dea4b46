internal import MainspringData
internal import MainspringModel

/// Finds values that cannot be of their attributes' types: texts and bytes where numbers, dates and UUIDs are to be.
struct ValueTypeCheck {
    private let inspection: StoreInspection

    private static let greatestExampleCount = 5

    init(_ inspection: StoreInspection) { self.inspection = inspection }

    func findings() throws -> [StoreFinding] {
        // Of a model that is made of the tables the types are a guess.
        guard inspection.modelOrigin != .tables else { return [] }
        var findings: [StoreFinding] = []
        for entity in try inspection.entities().entities where entity.count > 0 {
            findings += try self.findings(in: entity.entity)
        }
        return findings
    }

    private func findings(in entity: NSEntityDescription) throws -> [StoreFinding] {
        let attributes = entity.attributesByName.values
            .filter { !$0.isTransient && Self.words($0.attributeType) != nil }.sorted { $0.name < $1.name }
        guard !attributes.isEmpty else { return [] }
        var query = InspectionQuery(entity, columns: attributes.map(\.name))
        query.includesSubentities = false
        var counts = attributes.map { _ in 0 }
        var examples: [[ObjectReference]] = attributes.map { _ in [] }
        try inspection.rows(query) { row in
            for (index, value) in row.values.enumerated()
            where !Self.fits(value, attributes[index].attributeType) {
                counts[index] += 1
                if examples[index].count < Self.greatestExampleCount { examples[index].append(row.object) }
            }
            return true
        }
        var findings: [StoreFinding] = []
        for (index, attribute) in attributes.enumerated() where counts[index] > 0 {
            let (name, count) = (entity.name ?? "", counts[index])
            let objects = count == 1 ? "One object of “\(name)” has" : "\(count) objects of “\(name)” have"
            let type = Self.words(attribute.attributeType) ?? ""
            findings.append(
                StoreFinding(
                    .rows, entity: name, property: attribute.name, count: count, examples: examples[index],
                    "\(objects) something else in “\(attribute.name)” than \(type)."))
        }
        return findings
    }

    /// Values that are of another type come as SQLite has them.
    private static func fits(_ value: InspectedValue, _ type: NSAttributeType) -> Bool {
        switch value {
        case .null, .uuid: true
        case .text, .data: false
        default: type != .UUIDAttributeType
        }
    }

    /// What a value of a type is; nil for types that are not looked at.
    private static func words(_ type: NSAttributeType) -> String? {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: "a whole number"
        case .doubleAttributeType, .floatAttributeType: "a number"
        case .booleanAttributeType: "true or false"
        case .dateAttributeType: "a date"
        case .UUIDAttributeType: "a UUID"
        default: nil
        }
    }
}
