import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// A list over a context's objects.
@Suite struct ResultsContextTests {
    /// Writes down what it is told.
    private final class Log: NSObject, NSFetchedResultsControllerDelegate {
        var calls: [String] = []

        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            calls.append("will")
        }

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            calls.append("did")
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) {
            let title = (anObject as? NSManagedObject)?.title ?? "?"
            calls.append("\(title) \(type.rawValue) \(indexPath?.row ?? -1) \(newIndexPath?.row ?? -1)")
        }
    }

    @Test func `an insertion makes a row before any save, and in a child none until it is saved`() throws {
        let company = Company()
        let context = company.context()
        company.make("Person", "Bert", in: context)
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        let log = Log()
        list.delegate = log
        try list.performFetch()
        #expect(list.fetchedObjects?.map(\.title) == ["Bert"])

        let anna = company.make("Person", "Anna", in: context)
        context.processPendingChanges()
        #expect(log.calls == ["will", "Anna 1 -1 0", "did"])
        #expect(list.fetchedObjects?.map(\.title) == ["Anna", "Bert"])

        log.calls = []
        let child = context.child()
        company.make("Person", "Cleo", in: child)
        child.processPendingChanges()
        #expect(log.calls.isEmpty && list.fetchedObjects?.count == 2)
        try child.save()
        #expect(log.calls == ["will", "Cleo 1 -1 2", "did"])

        log.calls = []
        anna.setValue("Zoe", forKey: "name")
        context.processPendingChanges()
        #expect(log.calls == ["will", "Zoe 3 0 2", "did"])
        log.calls = []
        context.delete(anna)
        context.processPendingChanges()
        #expect(log.calls == ["will", "Zoe 2 2 -1", "did"])
        #expect(list.fetchedObjects?.map(\.title) == ["Bert", "Cleo"])
    }
}
