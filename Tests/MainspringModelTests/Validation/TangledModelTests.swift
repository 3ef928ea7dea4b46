import Foundation
import MainspringFoundation
import SeededRandom
import Testing

@_spi(Tools) @testable import MainspringModel

/// Models in which anything refers to anything: what is asked of them comes to an end.
@Suite struct TangledModelTests {
    /// Up to twelve entities with subentities, destinations, inverses, elements and parts taken by chance.
    static func tangle(_ random: inout SeededGenerator) -> NSManagedObjectModel {
        let names = ["A", "B", "C", ""]
        let all = (0..<Int.random(in: 1...12, using: &random)).map { _ in
            entity(names.randomElement(using: &random) ?? "")
        }
        let relationships = all.map { _ in
            relationship("r", to: all.randomElement(using: &random), maxCount: .random(in: -1...2, using: &random))
        }
        let composites = all.map { _ in composite(names.randomElement(using: &random) ?? "", []) }
        for (number, thing) in all.enumerated() {
            relationships[number].inverseRelationship = relationships.randomElement(using: &random)
            composites[number].elements = (0..<Int.random(in: 0...3, using: &random)).compactMap { _ in
                Bool.random(using: &random) ? composites.randomElement(using: &random) : attribute("x")
            }
            thing.properties = [attribute("a"), relationships[number], composites[number]]
            if Bool.random(using: &random), let child = all.randomElement(using: &random) {
                thing.subentities.append(child)
            }
            if Bool.random(using: &random) { thing.uniquenessConstraints = [["a", 3, composites[0]], []] }
            if Bool.random(using: &random) { thing.indexes = [index("i", relationships[0])] }
        }
        let model = NSManagedObjectModel()
        model.entities = all.filter { _ in Int.random(in: 0..<8, using: &random) > 0 }
        model.setEntities(all, forConfigurationName: "all")
        return model
    }

    @Test(arguments: Seeds.first(4))
    func `whatever refers to whatever, a model is checked, copied, compared, printed and frozen`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let model = Self.tangle(&random)
            let issues = model.issues
            #expect(issues.allSatisfy { $0.description.hasSuffix(".") }, "seed \(seed)")
            let copy = try #require(model.copy() as? NSManagedObjectModel)
            #expect(model.debugDescription == model.debugDescription && ModelComparison(model, model).isEmpty)
            #expect(!ModelComparison(model, copy).differences.contains { $0.description.isEmpty })
            _ = try? NSManagedObjectModel.merged([model, copy])
            let hashes = model.entityVersionHashesByName
            model.freeze()
            #expect(model.issues == issues && model.entityVersionHashesByName == hashes, "seed \(seed)")
            for entity in model.entities {
                #expect(entity.slots.count == entity.lineage.flatMap(\.ownProperties).count)
                _ = (entity.isKindOf(entity: model.entities[0]), entity.relationships(forDestination: entity))
            }
        }
    }
}
