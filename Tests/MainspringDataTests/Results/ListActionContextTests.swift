import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What a program does to a context while a list calls it, each place in a process of its own.
@Suite struct ListActionContextTests {
    enum Place: String, CaseIterable {
        case willChange, didChangeObject, didChangeSection, didChange, difference, snapshot, predicate, fetch
    }

    enum Action: String, CaseIterable {
        case reset, resetAndFetch, fetch, rollback, undo, save, refreshAll, refreshDropping, delete, deleteAndSave
        case leave
    }

    /// Does something once, when it is called at a place.
    private class Actor: NSObject {
        let place: Place
        var act: (() -> Void)?

        init(_ place: Place) { self.place = place }

        func come(to place: Place) {
            guard place == self.place, let act else { return }
            self.act = nil
            act()
        }
    }

    private final class CallActor: Actor, NSFetchedResultsControllerDelegate {
        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            come(to: .willChange)
        }

        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            come(to: .didChange)
        }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
            at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
        ) { come(to: .didChangeObject) }

        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
            for type: NSFetchedResultsChangeType
        ) { come(to: .didChangeSection) }
    }

    private final class SnapshotActor: Actor, NSFetchedResultsControllerDelegate {
        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
        ) { come(to: .snapshot) }
    }

    private final class DifferenceActor: Actor, NSFetchedResultsControllerDelegate {
        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
        ) { come(to: .difference) }
    }

    private static func run(_ place: Place, _ action: Action) throws {
        let company = Company.hooked()
        let context = company.context()
        for (index, name) in ["Anna", "Bert", "Carl"].enumerated() {
            company.insert("Person", name, in: context).age = index
        }
        try context.save()
        context.undoManager = UndoManager()
        let actor: any Actor & NSFetchedResultsControllerDelegate =
            switch place {
            case .snapshot: SnapshotActor(place)
            case .difference: DifferenceActor(place)
            default: CallActor(place)
            }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = ["age", "name"].map { NSSortDescriptor(key: $0, ascending: true) }
        if place == .predicate {
            request.predicate = NSPredicate { _, _ in
                actor.come(to: .predicate)
                return true
            }
        }
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context,
            sectionNameKeyPath: place == .difference ? nil : "age", cacheName: nil)
        list.delegate = actor
        try list.performFetch()
        context.journal.awakeFromFetch = { _ in actor.come(to: .fetch) }
        let people = list.fetchedObjects ?? []
        people[0].rename("Zoe")
        people[1].age = 7
        context.delete(people[2])
        company.insert("Person", "Dora", in: context)
        if place == .fetch {
            // So that the fetch has objects to read.
            try context.save()
            list.delegate = nil
            for person in people.prefix(2) { context.refresh(person, mergeChanges: false) }
            context.processPendingChanges()
            list.delegate = actor
            request.returnsObjectsAsFaults = false
        }
        actor.act = {
            switch action {
            case .reset: context.reset()
            case .resetAndFetch:
                context.reset()
                try! list.performFetch()
            case .fetch: try! list.performFetch()
            case .rollback: context.rollback()
            case .undo: context.undo()
            case .save: try! context.save()
            case .refreshAll: context.refreshAllObjects()
            case .refreshDropping:
                for object in context.registeredObjects { context.refresh(object, mergeChanges: false) }
            case .delete: for object in context.registeredObjects { context.delete(object) }
            case .deleteAndSave:
                for object in context.registeredObjects { context.delete(object) }
                try! context.save()
            case .leave: list.delegate = nil
            }
        }
        switch (place, action) {
        case (.fetch, .reset), (.fetch, .resetAndFetch):
            let error = #expect(throws: CocoaError.self) { try list.performFetch() }
            #expect(error?.localizedDescription.contains("its context was reset") == true)
        case (.fetch, _): try list.performFetch()
        default: break
        }
        context.processPendingChanges()
        #expect(actor.act == nil, "\(place) was never called")
        // What comes next is followed as ever, or not at all by a list whose objects are forgotten.
        actor.act = nil
        list.delegate = actor
        company.insert("Person", "Emil", in: context)
        context.processPendingChanges()
        let shown = list.fetchedObjects ?? []
        if action == .reset || action == .leave {
            try list.performFetch()
        } else {
            #expect(shown.allSatisfy { $0.managedObjectContext === context })
        }
        let wanted = try context.fetch(request)
        #expect((list.fetchedObjects ?? []).map(\.title) == wanted.map(\.title), "\(place), \(action)")
    }

    // A database takes no blocks.
    private static let places = Place.allCases.filter { $0 != .predicate || Company.kind != .sqlite }

    @Test(arguments: places.map(\.rawValue), Action.allCases.map(\.rawValue))
    func `whatever is done to a context while its list calls, the list goes on`(place: String, action: String)
        async throws
    {
        await #expect(processExitsWith: .success) { [place, action] in
            guard let place = Place(rawValue: place), let action = Action(rawValue: action) else { return }
            try ListActionContextTests.run(place, action)
        }
    }
}
