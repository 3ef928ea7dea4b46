import Foundation
import Testing

@_spi(Tools) @testable import MainspringModel

/// Inheritance, lists and lookups.
@Suite struct EntityTests {
    let staff = Staff()

    @Test(arguments: [false, true])
    func `properties are inherited ones first, in the superentity's order, then the entity's own`(isUsed: Bool) {
        if isUsed { staff.model.freeze() }
        #expect(staff.boss.properties.map(\.name) == ["name", "age", "employer", "car"])
        #expect(staff.boss.slots.map(\.name) == ["name", "age", "employer", "car"])
        #expect(staff.boss.ownProperties.map(\.name) == ["car"])
        #expect(Set(staff.boss.propertiesByName.keys) == ["name", "age", "employer", "car"])
        #expect(Set(staff.boss.attributesByName.keys) == ["name", "age", "car"])
        #expect(Set(staff.boss.relationshipsByName.keys) == ["employer"])
        #expect(staff.boss.slot(named: "car") == 3 && staff.boss.slot(named: "x") == nil)
        #expect(staff.person.subentitiesByName == ["Boss": staff.boss])
        #expect(staff.boss.propertiesByName["age"]?.entity === staff.person)
    }

    @Test func `setting the properties sets the entity's own, so that appending does what it says`() {
        staff.boss.properties.append(attribute("office"))
        #expect(staff.boss.properties.map(\.name) == ["name", "age", "employer", "car", "office"])
        #expect(staff.person.properties.map(\.name) == ["name", "age", "employer"])
        staff.boss.properties = []
        #expect(staff.boss.ownProperties.isEmpty)
    }

    @Test func `a property that is taken out belongs to no entity`() {
        let car = staff.boss.ownProperties[0]
        staff.boss.properties = []
        #expect(car.owner == nil)
    }

    @Test(arguments: [false, true])
    func `an entity is of the kind of all that it inherits from`(isUsed: Bool) {
        if isUsed { staff.model.freeze() }
        #expect(staff.boss.isKindOf(entity: staff.person) && staff.boss.isKindOf(entity: staff.boss))
        #expect(!staff.person.isKindOf(entity: staff.boss) && !staff.boss.isKindOf(entity: staff.company))
        #expect(staff.boss.rootEntity === staff.person && staff.person.rootEntity === staff.person)
    }

    @Test func `relationships are found by destination, also by one that the destination inherits from`() {
        #expect(staff.company.relationships(forDestination: staff.boss) == [staff.employees])
        #expect(staff.boss.relationships(forDestination: staff.company) == [staff.employer])
        #expect(staff.person.relationships(forDestination: staff.boss).isEmpty)
    }

    @Test func `setting subentities sets their superentity, and takes them from another`() {
        #expect(staff.boss.superentity === staff.person)
        staff.company.subentities = [staff.boss]
        #expect(staff.boss.superentity === staff.company && staff.person.subentities.isEmpty)
        staff.company.subentities = []
        #expect(staff.boss.superentity == nil)
    }

    @Test func `names stand in for identifiers and classes that were not set`() {
        #expect(staff.person.renamingIdentifier == "Person" && staff.name.renamingIdentifier == "name")
        #expect(staff.person.managedObjectClassName == "NSManagedObject")
        staff.person.renamingIdentifier = "Human"
        staff.name.renamingIdentifier = "title"
        staff.person.managedObjectClassName = "App.Human"
        #expect(staff.person.renamingIdentifier == "Human" && staff.name.renamingIdentifier == "title")
        #expect(staff.person.managedObjectClassName == "App.Human")
    }

    @Test func `new descriptions are as Apple's are`() {
        let property = NSPropertyDescription()
        #expect(property.name.isEmpty && property.isOptional && !property.isTransient && property.userInfo == nil)
        #expect(property.validationPredicates.isEmpty && property.validationWarnings.isEmpty)
        let relationship = NSRelationshipDescription()
        #expect(relationship.minCount == 0 && relationship.maxCount == 0 && relationship.isToMany)
        #expect(relationship.deleteRule == .nullifyDeleteRule && !relationship.isOrdered)
        #expect(NSAttributeDescription().attributeType == .undefinedAttributeType)
        #expect(NSCompositeAttributeDescription().attributeType == .compositeAttributeType)
        let entity = NSEntityDescription()
        #expect(entity.name == nil && !entity.isAbstract && entity.properties.isEmpty && entity.indexes.isEmpty)
    }

    @Test(arguments: [(0, true), (1, false), (2, true), (10, true)])
    func `a relationship leads to many unless its greatest count is 1`(maxCount: Int, isToMany: Bool) {
        #expect(relationship("r", to: nil, maxCount: maxCount).isToMany == isToMany)
    }

    @Test func `an index knows its entity and elements their index`() {
        let byName = staff.person.indexes[0]
        #expect(byName.entity === staff.person && byName.elements[0].indexDescription === byName)
        #expect(byName.elements[0].property === staff.name && byName.elements[0].propertyName == "name")
        #expect(byName.elements[0].isAscending)
        staff.person.indexes = []
        #expect(byName.entity == nil)
    }

    @Test func `what another module attaches is set once`() {
        final class Note: Sendable {}
        let (first, second) = (EntityAttachment(Note()), EntityAttachment(Note()))
        #expect(staff.person.attachment == nil)
        #expect(staff.person.attach(first) === first && staff.person.attach(second) === first)
        #expect(staff.person.attachment === first)
    }
}
