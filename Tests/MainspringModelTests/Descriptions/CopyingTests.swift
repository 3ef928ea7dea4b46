import Foundation
import MainspringFoundation
import Testing

@testable import MainspringModel

/// Copies say the same, can be changed, and refer to each other as the originals do.
@Suite struct CopyingTests {
    /// A property of each class, with nothing as it is unset.
    static func properties() -> [NSPropertyDescription] {
        let plain = attribute("plain", .integer16AttributeType, default: 3)
        plain.allowsExternalBinaryDataStorage = true
        plain.preservesValueInHistoryOnDeletion = true
        plain.allowsCloudEncryption = true
        plain.setValidationPredicates([NSPredicate(format: "SELF > 3")], withValidationWarnings: ["small"])
        let transformed = attribute("transformed", .transformableAttributeType)
        transformed.valueTransformerName = "T"
        transformed.attributeValueClassName = "Color"
        let derived = NSDerivedAttributeDescription()
        derived.name = "derived"
        derived.attributeType = .stringAttributeType
        derived.derivationExpression = NSExpression(format: "canonical:(plain)")
        let expression = NSExpressionDescription()
        expression.name = "expression"
        expression.expression = NSExpression(format: "max:(plain)")
        expression.expressionResultType = .integer16AttributeType
        let fetched = NSFetchedPropertyDescription()
        fetched.name = "fetched"
        fetched.fetchRequestDescription = FetchRequestDescription(entityName: "E")
        fetched.fetchRequestDescription?.predicate = NSPredicate(format: "plain > $FETCH_SOURCE.plain")
        let related = relationship("related", to: nil, maxCount: 7)
        related.minCount = 2
        related.isOrdered = true
        related.deleteRule = .denyDeleteRule
        let inner = composite("composite", [attribute("a", default: "x"), composite("b", [attribute("c")])])
        let all = [plain, transformed, derived, expression, fetched, related, inner]
        for property in all {
            property.isOptional = false
            property.isTransient = true
            property.userInfo = ["key": "value"]
            property.isIndexedBySpotlight = true
            property.wantsIndex = true
            property.wantsExternalRecord = true
            property.versionHashModifier = "m"
            property.renamingIdentifier = "old"
        }
        return all
    }

    @Test(arguments: 0..<7)
    func `the copy of a property is of its class, equal, and of no entity`(number: Int) throws {
        let original = Self.properties()[number]
        let thing = entity("E", [original])
        let copy = try #require(original.copy() as? NSPropertyDescription)
        #expect(copy !== original && type(of: copy) == type(of: original) && copy == original)
        #expect(copy.versionHash == original.versionHash && copy.hash == original.hash)
        #expect(copy.owner == nil && original.entity === thing)
        copy.isOptional = true
        #expect(copy != original && !original.isOptional)
    }

    @Test func `the elements of a composite attribute are copied with it`() throws {
        let original = composite("a", [attribute("x"), composite("b", [attribute("y")])])
        let copy = try #require(original.copy() as? NSCompositeAttributeDescription)
        #expect(copy.elements.map(\.name) == ["x", "b"] && copy.elements[0] !== original.elements[0])
        let inner = try #require(copy.elements[1] as? NSCompositeAttributeDescription)
        #expect(inner.elements.map(\.name) == ["y"])
        inner.elements[0].isOptional = false
        #expect(copy != original)
    }

    @Test func `a composite that stands in itself is copied without itself`() throws {
        let loop = composite("a", [attribute("x")])
        loop.elements.append(loop)
        let copy = try #require(loop.copy() as? NSCompositeAttributeDescription)
        #expect(copy.elements.map(\.name) == ["x"])
        loop.elements = []
    }

    @Test(arguments: [false, true])
    func `the copy of a model is equal, and leads to nothing of the original`(isUsed: Bool) throws {
        let staff = Staff()
        staff.person.uniquenessConstraints = [["name", staff.age]]
        staff.person.coreSpotlightDisplayNameExpression = NSExpression(forKeyPath: "name")
        staff.model.versionIdentifiers = ["1"]
        staff.model.localizationDictionary = ["Entity/Person": "Mensch"]
        let fetched = NSFetchedPropertyDescription()
        fetched.name = "colleagues"
        fetched.fetchRequestDescription = FetchRequestDescription()
        fetched.fetchRequestDescription?.entity = staff.person
        fetched.fetchRequestDescription?.propertiesToFetch = [staff.age]
        staff.company.properties.append(fetched)
        if isUsed { staff.model.freeze() }

        let copy = try #require(staff.model.copy() as? NSManagedObjectModel)
        #expect(copy == staff.model && copy.hash == staff.model.hash && !copy.isFrozen)
        #expect(copy.versionChecksum == staff.model.versionChecksum)
        let entities = copy.entitiesByName
        let person = try #require(entities["Person"])
        #expect(person !== staff.person && person.managedObjectModel === copy)
        #expect(entities["Boss"]?.superentity === person)
        let employer = try #require(person.relationshipsByName["employer"])
        #expect(employer.destinationEntity === entities["Company"])
        #expect(employer.inverseRelationship === entities["Company"]?.relationshipsByName["employees"])
        #expect(employer.inverseRelationship?.inverseRelationship === employer)
        #expect(person.indexes.first?.elements.first?.property === person.propertiesByName["name"])
        #expect(person.uniquenessConstraints[0][1] as? NSPropertyDescription === person.propertiesByName["age"])
        #expect(copy.requestTemplate(forName: "all")?.entity === person)
        #expect(copy.entities(forConfigurationName: "People")?.first === person)
        let request = (entities["Company"]?.propertiesByName["colleagues"] as? NSFetchedPropertyDescription)?
            .fetchRequestDescription
        #expect(request?.entity === person)
        #expect(request?.propertiesToFetch?.first as? NSPropertyDescription === person.propertiesByName["age"])
        try copy.validate()
        person.name = "Human"
        #expect(copy != staff.model)
    }

    @Test func `the copy of an entity has copies of its subentities, and leads to others as before`() throws {
        let staff = Staff()
        let friend = relationship("friend", to: staff.boss)
        staff.person.properties.append(friend)
        let copy = try #require(staff.person.copy() as? NSEntityDescription)
        #expect(copy == staff.person && copy.model == nil)
        #expect(copy.subentities.map(\.name) == ["Boss"] && copy.subentities[0] !== staff.boss)
        #expect(copy.relationshipsByName["friend"]?.destinationEntity === copy.subentities[0])
        #expect(copy.relationshipsByName["employer"]?.destinationEntity === staff.company)
        #expect(copy.relationshipsByName["employer"]?.inverseRelationship === staff.employees)
    }

    @Test func `the copy of an index has copies of its elements, for the same properties`() throws {
        let staff = Staff()
        let original = staff.person.indexes[0]
        original.partialIndexPredicate = NSPredicate(format: "age > 3")
        original.elements[0].isAscending = false
        original.elements[0].collationType = .rTree
        let copy = try #require(original.copy() as? NSFetchIndexDescription)
        #expect(copy == original && copy.hash == original.hash && copy.entity == nil)
        #expect(copy.elements[0] !== original.elements[0] && copy.elements[0].property === staff.name)
        #expect(copy.elements[0].indexDescription === copy)
        copy.elements[0].isAscending = true
        #expect(copy != original)
    }

    @Test func `an element of an index may know a name only`() throws {
        let element = NSFetchIndexElementDescription(propertyName: "address.city", collationType: .binary)
        let copy = try #require(element.copy() as? NSFetchIndexElementDescription)
        #expect(copy == element && copy.property == nil && copy.propertyName == "address.city")
    }
}
