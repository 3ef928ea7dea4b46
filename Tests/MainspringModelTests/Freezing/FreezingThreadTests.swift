import Foundation
import MainspringFoundation
import SeededRandom
import Testing

@_spi(Tools) @testable import MainspringModel

/// A model in use is constant, and knows what is asked for often.
@Suite struct FreezingThreadTests {
    @Test func `freezing computes the slot of each property, the same for all that inherit it`() {
        let staff = Staff()
        #expect(staff.name.slot == nil)
        staff.model.freeze()
        staff.model.freeze()
        #expect(staff.model.isFrozen)
        #expect([staff.name, staff.age, staff.employer].map(\.slot) == [0, 1, 2])
        #expect(staff.boss.ownProperties.map(\.slot) == [3])
        #expect(staff.boss.slots.map(\.slot) == [0, 1, 2, 3])
        #expect(staff.model.entitiesByName["Boss"] === staff.boss)
    }

    @Test func `many threads may freeze a model, and read it after`() async {
        let staff = Staff()
        let model = staff.model
        let counts = await withTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    model.freeze()
                    return model.entitiesByName["Boss"]?.slots.compactMap(\.slot).count ?? 0
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(counts == Array(repeating: 4, count: 8))
    }

    @Test func `a copy of a model in use can be changed`() throws {
        let staff = Staff()
        staff.model.freeze()
        let copy = try #require(staff.model.copy() as? NSManagedObjectModel)
        copy.entitiesByName["Person"]?.name = "Human"
        copy.entities.removeLast()
        #expect(staff.person.name == "Person")
    }

    /// Changes of a model in use, each with the beginning of what is said.
    static let changes: [(String, @Sendable (Staff) -> Void)] = [
        ("entities of a model", { $0.model.entities = [] }),
        ("versionIdentifiers of a model", { $0.model.versionIdentifiers = ["x"] }),
        ("configurations of a model", { $0.model.setEntities([], forConfigurationName: "x") }),
        ("localizationDictionary of a model", { $0.model.localizationDictionary = [:] }),
        ("fetchRequestTemplates", { $0.model.setRequestTemplate(nil, forName: "all") }),
        ("name of the entity \"Person\"", { $0.person.name = "x" }),
        ("isAbstract of the entity \"Person\"", { $0.person.isAbstract = true }),
        ("managedObjectClassName of the entity \"Person\"", { $0.person.managedObjectClassName = "x" }),
        ("properties of the entity \"Person\"", { $0.person.properties = [] }),
        ("subentities of the entity \"Person\"", { $0.person.subentities = [] }),
        ("superentity of the entity \"Boss\"", { entity("x").subentities = [$0.boss] }),
        ("model of the entity \"Person\"", { _ = model($0.person) }),
        ("indexes of the entity \"Person\"", { $0.person.indexes = [] }),
        ("uniquenessConstraints of the entity \"Person\"", { $0.person.uniquenessConstraints = [] }),
        ("compoundIndexes of the entity \"Person\"", { $0.person.compoundIndexList = [] }),
        ("userInfo of the entity \"Person\"", { $0.person.userInfo = [:] }),
        ("versionHashModifier of the entity \"Person\"", { $0.person.versionHashModifier = "x" }),
        ("renamingIdentifier of the entity \"Person\"", { $0.person.renamingIdentifier = "x" }),
        (
            "coreSpotlightDisplayNameExpression of the entity \"Person\"",
            { $0.person.coreSpotlightDisplayNameExpression = nil }
        ),
        ("name of the property \"age\" of the entity \"Person\"", { $0.age.name = "x" }),
        ("isOptional of the property \"age\"", { $0.age.isOptional = false }),
        ("isTransient of the property \"age\"", { $0.age.isTransient = true }),
        ("userInfo of the property \"age\"", { $0.age.userInfo = [:] }),
        ("isIndexed of the property \"age\"", { $0.age.wantsIndex = true }),
        ("isIndexedBySpotlight of the property \"age\"", { $0.age.isIndexedBySpotlight = true }),
        ("isStoredInExternalRecord of the property \"age\"", { $0.age.wantsExternalRecord = true }),
        ("versionHashModifier of the property \"age\"", { $0.age.versionHashModifier = "x" }),
        ("renamingIdentifier of the property \"age\"", { $0.age.renamingIdentifier = "x" }),
        (
            "validationPredicates of the property \"age\"",
            { $0.age.setValidationPredicates(nil, withValidationWarnings: nil) }
        ),
        ("entity of the property \"age\"", { _ = entity("x", [$0.age]) }),
        ("attributeType of the property \"age\"", { $0.age.type = .string }),
        ("attributeValueClassName of the property \"age\"", { $0.age.attributeValueClassName = "x" }),
        ("defaultValue of the property \"age\"", { $0.age.defaultValue = 1 }),
        ("valueTransformerName of the property \"age\"", { $0.age.valueTransformerName = "x" }),
        ("allowsExternalBinaryDataStorage of the property \"age\"", { $0.age.allowsExternalBinaryDataStorage = true }),
        ("preservesValueInHistoryOnDeletion of the property", { $0.age.preservesValueInHistoryOnDeletion = true }),
        ("allowsCloudEncryption of the property \"age\"", { $0.age.allowsCloudEncryption = true }),
        ("destinationEntity of the property \"employer\"", { $0.employer.destinationEntity = nil }),
        ("inverseRelationship of the property \"employer\"", { $0.employer.inverseRelationship = nil }),
        ("deleteRule of the property \"employer\"", { $0.employer.deleteRule = .denyDeleteRule }),
        ("minCount of the property \"employer\"", { $0.employer.minCount = 1 }),
        ("maxCount of the property \"employer\"", { $0.employer.maxCount = 2 }),
        ("isOrdered of the property \"employer\"", { $0.employer.isOrdered = true }),
        ("name of the index \"byName\" of the entity \"Person\"", { $0.person.indexes[0].name = "x" }),
        ("elements of the index \"byName\"", { $0.person.indexes[0].elements = [] }),
        ("partialIndexPredicate of the index \"byName\"", { $0.person.indexes[0].partialIndexPredicate = nil }),
        ("entity of the index \"byName\"", { entity("x").indexes = $0.person.indexes }),
        ("isAscending of the element \"name\" of the index", { $0.person.indexes[0].elements[0].isAscending = false }),
        ("collationType of the element \"name\"", { $0.person.indexes[0].elements[0].collationType = .rTree }),
        (
            "indexDescription of the element \"name\"",
            { _ = NSFetchIndexDescription(name: "x", elements: $0.person.indexes[0].elements) }
        ),
        (
            "predicate of the fetch request of the template",
            { $0.model.requestTemplate(forName: "all")?.predicate = nil }
        ),
        ("entityName of the fetch request", { $0.model.requestTemplate(forName: "all")?.entityName = "x" }),
    ]

    @Test(arguments: Seeds.sample(changes.indices, sanitized: 4))
    func `a change of a model in use stops the program, and says what was to be changed`(number: Int) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number] in
            let staff = Staff()
            staff.model.freeze()
            FreezingThreadTests.changes[number].1(staff)
        }
        expect(result, says: Self.changes[number].0)
    }

    @Test func `the sentence names model, entity and property, and what to do instead`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let staff = Staff()
            staff.model.fileName = "Staff"
            staff.model.freeze()
            staff.age.isOptional = false
        }
        expect(
            result,
            says: """
                isOptional of the property "age" of the entity "Person" cannot be changed: the model "Staff" is in use. \
                Change a copy of the model, made by copy(), before a coordinator gets it.
                """)
    }

    /// Descriptions of the kinds that a staff does not have.
    static func special() -> (NSManagedObjectModel, [() -> Void]) {
        let derived = NSDerivedAttributeDescription()
        derived.name = "derived"
        derived.attributeType = .stringAttributeType
        derived.derivationExpression = NSExpression(forKeyPath: "city")
        let city = attribute("city")
        let address = composite("address", [city])
        let fetched = NSFetchedPropertyDescription()
        fetched.name = "fetched"
        let request = FetchRequestDescription(entityName: "E")
        fetched.fetchRequestDescription = request
        let model = model(entity("E", [derived, address, fetched]))
        return (
            model,
            [
                { derived.derivationExpression = nil }, { address.elements = [] }, { city.isOptional = false },
                { _ = composite("x", [city]) }, { fetched.fetchRequestDescription = nil },
                { request.fetchLimit = 1 },
            ]
        )
    }

    @Test(arguments: [
        (0, "derivationExpression of the property \"derived\""), (1, "elements of the property \"address\""),
        (2, "isOptional of the property \"city\""), (3, "container of the property \"city\""),
        (4, "fetchRequest of the property \"fetched\""),
        (5, "fetchLimit of the fetch request of the fetched property \"fetched\""),
    ])
    func `derived, composite and fetched properties are constant as well`(number: Int, sentence: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [number] in
            let (model, changes) = FreezingThreadTests.special()
            model.freeze()
            changes[number]()
        }
        expect(result, says: sentence)
    }

    @Test func `a property without entity, and an entity without model, cannot be asked for them`() async {
        let property = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = attribute("x").entity
        }
        expect(property, says: "The property \"x\" belongs to no entity. Add it to an entity's properties")
        let entity = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MainspringModelTests.entity("E").managedObjectModel
        }
        expect(entity, says: "The entity \"E\" stands in no model, or its model is gone.")
    }
}
