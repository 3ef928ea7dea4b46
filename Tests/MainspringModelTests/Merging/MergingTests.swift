import Foundation
import MainspringFoundation
import Testing

@testable import MainspringModel

/// Several models as one.
@Suite struct MergingTests {
    @Test func `entities of several models stand in one, as copies`() throws {
        let staff = Staff()
        staff.model.versionIdentifiers = ["1"]
        staff.model.localizationDictionary = ["a": "x"]
        let other = model(entity("Place", [attribute("city")]))
        other.versionIdentifiers = ["2"]
        other.localizationDictionary = ["a": "y", "b": "z"]
        let merged = try #require(NSManagedObjectModel(byMerging: [staff.model, other]))
        #expect(Set(merged.entitiesByName.keys) == ["Person", "Boss", "Company", "Place"])
        #expect(merged.entitiesByName["Person"] !== staff.person && staff.person.managedObjectModel === staff.model)
        #expect(merged.versionIdentifiers == ["1", "2"] && merged.localizationDictionary == ["a": "x", "b": "z"])
        #expect(merged.configurationNames == ["People"])
        #expect(merged.requestTemplate(forName: "all")?.entity === merged.entitiesByName["Person"])
        try merged.validate()
    }

    @Test func `equal entities of one name become one, with all subentities, and all lead there`() throws {
        let first = Staff()
        let second = Staff()
        let intern = entity("Intern", [attribute("school")])
        let mentor = relationship("mentor", to: second.person)
        intern.properties.append(mentor)
        second.person.subentities = [intern]
        second.model.entities = [intern, second.person, second.company]
        let office = entity("Office", [relationship("owner", to: second.company)])
        second.model.entities.append(office)
        second.model.setEntities([second.person, office], forConfigurationName: "People")
        let merged = try NSManagedObjectModel.merged([first.model, second.model])
        let entities = merged.entitiesByName
        #expect(merged.entities.count == 5)
        #expect(entities["Person"]?.subentities.compactMap(\.name) == ["Boss", "Intern"])
        #expect(entities["Intern"]?.superentity === entities["Person"])
        #expect(entities["Intern"]?.relationshipsByName["mentor"]?.destinationEntity === entities["Person"])
        #expect(entities["Office"]?.relationshipsByName["owner"]?.destinationEntity === entities["Company"])
        #expect(merged.entities(forConfigurationName: "People")?.compactMap(\.name) == ["Person", "Boss", "Office"])
        try merged.validate()
    }

    @Test func `different entities of one name are an error that says in what they differ`() throws {
        let first = Staff()
        let second = Staff()
        second.age.isOptional = false
        let error = #expect(throws: ModelMergeError.self) {
            try NSManagedObjectModel.merged([first.model, second.model])
        }
        #expect(
            error?.description == """
                Can't merge models with two different entities named "Person". \
                The property "age" of the entity "Person": \
                isOptional was true and is false. Rename one of them, or make them equal.
                """)
    }

    @Test func `different entities of one name stop the program in Apple's initializer`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let second = Staff()
            second.age.isOptional = false
            _ = NSManagedObjectModel(byMerging: [Staff().model, second.model])
        }
        expect(result, says: "Can't merge models with two different entities named \"Person\".")
    }

    @Test func `templates of one name must ask the same`() throws {
        let first = Staff()
        let second = Staff()
        #expect(throws: Never.self) { try NSManagedObjectModel.merged([first.model, second.model]) }
        second.model.requestTemplate(forName: "all")?.predicate = NSPredicate(format: "age > 3")
        #expect(throws: ModelMergeError.differentTemplates(name: "all")) {
            try NSManagedObjectModel.merged([first.model, second.model])
        }
    }

    @Test func `an entity without a name is an error`() {
        #expect(throws: ModelMergeError.entityWithoutName) {
            try NSManagedObjectModel.merged([model(NSEntityDescription())])
        }
    }

    @Test func `no array gives no model, an empty one an empty model`() {
        #expect(NSManagedObjectModel(byMerging: nil) == nil)
        #expect(NSManagedObjectModel(byMerging: [])?.entities.isEmpty == true)
    }

    // MARK: - For a store

    /// Two versions of a model, and another model.
    struct Versions {
        let old = Staff()
        let new = Staff()
        let other = model(entity("Place", [attribute("city")]))

        init() { new.person.properties.append(attribute("email")) }

        func found(_ hashes: [String: Data]) -> NSManagedObjectModel? {
            NSManagedObjectModel(
                byMerging: [new.model, other, old.model], forStoreMetadata: [NSStoreModelVersionHashesKey: hashes])
        }
    }

    @Test func `the version whose hashes a store has is found`() throws {
        let versions = Versions()
        let old = try #require(versions.found(versions.old.model.entityVersionHashesByName))
        #expect(old == versions.old.model)
        let new = try #require(versions.found(versions.new.model.entityVersionHashesByName))
        #expect(new == versions.new.model)
    }

    @Test func `models are merged where a store needs several`() throws {
        let versions = Versions()
        let hashes = versions.old.model.entityVersionHashesByName.merging(versions.other.entityVersionHashesByName) {
            first, _ in first
        }
        let both = try #require(versions.found(hashes))
        #expect(both.entityVersionHashesByName == hashes)
    }

    @Test func `a store of a configuration finds the whole model`() throws {
        let versions = Versions()
        let hashes = versions.old.model.entityVersionHashesByName.filter { $0.key != "Company" }
        #expect(versions.found(hashes) == versions.old.model)
    }

    @Test func `there is no model for entities that none has, or without hashes`() {
        let versions = Versions()
        #expect(versions.found(["Person": Data(count: 32)]) == nil)
        var hashes = versions.old.model.entityVersionHashesByName
        hashes["Other"] = Data(count: 32)
        #expect(versions.found(hashes) == nil)
        #expect(NSManagedObjectModel(byMerging: [versions.other], forStoreMetadata: [:]) == nil)
    }
}
