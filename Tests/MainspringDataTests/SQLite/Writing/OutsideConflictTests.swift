import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Rows that another program changes or deletes between reading and saving, under each policy.
@Suite struct OutsideConflictTests {
    private typealias Values = [String: String]

    private let scratch = Scratch()
    private var url: URL { scratch.url("s.sqlite") }
    private static let keys = ["a", "b", "c", "d"]

    private func open(_ type: NSMergePolicyType) throws -> NSManagedObjectContext {
        let (item, owner) = (Part.entity("Item"), Part.entity("Owner"))
        let (there, here) = (
            Part.relationship("owner", to: owner), Part.relationship("items", to: item, isToMany: true)
        )
        (there.isOptional, here.isOptional) = (true, true)
        (there.inverseRelationship, here.inverseRelationship) = (here, there)
        item.properties = Self.keys.map { Part.attribute($0, .stringAttributeType) } + [there]
        owner.properties = [here]
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = try Fixture.open(url, Part.model([item, owner])).coordinator
        context.mergePolicy = NSMergePolicy(merge: type)
        (context.retainsRegisteredObjects, context.stalenessInterval) = (true, 0)
        return context
    }

    private func insert(_ count: Int, _ context: NSManagedObjectContext) -> [NSManagedObject] {
        (0..<count).map { _ in
            let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
            for key in Self.keys { item.setValue("0", forKey: key) }
            return item
        }
    }

    private func values(_ item: NSManagedObject) -> Values {
        Dictionary(
            uniqueKeysWithValues: Self.keys.compactMap { key in (item.value(forKey: key) as? String).map { (key, $0) } }
        )
    }

    private func stored() throws -> [Values] {
        try Fixture.rows(url, "SELECT ZA, ZB, ZC, ZD FROM ZITEM ORDER BY Z_PK").map { row in
            let cells = row.split(separator: "|").map(String.init)
            return Dictionary(uniqueKeysWithValues: zip(Self.keys, cells).filter { $0.1 != "NULL" })
        }
    }

    /// What a policy makes of three states of a row, key by key: a key changes where its value is another than at first.
    private func merged(_ type: NSMergePolicyType, _ first: Values, _ mine: Values, _ theirs: Values) -> Values {
        // Nobody, one of them, or both alike.
        if mine == first || theirs == first || mine == theirs { return mine == first ? theirs : mine }
        switch type {
        case .overwriteMergePolicyType: return mine
        case .mergeByPropertyObjectTrumpMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType:
            let (strong, weak) =
                type == .mergeByPropertyObjectTrumpMergePolicyType ? (mine, theirs) : (theirs, mine)
            var result: Values = [:]
            for key in Self.keys { result[key] = strong[key] != first[key] ? strong[key] : weak[key] }
            return result
        default: return theirs
        }
    }

    @Test(
        arguments: [true, false],
        [NSMergePolicyType.mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType])
    func `what is saved again leads only to what another coordinator has left`(
        isToMany: Bool, type: NSMergePolicyType
    ) throws {
        func open() throws -> NSManagedObjectContext {
            let (person, project) = (Part.entity("Person"), Part.entity("Project"))
            let (there, here) = (
                Part.relationship("projects", to: project, isToMany: true, isOrdered: true),
                Part.relationship("members", to: person, isToMany: true)
            )
            let (main, back) = (
                Part.relationship("main", to: project), Part.relationship("leads", to: person, isToMany: true)
            )
            for relationship in [there, here, main, back] {
                (relationship.isOptional, relationship.deleteRule) = (true, .nullifyDeleteRule)
            }
            (there.inverseRelationship, here.inverseRelationship) = (here, there)
            (main.inverseRelationship, back.inverseRelationship) = (back, main)
            person.properties = [Part.attribute("name", .stringAttributeType), there, main]
            project.properties = [Part.attribute("name", .stringAttributeType), here, back]
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = try Fixture.open(url, Part.model([person, project])).coordinator
            return context
        }
        let (mine, theirs) = (try open(), try open())
        mine.mergePolicy = NSMergePolicy(merge: type)
        let project = NSEntityDescription.insertNewObject(forEntityName: "Project", into: mine)
        let people = ["0", "1"].map { name in
            let person = NSEntityDescription.insertNewObject(forEntityName: "Person", into: mine)
            person.setValue(name, forKey: "name")
            if isToMany {
                person.setValue(NSOrderedSet(array: [project]), forKey: "projects")
            } else {
                person.setValue(project, forKey: "main")
            }
            return person
        }
        try mine.save()
        let first = NSFetchRequest<NSManagedObject>(entityName: "Person")
        first.predicate = NSPredicate(format: "name == '0'")
        for object in try theirs.fetch(first) { theirs.delete(object) }
        for object in try theirs.fetch(NSFetchRequest<NSManagedObject>(entityName: "Project")) { theirs.delete(object) }
        try theirs.save()
        (isToMany ? project : people[0]).setValue("again", forKey: "name")
        try mine.save()
        let columns = try Fixture.rows(url, "SELECT name FROM pragma_table_info('Z_1PROJECTS')")
        #expect(
            try Fixture.rows(
                url,
                "SELECT * FROM Z_1PROJECTS WHERE \(columns[0]) NOT IN (SELECT Z_PK FROM ZPERSON) "
                    + "OR \(columns[1]) NOT IN (SELECT Z_PK FROM ZPROJECT)") == [])
        #expect(
            try Fixture.rows(url, "SELECT Z_PK FROM ZPERSON WHERE ZMAIN NOT IN (SELECT Z_PK FROM ZPROJECT)") == [])
    }

    @Test(
        arguments: [
            NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, .mergeByPropertyObjectTrumpMergePolicyType,
            .overwriteMergePolicyType, .rollbackMergePolicyType, .errorMergePolicyType,
        ], Seeds.first(1))
    func `each value is that which the policy says`(_ type: NSMergePolicyType, seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let context = try open(type)
        let items = insert(60, context)
        try context.save()
        for round in 0..<6 {
            var expected: [Values] = []
            var conflicts = 0
            var changes = ""
            for item in items {
                let first = values(item)
                func other() -> Values {
                    var result: Values = [:]
                    for key in Self.keys {
                        result[key] = ["x", "y", nil, first[key], first[key]].randomElement(using: &random)!
                    }
                    return result
                }
                let mine = other()
                let theirs = Int.random(in: 0..<3, using: &random) > 0 ? other() : nil
                if let theirs {
                    let list = Self.keys.map { "Z\($0) = \(theirs[$0].map { "'\($0)'" } ?? "NULL")" }
                    let key = item.objectID.key.key
                    changes +=
                        "UPDATE ZITEM SET \(list.joined(separator: ", ")), Z_OPT = Z_OPT + 2 WHERE Z_PK = \(key);"
                }
                for key in Self.keys where mine[key] != first[key] { item.setValue(mine[key], forKey: key) }
                if mine != first, let theirs, theirs != first { conflicts += 1 }
                expected.append(merged(type, first, mine, theirs ?? first))
            }
            try Fixture.run(url, changes)
            if type == .errorMergePolicyType {
                let before = try stored()
                let error = #expect(throws: CocoaError.self) { try context.save() }
                let list = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
                #expect(
                    error?.code.rawValue == NSManagedObjectMergeError && list?.count == conflicts,
                    "seed \(seed), round \(round)")
                #expect(try context.hasChanges && stored() == before, "seed \(seed), round \(round)")
                context.rollback()
            } else {
                try context.save()
                #expect(try stored() == expected, "seed \(seed), round \(round)")
            }
            // What the context reads is what the file has.
            context.refreshAllObjects()
            #expect(try items.map(values) == stored(), "seed \(seed), round \(round)")
        }
    }

    @Test(arguments: [
        (NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, false),
        (.mergeByPropertyObjectTrumpMergePolicyType, true), (.overwriteMergePolicyType, true),
        (.rollbackMergePolicyType, false),
    ])
    func `a changed object whose row is gone is there again where objects win, and a deleted one is gone`(
        _ type: NSMergePolicyType, _ isThere: Bool
    ) throws {
        let context = try open(type)
        let items = insert(3, context)
        let owner = NSEntityDescription.insertNewObject(forEntityName: "Owner", into: context)
        for item in items { item.setValue(owner, forKey: "owner") }
        try context.save()
        try Fixture.run(
            url, "DELETE FROM ZITEM WHERE Z_PK IN (\(items[0].objectID.key.key), \(items[1].objectID.key.key))")
        items[0].setValue("mine", forKey: "a")
        context.delete(items[1])
        items[2].setValue("mine", forKey: "b")
        try context.save()
        #expect(!context.hasChanges)
        let rows = try Fixture.rows(url, "SELECT ZA, ZB, ZOWNER IS NOT NULL FROM ZITEM ORDER BY ZB")
        #expect(rows == (isThere ? ["mine|0|1", "0|mine|1"] : ["0|mine|1"]))
        #expect(try Fixture.rows(url, "PRAGMA integrity_check") == ["ok"])
    }

    @Test func `without another version a change of another value is kept, as whoever writes a file must count up`()
        throws
    {
        let context = try open(.errorMergePolicyType)
        let item = insert(1, context)[0]
        try context.save()
        try Fixture.run(url, "UPDATE ZITEM SET ZB = 'theirs'")
        item.setValue("mine", forKey: "a")
        try context.save()
        #expect(try Fixture.rows(url, "SELECT ZA, ZB FROM ZITEM") == ["mine|theirs"])
    }
}
