internal import Foundation
internal import MainspringData
internal import MainspringFoundation
internal import MainspringModel

/// Finds values that cannot be of their attributes' types, as texts and bytes where numbers, dates and UUIDs are to be, and values that
/// break the rules of their attributes: minima, maxima, lengths, patterns and what else a model demands.
struct ValueCheck {
    private let inspection: StoreInspection

    private static let greatestExampleCount = 5

    init(_ inspection: StoreInspection) { self.inspection = inspection }

    /// In time that grows with the rows of entities of whose values something is demanded; each row is looked at once.
    func findings() throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        for entity in try inspection.entities().entities where entity.count > 0 {
            findings += try self.findings(in: entity.entity)
        }
        return findings
    }

    /// What is demanded of an attribute's values, and what does not keep to it.
    private struct Demand {
        let attribute: NSAttributeDescription
        let column: Int
        let isBroken: (InspectedValue) -> Bool
        /// What is said of objects that have broken it.
        let sentence: (_ objectsHave: String) -> String
        var count = 0
        var examples: [ObjectReference] = []
    }

    private func findings(in entity: NSEntityDescription) throws -> [StoreFinding] {
        let attributes = entity.attributesByName.values
            .filter { !$0.isTransient && (type($0) != nil || !$0.validationPredicates.isEmpty) }
            .sorted { $0.name < $1.name }
        guard !attributes.isEmpty else { return [] }
        var demands = attributes.enumerated().flatMap(demands)
        var query = InspectionQuery(entity, columns: attributes.map(\.name))
        query.includesSubentities = false
        try inspection.rows(query) { row in
            for index in demands.indices where demands[index].isBroken(row.values[demands[index].column]) {
                demands[index].count += 1
                if demands[index].examples.count < Self.greatestExampleCount {
                    demands[index].examples.append(row.object)
                }
            }
            return true
        }
        return demands.filter { $0.count > 0 }.map { demand in
            let (name, count) = (entity.name ?? "", demand.count)
            let objects = count == 1 ? "One object of “\(name)” has" : "\(count) objects of “\(name)” have"
            return StoreFinding(
                .rows, entity: name, property: demand.attribute.name, count: count, examples: demand.examples,
                demand.sentence(objects))
        }
    }

    private func demands(_ column: Int, _ attribute: NSAttributeDescription) -> [Demand] {
        var demands: [Demand] = []
        if let type = type(attribute) {
            demands.append(
                Demand(attribute: attribute, column: column) {
                    !Self.fits($0, attribute.attributeType)
                } sentence: {
                    "\($0) something else in “\(attribute.name)” than \(type)."
                })
        }
        for rule in attribute.validationPredicates {
            demands.append(
                Demand(attribute: attribute, column: column) {
                    Self.asked($0, attribute.attributeType).map { !rule.evaluate(with: $0) } ?? false
                } sentence: {
                    "\($0) in “\(attribute.name)” what the model does not allow: it demands “\(rule.predicateFormat)”."
                })
        }
        return demands
    }

    // MARK: Types

    /// Values that are of another type come as SQLite has them.
    private static func fits(_ value: InspectedValue, _ type: NSAttributeType) -> Bool {
        switch value {
        case .null, .uuid: true
        case .text, .data: false
        default: type != .UUIDAttributeType
        }
    }

    /// What a value of an attribute is; nil for types that are not looked at, and where they are a guess: in a model that is made of
    /// the tables.
    private func type(_ attribute: NSAttributeDescription) -> String? {
        guard inspection.modelOrigin != .tables else { return nil }
        return switch attribute.attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: "a whole number"
        case .doubleAttributeType, .floatAttributeType: "a number"
        case .booleanAttributeType: "true or false"
        case .dateAttributeType: "a date"
        case .UUIDAttributeType: "a UUID"
        default: nil
        }
    }

    // MARK: Rules

    /// A value as rules are asked with it; nil for none, and for what is of another type, which is a finding by itself.
    private static func asked(_ value: InspectedValue, _ type: NSAttributeType) -> Any? {
        switch (value, type) {
        case (.integer(let number), .integer16AttributeType), (.integer(let number), .integer32AttributeType),
            (.integer(let number), .integer64AttributeType):
            number
        case (.real(let number), .doubleAttributeType), (.real(let number), .floatAttributeType): number
        case (.decimal(let number), _): NSDecimalNumber(decimal: number)
        case (.boolean(let value), _): value
        case (.date(let date), _): date
        case (.text(let text), .stringAttributeType): text
        default: nil
        }
    }
}
