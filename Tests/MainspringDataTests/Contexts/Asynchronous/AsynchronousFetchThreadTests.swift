import Dispatch
import Foundation
import Locks
import MainspringFoundation
import MainspringModel
import StoreFaults
import Testing

@testable import MainspringData

/// Asynchronous fetches: who reads, who goes on meanwhile, and what comes out.
@Suite(.timeLimit(.minutes(2))) struct AsynchronousFetchThreadTests {
    @Test func `The main queue goes on while the store is read, and the end comes behind what it has to do`()
        async throws
    {
        let bench = try AsynchronousBench([NSPersistentStoreConnectionPoolMaxSizeKey: 1])
        try bench.fill(3)
        let context = bench.context(.mainQueueConcurrencyType)
        let readers = try #require(bench.store.opened?.database.readers)
        let (isHeld, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // The only connection that is not kept for the main queue is in use.
        DispatchQueue.global().async {
            try? readers.read { _ in
                isHeld.signal()
                mayGo.wait()
            }
        }
        isHeld.wait()
        let log = QueueLog()
        await withCheckedContinuation { continuation in
            context.perform {
                DispatchQueue.main.async { log.add("before") }
                let request = NSAsynchronousFetchRequest(fetchRequest: AsynchronousBench.people()) { result in
                    log.add("end \(result.finalResult?.count ?? -1)")
                    continuation.resume()
                }
                do { _ = try context.execute(request) } catch { log.add("\(error)") }
                DispatchQueue.main.async {
                    log.add("after")
                    mayGo.signal()
                }
            }
        }
        #expect(log.entries == ["before", "after", "end 3"])
    }

    @Test(arguments: ["objects", "batches", "values", "prefetched"])
    func `Objects that come out have been read, and do not read one by one`(_ kind: String) throws {
        let bench = try AsynchronousBench()
        let saving = bench.company.context()
        for number in 0..<50 {
            let person = bench.company.make("Person", "Person \(number)", in: saving)
            let department = bench.company.make("Department", "Department \(number)", in: saving)
            person.setValue(department, forKey: "department")
            let project = bench.company.make("Project", "Project \(number)", in: saving)
            department.setValue(number, forKey: "age")
            person.setValue(NSSet(object: project), forKey: "projects")
        }
        try saving.save()
        // Nothing of it is kept from here on.
        saving.reset()
        for pages in bench.store.opened?.reader.pages.all ?? [] { pages.removeAll(by: 0) }
        let context = bench.context()
        // How many queries there were when all was read beside the queue.
        let before = Guarded(-1)
        context.performAndWait {
            context.core.sourceState.pace = ReadingPace(partCount: 7) { count in
                if count == 50 { before.withLock { $0 = bench.queryCount } }
            }
        }
        let end = AsynchronousEnd<NSManagedObject>()
        try context.performAndWait { () throws in
            let request = AsynchronousBench.people()
            switch kind {
            case "batches": (request.fetchBatchSize, request.returnsObjectsAsFaults) = (5, false)
            case "values": request.returnsObjectsAsFaults = false
            case "prefetched":
                request.relationshipKeyPathsForPrefetching = ["department.people.projects", "projects"]
            default: break
            }
            try end.begin(request, in: context)
        }
        end.wait()
        context.performAndWait {
            let people = end.results ?? []
            #expect(people.count == 50)
            for person in people {
                _ = person.title
                guard kind == "prefetched" else { continue }
                let department = person.value(forKey: "department") as? NSManagedObject
                #expect(department?.title.hasPrefix("Department") == true)
                #expect((person.value(forKey: "projects") as? NSSet)?.count == 1)
                let names = (person.value(forKey: "projects") as? Set<NSManagedObject>)?.map(\.title) ?? []
                #expect(names.first?.hasPrefix("Project") == true)
            }
            #expect(bench.queryCount == before.withLock { $0 })
        }
    }

    @Test func `What another program has written since is read, also where older rows are kept`() throws {
        let bench = try AsynchronousBench()
        try bench.fill(2)
        let keeping = bench.context()
        let context = bench.context()
        let kept = try keeping.performAndWait { () throws in
            let kept = try keeping.fetch(AsynchronousBench.people())
            for person in kept { _ = person.title }
            return Handed(kept)
        }
        try Fixture.run(
            bench.scratch.url("company.sqlite"), "UPDATE ZPERSON SET ZNAME = 'Other', Z_OPT = Z_OPT + 1")
        let end = AsynchronousEnd<NSManagedObject>()
        _ = try context.performAndWait { () throws in try end.begin(AsynchronousBench.people(), in: context) }
        end.wait()
        context.performAndWait { #expect(end.results?.map(\.title) == ["Other", "Other"]) }
        keeping.performAndWait { #expect(kept.value.count == 2) }
    }

    @Test func `A request names objects of the context, those too that are not saved`() throws {
        let bench = try AsynchronousBench()
        let context = bench.context()
        let end = AsynchronousEnd<NSManagedObject>()
        try context.performAndWait { () throws in
            let departments = ["A", "B"].map { bench.company.make("Department", $0, in: context) }
            for (number, department) in departments.enumerated() {
                bench.company.make("Person", "Person \(number)", in: context)
                    .setValue(department, forKey: "department")
            }
            try context.save()
            let new = bench.company.make("Department", "C", in: context)
            bench.company.make("Person", "New", in: context).setValue(new, forKey: "department")
            let request = AsynchronousBench.people()
            request.predicate = NSPredicate(format: "department IN %@", [departments[1], new])
            try end.begin(request, in: context)
        }
        end.wait()
        context.performAndWait { #expect(end.results.map { Set($0.map(\.title)) } == ["Person 1", "New"]) }
    }

    @Test func `A held state of the store is what is read`() throws {
        let bench = try AsynchronousBench()
        try bench.fill(2)
        let (context, gate) = (bench.context(), ReadingGate())
        let ends = [AsynchronousEnd<NSManagedObject>(), AsynchronousEnd<NSManagedObject>()]
        try context.performAndWait { () throws in
            try context.setQueryGenerationFrom(.current)
            _ = try context.fetch(AsynchronousBench.people())
        }
        try bench.fill(1)
        _ = try context.performAndWait { () throws in try ends[0].begin(AsynchronousBench.people(), in: context) }
        ends[0].wait()
        context.performAndWait { #expect(ends[0].results?.count == 2) }
        // Another state is set meanwhile.
        try context.performAndWait { () throws in
            context.core.sourceState.pace = gate.pace()
            try ends[1].begin(AsynchronousBench.people(), in: context)
        }
        gate.waitUntilHeld()
        try context.performAndWait { () throws in try context.setQueryGenerationFrom(nil) }
        gate.open(9)
        ends[1].wait()
        context.performAndWait { #expect(ends[1].results?.count == 3) }
    }

    @Test func `Dictionaries, counts and identities are made as by a fetch`() throws {
        let bench = try AsynchronousBench()
        try bench.fill(3)
        let context = bench.context()
        let dictionaries = AsynchronousEnd<NSDictionary>()
        let counts = AsynchronousEnd<NSNumber>()
        let identities = AsynchronousEnd<NSManagedObjectID>()
        try context.performAndWait { () throws in
            bench.company.make("Person", "New", in: context).setValue(9, forKey: "age")
            func request<Result>(_ type: NSFetchRequestResultType, _: Result.Type) -> NSFetchRequest<Result> {
                let request = NSFetchRequest<Result>(entityName: "Person")
                request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: false)]
                request.resultType = type
                return request
            }
            let named = request(.dictionaryResultType, NSDictionary.self)
            named.propertiesToFetch = ["name"]
            try dictionaries.begin(named, in: context)
            try counts.begin(request(.countResultType, NSNumber.self), in: context)
            try identities.begin(request(.managedObjectIDResultType, NSManagedObjectID.self), in: context)
        }
        dictionaries.wait()
        counts.wait()
        identities.wait()
        context.performAndWait {
            // What is not saved is in no dictionary.
            #expect(
                dictionaries.results?.map { $0["name"] as? String } == ["Person 2", "Person 1", "Person 0"])
            #expect(counts.results == [4])
            #expect(identities.results?.count == 4 && identities.results?.first?.isTemporaryID == true)
        }
    }

    @Test func `An error of the store is the end, in a sentence`() throws {
        let faults = SQLiteFaults()
        let bench = try AsynchronousBench([SQLiteFaults.option: faults])
        try bench.fill(3)
        let (context, gate) = (bench.context(), ReadingGate())
        let end = AsynchronousEnd<NSManagedObject>()
        try context.performAndWait { () throws in
            context.core.sourceState.pace = gate.pace()
            try end.begin(AsynchronousBench.people(), in: context)
        }
        gate.waitUntilHeld()
        faults.fail(at: 1, of: [.lock, .read, .open], isLasting: true)
        gate.open(9)
        end.wait()
        faults.stopFailing()
        context.performAndWait {
            #expect(end.results == nil && end.count == 1)
            #expect((end.error as? CocoaError)?.code.rawValue ?? 0 != 0)
        }
    }

    @Test func `A store that goes meanwhile has no objects, and the request ends`() throws {
        let bench = try AsynchronousBench()
        try bench.fill(3)
        let (context, gate) = (bench.context(), ReadingGate())
        let end = AsynchronousEnd<NSManagedObject>()
        try context.performAndWait { () throws in
            context.core.sourceState.pace = gate.pace()
            try end.begin(AsynchronousBench.people(), in: context)
        }
        gate.waitUntilHeld()
        try bench.company.coordinator.remove(bench.store)
        gate.open(9)
        end.wait()
        context.performAndWait { #expect(end.results?.isEmpty == true && end.error == nil && end.count == 1) }
    }

    @Test func `A context that nobody else keeps is there until the end`() throws {
        let bench = try AsynchronousBench()
        try bench.fill(3)
        let (gate, end) = (ReadingGate(), AsynchronousEnd<NSManagedObject>())
        weak var gone: NSManagedObjectContext?
        let count = DispatchSemaphore(value: 0)
        nonisolated(unsafe) var found = -1
        try { () throws in
            let context = bench.context()
            gone = context
            try context.performAndWait { () throws in
                context.core.sourceState.pace = gate.pace()
                try end.begin(AsynchronousBench.people(), in: context) { results in
                    found = results?.filter { !$0.title.isEmpty }.count ?? -1
                    count.signal()
                }
            }
        }()
        gate.waitUntilHeld()
        #expect(gone != nil)
        gate.open(9)
        count.wait()
        #expect(found == 3)
    }

    @Test(arguments: ["memory", "table"])
    func `Stores that are no databases are read beside the queue, too`(_ kind: String) throws {
        NSPersistentStoreCoordinator.registerStoreClass(TableStore.self, type: TableStore.kind)
        let company = Company(kind: kind == "memory" ? .inMemory : TableStore.kind)
        if let store = company.coordinator.persistentStores[0] as? TableStore {
            store.records["Person"] = ["a": .init(values: ["name": "Anna"]), "b": .init(values: ["name": "Bert"])]
        } else {
            let context = company.context()
            for name in ["Anna", "Bert"] { company.make("Person", name, in: context) }
            try context.save()
        }
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = company.coordinator
        let (gate, end) = (ReadingGate(), AsynchronousEnd<NSManagedObject>())
        let log = QueueLog()
        try context.performAndWait { () throws in
            context.core.sourceState.pace = gate.pace()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            try end.begin(request, in: context) { _ in log.add("end") }
        }
        gate.waitUntilHeld()
        context.performAndWait {
            log.add("block")
            company.make("Person", "New", in: context)
        }
        gate.open(9)
        end.wait()
        #expect(log.entries == ["block", "end"])
        context.performAndWait { #expect(end.results.map { $0.map(\.title).sorted() } == ["Anna", "Bert", "New"]) }
    }
}
