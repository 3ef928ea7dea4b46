import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Lists over contexts: what ends all objects at once, and sections that are kept.
@Suite struct ListingContextTests {
    private final class Calls: NSObject, NSFetchedResultsControllerDelegate {
        var count = 0
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            count += 1
        }
    }

    private func list(_ context: NSManagedObjectContext, _ cache: SectionCache? = nil) -> NSFetchedResultsController<
        NSManagedObject
    > {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = ["age", "name"].map { NSSortDescriptor(key: $0, ascending: true) }
        guard let cache else {
            return NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        }
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, source: context.core, sectionNameKeyPath: "age",
            cacheName: "people", cache: cache)
    }

    @Test func `a reset is not told to a list, which is to fetch again, and follows changes then`() throws {
        let company = Company()
        let context = company.context()
        for name in ["Anna", "Bert"] { company.make("Person", name, in: context) }
        try context.save()
        let (list, calls) = (list(context), Calls())
        list.delegate = calls
        try list.performFetch()
        context.reset()
        #expect(calls.count == 0 && list.fetchedObjects?.count == 2)
        #expect(list.fetchedObjects?.allSatisfy { $0.managedObjectContext == nil } == true)
        // Changes in between do no harm, though what is shown belongs to nobody.
        company.make("Person", "Carla", in: context)
        context.processPendingChanges()
        try list.performFetch()
        #expect(list.fetchedObjects?.map(\.title) == ["Anna", "Bert", "Carla"])
        let before = calls.count
        company.make("Person", "Dora", in: context)
        context.processPendingChanges()
        #expect(calls.count == before + 1 && list.fetchedObjects?.count == 4)
    }

    @Test func `sections are kept as long as the store has what it had, and no longer`() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let cache = SectionCache(directory: directory)
        // A database says nothing of whether others have saved meanwhile.
        let company = Company(kind: .inMemory)
        let context = company.context()
        for (name, age) in [("Anna", 30), ("Bert", 30), ("Carla", 40)] {
            company.make("Person", name, in: context).setValue(age, forKey: "age")
        }
        // What is not saved is in no store.
        try list(context, cache).performFetch()
        #expect(cache.record(named: "people") == nil)
        try context.save()
        try list(context, cache).performFetch()
        let first = try #require(cache.record(named: "people"))
        #expect(first.sections.map(\.name) == ["30", "40"] && first.sections.map(\.count) == [2, 1])
        let request = list(context, cache).fetchRequest.requestDescription
        #expect(context.core.cacheState(for: request) == first.state)
        #expect(company.context().child().core.cacheState(for: request) == nil)
        company.make("Person", "Dora", in: context)
        #expect(context.core.cacheState(for: request) == nil)
        try context.save()
        #expect(context.core.cacheState(for: request) != nil && context.core.cacheState(for: request) != first.state)
        NSFetchedResultsController<NSManagedObject>.deleteCache(withName: "nobody has this one")
        cache.delete(named: "people")
        #expect(cache.record(named: "people") == nil)
    }

    @Test func `a store in a file is known again by the next launch, until somebody has saved into it`() throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        var states: [SectionCacheState?] = []
        for launch in 0..<3 {
            let company = Company()
            try company.coordinator.remove(company.coordinator.persistentStores[0])
            try company.coordinator.addPersistentStore(type: .binary, at: file)
            let context = company.context()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person").requestDescription
            states.append(context.core.cacheState(for: request))
            guard launch == 1 else { continue }
            company.make("Person", "Anna", in: context)
            try context.save()
        }
        #expect(states[0] != nil && states[0] == states[1] && states[1] != states[2])
    }

    @Test func `titles of an index are first letters of the sections`() throws {
        let company = Company()
        let context = company.context()
        for (name, age) in [("Anna", 3), ("Bert", 40)] {
            company.make("Person", name, in: context).setValue(age, forKey: "age")
        }
        let cache = SectionCache(
            directory: FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString))
        let list = list(context, cache)
        try list.performFetch()
        #expect(list.sectionIndexTitles == ["3", "4"] && list.section(forSectionIndexTitle: "4", at: 1) == 1)
        #expect(list.sections?.map(\.indexTitle) == ["3", "4"])
    }
}
