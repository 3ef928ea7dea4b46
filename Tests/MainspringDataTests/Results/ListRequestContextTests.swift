import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Lists whose requests are changed after a fetch, or ask some stores only.
@Suite struct ListRequestContextTests {
    /// Without a delegate a list stays as it was fetched.
    private final class Follower: NSObject, NSFetchedResultsControllerDelegate {
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
    }

    private let company = Company()
    private let context: NSManagedObjectContext
    private let follower = Follower()

    init() { context = company.context() }

    private func list(
        _ context: NSManagedObjectContext, _ change: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
    ) throws -> NSFetchedResultsController<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        change(request)
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        list.delegate = follower
        try list.performFetch()
        return list
    }

    private func names(_ list: NSFetchedResultsController<NSManagedObject>) -> [String] {
        list.fetchedObjects?.map(\.title) ?? []
    }

    private func make(_ name: String, age: Int, _ entity: String = "Person") {
        company.make(entity, name, in: context).setValue(age, forKey: "age")
    }

    // MARK: - Changed requests

    @Test func `a list follows the predicate that its request had at the last fetch, not an earlier one`() throws {
        let list = try list(context) { $0.predicate = NSPredicate(format: "age > 10") }
        make("Anna", age: 20)
        context.processPendingChanges()
        #expect(names(list) == ["Anna"])
        list.fetchRequest.predicate = NSPredicate(format: "age < 10")
        try list.performFetch()
        #expect(names(list) == [])
        make("Bert", age: 5)
        make("Carl", age: 30)
        context.processPendingChanges()
        #expect(names(list) == ["Bert"])
    }

    enum Change: String, CaseIterable {
        case predicate, includesSubentities, entity, sortDescriptors, affectedStores

        func make(_ request: NSFetchRequest<NSManagedObject>, _ company: Company) {
            switch self {
            case .predicate: request.predicate = NSPredicate(format: "age < 10")
            case .includesSubentities: request.includesSubentities = false
            case .entity: request.entity = company.entities["Project"]
            case .sortDescriptors: request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
            case .affectedStores: request.affectedStores = []
            }
        }

        /// What the list shows of what is there once it has been fetched again.
        var names: [String] {
            switch self {
            case .predicate: ["Anna"]
            case .includesSubentities: ["Anna", "Bert"]
            case .entity: ["Work"]
            case .sortDescriptors: ["Mona", "Bert", "Anna"]
            case .affectedStores: []
            }
        }
    }

    @Test(arguments: Change.allCases)
    func `a request that is changed counts with the next fetch, and not before`(_ change: Change) throws {
        // The other list's events come between those of the first one.
        let lists = [try list(context), try list(context)]
        change.make(lists[0].fetchRequest, company)
        make("Anna", age: 5)
        make("Bert", age: 20)
        make("Mona", age: 30, "Manager")
        make("Work", age: 1, "Project")
        context.processPendingChanges()
        #expect(names(lists[0]) == ["Anna", "Bert", "Mona"])
        #expect(names(lists[1]) == ["Anna", "Bert", "Mona"])
        try lists[0].performFetch()
        #expect(names(lists[0]) == change.names)
        #expect(names(lists[1]) == ["Anna", "Bert", "Mona"])
    }

    @Test func `a fetch that fails leaves the list with what it was, and it is followed by that`() throws {
        let list = try list(context) { $0.predicate = NSPredicate(format: "age > 10") }
        list.fetchRequest.predicate = NSPredicate(format: "nothing == 1")
        #expect(throws: (any Error).self) { try list.performFetch() }
        make("Anna", age: 5)
        make("Bert", age: 20)
        context.processPendingChanges()
        #expect(names(list) == ["Bert"])
    }

    @Test func `a save keeps the sections for the stores that were asked, not for those of a request changed since`()
        throws
    {
        // A database says nothing of whether others have saved meanwhile.
        let company = Company(kind: .inMemory)
        let second = try company.coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: directory) }
        let cache = SectionCache(directory: directory)
        let context = company.context()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "age", ascending: true)]
        request.affectedStores = [company.coordinator.persistentStores[0]]
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, source: context.core, sectionNameKeyPath: "age",
            cacheName: "people", cache: cache)
        list.delegate = follower
        try list.performFetch()
        request.affectedStores = [second]
        company.make("Person", "Anna", in: context)
        try context.save()
        let record = try #require(cache.record(named: "people"))
        #expect(Array(record.state.stores.keys) == [company.coordinator.persistentStores[0].identifier])
        #expect(record.sections.map(\.count) == [1])
    }

    // MARK: - Stores

    private func addStore() throws -> NSPersistentStore {
        try company.coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
    }

    @Test func `a list whose request asks one store shows no objects of another`() throws {
        let first = company.coordinator.persistentStores[0]
        let second = try addStore()
        let lists = try [first, second].map { store in try list(context) { $0.affectedStores = [store] } }
        let anna = company.make("Person", "Anna", in: context)
        let bert = company.make("Person", "Bert", in: context)
        context.assign(bert, to: second)
        context.processPendingChanges()
        #expect(lists.map(names) == [["Anna"], ["Bert"]])
        try context.save()
        #expect(anna.objectID.persistentStore === first && bert.objectID.persistentStore === second)
        for object in [anna, bert] { object.setValue(3, forKey: "age") }
        context.processPendingChanges()
        #expect(lists.map(names) == [["Anna"], ["Bert"]])
        for list in lists { try list.performFetch() }
        #expect(lists.map(names) == [["Anna"], ["Bert"]])
    }

    @Test func `a child's list knows the stores of objects that its parent has not saved yet`() throws {
        let first = company.coordinator.persistentStores[0]
        let second = try addStore()
        let child = context.child().child()
        let lists = try [first, second].map { store in try list(child) { $0.affectedStores = [store] } }
        company.make("Person", "Anna", in: child)
        child.assign(company.make("Person", "Bert", in: child), to: second)
        try child.save()
        #expect(lists.map(names) == [["Anna"], ["Bert"]])
        for person in lists.flatMap({ $0.fetchedObjects ?? [] }) { person.setValue(3, forKey: "age") }
        child.processPendingChanges()
        #expect(lists.map(names) == [["Anna"], ["Bert"]])
        for list in lists { try list.performFetch() }
        #expect(lists.map(names) == [["Anna"], ["Bert"]])
    }
}
