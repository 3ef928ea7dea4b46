internal import Foundation
@_spi(Tools) internal import MainspringData
@_spi(Tools) internal import MainspringInspection
internal import MainspringFoundation
@_spi(Tools) internal import MainspringModel

/// Finds values that break the rules of their attributes: minima, maxima, lengths, patterns and what else a model demands.
struct ValueRuleCheck {
    private let inspection: StoreInspection

    private static let greatestExampleCount = 5

    init(_ inspection: StoreInspection) { self.inspection = inspection }

    /// In time that grows with the rows of entities whose attributes have rules.
    func findings() throws -> [StoreFinding] {
        var findings: [StoreFinding] = []
        for entity in try inspection.entities().entities where entity.count > 0 {
            findings += try self.findings(in: entity.entity)
        }
        return findings
    }

    /// What a rule has found.
    private struct Breach {
        let column: Int
        let attribute: NSAttributeDescription
        let rule: MainspringFoundation.NSPredicate
        var count = 0
        var examples: [ObjectReference] = []
    }

    private func findings(in entity: NSEntityDescription) throws -> [StoreFinding] {
        let attributes = entity.attributesByName.values
            .filter { !$0.isTransient && !$0.validationPredicates.isEmpty }.sorted { $0.name < $1.name }
        guard !attributes.isEmpty else { return [] }
        var breaches = attributes.enumerated().flatMap { column, attribute in
            attribute.validationPredicates.map { Breach(column: column, attribute: attribute, rule: $0) }
        }
        var query = InspectionQuery(entity, columns: attributes.map(\.name))
        query.includesSubentities = false
        try inspection.rows(query) { row in
            for index in breaches.indices {
                let breach = breaches[index]
                guard let value = Self.value(row.values[breach.column], breach.attribute.attributeType),
                    !breach.rule.evaluate(with: value)
                else { continue }
                breaches[index].count += 1
                if breach.examples.count < Self.greatestExampleCount { breaches[index].examples.append(row.object) }
            }
            return true
        }
        return breaches.filter { $0.count > 0 }.map { breach in
            let (name, count) = (entity.name ?? "", breach.count)
            return StoreFinding(
                .rows, entity: name, property: breach.attribute.name, count: count, examples: breach.examples,
                "\(count == 1 ? "One object of “\(name)” has" : "\(count) objects of “\(name)” have") in “\(breach.attribute.name)” "
                    + "what the model does not allow: it demands “\(breach.rule.predicateFormat)”.")
        }
    }

    /// A value as rules are asked with it; nil for none, and for what is of another type, which is a finding by itself.
    private static func value(_ value: InspectedValue, _ type: NSAttributeType) -> Any? {
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
