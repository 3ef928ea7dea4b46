import Foundation
import MainspringFoundation
import MainspringModel
import Observation
import Testing

@testable import MainspringData

/// Links that are made while one of their ends turns out to be deleted.
@Suite struct VanishedEndContextTests {
    private enum Way: String, CaseIterable, CustomTestStringConvertible {
        case set, add, insert, remove, other

        var testDescription: String { rawValue }
    }

    @Test(arguments: Way.allCases, [false, true])
    private func `a child makes no links to what its parent has taken back`(_ way: Way, isOrdered: Bool) throws {
        let company = Company(ordered: isOrdered ? ["people"] : [])
        let root = company.context()
        let anna = company.make("Person", "Anna", in: root)
        try root.save()
        let manager = UndoManager()
        manager.groupsByEvent = false
        root.undoManager = manager
        manager.beginUndoGrouping()
        let sales = company.make("Department", "Sales", in: root)
        manager.endUndoGrouping()
        let child = root.child()
        let (mine, gone) = (child.object(with: anna.objectID), child.object(with: sales.objectID))
        #expect(mine.title == "Anna" && gone.isFault)
        root.undo()
        let number = try #require(gone.shape.number(named: "people"))
        switch way {
        case .set:
            gone.setValue(isOrdered ? NSOrderedSet(object: mine) as Any : NSSet(object: mine), forKey: "people")
        case .add: gone.addManaged(mine, to: number)
        case .insert where isOrdered: gone.insertManaged(mine, into: number, at: 0)
        case .insert: gone.addManaged([mine], to: number)
        case .remove: gone.removeManaged(mine, from: number)
        case .other: mine["department"] = gone
        }
        #expect(gone.isDeleted && mine["department"] == nil)
        mine.setValue(1, forKey: "age")
        try child.save()
        try root.save()
        #expect(try company.read(anna.objectID) { $0.age == 1 && $0["department"] == nil })
    }

    @Test(arguments: [false, true])
    func `an object that is deleted by who is told of the one before it gets no link`(isAdded: Bool) throws {
        let company = Company(ordered: ["people"])
        let context = company.context()
        let sales = company.make("Department", "Sales", in: context)
        let people = ["Anna", "Bert", "Cleo"].map { company.make("Person", $0, in: context) }
        try context.save()
        withObservationTracking {
            _ = people[0]["department"]
        } onChange: { [box = Unchecked((context, people[1]))] in
            box.value.0.delete(box.value.1)
            box.value.0.processPendingChanges()
        }
        if isAdded {
            sales.mutableOrderedSetValue(forKey: "people").addObjects(from: people)
        } else {
            sales.setValue(NSOrderedSet(array: people), forKey: "people")
        }
        try context.save()
        #expect(sales.names("people") == ["Anna", "Cleo"])
        #expect(try company.read(sales.objectID) { $0.names("people") } == ["Anna", "Cleo"])
    }

    private enum Action: String, CaseIterable, CustomTestStringConvertible {
        case reset, drop, delete, rollback

        var testDescription: String { rawValue }
    }

    @Test(arguments: Action.allCases)
    private func `what a parent lets go of while it takes a child's links over gets none`(_ action: Action) throws {
        let company = Company.hooked()
        let writer = company.context()
        let (anna, bert) = (company.insert("Person", "Anna", in: writer), company.insert("Person", "Bert", in: writer))
        try writer.save()
        let parent = company.context()
        let child = parent.child()
        let (mine, boss) = (child.object(with: anna.objectID), child.object(with: bert.objectID))
        #expect(mine.title == "Anna" && boss.title == "Bert")
        let theirs = parent.object(with: anna.objectID)
        parent.refreshAllObjects()
        parent.journal.awakeFromFetch = { [unowned parent] object in
            guard object.objectID == bert.objectID else { return }
            parent.journal.awakeFromFetch = nil
            switch action {
            case .reset: parent.reset()
            case .drop: parent.refresh(theirs, mergeChanges: false)
            case .delete:
                parent.delete(theirs)
                parent.processPendingChanges()
            case .rollback: parent.rollback()
            }
        }
        mine["boss"] = boss
        mine.setValue(1, forKey: "age")
        try child.save()
        try parent.save()
        let reader = company.context()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let people = try reader.fetch(request)
        #expect(people.map(\.title) == (action == .delete ? ["Bert"] : ["Anna", "Bert"]))
        for person in people {
            #expect(person.names("reports").isEmpty == (person.title != "Bert" || people[0]["boss"] == nil))
        }
    }

    @Test(arguments: [NSPersistentStore.StoreType.inMemory, .sqlite], [false, true])
    func `members that others have added and that are to be deleted here are none, prefetched or not`(
        _ kind: NSPersistentStore.StoreType, isPrefetched: Bool
    ) throws {
        let company = Company(kind: kind)
        let other = company.context()
        let anna = company.make("Person", "Anna", in: other)
        let (moon, mars) = (company.make("Project", "Moon", in: other), company.make("Project", "Mars", in: other))
        try other.save()
        let context = company.context()
        let gone = context.object(with: moon.objectID)
        context.delete(gone)
        context.processPendingChanges()
        anna.setValue(NSSet(array: [moon, mars]), forKey: "projects")
        try other.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        if isPrefetched { request.relationshipKeyPathsForPrefetching = ["projects"] }
        let mine = try #require(try context.fetch(request).first)
        #expect(mine.names("projects") == ["Mars"])
        withExtendedLifetime(gone) {}
    }
}
