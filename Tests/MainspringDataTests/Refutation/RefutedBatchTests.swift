import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

@Suite struct RefutedBatchTests {
    private func bench(ordered: Set<String> = []) throws -> HistoryBench {
        let bench = try HistoryBench(ordered: ordered, unique: ["Person": [["name"]]]) { _, entities in
            let spouse = Part.relationship("spouse", to: entities["Person"]!)
            spouse.isOptional = true
            spouse.inverseRelationship = spouse
            entities["Person"]!.properties.append(spouse)
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

    private func upsert(_ bench: HistoryBench, _ rows: [[String: Any]], entity: String = "Person") throws -> [NSManagedObjectID] {
        let context = bench.context()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let request = NSBatchInsertRequest(entityName: entity, objects: rows)
        request.resultType = .objectIDs
        return try bench.execute(request, in: context) as? [NSManagedObjectID] ?? []
    }

    @Test func `A row that meets another one takes a partner from one whose other links the batch names`() throws {
        let bench = try bench()
        let (badge, department) = (try bench.identity("Badge", "B0"), try bench.identity("Department", "E"))
        let failure = Fixture.failure {
            _ = try upsert(bench, [["name": "P1", "badge": badge], ["name": "P0", "department": department]])
        }
        #expect(failure == nil, "\(String(describing: failure))")
        #expect(try bench.names("Person", "badge.name == 'B0'") == ["P1"])
        #expect(try bench.names("Person", "department.name == 'E'") == ["P0"])
    }

    @Test(arguments: [false, true])
    func `An owner of a new row that a later row meets again gets its next version and is in the history`(_ isOrdered: Bool) throws {
        let bench = try bench(ordered: isOrdered ? ["people"] : [])
        let (badge, department) = (try bench.identity("Badge", "B0"), try bench.identity("Department", "E"))
        let before = try bench.rows("SELECT Z_OPT FROM ZDEPARTMENT WHERE ZNAME = 'E'")
        let keeper = bench.context()
        let known = try keeper.existingObject(with: department)
        #expect(known.names("people") == [])
        let token = bench.token
        _ = try upsert(bench, [["name": "a", "department": department], ["name": "a", "badge": badge]])
        let after = try bench.rows("SELECT Z_OPT FROM ZDEPARTMENT WHERE ZNAME = 'E'")
        #expect(before == ["1"] && after == ["2"])
        let last = try bench.last()
        #expect(last.contains { $0.hasPrefix("update Department") }, "\(last)")
        for transaction in try bench.transactions(after: token) {
            keeper.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
        }
        #expect(known.names("people") == ["a"])
        #expect(try bench.company.read(department) { $0.names("people") } == ["a"])
    }

    @Test func `Each object that a batch of meeting rows changes is once in the history, with its next version`() throws {
        let bench = try bench()
        let boss = try bench.identity("Person", "P1")
        _ = try upsert(bench, [["name": "P1", "age": 9], ["name": "new", "boss": boss]])
        let last = try bench.last()
        #expect(last.filter { $0.hasPrefix("update Person") }.count == 1, "\(last)")
        #expect(try bench.rows("SELECT Z_OPT FROM ZPERSON WHERE ZNAME = 'P1'") == ["2"])
    }

    @Test func `Each object that rows of a batch meet twice is once in the history and in the result`() throws {
        let bench = try bench()
        let found = try upsert(bench, [["name": "P1", "age": 9], ["name": "P1", "badge": NSNull()], ["name": "q"], ["name": "q", "age": 7]])
        let last = try bench.last()
        #expect(last.filter { $0.contains(" Person") }.count == 2, "\(last)")
        #expect(Set(found).count == found.count, "\(found)")
    }

    @Test func `Of a link to its like both ends agree after rows have met others`() throws {
        let bench = try bench()
        let (one, two, three) = (try bench.identity("Person", "P1"), try bench.identity("Person", "P2"), try bench.identity("Person", "P3"))
        let failure = Fixture.failure {
            _ = try upsert(bench, [["name": "P1", "spouse": two], ["name": "P2", "spouse": three]])
        }
        let odd = try bench.rows(
            "SELECT a.ZNAME, b.ZNAME FROM ZPERSON a JOIN ZPERSON b ON a.ZSPOUSE = b.Z_PK WHERE b.ZSPOUSE IS NOT a.Z_PK")
        #expect(odd == [], "\(String(describing: failure))")
        _ = one
    }

    @Test(arguments: ["new context", "refresh", "merge", "fetch", "properties"])
    func `A row of another entity that a new row meets is read as it is then`(_ way: String) throws {
        for (holder, new) in [("Manager", "Person"), ("Person", "Manager")] {
            let bench = try bench()
            let context = bench.context()
            context.retainsRegisteredObjects = true
            let object = bench.company.make(holder, "X", in: context)
            object.setValue(1, forKey: "age")
            try context.save()
            let reading = bench.context()
            reading.retainsRegisteredObjects = true
            let known = try reading.existingObject(with: object.objectID)
            #expect(known.value(forKey: "age") as? Int == 1)
            _ = try upsert(bench, [["name": "X", "age": 2]], entity: new)
            #expect(try bench.rows("SELECT ZAGE FROM ZPERSON WHERE ZNAME = 'X'") == ["2"])
            switch way {
            case "new context":
                #expect(try bench.company.read(object.objectID) { $0.value(forKey: "age") as? Int } == 2, "\(holder)")
            case "refresh":
                reading.refresh(known, mergeChanges: false)
                #expect(known.value(forKey: "age") as? Int == 2, "\(holder)")
            case "merge":
                NSManagedObjectContext.mergeChanges(fromRemoteContextSave: [NSUpdatedObjectIDsKey: [object.objectID]], into: [reading])
                #expect(known.value(forKey: "age") as? Int == 2, "\(holder)")
            case "fetch":
                let other = bench.context()
                let found = try other.fetch(HistoryBench.objects("Person", "name == 'X'")).first as? NSManagedObject
                #expect(found?.value(forKey: "age") as? Int == 2, "\(holder)")
            default:
                let other = bench.context()
                let request = HistoryBench.objects("Person", "name == 'X'")
                request.returnsObjectsAsFaults = false
                let found = try other.fetch(request).first as? NSManagedObject
                #expect(found?.value(forKey: "age") as? Int == 2, "\(holder)")
            }
        }
    }

    // MARK: Values

    private func values(_ change: (NSEntityDescription) -> Void = { _ in }) throws -> HistoryBench {
        try HistoryBench { _, entities in
            let badge = entities["Badge"]!
            badge.properties += [
                Part.attribute("small", .integer16AttributeType), Part.attribute("middle", .integer32AttributeType),
                Part.attribute("real", .doubleAttributeType), Part.attribute("date", .dateAttributeType),
                Part.attribute("decimal", .decimalAttributeType), Part.attribute("uuid", .UUIDAttributeType),
                Part.attribute("page", .URIAttributeType), Part.attribute("tags", .transformableAttributeType),
                Part.attribute("plain", .binaryDataAttributeType), Part.attribute("photo", .binaryDataAttributeType),
                Part.attribute("other", .binaryDataAttributeType), Part.attribute("flag", .booleanAttributeType),
                Part.attribute("float", .floatAttributeType),
            ]
            for name in ["photo", "other"] { badge.attributesByName[name]!.allowsExternalBinaryDataStorage = true }
            for attribute in badge.attributesByName.values { attribute.isOptional = true }
            change(badge)
        }
    }

    @Test(arguments: [("photo", "plain"), ("plain", "photo"), ("photo", "other"), ("photo", "photo")], [3, 200_000])
    func `Data that an expression gives are the same data, and each row keeps its own`(_ pair: (String, String), _ count: Int) throws {
        let bench = try values()
        let data = Data([2, 65, 0]) + Data(repeating: 7, count: count)
        let context = bench.context()
        bench.company.make("Badge", "A", in: context).setValue(data, forKey: pair.1)
        try context.save()
        let request = NSBatchUpdateRequest(entityName: "Badge")
        request.propertiesToUpdate = [pair.0: NSExpression(forKeyPath: pair.1)]
        let failure = Fixture.failure { _ = try bench.execute(request) }
        print("data \(pair) \(count): \(failure?.sentence ?? "done")")
        guard failure == nil else { return }
        let other = bench.context()
        let badge = try #require(try other.fetch(HistoryBench.objects("Badge")).first as? NSManagedObject)
        #expect(badge.value(forKey: pair.0) as? Data == data)
        badge.setValue(Data([1]), forKey: pair.1)
        try other.save()
        if pair.0 != pair.1 { #expect(try bench.company.read(badge.objectID) { $0.value(forKey: pair.0) as? Data } == data) }
    }

    // MARK: Stores

    @Test func `A batch over two stores that one of them refuses changes neither`() throws {
        let bench = try HistoryBench(unique: ["Badge": [["name"]]])
        let second = try bench.company.coordinator.addPersistentStore(
            type: .sqlite, at: bench.scratch.url("second.sqlite"), options: HistoryBench.tracking)
        let context = bench.context()
        context.assign(bench.company.make("Badge", "A", in: context), to: bench.company.coordinator.persistentStores[0])
        for name in ["B", "C"] { context.assign(bench.company.make("Badge", name, in: context), to: second) }
        try context.save()
        let update = NSBatchUpdateRequest(entityName: "Badge")
        update.propertiesToUpdate = ["name": "Z"]
        let failure = Fixture.failure { _ = try bench.execute(update) }
        #expect(failure?.sentence.contains("Nothing was changed") == true)
        #expect(try bench.names("Badge") == ["A", "B", "C"])
    }

    // MARK: Histories

    @Test func `Changes come in the order that a request asks`() throws {
        let bench = try HistoryBench()
        for name in ["a", "b", "c"] {
            let context = bench.context()
            bench.company.make("Person", name, in: context)
            bench.company.make("Badge", name, in: context)
            try context.save()
        }
        let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
        fetch.sortDescriptors = [NSSortDescriptor(key: "changeID", ascending: false)]
        let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
        request.resultType = .changesOnly
        let found = try bench.execute(request) as? [NSPersistentHistoryChange] ?? []
        #expect(found.map(\.changeID) == [6, 5, 4, 3, 2, 1])
        fetch.fetchLimit = 3
        let limited = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
        limited.resultType = .changesOnly
        #expect((try bench.execute(limited) as? [NSPersistentHistoryChange])?.map(\.changeID) == [6, 5, 4])
    }

    @Test func `Of several stores a history's limit and order are those of all`() throws {
        let bench = try HistoryBench()
        let second = try bench.company.coordinator.addPersistentStore(
            type: .sqlite, at: bench.scratch.url("second.sqlite"), options: HistoryBench.tracking)
        let stores = [bench.company.coordinator.persistentStores[0], second]
        for (index, name) in ["a", "b", "c", "d", "e", "f"].enumerated() {
            let context = bench.context(author: name)
            context.assign(bench.company.make("Person", name, in: context), to: stores[index % 2])
            try context.save()
        }
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        fetch.sortDescriptors = [NSSortDescriptor(key: "author", ascending: true)]
        fetch.fetchLimit = 4
        let found = try bench.execute(.fetchHistory(withFetch: fetch)) as? [NSPersistentHistoryTransaction]
        #expect(found?.map(\.author) == ["a", "b", "c", "d"])
        let update = NSBatchUpdateRequest(entityName: "Person")
        update.propertiesToUpdate = ["age": 5]
        update.resultType = .updatedObjectsCountResultType
        let token = bench.token
        #expect(try bench.execute(update) as? Int == 6)
        #expect(try bench.transactions(after: token).map { $0.changes?.count } == [3, 3])
        // Only one of them, by the stores that are affected.
        let own = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
        own.affectedStores = [second]
        #expect((try bench.execute(own) as? [NSPersistentHistoryTransaction])?.count == 1)
        // Of the fetch request's own stores.
        let asked = try #require(NSPersistentHistoryTransaction.fetchRequest)
        asked.affectedStores = [second]
        #expect((try bench.execute(.fetchHistory(withFetch: asked)) as? [NSPersistentHistoryTransaction])?.count == 4)
        try bench.company.coordinator.remove(second)
        #expect(try bench.transactions(after: token).count == 1)
        #expect(try bench.execute(.deleteHistory(before: token)) as? Bool == true)
        #expect(try bench.transactions(after: token).count == 1)
    }

}
