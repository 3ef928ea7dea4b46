import Foundation
import MainspringFoundation
import MainspringModel
import Testing

/// What two models differ in, in sentences.
@Suite struct ComparisonTests {
    let first = Staff()
    let second = Staff()

    var sentences: [String] { ModelComparison(first.model, second.model).differences.map(\.description) }

    @Test func `models that say the same do not differ`() {
        let comparison = ModelComparison(first.model, second.model)
        #expect(comparison.isEmpty && comparison.differences.isEmpty && comparison.versionDifferences.isEmpty)
        #expect(first.model == second.model && first.person == second.person && first.age == second.age)
        #expect(first.model.hash == second.model.hash && first.person.hash == second.person.hash)
    }

    @Test func `the order of entities, properties, constraints and indexes makes no difference`() {
        second.model.entities.reverse()
        second.person.properties.reverse()
        first.person.indexes.append(index("byAge", first.age))
        second.person.indexes.insert(index("byAge", second.age), at: 0)
        first.person.uniquenessConstraints = [["name"], ["age"]]
        second.person.uniquenessConstraints = [["age"], [second.name]]
        #expect(sentences.isEmpty)
    }

    @Test func `what was added and removed is told by its name`() {
        second.model.entities.append(entity("Place"))
        second.model.entities.removeAll { $0 === second.boss }
        second.person.subentities = []
        second.person.properties.append(attribute("email"))
        second.company.properties.removeFirst()
        second.person.indexes = [index("byAge", second.age)]
        #expect(
            sentences
                == [
                    "The model: configurations was People: Boss, Person and is People: Boss, Person.",
                    "The entity \"Boss\" was removed.",
                    "The property \"title\" of the entity \"Company\" was removed.",
                    "The property \"email\" of the entity \"Person\" was added.",
                    "The index \"byAge\" of the entity \"Person\" was added.",
                    "The index \"byName\" of the entity \"Person\" was removed.", "The entity \"Place\" was added.",
                ].filter { !$0.hasPrefix("The model") })
    }

    @Test func `what was changed is told with both values`() {
        second.age.attributeType = .integer32AttributeType
        second.age.defaultValue = 21
        second.employer.inverseRelationship = nil
        second.employees.deleteRule = .cascadeDeleteRule
        second.person.managedObjectClassName = "Human"
        second.person.indexes[0].elements[0].isAscending = false
        second.model.versionIdentifiers = ["2"]
        #expect(
            sentences == [
                "The model: versionIdentifiers was not set and is 2.",
                "The property \"employees\" of the entity \"Company\": deleteRule was Nullify and is Cascade.",
                "The entity \"Person\": managedObjectClassName was NSManagedObject and is Human.",
                "The property \"age\" of the entity \"Person\": attributeType was Integer 16 and is Integer 32.",
                "The property \"age\" of the entity \"Person\": defaultValue was 18 and is 21.",
                "The property \"employer\" of the entity \"Person\": inverseRelationship was employees and is not set.",
                "The index \"byName\" of the entity \"Person\": elements was name and is name descending.",
            ])
    }

    @Test func `another kind of property is a difference that counts`() {
        let derived = NSDerivedAttributeDescription()
        derived.name = "name"
        derived.type = .string
        derived.derivationExpression = NSExpression(forKeyPath: "age")
        second.person.properties = [derived, second.age, second.employer]
        second.person.indexes = [index("byName", derived)]
        second.person.uniquenessConstraints = [["name", "age"]]
        let differences = ModelComparison(first.model, second.model).versionDifferences
        #expect(
            differences.map(\.description) == [
                "The property \"name\" of the entity \"Person\": kind was attribute and is derived attribute.",
                "The property \"name\" of the entity \"Person\": derivationExpression was not set and is age.",
            ])
    }

    @Test func `elements of composite attributes are told by their paths`() {
        first.company.properties.append(composite("address", [attribute("city"), composite("geo", [attribute("x")])]))
        let inner = composite("geo", [attribute("x", .doubleAttributeType), attribute("y")])
        second.company.properties.append(composite("address", [inner]))
        #expect(
            sentences == [
                "The property \"address.city\" of the entity \"Company\" was removed.",
                "The property \"address.geo.x\" of the entity \"Company\": attributeType was String and is Double.",
                "The property \"address.geo.x\" of the entity \"Company\": attributeValueClassName was NSString and is NSNumber.",
                "The property \"address.geo.y\" of the entity \"Company\" was added.",
            ])
    }

    @Test func `long values are told by their beginning and a digest, so that they still differ`() {
        let text = String(repeating: "a", count: 1_000)
        first.name.defaultValue = text + "b"
        second.name.defaultValue = text + "c"
        #expect(sentences.count == 1 && sentences[0].count < 700)
        first.name.attributeType = .binaryDataAttributeType
        second.name.attributeType = .binaryDataAttributeType
        first.name.defaultValue = Data(repeating: 1, count: 50_000)
        second.name.defaultValue = Data(repeating: 2, count: 50_000)
        #expect(sentences.count == 1 && sentences[0].contains("50000 bytes <"))
    }

    @Test func `a description is not equal to one of another name or kind, or to something else`() {
        #expect(attribute("a") != attribute("b") && attribute("a") == attribute("a"))
        let derived = NSDerivedAttributeDescription()
        derived.name = "a"
        #expect(attribute("a") != derived)
        #expect(!entity("a").isEqual(attribute("a")) && !attribute("a").isEqual("a"))
        #expect(!first.model.isEqual(first.person) && !index("a").isEqual("a"))
        #expect(entity("a") != entity("b"))
    }
}
