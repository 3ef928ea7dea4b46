import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What an object does to its context when it is told that its values, or its state, are other ones.
@Suite struct SnapshotActionContextTests {
    private static let hooks = [
        "snapshot", "insert", "fetch", "willFault", "didFault", "didSave", "willSave", "delete",
    ]
    private static let actions = ["reset", "refreshDropping", "rollback", "deleteAll", "save", "undo", "insert"]

    private static func play(_ hook: String, _ trigger: String, _ action: String) throws {
        let company = Company(rules: ["Department.people": .cascadeDeleteRule], ordered: ["reports"]) { _, entities in
            for name in ["Person", "Manager", "Department"] {
                entities[name]!.managedObjectClassName = "MainspringDataTests.SnapshotActing"
            }
        }
        let context = company.context()
        let sales = company.insert("Department", "Sales that has a long name", in: context)
        let people = (0..<4).map { company.insert("Person", "Person of a long name \($0)", in: context) }
        for person in people.dropFirst() { (person["department"], person["boss"]) = (sales, people[0]) }
        try context.save()
        let manager = UndoManager()
        manager.groupsByEvent = false
        context.undoManager = manager
        manager.beginUndoGrouping()
        // Unsaved changes of each kind.
        people[0].rename("Another long name for a person")
        people[1]["department"] = nil
        people[0].setValue((people[0].value(forKey: "reports") as! NSOrderedSet).reversed, forKey: "reports")
        company.insert("Person", "New person of a long name", in: context)["department"] = sales
        context.delete(people[3])
        manager.endUndoGrouping()
        if ["merge", "policy", "overwrite", "trump"].contains(trigger) { try changeElsewhere(company, sales, people) }
        var isDone = false
        SnapshotActing.hook = hook
        SnapshotActing.act = { object in
            guard !isDone, object.managedObjectContext === context else { return }
            isDone = true
            act(action, context, company, sales)
        }
        try pull(trigger, context, company, sales, people)
        SnapshotActing.act = nil
        // The context can be used as before.
        try context.save()
        for person in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")) {
            _ = person.title
            _ = person["department"]?.names("people")
            _ = person.names("reports")
            person.age += 1
        }
        try context.save()
    }

    private static func changeElsewhere(
        _ company: Company, _ sales: NSManagedObject, _ people: [NSManagedObject]
    ) throws {
        let other = company.context()
        let theirs = people.map { other.object(with: $0.objectID) }
        theirs[0].age = 7
        theirs[0]["department"] = other.object(with: sales.objectID)
        theirs[1]["boss"] = nil
        theirs[2].rename("Theirs")
        theirs[3].age = 3
        try other.save()
    }

    private static func act(
        _ action: String, _ context: NSManagedObjectContext, _ company: Company, _ sales: NSManagedObject
    ) {
        switch action {
        case "reset": context.reset()
        case "refreshDropping":
            for object in context.registeredObjects { context.refresh(object, mergeChanges: false) }
        case "rollback": context.rollback()
        case "deleteAll": for object in context.registeredObjects { context.delete(object) }
        case "save": try? context.save()
        case "undo": context.undo()
        default: company.insert("Person", "made by a hook", in: context)["department"] = sales
        }
    }

    private static func pull(
        _ trigger: String, _ context: NSManagedObjectContext, _ company: Company, _ sales: NSManagedObject,
        _ people: [NSManagedObject]
    ) throws {
        func save(_ policy: NSMergePolicy) {
            context.mergePolicy = policy
            try? context.save()
        }
        switch trigger {
        case "merge":
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSUpdatedObjectsKey: people.map(\.objectID)], into: [context])
        case "refresh":
            for person in people where person.managedObjectContext === context {
                context.refresh(person, mergeChanges: true)
            }
        case "drop":
            for person in people where person.managedObjectContext === context {
                context.refresh(person, mergeChanges: false)
            }
        case "rollback": context.rollback()
        case "undo":
            context.undo()
            context.redo()
            context.undo()
        case "policy": save(.mergeByPropertyStoreTrump)
        case "overwrite": save(.overwrite)
        case "trump": save(.mergeByPropertyObjectTrump)
        case "child":
            let child = context.child()
            let mine = child.object(with: sales.objectID)
            company.insert("Person", "of the child", in: child)["department"] = mine
            child.object(with: people[2].objectID).rename("by the child")
            child.delete(child.object(with: people[1].objectID))
            try child.save()
        case "refreshAll": context.refreshAllObjects()
        default: context.reset()
        }
    }

    private static let triggers = [
        "merge", "refresh", "drop", "rollback", "undo", "policy", "overwrite", "trump", "child", "refreshAll", "reset",
    ]

    @Test(arguments: triggers, hooks)
    func `whatever objects do when they are told, the context goes on`(_ trigger: String, _ hook: String) async {
        await #expect(processExitsWith: .success) { [trigger, hook] in
            for action in SnapshotActionContextTests.actions {
                // An error is an answer.
                try? SnapshotActionContextTests.play(hook, trigger, action)
            }
        }
    }
}

/// Acts when it is told of something.
final class SnapshotActing: NSManagedObject {
    nonisolated(unsafe) static var hook = ""
    nonisolated(unsafe) static var act: ((NSManagedObject) -> Void)?

    private func tell(_ hook: String) { if Self.hook == hook { Self.act?(self) } }

    override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
        super.awake(fromSnapshotEvents: flags)
        tell("snapshot")
    }
    override func awakeFromInsert() {
        super.awakeFromInsert()
        tell("insert")
    }
    override func awakeFromFetch() {
        super.awakeFromFetch()
        tell("fetch")
    }
    override func willTurnIntoFault() {
        super.willTurnIntoFault()
        tell("willFault")
    }
    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        tell("didFault")
    }
    override func didSave() {
        super.didSave()
        tell("didSave")
    }
    override func willSave() {
        super.willSave()
        tell("willSave")
    }
    override func prepareForDeletion() {
        super.prepareForDeletion()
        tell("delete")
    }
}
