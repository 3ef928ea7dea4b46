import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Belongs to no context, whatever it is asked for.
final class Loner: NSManagedObject {
    override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
        super.init(entity: entity, insertInto: nil)
    }
}

/// Contexts and objects that are used as they may not be: a sentence, an error, or nothing; never silence and a loss.
@Suite struct MisuseContextTests {
    private enum Mistake: String, CaseIterable {
        case unknownEntity, insertForeign, deleteForeign, refreshForeign, gone, reset, saveNowhere, noModel
        case parentAfterUse, coordinatorAfterUse, ownParent, circle, otherContext

        /// What the sentence says.
        var sentence: String {
            switch self {
            case .unknownEntity: "has no entity “Dragon”"
            case .insertForeign: "cannot be inserted into"
            case .deleteForeign: "cannot be deleted in"
            case .refreshForeign: "cannot be refreshed in"
            case .gone, .reset: "but its context has gone, was reset"
            case .saveNowhere: "cannot be saved: it has neither a coordinator nor a parent"
            case .noModel: "which has neither a coordinator nor a parent"
            case .parentAfterUse, .coordinatorAfterUse: "has objects already"
            case .ownParent, .circle: "would be its own parent"
            case .otherContext: "has made another object than it was asked for"
            }
        }

        func make() throws {
            let company = Company()
            var (context, other) = (company.context(), company.context())
            let anna = company.make("Person", "Anna", in: context)
            try context.save()
            switch self {
            case .unknownEntity: _ = NSEntityDescription.insertNewObject(forEntityName: "Dragon", into: context)
            case .insertForeign: other.insert(anna)
            case .deleteForeign: other.delete(anna)
            case .refreshForeign: other.refresh(anna, mergeChanges: true)
            case .gone:
                let fault = other.object(with: anna.objectID)
                other = context
                print(fault.title)
            case .reset:
                let fault = other.object(with: anna.objectID)
                other.reset()
                print(fault.title)
            case .saveNowhere: try NSManagedObjectContext(confined: ()).save()
            case .noModel:
                _ = NSEntityDescription.insertNewObject(
                    forEntityName: "Person", into: NSManagedObjectContext(confined: ()))
            case .parentAfterUse: context.parent = other
            case .coordinatorAfterUse:
                context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: company.model)
            case .ownParent:
                let made = NSManagedObjectContext(confined: ())
                made.parent = made
            case .circle:
                let first = NSManagedObjectContext(confined: ())
                let third = first.child().child()
                first.parent = third
            case .otherContext:
                let company = Company { _, entities in
                    entities["Badge"]!.managedObjectClassName = "MainspringDataTests.Loner"
                }
                (context, other) = (company.context(), company.context())
                let loner = NSEntityDescription.insertNewObject(forEntityName: "Badge", into: context)
                context.insert(loner)
                try context.save()
                _ = other.object(with: loner.objectID)
            }
            withExtendedLifetime((context, other)) {}
            context = other
        }
    }

    @Test(arguments: Mistake.allCases.map(\.rawValue))
    func `a mistake ends the program with a sentence`(_ name: String) async throws {
        let mistake = try #require(Mistake(rawValue: name))
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [name] in
            try Mistake(rawValue: name)?.make()
        }
        #expect(result?.errorText.contains(mistake.sentence) == true, "\(result?.errorText ?? "")")
    }

    @Test func `a context that nobody has used yet may be given another parent, or a coordinator`() throws {
        let company = Company()
        let (root, other) = (company.context(), company.context())
        company.make("Person", "Anna", in: other)
        let context = root.child()
        context.parent = other
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        #expect(try context.count(for: request) == 1)
        context.parent = other
        #expect(context.persistentStoreCoordinator === company.coordinator)
        context.reset()
        context.persistentStoreCoordinator = company.coordinator
        #expect(context.parent == nil)
        #expect(try context.count(for: request) == 0)
        let empty = Company.copied()
        context.persistentStoreCoordinator = empty.coordinator
        #expect(context.persistentStoreCoordinator === empty.coordinator)
    }

    @Test func `an object whose context has gone still says which one it is`() throws {
        let company = Company()
        var context: NSManagedObjectContext? = company.context()
        let anna = company.make("Person", "Anna", in: context!)
        try context?.save()
        let identity = anna.objectID
        context = nil
        #expect(anna.managedObjectContext == nil && anna.objectID == identity && !anna.hasChanges)
        #expect(anna.entity.name == "Person" && anna.description.contains("Person"))
    }

    @Test func `a context that goes with changes loses them and nothing else`() throws {
        let company = Company()
        var context: NSManagedObjectContext? = company.context()
        let anna = company.make("Person", "Anna", in: context!)
        anna["department"] = company.make("Department", "Sales", in: context!)
        try context?.save()
        let identity = anna.objectID
        anna.rename("Anne")
        anna["department"] = nil
        company.make("Person", "Bert", in: context!)["boss"] = anna
        context?.delete(anna)
        context = nil
        #expect(try company.read(identity) { "\($0.title) \($0["department"]?.title ?? "-")" } == "Anna Sales")
        let reader = company.context()
        #expect(try reader.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 1)
    }

    @Test func `what a child has handed over arrives though the child has gone`() throws {
        let company = Company()
        let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        parent.persistentStoreCoordinator = company.coordinator
        let (gate, entered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        parent.perform {
            entered.signal()
            gate.wait()
        }
        entered.wait()
        var child: NSManagedObjectContext? = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child?.parent = parent
        try child?.performAndWait {
            guard let child else { return }
            company.make("Person", "Anna", in: child)
            try child.save()
            company.make("Person", "lost", in: child)
        }
        child = nil
        gate.signal()
        parent.performAndWait { #expect(parent.insertedObjects.map(\.title) == ["Anna"]) }
    }

    @Test func `a save within a merge, and a merge within a save, come to an end and lose nothing`() throws {
        let company = Company()
        let (mine, theirs) = (company.context(), company.context())
        let (anna, bert) = (company.make("Person", "Anna", in: mine), company.make("Person", "Bert", in: mine))
        try mine.save()
        let copies = [anna, bert].map { theirs.object(with: $0.objectID) }
        for copy in copies { _ = copy.title }
        for context in [mine, theirs] { context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump }
        let center = NotificationCenter.default
        let observers = [
            // Each merges what the other saves, and saves what it has at once.
            center.addObserver(forName: .NSManagedObjectContextDidSave, object: theirs, queue: nil) {
                mine.mergeChanges(fromContextDidSave: $0)
            },
            center.addObserver(forName: .NSManagedObjectContextDidSave, object: mine, queue: nil) {
                theirs.mergeChanges(fromContextDidSave: $0)
            },
            center.addObserver(forName: .NSManagedObjectContextObjectsDidChange, object: mine, queue: nil) { _ in
                if mine.hasChanges { #expect(throws: Never.self) { try mine.save() } }
            },
        ]
        defer { for observer in observers { center.removeObserver(observer) } }
        anna.age = 1
        copies[0].rename("Anne")
        copies[1].rename("Bertram")
        company.make("Person", "Cleo", in: theirs)
        try theirs.save()
        mine.processPendingChanges()
        #expect(!mine.hasChanges && !theirs.hasChanges)
        #expect(anna.title == "Anne" && anna.age == 1 && copies[0].age == 1 && bert.title == "Bertram")
        #expect(try company.read(anna.objectID) { "\($0.title) \($0.age)" } == "Anne 1")
    }

    @Test func `an identity of a store that was removed leads to nobody`() throws {
        let company = Company()
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        let identity = anna.objectID
        let other = company.context()
        let fault = other.object(with: identity)
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        #expect(throws: (any Error).self) { try other.existingObject(with: identity) }
        #expect(fault.value(forKey: "name") == nil && fault.isDeleted)
        #expect(anna.title == "Anna")
        anna.age = 1
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.hasChanges && anna.age == 1)
    }

    @Test func `a wrong value changes nothing and makes nothing to be saved`() throws {
        let company = Company()
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        let project = company.make("Project", "X", in: context)
        try context.save()
        let wrong: [(String, Any)] = [
            ("age", "old"), ("name", 3), ("department", project), ("department", "Sales"),
            ("projects", NSSet(object: anna)), ("projects", project), ("hat", 1), ("age", UInt64.max),
        ]
        for (key, value) in wrong {
            #expect(throws: KeyValueError.self, "\(key)") {
                try KeyValueError.throwing { anna.setValue(value, forKey: key) }
            }
            #expect(!anna.hasChanges && !context.hasChanges, "\(key)")
        }
        #expect(anna.title == "Anna" && anna.age == 0 && anna["department"] == nil && anna.names("projects") == [])
    }
}
