import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Rows of a batch that meet others, which have values that may come once alone.
@Suite struct BatchUpsertTests {
    /// Departments D and E, people P0 to P3 of D, each with a badge; names are unique, and a spouse has the person as spouse.
    private func bench(ordered: Set<String> = []) throws -> HistoryBench {
        let bench = try HistoryBench(ordered: ordered, unique: ["Person": [["name"]]]) { _, entities in
            let spouse = Part.relationship("spouse", to: entities["Person"]!)
            spouse.isOptional = true
            spouse.inverseRelationship = spouse
            let (next, previous) = (
                Part.relationship("next", to: entities["Person"]!),
                Part.relationship("previous", to: entities["Person"]!)
            )
            (next.inverseRelationship, previous.inverseRelationship) = (previous, next)
            (next.isOptional, previous.isOptional) = (true, true)
            entities["Person"]!.properties += [spouse, next, previous]
        }
        let context = bench.context()
        let departments = ["D", "E"].map { bench.company.make("Department", $0, in: context) }
        for number in 0..<4 {
            let person = bench.company.make("Person", "P\(number)", in: context)
            person["department"] = departments[0]
            person["badge"] = bench.company.make("Badge", "B\(number)", in: context)
        }
        try context.save()
        return bench
    }

    private func upsert(
        _ bench: HistoryBench, _ rows: [[String: Any]], entity: String = "Person"
    ) throws -> [NSManagedObjectID] {
        let context = bench.context()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let request = NSBatchInsertRequest(entityName: entity, objects: rows)
        request.resultType = .objectIDs
        return try #require(try bench.execute(request, in: context) as? [NSManagedObjectID])
    }

    /// Who has whom by a link of people, where both have one.
    private func pairs(_ bench: HistoryBench, _ name: String) throws -> [String] {
        try bench.rows(
            "SELECT a.ZNAME || b.ZNAME FROM ZPERSON a JOIN ZPERSON b ON a.Z\(name.uppercased()) = b.Z_PK ORDER BY 1")
    }

    // MARK: Links

    @Test func `A row that meets another one takes a partner from one whose other links the batch names`() throws {
        let bench = try bench()
        let (badge, department) = (try bench.identity("Badge", "B0"), try bench.identity("Department", "E"))
        _ = try upsert(bench, [["name": "P1", "badge": badge], ["name": "P0", "department": department]])
        #expect(try bench.names("Person", "badge.name == 'B0'") == ["P1"])
        #expect(try bench.names("Person", "badge == nil") == ["P0"])
        #expect(try bench.names("Badge", "person == nil") == ["B1"])
        #expect(try bench.names("Person", "department.name == 'E'") == ["P0"])
    }

    @Test func `Rows that meet others exchange their partners`() throws {
        let bench = try bench()
        let badges = try ["B0", "B1"].map { try bench.identity("Badge", $0) }
        _ = try upsert(bench, [["name": "P0", "badge": badges[1]], ["name": "P1", "badge": badges[0]]])
        #expect(
            try bench.rows(
                "SELECT ZPERSON.ZNAME, ZBADGE.ZNAME FROM ZPERSON JOIN ZBADGE ON ZBADGE.Z_PK = ZBADGE AND ZPERSON = ZPERSON.Z_PK ORDER BY 1"
            ) == ["P0|B1", "P1|B0", "P2|B2", "P3|B3"])
        #expect(try bench.last().count == 4)
    }

    /// Rows, by names, with the names of those whom they are given; and who has whom then, nil where that is refused.
    private static let spouses: [(rows: [(String, String?)], pairs: [String]?)] = [
        ([("P1", "P2"), ("P2", "P1")], ["P0P3", "P1P2", "P2P1", "P3P0"]), ([("P1", "P2"), ("P2", "P3")], nil),
        ([("P1", "P2"), ("P3", "P2")], nil), ([("P1", "P0")], ["P0P1", "P1P0"]), ([("P0", nil)], []),
        ([("P0", "P0")], ["P0P0"]), ([("P1", "P2"), ("P2", nil)], nil), ([("new", "P0")], ["P0new", "newP0"]),
        ([("P1", "P2"), ("P1", "P3")], ["P1P3", "P3P1"]), ([("P0", nil), ("P0", "P3")], ["P0P3", "P3P0"]),
        ([("P0", "P1"), ("P3", "P2")], ["P0P1", "P1P0", "P2P3", "P3P2"]),
    ]

    @Test(arguments: spouses.indices)
    func `Of a link to its like both ends agree after rows have met others, or the batch is refused`(_ number: Int)
        throws
    {
        let (rows, expected) = Self.spouses[number]
        let bench = try bench()
        let last = try bench.identity("Person", "P3")
        _ = try upsert(bench, [["name": "P0", "spouse": last]])
        let before = try bench.rows("SELECT * FROM ZPERSON") + bench.rows("SELECT * FROM ACHANGE")
        let failure = Fixture.failure {
            _ = try upsert(
                bench,
                rows.map { ["name": $0, "spouse": try $1.map { try bench.identity("Person", $0) } ?? NSNull()] })
        }
        guard let expected else {
            #expect(failure?.code == NSPersistentStoreOperationError && failure?.sentence.contains("“spouse”") == true)
            #expect(try bench.rows("SELECT * FROM ZPERSON") + bench.rows("SELECT * FROM ACHANGE") == before)
            return
        }
        #expect(failure == nil)
        #expect(try pairs(bench, "spouse") == expected)
    }

    @Test func `What a row says of one end of a link and another row of the other end agrees, or is refused`() throws {
        let bench = try bench()
        let people = try (0..<4).map { try bench.identity("Person", "P\($0)") }
        let failure = Fixture.failure {
            _ = try upsert(bench, [["name": "P0", "next": people[1]], ["name": "P1", "previous": people[2]]])
        }
        #expect(failure?.sentence.contains("“next”") == true && failure?.sentence.contains("“previous”") == true)
        #expect(try pairs(bench, "next") == [])
        _ = try upsert(bench, [["name": "P0", "next": people[1]], ["name": "P1", "previous": people[0]]])
        #expect(try pairs(bench, "next") == ["P0P1"] && pairs(bench, "previous") == ["P1P0"])
        _ = try upsert(bench, [["name": "P0", "next": people[2]], ["name": "P3", "previous": people[1]]])
        #expect(try pairs(bench, "next") == ["P0P2", "P1P3"] && pairs(bench, "previous") == ["P2P0", "P3P1"])
    }

    @Test(arguments: [false, true])
    func `An owner of a new row that a later row meets gets its next version and is in the history`(
        _ isOrdered: Bool
    ) throws {
        let bench = try bench(ordered: isOrdered ? ["people"] : [])
        let (badge, department) = (try bench.identity("Badge", "B0"), try bench.identity("Department", "E"))
        let known = bench.context()
        let owner = try known.existingObject(with: department)
        #expect(owner.names("people") == [])
        let token = bench.token
        _ = try upsert(bench, [["name": "a", "department": department], ["name": "a", "badge": badge]])
        #expect(try bench.rows("SELECT Z_OPT FROM ZDEPARTMENT ORDER BY ZNAME") == ["1", "2"])
        #expect(try bench.last().contains { $0.hasPrefix("update Department") })
        for transaction in try bench.transactions(after: token) {
            known.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
        }
        #expect(owner.names("people") == ["a"])
        #expect(try bench.company.read(department) { $0.names("people") } == ["a"])
    }

    @Test func `An owner whom a row only passes on its way to another one is as it was`() throws {
        let bench = try bench(ordered: ["people"])
        let (d, e) = (try bench.identity("Department", "D"), try bench.identity("Department", "E"))
        let rows = [("a", e), ("P1", e), ("a", d), ("P1", d)].map { ["name": $0, "department": $1] as [String: Any] }
        _ = try upsert(bench, rows)
        #expect(try bench.rows("SELECT Z_OPT FROM ZDEPARTMENT ORDER BY ZNAME") == ["2", "1"])
        #expect(try bench.company.read(d) { $0.names("people") } == ["P0", "P1", "P2", "P3", "a"])
        #expect(try bench.last().filter { $0.contains("Department") }.count == 1)
    }

    // MARK: Once

    @Test func `Each object that a batch changes is once in the history, with its next version`() throws {
        let bench = try bench()
        let boss = try bench.identity("Person", "P1")
        _ = try upsert(bench, [["name": "P1", "age": 9], ["name": "new", "boss": boss]])
        #expect(try bench.last().filter { $0.hasPrefix("update Person") }.count == 1)
        #expect(try bench.rows("SELECT Z_OPT FROM ZPERSON WHERE ZNAME = 'P1'") == ["2"])
    }

    @Test func `Each object that rows of a batch meet twice is once in the history and in the result`() throws {
        let bench = try bench()
        let rows: [[String: Any]] = [
            ["name": "P1", "age": 9], ["name": "P1", "badge": NSNull()], ["name": "q"], ["name": "q", "age": 7],
        ]
        let found = try upsert(bench, rows)
        let last = try bench.last().filter { $0.contains(" Person") }
        #expect(last.count == 2 && last.contains { $0.hasSuffix(" age,badge,name") }, "\(last)")
        #expect(found.count == 2 && Set(found).count == 2)
        #expect(
            try bench.rows("SELECT ZAGE, Z_OPT FROM ZPERSON WHERE ZNAME IN ('P1', 'q') ORDER BY ZNAME") == [
                "9|2", "7|1",
            ])
        let context = bench.context()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let request = NSBatchInsertRequest(entityName: "Person", objects: rows)
        request.resultType = .count
        #expect(try bench.execute(request, in: context) as? Int == 2)
    }

    // MARK: Rows of other entities

    /// How the row is read once a batch has changed it.
    enum Reading: CaseIterable { case newContext, refreshing, merging, fetching, fetchingValues }

    @Test(arguments: Reading.allCases, [(holder: "Manager", new: "Person"), (holder: "Person", new: "Manager")])
    func `A row of another entity that a new row meets is read as it is then`(
        _ reading: Reading, _ entities: (holder: String, new: String)
    ) throws {
        let bench = try bench()
        let context = bench.context()
        context.retainsRegisteredObjects = true
        let object = bench.company.make(entities.holder, "X", in: context)
        object.setValue(1, forKey: "age")
        try context.save()
        let keeper = bench.context()
        keeper.retainsRegisteredObjects = true
        let known = try keeper.existingObject(with: object.objectID)
        #expect(known.value(forKey: "age") as? Int == 1)
        _ = try upsert(bench, [["name": "X", "age": 2]], entity: entities.new)
        #expect(try bench.rows("SELECT ZAGE FROM ZPERSON WHERE ZNAME = 'X'") == ["2"])
        let other = bench.context()
        let request = HistoryBench.objects("Person", "name == 'X'")
        var found: NSManagedObject? = known
        switch reading {
        case .newContext: found = try other.existingObject(with: object.objectID)
        case .refreshing: keeper.refresh(known, mergeChanges: false)
        case .merging:
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectIDsKey: [object.objectID]], into: [keeper])
        case .fetching: found = try other.fetch(request).first as? NSManagedObject
        case .fetchingValues:
            request.returnsObjectsAsFaults = false
            found = try other.fetch(request).first as? NSManagedObject
        }
        #expect(found?.value(forKey: "age") as? Int == 2)
    }

    @Test func `A row of a sibling gets what both inherit alone, though both may have a property of one name`() throws {
        let bench = try HistoryBench(unique: ["Person": [["name"]]]) { model, entities in
            let (manager, worker) = (entities["Manager"]!, Part.entity("Worker"))
            for (entity, home) in [(manager, "Department"), (worker, "Project")] {
                let there = Part.relationship("home", to: entities[home]!)
                let here = Part.relationship("inhabitants", to: entity, isToMany: true)
                (there.isOptional, here.isOptional) = (true, true)
                (there.inverseRelationship, here.inverseRelationship) = (here, there)
                entity.properties += [Part.attribute("grade", .integer64AttributeType, default: 0), there]
                entities[home]!.properties.append(here)
            }
            entities["Person"]!.subentities = [manager, worker]
            model.entities.append(worker)
        }
        let context = bench.context()
        let worker = NSEntityDescription.insertNewObject(forEntityName: "Worker", into: context)
        worker.setValue("X", forKey: "name")
        worker.setValue(1, forKey: "grade")
        worker["home"] = bench.company.make("Project", "P", in: context)
        bench.company.make("Department", "D", in: context)
        try context.save()
        let department = try bench.identity("Department", "D")
        let row: [String: Any] = ["name": "X", "age": 5, "grade": 9, "home": department]
        _ = try upsert(bench, [row], entity: "Manager")
        let found = try bench.company.read(worker.objectID) { worker in
            ["age", "grade"].map { worker.value(forKey: $0) as? Int } + [worker["home"]?.title == "P" ? 1 : 0]
        }
        #expect(found == [5, 1, 1])
        #expect(try bench.company.read(department) { $0.names("inhabitants") } == [])
        #expect(try bench.rows("SELECT ZGRADE, ZHOME FROM ZPERSON") == ["NULL|NULL"])
        #expect(try bench.last() == ["update Worker p1 age,name"])
    }

    @Test func `A row by which the one that it meets would get what a third one has alone is refused`() throws {
        let bench = try HistoryBench(unique: ["Person": [["name"], ["code", "age"]]]) { _, entities in
            let code = Part.attribute("code", .stringAttributeType)
            code.isOptional = true
            entities["Person"]!.properties.append(code)
        }
        let context = bench.context()
        for (name, age) in [("P0", 4), ("P1", 5)] {
            let person = bench.company.make("Person", name, in: context)
            person.setValue("a", forKey: "code")
            person.setValue(age, forKey: "age")
        }
        try context.save()
        // The row names no code: alone it would meet nobody by it.
        let failure = Fixture.failure { _ = try upsert(bench, [["name": "P0", "age": 5]]) }
        #expect(failure?.code == NSManagedObjectConstraintMergeError)
        #expect(
            failure?.sentence.contains("Nothing was inserted") == true
                && failure?.sentence.contains("/Person/p") == true)
        #expect(try bench.rows("SELECT ZAGE FROM ZPERSON ORDER BY ZNAME") == ["4", "5"])
        #expect(try bench.transactions().count == 1)
    }
}
