import Dispatch
import Foundation
import Locks
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Two coordinators over one file, as two containers, or two programs, have it.
@Suite struct TwoContainersTests {
    private let scratch = Scratch()

    private func open(_ url: URL, _ options: [AnyHashable: Any]? = nil) throws -> Company {
        let company = Company(kind: .inMemory)
        for store in company.coordinator.persistentStores { try company.coordinator.remove(store) }
        try company.coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
        return company
    }

    private func close(_ company: Company) throws {
        for store in company.coordinator.persistentStores { try company.coordinator.remove(store) }
    }

    private static func people(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try context.fetch(request)
    }

    @Test(arguments: ["WAL", "DELETE", "TRUNCATE", "MEMORY"])
    func `Whoever saves over what another has saved hears of it, and nothing is lost`(_ mode: String) throws {
        let url = scratch.url("s.sqlite")
        let options = [NSSQLitePragmasOption: ["journal_mode": mode]]
        let both = [try open(url, options), try open(url, options)]
        let contexts = both.map { $0.context() }
        both[0].make("Person", "Anna", in: contexts[0])
        try contexts[0].save()
        for context in contexts { (context.stalenessInterval, context.retainsRegisteredObjects) = (0, true) }
        var conflicts = 0
        for turn in 0..<20 {
            let context = contexts[turn % 2]
            let anna = try Self.people(context)[0]
            anna.setValue((anna.value(forKey: "age") as? Int ?? 0) + 1, forKey: "age")
            do {
                try context.save()
            } catch let error as CocoaError where error.code.rawValue == NSManagedObjectMergeError {
                conflicts += 1
                context.rollback()
                context.refreshAllObjects()
                let anna = try Self.people(context)[0]
                anna.setValue((anna.value(forKey: "age") as? Int ?? 0) + 1, forKey: "age")
                try context.save()
            }
        }
        #expect(conflicts > 0)
        let reader = both[0].context()
        reader.stalenessInterval = 0
        #expect(try Self.people(reader)[0].value(forKey: "age") as? Int == 20)
        for company in both { try close(company) }
        #expect(try Fixture.rows(url, "PRAGMA integrity_check") == ["ok"])
    }

    @Test func `What threads of two containers save at once is all there, and each conflict is found`() throws {
        let url = scratch.url("s.sqlite")
        let both = [try open(url), try open(url)]
        let maker = both[0].context()
        both[0].make("Person", "Anna", in: maker)
        try maker.save()
        let errors = Guarded<[String]>([])
        let (threads, turns) = (4, 15)
        DispatchQueue.concurrentPerform(iterations: threads) { thread in
            let company = both[thread % 2]
            let context = company.context()
            context.stalenessInterval = 0
            for turn in 0..<turns {
                company.make("Project", "\(thread).\(turn)", in: context)
                while true {
                    do {
                        let anna = try Self.people(context)[0]
                        anna.setValue((anna.value(forKey: "age") as? Int ?? 0) + 1, forKey: "age")
                        try context.save()
                        break
                    } catch let error as CocoaError where error.code.rawValue == NSManagedObjectMergeError {
                        for object in context.updatedObjects { context.refresh(object, mergeChanges: false) }
                    } catch {
                        errors.withLock { $0.append("\(error)") }
                        return
                    }
                }
            }
        }
        #expect(errors.withLock { $0 } == [])
        for company in both { try close(company) }
        #expect(try Fixture.rows(url, "SELECT ZAGE FROM ZPERSON") == ["\(threads * turns)"])
        #expect(
            try Fixture.rows(url, "SELECT count(*), count(DISTINCT Z_PK), count(DISTINCT ZNAME) FROM ZPROJECT")
                == ["\(threads * turns)|\(threads * turns)|\(threads * turns)"])
        #expect(try Fixture.rows(url, "PRAGMA integrity_check") == ["ok"])
    }

    @Test func `A save that waits for another's transaction ends, or says who keeps it`() throws {
        let url = scratch.url("s.sqlite")
        let company = try open(url, [NSPersistentStoreTimeoutOption: 0])
        let other = try SQLiteConnection(path: url.path, access: .readWrite)
        try other.execute("BEGIN IMMEDIATE")
        let context = company.context()
        company.make("Person", "Anna", in: context)
        let failure = Fixture.failure { try context.save() }
        #expect(failure?.code == NSPersistentStoreTimeoutError && failure?.sentence.contains(url.path) == true)
        #expect(context.insertedObjects.count == 1)
        try other.execute("ROLLBACK")
        other.close()
        try context.save()
        try close(company)
    }
}
