import Foundation
@_spi(Tools) import MainspringData
import MainspringFoundation
@_spi(Tools) import MainspringModel
import Testing

/// What a model demands of relations and values, and a file does not keep.
@Suite(.enabled(if: SQLiteCommand.isHere, "\(SQLiteCommand.skipped)"))
struct RelationVerifyTests {
    /// People with friends, who are friends in turn, two children at most in an order, and an animal, which may be a dog.
    private static func model() -> NSManagedObjectModel {
        let (person, animal, dog) = (NSEntityDescription(), NSEntityDescription(), NSEntityDescription())
        (person.name, animal.name, dog.name) = ("Person", "Animal", "Dog")
        let (friends, children, parent) = (
            NSRelationshipDescription(), NSRelationshipDescription(), NSRelationshipDescription()
        )
        (friends.name, friends.destinationEntity, friends.inverseRelationship) = ("friends", person, friends)
        (children.name, children.destinationEntity, children.inverseRelationship) = ("children", person, parent)
        (children.isOrdered, children.maxCount) = (true, 2)
        (parent.name, parent.destinationEntity, parent.maxCount, parent.inverseRelationship) =
            ("parent", person, 1, children)
        let (pet, owner) = (NSRelationshipDescription(), NSRelationshipDescription())
        (pet.name, pet.destinationEntity, pet.maxCount, pet.inverseRelationship) = ("pet", animal, 1, owner)
        (owner.name, owner.destinationEntity, owner.maxCount, owner.inverseRelationship) = ("owner", person, 1, pet)
        let (age, look) = (NSAttributeDescription(), NSAttributeDescription())
        (age.name, age.type) = ("age", .integer16)
        age.setValidationPredicates(
            [MainspringFoundation.NSPredicate(format: "SELF <= 150")], withValidationWarnings: [])
        (look.name, look.type) = ("look", .transformable)
        let others: [(String, NSAttributeDescription.AttributeType)] = [
            ("steps", .integer64), ("isHere", .boolean), ("worth", .decimal), ("page", .uri), ("face", .binaryData),
            ("film", .binaryData), ("mark", .uuid), ("height", .double),
        ]
        let kept = others.map { name, type in
            let attribute = NSAttributeDescription()
            (attribute.name, attribute.type, attribute.allowsExternalBinaryDataStorage) = (name, type, name == "film")
            return attribute
        }
        person.properties = [friends, children, parent, pet, age, look] + kept
        animal.properties = [owner]
        animal.subentities = [dog]
        let model = NSManagedObjectModel()
        model.entities = [person, animal, dog]
        return model
    }

    /// Makes a store with three people: friends, and the children of the first are the others. The first has a dog.
    private func withPeople(changedBy statements: String, _ body: (URL) throws -> Void) throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("People.sqlite")
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Self.model())
            let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                let people = try (0..<3).map { _ in
                    let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: context)
                    person.setValue(30, forKey: "age")
                    // One save each, so that they are numbered in this order.
                    try context.save()
                    return person
                }
                people[0].setValue(NSSet(array: [people[1], people[2]]), forKey: "friends")
                people[0].setValue(NSOrderedSet(array: [people[1], people[2]]), forKey: "children")
                people[0].setValue(
                    NSEntityDescription.insertNewObject(forEntityName: "Dog", into: context), forKey: "pet")
                try context.save()
            }
            try coordinator.remove(store)
            if !statements.isEmpty { try SQLiteCommand.change(url, statements) }
            try body(url)
        }
    }

    @Test(arguments: [
        ["export", "STORE", "--output", "-"], ["fetch", "STORE", "Person"], ["fetch", "STORE", "Person", "--json"],
    ])
    func `values that cannot be read are counted on standard error, with the status 1`(arguments: [String]) throws {
        let name = "A7E41F5B-4B0D-4B58-9F60-4C2D5E0A1B11"
        let column = name.utf8.map { String($0, radix: 16) }.joined()
        try withPeople(changedBy: "UPDATE ZPERSON SET ZFILM = x'02\(column)00' WHERE Z_PK < 3") { url in
            let run = try Tool.run(["store"] + arguments.map { $0 == "STORE" ? url.path : $0 })
            #expect(run.status == 1, "\(run.errors)")
            #expect(run.errors.contains("2 values") && run.errors.contains(name), "\(run.errors)")
            #expect(run.output.contains("nreadable"))
        }
    }

    @Test func `people who lead to each other have nothing wrong with them`() throws {
        try withPeople(changedBy: "") { url in
            let run = try Tool.run("store", "verify", url.path)
            #expect(run.status == 0, "\(run.output)\(run.errors)")
        }
    }

    @Test(arguments: [
        (
            "DELETE FROM Z_3FRIENDS WHERE REFLEXIVE = 1 AND Z_3FRIENDS = 2",
            "Z_3FRIENDS, which holds “friends” of “Person”, has a pair without the same pair the other way round"
        ),
        (
            "UPDATE ZPERSON SET Z1_PET = NULL",
            "One object of “Person” does not say of “pet” of which entity the object is that it leads to."
        ),
        (
            "UPDATE ZPERSON SET Z_FOK_PARENT = 7 WHERE ZPARENT IS NOT NULL",
            "One object of “Person” has in the order of “children” places that several members have"
        ),
        (
            "UPDATE ZPERSON SET Z_FOK_PARENT = 'x' WHERE Z_PK = 2",
            "One object of “Person” has in the order of “children” places that several members have"
        ),
        (
            "UPDATE ZPERSON SET ZPARENT = 1, Z_FOK_PARENT = 9000 WHERE Z_PK = 1",
            "One object of “Person” has more than 2 in “children”."
        ),
        (
            "UPDATE ZPERSON SET ZAGE = 70000 WHERE Z_PK = 1",
            "One object of “Person” has something else in “age” than a whole number of 16 bits."
        ),
        (
            "UPDATE ZPERSON SET ZAGE = 1.5 WHERE Z_PK = 1",
            "One object of “Person” has something else in “age” than a whole number of 16 bits."
        ),
        (
            "UPDATE ZPERSON SET ZAGE = CASE Z_PK WHEN 1 THEN 'old' WHEN 2 THEN x'05' ELSE 30 END",
            "2 objects of “Person” have something else in “age” than a whole number of 16 bits."
        ),
        (
            "UPDATE ZPERSON SET ZMARK = CASE Z_PK WHEN 1 THEN 'nobody' WHEN 2 THEN x'05' ELSE zeroblob(16) END",
            "2 objects of “Person” have something else in “mark” than a UUID."
        ),
        (
            "UPDATE ZPERSON SET ZHEIGHT = CASE Z_PK WHEN 1 THEN 'tall' WHEN 2 THEN x'05' ELSE 1 END",
            "2 objects of “Person” have something else in “height” than a number."
        ),
        (
            "UPDATE ZPERSON SET ZSTEPS = 1e30 WHERE Z_PK = 1",
            "One object of “Person” has something else in “steps” than a whole number of 64 bits."
        ),
        (
            "UPDATE ZPERSON SET ZISHERE = 0.5 WHERE Z_PK = 1",
            "One object of “Person” has something else in “isHere” than 0 or 1."
        ),
        (
            "UPDATE ZPERSON SET ZWORTH = CASE Z_PK WHEN 1 THEN 'abc' WHEN 2 THEN x'00' ELSE 1e300 END",
            "3 objects of “Person” have something else in “worth” than a decimal number."
        ),
        (
            "UPDATE ZPERSON SET ZWORTH = CASE Z_PK WHEN 1 THEN '12abc' WHEN 2 THEN 1e120 ELSE 9e999 END",
            "2 objects of “Person” have something else in “worth” than a decimal number."
        ),
        (
            "UPDATE ZPERSON SET ZPAGE = CASE Z_PK WHEN 1 THEN x'61' WHEN 2 THEN '' ELSE 'https://a.example' END",
            "2 objects of “Person” have something else in “page” than a URL."
        ),
        (
            "UPDATE ZPERSON SET ZFACE = CASE Z_PK WHEN 1 THEN 'text' WHEN 2 THEN 5 ELSE x'05' END",
            "2 objects of “Person” have something else in “face” than data."
        ),
        (
            "UPDATE ZPERSON SET ZFILM = CASE Z_PK WHEN 1 THEN 'abc' WHEN 2 THEN x'0361' END",
            "One object of “Person” has something else in “film” than data, or the name of their file."
        ),
        (
            "UPDATE ZPERSON SET ZLOOK = x'DEADBEEF' WHERE Z_PK = 1",
            "One object of “Person” has something else in “look” than what an archiver makes."
        ),
    ])
    func `what a model does not allow is found and named`(damage: String, sentence: String) throws {
        try withPeople(changedBy: damage) { url in
            let run = try Tool.run("store", "verify", url.path)
            #expect(run.status == 1, "\(run.errors)")
            #expect(run.lines.contains { $0.hasPrefix(sentence) }, "\(run.output)")
        }
    }

    @Test func `a value that breaks a rule of the model is found where the model is named`() throws {
        try withPeople(changedBy: "UPDATE ZPERSON SET ZAGE = 500 WHERE Z_PK = 1") { url in
            let model = url.deletingLastPathComponent().appendingPathComponent("People.mom")
            try Self.model().write(to: model)
            let run = try Tool.run("store", "verify", url.path, "--model", model.path)
            #expect(run.status == 1, "\(run.errors)")
            #expect(
                run.lines.contains {
                    $0.hasPrefix(
                        "One object of “Person” has in “age” what the model does not allow: it demands “SELF <= 150”.")
                }, "\(run.output)")
        }
    }
}
