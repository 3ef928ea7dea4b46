import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What a store's history says of saves.
@Suite struct HistoryTests {
    @Test func `Each save is a transaction that says who has made it, and what has become of which objects`() throws {
        let bench = try HistoryBench()
        let context = bench.context(author: "importer", name: "background")
        let anna = bench.company.make("Person", "Anna", in: context)
        try context.save()
        let transaction = try #require(try bench.transactions().first)
        #expect(HistoryBench.lines(transaction) == ["insert Person p\(anna.objectID.key.key)"])
        #expect(transaction.author == "importer" && transaction.contextName == "background")
        #expect(transaction.processID == ProcessInfo.processInfo.processName && !transaction.bundleID.isEmpty)
        #expect(transaction.storeID == bench.company.coordinator.persistentStores[0].identifier)
        #expect(abs(transaction.timestamp.timeIntervalSinceNow) < 3_600)
        let change = try #require(transaction.changes?.first)
        #expect(change.changedObjectID == anna.objectID && change.transaction == transaction)
        #expect(change.updatedProperties == nil && change.tombstone == nil)
    }

    @Test func `Whoever merges the transactions of another coordinator sees what that has saved`() throws {
        let bench = try HistoryBench()
        let context = bench.context()
        context.retainsRegisteredObjects = true
        let (anna, bea) = (
            bench.company.make("Person", "Anna", in: context), bench.company.make("Person", "Bea", in: context)
        )
        try context.save()
        let token = bench.token
        let other = Company(kind: .inMemory)
        for store in other.coordinator.persistentStores { try other.coordinator.remove(store) }
        try other.coordinator.addPersistentStore(type: .sqlite, at: bench.url, options: HistoryBench.tracking)
        let writer = other.context()
        for object in try writer.fetch(HistoryBench.objects("Person")).map({ $0 as! NSManagedObject }) {
            object.setValue("New \(object.title)", forKey: "name")
        }
        try writer.save()
        context.refresh(bea, mergeChanges: false)
        for transaction in try bench.transactions(after: token) {
            context.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
        }
        #expect(anna.title == "New Anna" && bea.title == "New Bea")
        anna.setValue(7, forKey: "age")
        try context.save()
        for store in other.coordinator.persistentStores { try other.coordinator.remove(store) }
    }

    @Test func `A store that has got a history since it was opened is not written beside that`() throws {
        let bench = try HistoryBench()
        try bench.close()
        try FileManager.default.removeItem(at: bench.url)
        try bench.open([:])
        let context = bench.context()
        bench.company.make("Person", "Anna", in: context)
        try context.save()
        let other = Company(kind: .inMemory)
        for store in other.coordinator.persistentStores { try other.coordinator.remove(store) }
        try other.coordinator.addPersistentStore(type: .sqlite, at: bench.url, options: HistoryBench.tracking)
        bench.company.make("Person", "Bea", in: context)
        let delete = NSBatchDeleteRequest(fetchRequest: HistoryBench.objects("Person"))
        for attempt in [{ try context.save() }, { _ = try context.execute(delete) }] {
            let failure = try #require(Fixture.failure { try attempt() })
            #expect(failure.code == NSPersistentStoreSaveError)
            #expect(
                failure.sentence.contains("it has a history")
                    && failure.sentence.contains("NSPersistentHistoryTrackingKey"))
        }
        try bench.close()
        try bench.open()
        try context.save()
        #expect(try bench.names("Person") == ["Anna", "Bea"] && bench.transactions().count == 1)
        for store in other.coordinator.persistentStores { try other.coordinator.remove(store) }
    }

    /// What is changed, and the properties that the history names.
    static var updates: [(String, [String], (NSManagedObject, NSManagedObject) -> Void)] {
        [
            ("an attribute", ["name"], { anna, _ in anna.setValue("Bea", forKey: "name") }),
            (
                "two", ["age", "name"],
                { anna, _ in
                    anna.setValue("Bea", forKey: "name")
                    anna.setValue(3, forKey: "age")
                }
            ),
            ("a link to one", ["boss"], { anna, boss in anna["boss"] = boss }),
            (
                "members", ["projects"],
                { anna, boss in
                    anna.add(bossProject(boss), to: "projects")
                }
            ),
            ("the same value again", [], { anna, _ in anna.setValue("Anna", forKey: "name") }),
        ]
    }

    private static func bossProject(_ boss: NSManagedObject) -> NSManagedObject {
        (boss.value(forKey: "projects") as! Set<NSManagedObject>).first!
    }

    @Test(arguments: updates.indices)
    func `An update names the properties that were changed, and no others`(_ number: Int) throws {
        let (_, names, change) = Self.updates[number]
        let bench = try HistoryBench()
        let context = bench.context()
        let (anna, boss) = (
            bench.company.make("Person", "Anna", in: context), bench.company.make("Manager", "Boss", in: context)
        )
        boss.add(bench.company.make("Project", "Moon", in: context), to: "projects")
        try context.save()
        let count = try bench.transactions().count
        change(anna, boss)
        try context.save()
        let transactions = try bench.transactions()
        guard !names.isEmpty else {
            #expect(transactions.count == count)
            return
        }
        let update = try #require(transactions.last?.changes?.first { $0.changedObjectID == anna.objectID })
        #expect(update.changeType == .update)
        #expect(try #require(update.updatedProperties).map(\.name).sorted() == names)
    }

    @Test func `A deletion keeps the values that the model preserves, those of the root first`() throws {
        let bench = try HistoryBench { model, entities in
            for (entity, names) in [("Person", ["name"]), ("Manager", ["born", "id"])] {
                for name in names {
                    let attribute: NSAttributeDescription
                    if let known = entities[entity]!.attributesByName[name] {
                        attribute = known
                    } else {
                        attribute = Part.attribute(name, name == "id" ? .UUIDAttributeType : .dateAttributeType)
                        entities[entity]!.properties.append(attribute)
                    }
                    attribute.preservesValueInHistoryOnDeletion = true
                }
            }
        }
        let context = bench.context()
        let (anna, boss) = (
            bench.company.make("Person", "Anna", in: context), bench.company.make("Manager", "Boss", in: context)
        )
        let (born, id) = (Date(timeIntervalSinceReferenceDate: 5.5), UUID())
        boss.setValue(born, forKey: "born")
        boss.setValue(id, forKey: "id")
        let silent = bench.company.make("Project", "Moon", in: context)
        try context.save()
        for object in [anna, boss, silent] { context.delete(object) }
        try context.save()
        let changes = try #require(try bench.transactions().last?.changes)
        let tombstones = Dictionary(
            changes.map { ($0.changedObjectID.entity.name ?? "", $0.tombstone) }
        ) { first, _ in first }
        #expect(tombstones["Person"]??["name"] as? String == "Anna")
        #expect(tombstones["Manager"]??["name"] as? String == "Boss")
        #expect(tombstones["Manager"]??["born"] as? Date == born)
        #expect(tombstones["Manager"]??["id"] as? UUID == id)
        #expect(changes.contains { $0.changedObjectID.entity.name == "Project" && $0.tombstone == nil })
        let columns = try bench.rows("SELECT ZTOMBSTONE0, ZTOMBSTONE1 FROM ACHANGE WHERE ZTOMBSTONE1 IS NOT NULL")
        #expect(columns == ["Boss|5.5"])
    }

    @Test func `What is asked for comes out, by every type of result`() throws {
        let bench = try HistoryBench()
        let context = bench.context()
        let anna = bench.company.make("Person", "Anna", in: context)
        try context.save()
        anna.setValue(1, forKey: "age")
        bench.company.make("Person", "Bea", in: context)
        try context.save()
        func result(_ type: NSPersistentHistoryResultType) throws -> Any? {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: Date.distantPast)
            request.resultType = type
            return try bench.execute(request)
        }
        #expect(try result(.statusOnly) as? Bool == true)
        #expect(try result(.count) as? Int == 3)
        #expect(try (result(.objectIDs) as? [NSManagedObjectID])?.count == 2)
        let alone = try #require(try result(.transactionsOnly) as? [NSPersistentHistoryTransaction])
        #expect(alone.count == 2 && alone.allSatisfy { $0.changes == nil })
        let changes = try #require(try result(.changesOnly) as? [NSPersistentHistoryChange])
        #expect(
            changes.map(\.changeType) == [.insert, .insert, .update] && changes.allSatisfy { $0.transaction == nil })
        #expect(changes.map(\.changeID) == [1, 2, 3])
    }

    @Test func `Whoever goes on from a token gets each transaction once, also after it was archived`() throws {
        let bench = try HistoryBench()
        let context = bench.context()
        var (token, seen): (NSPersistentHistoryToken?, [Int64]) = (nil, [])
        for round in 0..<6 {
            bench.company.make("Person", "\(round)", in: context)
            try context.save()
            guard round % 2 == 1 else { continue }
            for transaction in try bench.transactions(after: token) {
                seen.append(transaction.transactionNumber)
                token = transaction.token
            }
            let data = try NSKeyedArchiver.archivedData(withRootObject: #require(token), requiringSecureCoding: true)
            let read = try NSKeyedUnarchiver.unarchivedObject(ofClass: NSPersistentHistoryToken.self, from: data)
            #expect(read == token && token == bench.token)
            token = read
        }
        #expect(seen == [1, 2, 3, 4, 5, 6])
        #expect(try bench.transactions(after: token).isEmpty)
    }

    @Test func `Another context that merges a transaction has what was saved`() throws {
        let bench = try HistoryBench()
        let (context, other) = (bench.context(), bench.context())
        let anna = bench.company.make("Person", "Anna", in: context)
        let bea = bench.company.make("Person", "Bea", in: context)
        try context.save()
        other.retainsRegisteredObjects = true
        let (known, gone) = (
            try other.existingObject(with: anna.objectID), try other.existingObject(with: bea.objectID)
        )
        #expect(known.title == "Anna" && gone.title == "Bea")
        let token = bench.token
        anna.setValue("Cleo", forKey: "name")
        context.delete(bea)
        try context.save()
        for transaction in try bench.transactions(after: token) {
            other.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
        }
        #expect(known.title == "Cleo" && (gone.isDeleted || gone.managedObjectContext == nil))
    }

    @Test func `A request chooses transactions and changes by condition, order and limit`() throws {
        let bench = try HistoryBench()
        for (index, author) in ["app", "widget", "app"].enumerated() {
            let context = bench.context(author: author)
            bench.company.make("Person", "\(index)", in: context)
            bench.company.make("Badge", "\(index)", in: context)
            try context.save()
        }
        let fetch = try #require(NSPersistentHistoryTransaction.fetchRequest)
        fetch.predicate = NSPredicate(format: "author != %@", "widget")
        fetch.sortDescriptors = [NSSortDescriptor(key: "transactionNumber", ascending: false)]
        let found = try #require(
            try bench.execute(.fetchHistory(withFetch: fetch)) as? [NSPersistentHistoryTransaction])
        #expect(found.map(\.transactionNumber) == [3, 1])
        fetch.fetchLimit = 1
        let limited = try #require(
            try bench.execute(.fetchHistory(withFetch: fetch)) as? [NSPersistentHistoryTransaction])
        #expect(limited.map(\.transactionNumber) == [3])
        let changes = try #require(NSPersistentHistoryChange.fetchRequest)
        changes.predicate = NSPredicate(format: "changeID > 2 AND transaction.author == 'app'")
        let chosen = try #require(
            try bench.execute(.fetchHistory(withFetch: changes)) as? [NSPersistentHistoryTransaction])
        #expect(chosen.map { $0.changes?.count } == [2])
        let people = NSFetchRequest<any NSFetchRequestResult>(entityName: "Person")
        let failure = Fixture.failure { _ = try bench.execute(.fetchHistory(withFetch: people)) }
        #expect(failure?.sentence.contains("Person") == true)
    }

    @Test func `Changes come in the order that a request asks, and transactions in that of the history`() throws {
        let bench = try HistoryBench()
        for name in ["a", "b", "c"] {
            let context = bench.context()
            bench.company.make("Person", name, in: context)
            bench.company.make("Badge", name, in: context)
            try context.save()
        }
        let fetch = try #require(NSPersistentHistoryChange.fetchRequest)
        fetch.sortDescriptors = [NSSortDescriptor(key: "changeID", ascending: false)]
        func ask(_ type: NSPersistentHistoryResultType, limit: Int = 0, offset: Int = 0) throws -> Any? {
            (fetch.fetchLimit, fetch.fetchOffset) = (limit, offset)
            let request = NSPersistentHistoryChangeRequest.fetchHistory(withFetch: fetch)
            request.resultType = type
            return try bench.execute(request)
        }
        func numbers(_ changes: Any?) -> [Int64]? { (changes as? [NSPersistentHistoryChange])?.map(\.changeID) }
        #expect(try numbers(ask(.changesOnly)) == [6, 5, 4, 3, 2, 1])
        #expect(try numbers(ask(.changesOnly, limit: 3)) == [6, 5, 4])
        #expect(try numbers(ask(.changesOnly, limit: 2, offset: 3)) == [3, 2])
        #expect(try ask(.count, limit: 3) as? Int == 3)
        let found = try #require(try ask(.transactionsAndChanges, limit: 3) as? [NSPersistentHistoryTransaction])
        #expect(found.map(\.transactionNumber) == [2, 3] && found.map { numbers($0.changes) } == [[4], [6, 5]])
        fetch.sortDescriptors = [
            NSSortDescriptor(key: "changedEntity.name", ascending: true),
            NSSortDescriptor(key: "changeID", ascending: false),
        ]
        let objects = try #require(try ask(.objectIDs) as? [NSManagedObjectID])
        #expect(objects.map { $0.entity.name } == ["Badge", "Badge", "Badge", "Person", "Person", "Person"])
        #expect(objects.map(\.key.key) == [3, 2, 1, 3, 2, 1])
    }

    @Test func `A request chooses changes by the entity of what was changed`() throws {
        let bench = try HistoryBench()
        let context = bench.context()
        bench.company.make("Person", "Anna", in: context)
        bench.company.make("Badge", "1", in: context)
        try context.save()
        let changes = try #require(NSPersistentHistoryChange.fetchRequest)
        let badge = try #require(bench.company.model.entitiesByName["Badge"])
        for format in ["changedEntity == %@", "changedEntity.name == %@.name"] {
            changes.predicate = NSPredicate(format: format, badge)
            changes.sortDescriptors = [NSSortDescriptor(key: "changeID", ascending: true)]
            let found = try bench.execute(.fetchHistory(withFetch: changes)) as? [NSPersistentHistoryTransaction]
            let changed: [NSPersistentHistoryChange]? = found?.flatMap { $0.changes ?? [] }
            #expect(changed?.map(\.changedObjectID.entity.name) == ["Badge"], "\(format)")
        }
    }

    /// What no history knows, and what has no order; and words of the sentence.
    private static let unanswered: [(isOfChanges: Bool, format: String, words: String)] = [
        (false, "writer == 'app'", "writer"), (true, "entityName == 'Person'", "entityName"),
        (true, "changedObjectID > 5", ">"), (true, "transaction.writer == 'app'", "writer"),
        (false, "author > 5", "author"), (false, "timestamp BETWEEN {1, 2}", "BETWEEN"),
    ]

    @Test(arguments: unanswered.indices)
    func `What a history cannot answer is an error that says so, and no empty result`(_ number: Int) throws {
        let (isOfChanges, format, words) = Self.unanswered[number]
        let bench = try HistoryBench()
        let context = bench.context(author: "app")
        bench.company.make("Person", "Anna", in: context)
        try context.save()
        let fetch = try #require(
            isOfChanges ? NSPersistentHistoryChange.fetchRequest : NSPersistentHistoryTransaction.fetchRequest)
        fetch.predicate = NSPredicate(format: format)
        let failure = Fixture.failure { _ = try bench.execute(.fetchHistory(withFetch: fetch)) }
        #expect(failure?.sentence.contains(words) == true, "\(failure?.sentence ?? "no error")")
        #expect(failure?.sentence.contains(isOfChanges ? "changedEntity" : "transactionNumber") == true)
    }

    @Test func `A child's save is in the history when its parent's is, under the parent's author`() throws {
        let bench = try HistoryBench()
        let parent = bench.context(author: "parent")
        let child = parent.child()
        child.transactionAuthor = "child"
        bench.company.make("Person", "Anna", in: child)
        try child.save()
        #expect(try bench.transactions().isEmpty)
        try parent.save()
        #expect(try bench.transactions().map(\.author) == ["parent"])
    }

    @Test func `A save that fails is not in the history, and one that deletes what is deleted says nothing of it`()
        throws
    {
        let bench = try HistoryBench()
        let (context, other) = (bench.context(), bench.context())
        let anna = bench.company.make("Person", "Anna", in: context)
        try context.save()
        let twin = try other.existingObject(with: anna.objectID)
        _ = twin.title
        context.delete(anna)
        try context.save()
        #expect(try bench.transactions().count == 2)
        other.delete(twin)
        try other.save()
        #expect(try bench.transactions().count == 2)
        let (bea, late) = (bench.company.make("Person", "Bea", in: context), bench.context())
        try context.save()
        let old = try late.existingObject(with: bea.objectID)
        old.setValue("Late", forKey: "name")
        bea.setValue("First", forKey: "name")
        try context.save()
        let count = try bench.transactions().count
        #expect(throws: (any Error).self) { try late.save() }
        #expect(try bench.transactions().count == count)
    }

    @Test func `A store without a history says so`() throws {
        let company = Company(kind: .inMemory)
        let failure = Fixture.failure {
            _ = try company.context().execute(NSPersistentHistoryChangeRequest.fetchHistory(after: Date()))
        }
        #expect(failure?.code == NSPersistentStoreUnsupportedRequestTypeError)
        #expect(failure?.sentence.contains("NSPersistentHistoryTrackingKey") == true)
        #expect(company.coordinator.currentPersistentHistoryToken(fromStores: nil) == nil)
    }

    @Test func `A history that shares its texts is read and written as it is`() throws {
        let bench = try HistoryBench()
        let context = bench.context(author: "first")
        bench.company.make("Person", "Anna", in: context)
        try context.save()
        try bench.close()
        let references = ["AUTHOR", "BUNDLEID", "CONTEXTNAME", "PROCESSID"]
        let columns = references.map { "ALTER TABLE ATRANSACTION ADD COLUMN Z\($0)TS INTEGER;" }.joined()
        try Fixture.run(
            bench.url,
            """
            CREATE TABLE ATRANSACTIONSTRING ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR );
            INSERT INTO Z_PRIMARYKEY VALUES (16003, 'TRANSACTIONSTRING', 0, 1);
            INSERT INTO ATRANSACTIONSTRING VALUES (1, 16003, NULL, 'first');
            \(columns)
            UPDATE ATRANSACTION SET ZAUTHOR = NULL, ZAUTHORTS = 1
            """)
        try bench.open()
        let again = bench.context(author: "second")
        for round in 0..<2 {
            bench.company.make("Person", "\(round)", in: again)
            try again.save()
        }
        #expect(try bench.transactions().map(\.author) == ["first", "second", "second"])
        #expect(try bench.rows("SELECT count(*) FROM ATRANSACTIONSTRING WHERE ZNAME = 'second'") == ["1"])
        #expect(try bench.rows("SELECT count(*) FROM ATRANSACTION WHERE ZAUTHOR IS NOT NULL") == ["0"])
    }

    @Test func `A history of a form that is not known lets the store be read alone, and says what is missing`() throws {
        let bench = try HistoryBench()
        try bench.close()
        try Fixture.run(bench.url, "ALTER TABLE ACHANGE DROP COLUMN ZCOLUMNS")
        try bench.open()
        let store = bench.company.coordinator.persistentStores[0]
        #expect(store.isReadOnly)
        let context = bench.context()
        bench.company.make("Person", "Anna", in: context)
        let failure = Fixture.failure { try context.save() }
        #expect(failure?.sentence.contains("ZCOLUMNS") == true)
    }
}
