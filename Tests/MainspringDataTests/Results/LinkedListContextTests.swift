import Foundation
import MainspringFoundation
@_spi(Tools) import MainspringModel
import Testing

@testable import MainspringData

/// Lists whose sections and rows are found along relationships.
@Suite struct LinkedListContextTests {
    private let company = Company()

    private func list(_ context: NSManagedObjectContext, cache: String? = nil) throws -> NSFetchedResultsController<
        NSManagedObject
    > {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [
            NSSortDescriptor(key: "department.name", ascending: true), NSSortDescriptor(key: "name", ascending: true),
        ]
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "department.name",
            cacheName: cache)
        try list.performFetch()
        return list
    }

    private func text(_ list: NSFetchedResultsController<NSManagedObject>) -> String {
        list.sections!.map { "\($0.name): " + ($0.objects as! [NSManagedObject]).map(\.title).joined(separator: " ") }
            .joined(separator: "; ")
    }

    private func setUp() throws -> (NSManagedObjectContext, NSManagedObject, NSManagedObject) {
        let context = company.context()
        let (sales, books) = (
            company.make("Department", "Sales", in: context), company.make("Department", "Books", in: context)
        )
        for (name, department) in [("Anna", sales), ("Bert", sales), ("Carla", books), ("Dora", books)] {
            company.make("Person", name, in: context)["department"] = department
        }
        try context.save()
        return (context, sales, books)
    }

    @Test func `links that are changed at the to-many end move rows`() throws {
        let (context, sales, books) = try setUp()
        let list = try list(context)
        let log = ListDelegate()
        list.delegate = log
        #expect(text(list) == "Books: Carla Dora; Sales: Anna Bert")
        let carla = list.object(at: IndexPath(row: 0, section: 0))
        sales.add(carla, to: "people")
        context.processPendingChanges()
        #expect(text(list) == "Books: Dora; Sales: Anna Bert Carla")
        context.delete(books)
        context.processPendingChanges()
        #expect(text(list) == ": Dora; Sales: Anna Bert Carla", "\(log.words)")
        context.rollback()
        #expect(text(list) == "Books: Carla Dora; Sales: Anna Bert", "\(log.words)")
    }

    @Test func `a renamed section's rows, once they change themselves, stand under the new name`() throws {
        let (context, sales, _) = try setUp()
        let list = try list(context)
        let log = ListDelegate()
        list.delegate = log
        sales.setValue("Attic", forKey: "name")
        context.processPendingChanges()
        let before = text(list)
        let anna = list.fetchedObjects!.first { $0.title == "Anna" }!
        anna.setValue(5, forKey: "age")
        context.processPendingChanges()
        // Whatever a list shows, each object is where its path says, and a fetch anew says the same as the sections.
        for object in list.fetchedObjects! {
            #expect(list.indexPath(forObject: object).map { list.object(at: $0) } === object)
        }
        let bert = list.fetchedObjects!.first { $0.title == "Bert" }!
        bert.setValue(5, forKey: "age")
        context.processPendingChanges()
        #expect(text(list) == "Attic: Anna Bert; Books: Carla Dora", "\(before) \(log.words)")
        try list.performFetch()
        #expect(text(list) == "Attic: Anna Bert; Books: Carla Dora")
    }

    @Test func `a row that is a fault after refreshing stays, and one whose row has gone goes`() throws {
        let (context, _, _) = try setUp()
        let list = try list(context)
        let log = ListDelegate()
        list.delegate = log
        for object in list.fetchedObjects! { context.refresh(object, mergeChanges: false) }
        context.processPendingChanges()
        #expect(text(list) == "Books: Carla Dora; Sales: Anna Bert", "\(log.words)")
        let other = company.context()
        let anna = list.fetchedObjects!.first { $0.title == "Anna" }!
        other.delete(other.object(with: anna.objectID))
        try other.save()
        NSManagedObjectContext.mergeChanges(
            fromRemoteContextSave: [NSDeletedObjectsKey: [anna.objectID.uriRepresentation()]], into: [context])
        context.processPendingChanges()
        #expect(text(list) == "Books: Carla Dora; Sales: Bert", "\(log.words)")
    }

    @Test func `a cache is not believed when a section was renamed by another context`() throws {
        let (context, sales, _) = try setUp()
        let name = UUID().uuidString
        defer { NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name) }
        _ = try list(context, cache: name)
        sales.setValue("Attic", forKey: "name")
        try context.save()
        let other = company.context()
        #expect(try text(list(other, cache: name)) == "Attic: Anna Bert; Books: Carla Dora")
    }

    @Test func `a list in a private context that merges by itself follows`() throws {
        let (context, _, books) = try setUp()
        let root = NSManagedObjectContext(.privateQueue)
        root.persistentStoreCoordinator = company.coordinator
        root.automaticallyMergesChangesFromParent = true
        try root.performAndWait {
            let list = try list(root)
            let log = ListDelegate()
            list.delegate = log
            root.userInfo["list"] = list
            root.userInfo["log"] = log
        }
        company.make("Person", "Zoe", in: context)["department"] = books
        try context.save()
        for _ in 0..<20 { root.performAndWait {} }
        let after = root.performAndWait {
            self.text(root.userInfo["list"] as! NSFetchedResultsController<NSManagedObject>)
        }
        #expect(after == "Books: Carla Dora Zoe; Sales: Anna Bert")
    }
}
