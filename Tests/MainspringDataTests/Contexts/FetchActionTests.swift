import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What objects do to their context when a fetch reads them, each case in a process of its own.
@Suite struct FetchActionTests {
    enum Way: String, CaseIterable {
        case values, projects, department, reports, reportsProjects, again
    }

    enum Action: String, CaseIterable {
        case reset, refreshDropping, rollback, delete, deleteAndSave, fetch
    }

    private static func run(_ way: Way, _ action: Action, _ kind: NSPersistentStore.StoreType) throws {
        let company = Company(kind: kind) { _, entities in
            for name in ["Person", "Department", "Project"] {
                entities[name]!.managedObjectClassName = "MainspringDataTests.ActingObject"
            }
        }
        let (context, other) = (company.context(), company.context())
        let sales = company.make("Department", "Sales", in: other)
        let people = ["Anna", "Bert", "Carl"].map { company.make("Person", $0, in: other) }
        for person in people {
            person["department"] = sales
            person.add(company.make("Project", "of \(person.title)", in: other), to: "projects")
            if person !== people[0] { person["boss"] = people[0] }
        }
        try other.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        switch way {
        case .values: request.returnsObjectsAsFaults = false
        case .projects: request.relationshipKeyPathsForPrefetching = ["projects"]
        case .department: request.relationshipKeyPathsForPrefetching = ["department.people"]
        case .reports: request.relationshipKeyPathsForPrefetching = ["reports"]
        case .again: break
        case .reportsProjects: request.relationshipKeyPathsForPrefetching = ["reports.projects.members", "department"]
        }
        if way == .again {
            request.relationshipKeyPathsForPrefetching = ["projects", "reports.department"]
            (request.shouldRefreshRefetchedObjects, request.returnsObjectsAsFaults) = (true, false)
            // Who has changes of his own is told that he was read anew.
            for person in try context.fetch(request) { person.setValue(7, forKey: "age") }
        }
        var told: NSManagedObject?
        ActingObject.act = { object in
            told = object
            switch action {
            case .reset: context.reset()
            case .refreshDropping:
                for object in context.registeredObjects { context.refresh(object, mergeChanges: false) }
            case .rollback: context.rollback()
            case .delete: for object in context.registeredObjects { context.delete(object) }
            case .deleteAndSave:
                for person in context.registeredObjects where person.entity.name == "Person" && person !== object {
                    context.delete(person)
                }
                try! context.save()
            case .fetch: _ = try! context.fetch(request)
            }
        }
        let found = try context.fetch(request)
        #expect(found.count == 3)
        #expect(ActingObject.act == nil, "Nobody was told that he was read.")
        if action == .deleteAndSave {
            #expect(found.allSatisfy { $0 === told || $0.managedObjectContext == nil })
            #expect(try context.fetch(request).count == (told?.entity.name == "Person" ? 1 : 0))
            return
        }
        #expect(found.allSatisfy { $0.managedObjectContext === (action == .reset ? nil : context) })
        context.rollback()
        #expect(try context.fetch(request).map(\.title) == ["Anna", "Bert", "Carl"])
        #expect(try context.fetch(request).flatMap { $0.names("projects") } == ["of Anna", "of Bert", "of Carl"])
    }

    @Test(arguments: Way.allCases.map(\.rawValue), Action.allCases.map(\.rawValue))
    func `whatever objects do to their context when a fetch reads them, the fetch goes on`(way: String, action: String)
        async throws
    {
        await #expect(processExitsWith: .success) { [way, action] in
            guard let way = Way(rawValue: way), let action = Action(rawValue: action) else { return }
            for kind in [NSPersistentStore.StoreType.inMemory, .sqlite] { try FetchActionTests.run(way, action, kind) }
        }
    }
}

/// Does something once, when it hears that it was read.
final class ActingObject: NSManagedObject {
    // Each process has one thread that uses it.
    nonisolated(unsafe) static var act: ((NSManagedObject) -> Void)?

    private func act() {
        let act = Self.act
        Self.act = nil
        act?(self)
    }

    override func awakeFromFetch() {
        super.awakeFromFetch()
        act()
    }

    override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
        super.awake(fromSnapshotEvents: flags)
        act()
    }
}
