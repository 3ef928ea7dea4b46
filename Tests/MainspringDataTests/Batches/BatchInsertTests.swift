import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Rows that are inserted without objects.
@Suite struct BatchInsertTests {
    private static var dictionaries: [[String: Any]] {
        (0..<5).map { ["name": "P\($0)", "age": $0] }
    }

    /// The same five people, by each way in which a request says so.
    private static var requests: [(String, () -> NSBatchInsertRequest)] {
        [
            ("dictionaries", { NSBatchInsertRequest(entityName: "Person", objects: dictionaries) }),
            (
                "filling a dictionary",
                {
                    var rest = dictionaries[...]
                    return NSBatchInsertRequest(entityName: "Person") { (dictionary: NSMutableDictionary) in
                        #expect(dictionary.count == 0)
                        guard let next = rest.popFirst() else { return true }
                        for (key, value) in next { dictionary[key] = value }
                        return false
                    }
                }
            ),
            (
                "setting an object",
                {
                    var rest = dictionaries[...]
                    return NSBatchInsertRequest(entityName: "Person") { (object: NSManagedObject) in
                        #expect(object.managedObjectContext == nil && object.value(forKey: "age") as? Int == 0)
                        #expect(object.value(forKey: "name") == nil)
                        guard let next = rest.popFirst() else { return true }
                        for (key, value) in next { object.setValue(value, forKey: key) }
                        return false
                    }
                }
            ),
        ]
    }

    @Test(arguments: requests.indices)
    func `However they are given, the rows are in the file, with keys, versions and history`(_ number: Int) throws {
        let bench = try HistoryBench()
        let context = bench.context(author: "batch")
        bench.company.make("Person", "First", in: context)
        try context.save()
        let request = Self.requests[number].1()
        request.resultType = .objectIDs
        let found = try #require(try bench.execute(request, in: context) as? [NSManagedObjectID])
        #expect(found.count == 5 && found.allSatisfy { !$0.isTemporaryID && $0.entity.name == "Person" })
        #expect(try found.map { try bench.company.read($0) { $0.title } } == ["P0", "P1", "P2", "P3", "P4"])
        #expect(try bench.company.read(found[3]) { $0.value(forKey: "age") as? Int } == 3)
        #expect(try bench.rows("SELECT DISTINCT Z_OPT FROM ZPERSON") == ["1"])
        let transaction = try #require(try bench.transactions().last)
        #expect(transaction.author == "batch")
        #expect(Set(transaction.changes?.map(\.changedObjectID) ?? []) == Set(found))
        #expect(transaction.changes?.allSatisfy { $0.changeType == .insert } == true)
        // New objects get other keys.
        bench.company.make("Person", "Last", in: context)
        try context.save()
        #expect(try bench.names("Person").count == 7)
    }

    @Test func `Status and count are as asked for, and no rows at all are nothing in the history`() throws {
        let bench = try HistoryBench()
        let request = NSBatchInsertRequest(entityName: "Person", objects: Self.dictionaries)
        #expect(try bench.execute(request) as? Bool == true)
        request.resultType = .count
        #expect(try bench.execute(request) as? Int == 5)
        let none = NSBatchInsertRequest(entityName: "Person", objects: [])
        none.resultType = .count
        let count = try bench.transactions().count
        #expect(try bench.execute(none) as? Int == 0)
        #expect(try bench.transactions().count == count)
    }

    @Test func `A value is converted as an object does, NSNull is nil, and what is not named has its default`() throws {
        let zoo = Zoo(without: ["tags"])
        let scratch = Scratch()
        let (coordinator, store) = try Fixture.open(scratch.url("zoo.sqlite"), zoo.model)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        let identifier = UUID()
        let request = NSBatchInsertRequest(
            entityName: "Animal",
            objects: [
                [
                    "legs": NSNumber(value: 3), "weight": 7.0, "steps": Int8(5), "isTame": 1, "speed": 2,
                    "height": Float(1.5),
                    "born": Date(timeIntervalSinceReferenceDate: 9), "picture": Data([1, 2]), "identifier": identifier,
                    "price": NSDecimalNumber(string: "10.11"), "page": URL(string: "https://example.org/a")!,
                ], ["name": NSNull(), "legs": 6.0], [:],
            ])
        request.resultType = .objectIDs
        let result = try #require(context.execute(request) as? NSBatchInsertResult)
        let animals = try #require(result.result as? [NSManagedObjectID]).map { try context.existingObject(with: $0) }
        let first = try #require(animals[0] as? Animal)
        #expect(first.value(forKey: "legs") as? Int == 3 && first.value(forKey: "weight") as? Int == 7)
        #expect(first.value(forKey: "steps") as? Int == 5 && first.value(forKey: "isTame") as? Bool == true)
        #expect(first.value(forKey: "speed") as? Float == 2 && first.value(forKey: "height") as? Double == 1.5)
        #expect(first.value(forKey: "born") as? Date == Date(timeIntervalSinceReferenceDate: 9))
        #expect(first.value(forKey: "picture") as? Data == Data([1, 2]))
        #expect(first.value(forKey: "identifier") as? UUID == identifier)
        #expect(first.value(forKey: "price") as? NSDecimalNumber == NSDecimalNumber(string: "10.11"))
        #expect(first.value(forKey: "page") as? URL == URL(string: "https://example.org/a"))
        #expect(first.value(forKey: "name") as? String == "nobody")
        #expect(animals[1].value(forKey: "name") == nil && animals[1].value(forKey: "legs") as? Int == 6)
        #expect(
            animals[2].value(forKey: "name") as? String == "nobody" && animals[2].value(forKey: "legs") as? Int == 4)
        try coordinator.remove(store)
    }

    @Test func `A link to one leads to an object of the store, or to its identity`() throws {
        let bench = try HistoryBench()
        let context = bench.context()
        let (boss, department) = (
            bench.company.make("Manager", "Boss", in: context), bench.company.make("Department", "D", in: context)
        )
        try context.save()
        let request = NSBatchInsertRequest(
            entityName: "Person",
            objects: [
                ["name": "Anna", "boss": boss.objectID, "department": department], ["name": "Bea", "boss": NSNull()],
            ])
        _ = try bench.execute(request)
        #expect(try bench.names("Person", "boss.name == 'Boss' AND department.name == 'D'") == ["Anna"])
        #expect(try bench.company.read(boss.objectID) { $0.names("reports") } == ["Anna"])
        #expect(try bench.company.read(boss.objectID) { $0.names("reports") } == ["Anna"])
    }

    @Test func `What a handler's object is linked to learns nothing of it, and no context gets that`() throws {
        let bench = try HistoryBench()
        let context = bench.context()
        let department = bench.company.make("Department", "D", in: context)
        try context.save()
        _ = department.names("people")
        var names = ["Anna", "Bea"]
        let request = NSBatchInsertRequest(entityName: "Person") { (object: NSManagedObject) in
            guard let name = names.popLast() else { return true }
            object.setValue(name, forKey: "name")
            object.setValue(department, forKey: "department")
            #expect(
                object.managedObjectContext == nil
                    && object.value(forKey: "department") as? NSManagedObject == department)
            return false
        }
        _ = try bench.execute(request, in: context)
        #expect(!context.hasChanges && department.names("people").isEmpty)
        try context.save()
        #expect(try bench.names("Person", "department.name == 'D'") == ["Anna", "Bea"])
        #expect(try bench.names("Person").count == 2)
    }

    @Test func `A handler's object that is given members is refused, and no context gets them or it`() throws {
        let bench = try HistoryBench()
        let context = bench.context()
        let project = bench.company.make("Project", "X", in: context)
        try context.save()
        let request = NSBatchInsertRequest(entityName: "Person") { (object: NSManagedObject) in
            object.setValue(Set([project]), forKey: "projects")
            return false
        }
        let failure = try #require(Fixture.failure { _ = try bench.execute(request, in: context) })
        #expect(failure.sentence.contains("projects") && failure.sentence.contains("a batch sets"), "\(failure)")
        #expect(!context.hasChanges && project.names("members").isEmpty)
        #expect(try bench.names("Person").isEmpty)
    }

    @Test func `A row that meets one of another entity changes what both have, and the history says that`() throws {
        let bench = try HistoryBench(unique: ["Person": [["name"]]]) { _, entities in
            let bonus = NSAttributeDescription()
            (bonus.name, bonus.attributeType) = ("bonus", .integer64AttributeType)
            entities["Manager"]!.properties.append(bonus)
        }
        let context = bench.context()
        bench.company.make("Person", "Anna", in: context)
        bench.company.make("Manager", "Bea", in: context).setValue(3, forKey: "bonus")
        try context.save()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let managers = NSBatchInsertRequest(entityName: "Manager", objects: [["name": "Anna", "age": 5, "bonus": 7]])
        _ = try bench.execute(managers, in: context)
        #expect(try bench.last() == ["update Person p1 age,name"])
        let people = NSBatchInsertRequest(entityName: "Person", objects: [["name": "Bea", "age": 6]])
        _ = try bench.execute(people, in: context)
        #expect(try bench.last() == ["update Manager p2 age,name"])
        #expect(try bench.rows("SELECT ZNAME, ZAGE, ZBONUS FROM ZPERSON ORDER BY 1") == ["Anna|5|NULL", "Bea|6|3"])
    }

    /// Rows that cannot be taken, and what the sentence says.
    private static var refused: [([String: Any], String)] {
        [
            (["nome": "x"], "no such property"), (["age": "many"], "age"),
            (["projects": Set<NSManagedObject>()], "a batch sets"),
            (["boss": "Anna"], "give an object"), (["name": 5], "name"),
        ]
    }

    @Test(arguments: refused.indices)
    func `A row that cannot be taken is named, and nothing of the batch is in the file`(_ number: Int) throws {
        let bench = try HistoryBench()
        let request = NSBatchInsertRequest(
            entityName: "Person", objects: Self.dictionaries + [Self.refused[number].0])
        let failure = try #require(Fixture.failure { _ = try bench.execute(request) })
        #expect(failure.sentence.contains("row 5") && failure.sentence.contains(Self.refused[number].1), "\(failure)")
        #expect(try bench.names("Person").isEmpty && bench.transactions().isEmpty)
    }

    @Test func `An entity that the store does not keep, or that has no objects, is named`() throws {
        let bench = try HistoryBench { _, entities in entities["Badge"]!.isAbstract = true }
        for (name, words) in [("Nobody", "Nobody"), ("Badge", "abstract")] {
            let failure = Fixture.failure {
                _ = try bench.execute(NSBatchInsertRequest(entityName: name, objects: [[:]]))
            }
            #expect(failure?.sentence.contains(words) == true)
        }
    }

    /// A merge policy, and the ages of the unique names A and B afterwards; nil for an error.
    private static var policies: [(NSMergePolicy, [Int]?)] {
        [
            (.error, nil), (.mergeByPropertyStoreTrump, [1, 7]), (.rollback, [1, 7]),
            (.mergeByPropertyObjectTrump, [5, 7]),
            (.overwrite, [5, 7]),
        ]
    }

    @Test(arguments: policies.indices)
    func `Of values that may come once alone the merge policy says who wins`(_ number: Int) throws {
        let (policy, ages) = Self.policies[number]
        let bench = try HistoryBench(unique: ["Badge": [["name"]]])
        let context = bench.context()
        bench.company.make("Badge", "A", in: context).setValue(1, forKey: "age")
        try context.save()
        context.mergePolicy = policy
        let request = NSBatchInsertRequest(
            entityName: "Badge", objects: [["name": "B", "age": 7], ["name": "A", "age": 5]])
        request.resultType = .count
        let result = Result { try bench.execute(request, in: context) as? Int }
        guard let ages else {
            let failure = Fixture.failure { _ = try result.get() }
            #expect(failure?.code == NSManagedObjectConstraintMergeError)
            #expect(try bench.names("Badge") == ["A"] && bench.transactions().count == 1)
            return
        }
        let isUpdated = ages[0] == 5
        #expect(try result.get() == (isUpdated ? 2 : 1))
        #expect(
            try bench.rows("SELECT ZNAME, ZAGE, Z_OPT FROM ZBADGE ORDER BY 1") == [
                "A|\(ages[0])|\(isUpdated ? 2 : 1)", "B|7|1",
            ])
        let lines = try bench.last()
        #expect(lines.count == (isUpdated ? 2 : 1) && lines[0].hasPrefix("insert Badge"))
        if isUpdated { #expect(lines[1] == "update Badge p1 age,name") }
    }

    @Test func `A context that merges the identities has the new objects`() throws {
        let bench = try HistoryBench()
        let context = bench.context()
        let request = NSBatchInsertRequest(entityName: "Person", objects: Self.dictionaries)
        request.resultType = .objectIDs
        let found = try #require(try bench.execute(request) as? [NSManagedObjectID])
        let log = NoticeLog(context)
        NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSInsertedObjectIDsKey: found], into: [context])
        #expect(log.take().contains("changed inserted:P0,P1,P2,P3,P4"))
    }
}
