import Foundation
import SeededRandom
import Testing

@_spi(Tools) @testable import MainspringModel

/// Models that are larger, deeper or more tangled than anybody makes them.
@Suite struct LargeModelTests {
    /// A chain of entities, each inheriting from the one before; released from the top by its model.
    static func chain(_ count: Int, properties: Int = 1) -> NSManagedObjectModel {
        let entities = (0..<count).map { number in
            entity("E\(number)", (0..<properties).map { attribute("p\(number)_\($0)") })
        }
        for (parent, child) in zip(entities, entities.dropFirst()) { parent.subentities = [child] }
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }

    @Test func `six hundred levels of inheritance are used`() throws {
        let model = Self.chain(600)
        try model.validate()
        model.freeze()
        #expect(model.entitiesByName["E599"]?.slots.count == 600)
    }

    @Test func `more levels, and more properties than fit into memory, are issues`() {
        let deep = Self.chain(5_000)
        #expect(deep.issues.map(\.kind) == [.inheritanceTooDeep, .tooManyProperties])
        #expect(Self.chain(500, properties: 3).issues.map(\.kind) == [.tooManyProperties])
    }

    @Test(arguments: Seeds.first(1))
    func `an inheritance that goes round is found once, wherever it is entered`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let model = Self.chain(50)
        model.entities[49].subentities = [model.entities[10]]
        model.entities.shuffle(using: &random)
        let issues = model.issues
        #expect(issues.map(\.kind) == [.circularInheritance])
        model.freeze()
        #expect(model.entities.allSatisfy { $0.slots.count <= 50 && $0.lineage.count <= 50 })
        #expect(model.entities.allSatisfy { entity in model.entities.contains { $0 === entity.rootEntity } })
        #expect(ModelComparison(model, model).isEmpty)
        let copy = model.copy() as? NSManagedObjectModel
        #expect(copy?.issues.map(\.kind) == [.circularInheritance])
        for entity in copy?.entities ?? [] { entity.subentities = [] }
    }

    @Test func `a thousand entities of ten properties are checked and frozen`() throws {
        let model = NSManagedObjectModel()
        model.entities = (0..<1_000).map { number in entity("E\(number)", (0..<10).map { attribute("p\($0)") }) }
        try model.validate()
        model.freeze()
        #expect(model.entityVersionHashesByName.count == 1_000)
    }

    @Test func `composites that share elements are compared and printed once for each`() {
        // Two composites on each of 40 levels, each with the two of the next: as a tree, 2 to the 40th.
        func tangle() -> NSManagedObjectModel {
            var level = [attribute("a"), attribute("b")]
            for _ in 0..<40 { level = [composite("a", level), composite("b", level)] }
            return model(entity("E", level))
        }
        let (first, second) = (tangle(), tangle())
        #expect(first == second && first.versionChecksum == second.versionChecksum)
        #expect(first.debugDescription == second.debugDescription)
        _ = first.issues
        #expect((first.copy() as? NSManagedObjectModel) == first)
    }
}
