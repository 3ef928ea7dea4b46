import Foundation
import MainspringFoundation
import MainspringModel

@testable import MainspringData

/// A context of a random program, what it has told, and a list that shows its people.
final class ProgramPlace: @unchecked Sendable {
    // `@unchecked Sendable`: all contexts of a program are used on one thread.

    let name: String
    let context: NSManagedObjectContext
    let isRoot: Bool
    let list: NSFetchedResultsController<NSManagedObject>
    /// What the list was last asked for: it goes by that, whatever becomes of its request.
    var asked = NSFetchRequest<NSManagedObject>(entityName: "Person")
    /// What was found wrong, in words.
    var problems: [String] = []
    /// How deep those who hear of changes are acting.
    var depth = 0
    /// The notifications of saves that have not been merged.
    private var saves: [Notification] = []
    /// The identities by the keys of the last save's notification, and how many there were since it was asked last.
    private(set) var saved: [String: Set<NSManagedObjectID>] = [:]
    private(set) var saveCount = 0
    /// The objects that notices have named since texts were compared last.
    private var noticed: Set<ObjectIdentifier> = []
    private var texts: [ObjectIdentifier: (object: NSManagedObject, text: String)] = [:]
    /// All that ever were here, so that a seed gives the same program each time.
    private var kept: Set<NSManagedObject> = []
    private let delegate = Delegate()
    private var observers: [any NSObjectProtocol] = []

    private final class Delegate: NSObject, NSFetchedResultsControllerDelegate {
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
    }

    init(_ name: String, _ context: NSManagedObjectContext, isRoot: Bool) throws {
        (self.name, self.context, self.isRoot) = (name, context, isRoot)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = ["age", "name"].map { NSSortDescriptor(key: $0, ascending: true) }
        list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "age", cacheName: nil)
        list.delegate = delegate
        try showList()
        hear(.NSManagedObjectContextObjectsDidChange) { [unowned self] in note($0.userInfo ?? [:]) }
        hear(.NSManagedObjectContextDidSave) { [unowned self] in noteSave($0) }
    }

    deinit { for observer in observers { NotificationCenter.default.removeObserver(observer) } }

    private func hear(_ name: Notification.Name, _ body: @escaping @Sendable (Notification) -> Void) {
        observers.append(
            NotificationCenter.default.addObserver(forName: name, object: context, queue: nil, using: body))
    }

    /// Lets the list fetch what its request asks for now.
    func showList() throws {
        try list.performFetch()
        asked = list.fetchRequest.copy() as? NSFetchRequest<NSManagedObject> ?? asked
    }

    /// Closes the groups of undo that are open, calls a body, and opens one.
    func closingGroups(_ body: (UndoManager) -> Void) {
        guard let manager = context.undoManager else { return }
        while manager.groupingLevel > 0 { manager.endUndoGrouping() }
        body(manager)
        openGroup()
    }

    /// Opens a group of undo if none is open: a rollback closes them all.
    func openGroup() {
        if let manager = context.undoManager, manager.groupingLevel == 0 { manager.beginUndoGrouping() }
    }

    // MARK: Saves

    func takeSaves() -> [Notification] {
        defer { saves = [] }
        return saves
    }

    func forgetSaves() { (saved, saveCount) = ([:], 0) }

    private func noteSave(_ notification: Notification) {
        saveCount += 1
        saves.append(notification)
        for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
            saved[key] = Set((notification.userInfo?[key] as? Set<NSManagedObject> ?? []).map(\.objectID))
        }
    }

    // MARK: Notices

    private func note(_ info: [AnyHashable: Any]) {
        var sets: [String: Set<NSManagedObject>] = [:]
        for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey, NSRefreshedObjectsKey] {
            guard let set = info[key] as? Set<NSManagedObject> else { continue }
            sets[key] = set
            for object in set {
                noticed.insert(ObjectIdentifier(object))
                if object.managedObjectContext === context {
                    kept.insert(object)
                } else if key != NSDeletedObjectsKey {
                    problems.append("a notice has one as \(key) that is not the context's")
                }
            }
        }
        for (first, second) in [
            (NSInsertedObjectsKey, NSUpdatedObjectsKey), (NSInsertedObjectsKey, NSDeletedObjectsKey),
            (NSUpdatedObjectsKey, NSDeletedObjectsKey),
        ] where !(sets[first] ?? []).isDisjoint(with: sets[second] ?? []) {
            problems.append("a notice has one as \(first) and as \(second)")
        }
    }

    // MARK: Checks

    /// Whoever has another value than before has been named by a notice.
    func checkNotices() {
        for (key, known) in texts where isHere(known.object) && !noticed.contains(key) {
            let now = text(known.object)
            if now != known.text { problems.append("no notice of \(known.text), which is \(now)") }
        }
        (noticed, texts) = ([], [:])
        kept.formUnion(context.registeredObjects)
        for object in context.registeredObjects where isHere(object) {
            texts[ObjectIdentifier(object)] = (object, text(object))
        }
    }

    /// The list shows what a fetch finds.
    func checkList() throws {
        let (shown, found) = ((list.fetchedObjects ?? []).map(\.title), try context.fetch(asked).map(\.title))
        if shown != found { problems.append("the list shows \(shown), and a fetch finds \(found)") }
    }

    /// Links are at both ends.
    func checkLinks() {
        for object in context.registeredObjects where isHere(object) {
            for (key, relationship) in object.entity.relationshipsByName {
                let back = relationship.inverseRelationship?.name ?? ""
                for other in object.linked(key) {
                    if other.isDeleted || other.managedObjectContext !== context {
                        problems.append("\(object.title).\(key) leads to one that has gone")
                    } else if !other.linked(back).contains(where: { $0 === object }) {
                        problems.append("\(object.title).\(key) leads to \(other.title), and nothing leads back")
                    }
                }
            }
        }
    }

    private func isHere(_ object: NSManagedObject) -> Bool {
        object.managedObjectContext === context && !object.isFault && !object.isDeleted
    }

    private func text(_ object: NSManagedObject) -> String {
        object.program { "\(ObjectIdentifier($0))" }
    }
}

extension NSManagedObject {
    /// The objects that a relationship leads to, in their order if it has one.
    func linked(_ key: String) -> [NSManagedObject] {
        switch value(forKey: key) {
        case let list as NSOrderedSet: list.array.compactMap { $0 as? NSManagedObject }
        case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
        case let object as NSManagedObject: [object]
        default: []
        }
    }

    /// The object's values as a program's checks compare them: all but members.
    func program(_ name: (NSManagedObject) -> String) -> String {
        let links = entity.relationshipsByName.filter { !$0.value.isToMany }.keys.sorted()
        return
            (["\(title) \(value(forKey: "age") ?? "-")"]
            + links.map { "\($0)=\(linked($0).map(name).joined())" }).joined(separator: " ")
    }
}
