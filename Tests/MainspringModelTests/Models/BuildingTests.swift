import Foundation
@_spi(Tools) import MainspringModel
import Testing

@Suite struct BuildingTests {
    @Test func `a model is built, frozen, copied and printed`() throws {
        let name = NSAttributeDescription()
        name.name = "name"
        name.type = .string
        name.defaultValue = "x"
        let age = NSAttributeDescription()
        age.name = "age"
        age.attributeType = .integer16AttributeType
        age.defaultValue = 3
        let person = NSEntityDescription()
        person.name = "Person"
        person.properties = [name, age]
        let boss = NSEntityDescription()
        boss.name = "Boss"
        person.subentities = [boss]
        let rel = NSRelationshipDescription()
        rel.name = "friend"
        rel.destinationEntity = person
        rel.inverseRelationship = rel
        boss.properties.append(rel)
        let model = NSManagedObjectModel()
        model.entities = [person, boss]
        try model.validate()
        let copy = try #require(model.copy() as? NSManagedObjectModel)
        #expect(copy == model)
        model.freeze()
        #expect(rel.slot == 2 && boss.slots.count == 3)
        #expect(copy == model)
        #expect(age.defaultValue as? Int == 3, "\(type(of: age.defaultValue))")
        #expect(age.defaultValue as? NSNumber == 3)
    }
}
