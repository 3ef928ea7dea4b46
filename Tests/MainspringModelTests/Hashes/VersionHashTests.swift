import Foundation
import MainspringFoundation
import SeededRandom
import Testing

@_spi(Tools) @testable import MainspringModel

/// The hashes that we compute ourselves.
@Suite struct VersionHashTests {
    static func number(_ number: Int) -> [UInt8] {
        (0..<8).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    static func text(_ text: String) -> [UInt8] { number(text.utf8.count) + [UInt8](text.utf8) }

    @Test func `the bytes of an entity and its properties are those that are documented`() {
        let name = attribute("n")
        name.isOptional = false
        let friends = NSRelationshipDescription()
        friends.name = "f"
        friends.maxCount = 0
        friends.versionHashModifier = "m"
        let thing = entity("T", [name, friends])
        thing.uniquenessConstraints = [["n"]]
        friends.destinationEntity = thing

        let nameBytes: [UInt8] =
            Self.text("Mainspring property 1") + Self.number(1) + Self.text("n") + [0, 0, 0] + Self.number(700)
        let friendsBytes: [UInt8] =
            Self.text("Mainspring property 1") + Self.number(2) + Self.text("f") + [1, 0, 1] + Self.text("m") + [1]
            + Self.text("T") + Self.number(0) + Self.number(0) + Self.number(1) + [0, 0]
        #expect([UInt8](name.versionHash) == SHA256.hash(nameBytes))
        #expect([UInt8](friends.versionHash) == SHA256.hash(friendsBytes))
        let bytes: [UInt8] =
            Self.text("Mainspring entity 1") + Self.text("T") + [0, 0, 0] + Self.number(2) + SHA256.hash(friendsBytes)
            + SHA256.hash(nameBytes) + Self.number(1) + Self.number(1) + Self.text("n")
        #expect([UInt8](thing.versionHash) == SHA256.hash(bytes))
    }

    @Test func `an empty modifier is none, as in files`() throws {
        let (plain, modified) = (Staff(), Staff())
        for entity in modified.model.entities {
            entity.versionHashModifier = ""
            for property in entity.ownProperties { property.versionHashModifier = "" }
        }
        #expect(modified.model.entityVersionHashesByName == plain.model.entityVersionHashesByName)
        #expect(ModelComparison(plain.model, modified.model).differences.isEmpty)
        let read = try EverythingModel.read(try modified.model.xmlContents()).model
        #expect(read.entityVersionHashesByName == modified.model.entityVersionHashesByName)
    }

    static let countingChanges: [(String, @Sendable (Staff) -> Void)] = [
        ("name", { $0.person.name = "Human" }), ("abstract", { $0.person.isAbstract = true }),
        ("modifier", { $0.person.versionHashModifier = "2" }), ("superentity", { $0.person.subentities = [] }),
        ("constraint", { $0.person.uniquenessConstraints = [] }),
        ("property", { $0.person.properties.append(attribute("x")) }), ("property name", { $0.name.name = "n" }),
        ("optional", { $0.name.isOptional = false }), ("transient", { $0.name.isTransient = true }),
        ("property modifier", { $0.name.versionHashModifier = "2" }),
        ("type", { $0.age.attributeType = .integer32AttributeType }), ("least", { $0.employer.minCount = 1 }),
        ("greatest", { $0.employer.maxCount = 2 }), ("rule", { $0.employer.deleteRule = .denyDeleteRule }),
        ("order", { $0.employees.isOrdered = true }), ("destination", { $0.employer.destinationEntity = $0.person }),
        ("inverse", { $0.employer.inverseRelationship = nil }), ("inverse's name", { $0.employees.name = "staff" }),
        ("destination's name", { $0.company.name = "Firm" }),
    ]

    @Test(arguments: countingChanges.indices)
    func `what counts for the version changes the hashes, and is a difference that counts`(number: Int) throws {
        let (change, make) = Self.countingChanges[number]
        let before = Staff()
        let after = Staff()
        #expect(before.model.versionChecksum == after.model.versionChecksum)
        make(after)
        #expect(before.model.versionChecksum != after.model.versionChecksum, "\(change)")
        #expect(!ModelComparison(before.model, after.model).versionDifferences.isEmpty, "\(change)")
    }

    static let otherChanges: [(String, @Sendable (Staff) -> Void)] = [
        ("class", { $0.person.managedObjectClassName = "Human" }),
        ("user info", { $0.person.userInfo = ["a": 1] }), ("renaming", { $0.person.renamingIdentifier = "Human" }),
        ("index", { $0.person.indexes = [] }), ("default", { $0.age.defaultValue = 21 }),
        ("property's user info", { $0.age.userInfo = ["a": 1] }),
        ("property's renaming", { $0.age.renamingIdentifier = "years" }),
        ("spotlight", { $0.age.isIndexedBySpotlight = true }),
        ("external", { $0.age.allowsExternalBinaryDataStorage = true }),
        ("history", { $0.age.preservesValueInHistoryOnDeletion = true }),
        ("encryption", { $0.age.allowsCloudEncryption = true }),
        ("transformer", { $0.age.valueTransformerName = "T" }),
        (
            "validation",
            { $0.age.setValidationPredicates([NSPredicate(format: "SELF > 3")], withValidationWarnings: ["w"]) }
        ),
        ("identifiers", { $0.model.versionIdentifiers = ["2"] }),
        ("configuration", { $0.model.setEntities([], forConfigurationName: "People") }),
        ("template", { $0.model.setRequestTemplate(nil, forName: "all") }),
        ("localization", { $0.model.localizationDictionary = ["Entity/Person": "Mensch"] }),
    ]

    @Test(arguments: otherChanges.indices)
    func `what does not count leaves the hashes, and is a difference that does not count`(number: Int) throws {
        let (change, make) = Self.otherChanges[number]
        let before = Staff()
        let after = Staff()
        make(after)
        #expect(before.model.entityVersionHashesByName == after.model.entityVersionHashesByName, "\(change)")
        let comparison = ModelComparison(before.model, after.model)
        #expect(comparison.differences.count == 1 && comparison.versionDifferences.isEmpty, "\(change)")
        #expect(before.model != after.model, "\(change)")
    }

    @Test(arguments: Seeds.first(3))
    func `hashes differ exactly where a difference counts`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let changes = Self.countingChanges + Self.otherChanges
        for _ in 0..<50 {
            let first = Staff()
            let second = Staff()
            for staff in [first, second] {
                for _ in 0..<Int.random(in: 0...2, using: &random) { changes.randomElement(using: &random)?.1(staff) }
            }
            let comparison = ModelComparison(first.model, second.model)
            #expect(
                comparison.versionDifferences.isEmpty
                    == (first.model.entityVersionHashesByName == second.model.entityVersionHashesByName),
                "seed \(seed): \(comparison.differences)")
        }
    }

    @Test func `a change of a superentity is one of all that inherit`() {
        let staff = Staff()
        let before = staff.boss.versionHash
        staff.person.properties.append(attribute("x"))
        #expect(staff.boss.versionHash != before)
    }

    @Test func `names that are canonically equal give equal hashes`() {
        #expect(entity("caf\u{E9}").versionHash == entity("cafe\u{301}").versionHash)
    }

    // MARK: - Known hashes

    static let known = Data(repeating: 7, count: 32)

    @Test func `a known hash wins, in copies too`() throws {
        let staff = Staff()
        staff.person.knownVersionHash = Self.known
        staff.age.knownVersionHash = Self.known
        #expect(staff.person.versionHash == Self.known && staff.age.versionHash == Self.known)
        let copy = try #require(staff.model.copy() as? NSManagedObjectModel)
        let person = try #require(copy.entitiesByName["Person"])
        #expect(person.versionHash == Self.known && person.propertiesByName["age"]?.versionHash == Self.known)
    }

    @Test(arguments: [0, 1, 2, 3, 6, 7, 10, 14, 15, 16])
    func `a change that counts forgets the known hash`(number: Int) {
        let (change, make) = Self.countingChanges[number]
        let staff = Staff()
        let entity = change == "order" ? staff.company : change == "superentity" ? staff.boss : staff.person
        entity.knownVersionHash = Self.known
        make(staff)
        #expect(entity.versionHash != Self.known, "\(change)")
    }

    @Test func `a change forgets the known hashes of what inherits, and of what leads there by name`() {
        let staff = Staff()
        func know() { for entity in staff.model.entities { entity.knownVersionHash = Self.known } }
        func forgotten() -> Set<String> {
            Set(staff.model.entities.filter { $0.knownVersionHash == nil }.compactMap(\.name))
        }
        know()
        staff.age.isOptional = false
        #expect(forgotten() == ["Person", "Boss"])
        know()
        staff.company.name = "Firm"
        #expect(forgotten() == ["Person", "Boss", "Firm"])
        know()
        staff.employees.name = "staff"
        #expect(forgotten() == ["Person", "Boss", "Firm"])
        know()
        staff.age.defaultValue = 3
        staff.person.userInfo = ["a": 1]
        #expect(forgotten().isEmpty)
    }

    @Test func `a change inside of a composite attribute forgets the known hash of the entity`() {
        let city = attribute("city")
        let place = entity("Place", [composite("address", [composite("town", [city])])])
        place.knownVersionHash = Self.known
        city.isOptional = false
        #expect(place.knownVersionHash == nil)
    }

    @Test func `composites that stand in themselves or too deep have hashes`() {
        let loop = composite("loop", [])
        loop.elements = [loop, attribute("x")]
        #expect(entity("E", [loop]).versionHash.count == 32)
        var deep = composite("c", [])
        for _ in 0..<5_000 { deep = composite("c", [deep]) }
        #expect(entity("E", [deep]).versionHash.count == 32)
        // Released from the outside in, one by one, as no reader makes anything so deep.
        var next: NSCompositeAttributeDescription? = deep
        while let current = next {
            next = current.elements.first as? NSCompositeAttributeDescription
            current.elements = []
        }
        loop.elements = []
    }

    @Test func `entities that inherit from themselves have hashes`() {
        let first = entity("A", [attribute("x")])
        let second = entity("B")
        first.subentities = [second]
        second.subentities = [first]
        #expect(first.versionHash != second.versionHash)
        first.subentities = []
        second.subentities = []
    }
}
