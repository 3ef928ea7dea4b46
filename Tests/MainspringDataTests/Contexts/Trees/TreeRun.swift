import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import SeededRandom

/// Contexts, and what the rules say of them: steps are done by both, and compared.
final class TreeRun {
    let schema: TreeSchema
    private(set) var plain: PlainTree
    let contexts: [NSManagedObjectContext]
    private let coordinator: NSPersistentStoreCoordinator
    /// Which object an identity stands for, of all that ever were.
    private var keys: [NSManagedObjectID: Int] = [:]
    private var identities: [Int: NSManagedObjectID] = [:]
    /// Objects where they were made.
    private var made: [Int: NSManagedObject] = [:]

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(seed: UInt64) throws {
        let schema = TreeSchema(seed: seed)
        var random = SeededGenerator(seed: seed &+ 1)
        // All merge automatically, or none, or some.
        let merging = Int.random(in: 0...2, using: &random)
        let isConfined = merging == 0 && Bool.random(using: &random)
        var plain: [PlainContext] = []
        var depths: [Int] = []
        for number in 0..<Int.random(in: 2...6, using: &random) {
            var context = PlainContext()
            if number > 0, Int.random(in: 0..<10, using: &random) < 7 {
                context.parent = (0..<number).filter { depths[$0] < 3 }.randomElement(using: &random)
            }
            context.mergesAutomatically = merging == 2 || merging == 1 && Bool.random(using: &random)
            depths.append(context.parent.map { depths[$0] + 1 } ?? 0)
            plain.append(context)
        }
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: schema.model)
        try coordinator.addPersistentStore(type: Company.kind, at: URL(fileURLWithPath: "/dev/null"))
        var contexts: [NSManagedObjectContext] = []
        for (number, context) in plain.enumerated() {
            let made =
                isConfined
                ? NSManagedObjectContext(confined: ())
                : NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            made.name = "\(number)"
            if let parent = context.parent {
                made.parent = contexts[parent]
            } else {
                made.persistentStoreCoordinator = coordinator
            }
            made.retainsRegisteredObjects = true
            if context.mergesAutomatically { made.automaticallyMergesChangesFromParent = true }
            contexts.append(made)
        }
        (self.schema, self.contexts, self.plain) = (schema, contexts, PlainTree(schema, plain))
    }

    /// Does a step, and compares; leaves out one that cannot be done.
    func run(_ step: TreeStep) throws {
        guard let next = plain.after(step) else { return }
        let isRefused = try perform(step, next)
        plain = next
        // What contexts have enqueued for each other: parents come first.
        for context in contexts where context.concurrencyType == .privateQueueConcurrencyType {
            context.performAndWait {}
        }
        guard isRefused == next.isRefused else {
            throw Failure(description: "the save was \(isRefused ? "" : "not ")refused")
        }
        for (key, object) in made where object.managedObjectContext != nil {
            if identities[key]?.isTemporaryID == true { note(key, object.objectID) }
        }
        try learnStored()
        for number in contexts.indices { try inside(number) { () throws in try compare(number, contexts[number]) } }
        if let broken = next.brokenLink { throw Failure(description: "by the rules, in the store \(broken)") }
        for number in contexts.indices {
            guard let broken = next.brokenLink(in: number) else { continue }
            throw Failure(description: "by the rules, in context \(number) \(broken)")
        }
    }

    private func inside<Value>(_ number: Int, _ body: () throws -> Value) throws -> Value {
        let context = contexts[number]
        return context.concurrencyType == .privateQueueConcurrencyType ? try context.performAndWait(body) : try body()
    }

    // MARK: Identities

    private func note(_ key: Int, _ identity: NSManagedObjectID) {
        (identities[key], keys[identity]) = (identity, key)
    }

    /// The identities that stores have given to objects.
    private func learnStored() throws {
        for (key, identity) in identities where identity.isTemporaryID {
            for (number, context) in plain.contexts.enumerated()
            where context.objects[key]?.isInserted == true || context.parent == nil && plain.store[key] != nil {
                let stored = try inside(number) { contexts[number].object(with: identity).objectID }
                if !stored.isTemporaryID { note(key, stored) }
            }
        }
    }

    private func object(_ key: Int, _ context: NSManagedObjectContext) throws -> NSManagedObject {
        if let object = made[key], object.managedObjectContext === context { return object }
        guard let identity = identities[key] else { throw Failure(description: "\(key) has no identity") }
        return context.object(with: identity)
    }

    private func key(_ identity: NSManagedObjectID) -> Int { keys[identity] ?? -1 }

    // MARK: Steps

    private func perform(_ step: TreeStep, _ next: PlainTree) throws -> Bool {
        switch step {
        case .save(let context): return try inside(context) { () throws in try save(contexts[context]) }
        case .merge(let from, let into):
            var notices: [Notification] = []
            let isRefused = try inside(from) { () throws in
                let center = NotificationCenter.default
                nonisolated(unsafe) var seen: [Notification] = []
                let observer = center.addObserver(
                    forName: NSManagedObjectContext.didSaveObjectIDsNotification, object: contexts[from], queue: nil
                ) { seen.append($0) }
                defer { center.removeObserver(observer) }
                let isRefused = try save(contexts[from])
                notices = seen
                return isRefused
            }
            for notice in notices { try inside(into) { contexts[into].mergeChanges(fromContextDidSave: notice) } }
            return isRefused
        case .insert(let number, _, _), .number(let number, _, _, _), .one(let number, _, _, _),
            .many(let number, _, _, _), .delete(let number, _), .look(let number, _), .fetch(let number, _),
            .refresh(let number, _), .obtain(let number), .rollback(let number), .reset(let number):
            try inside(number) { () throws in try perform(step, contexts[number], next, number) }
        case .undo(let change, let redoes): try undo(change, redoes, next)
        }
        return false
    }

    private func save(_ context: NSManagedObjectContext) throws -> Bool {
        do {
            try context.save()
            return false
        } catch let error as NSError where error.code == 133_020 {
            return true
        }
    }

    private func undo(_ change: TreeStep, _ redoes: Bool, _ next: PlainTree) throws {
        guard let number = change.changedContext else { return }
        let context = contexts[number]
        try inside(number) { () throws in
            let manager = UndoManager()
            manager.groupsByEvent = false
            context.undoManager = manager
            manager.beginUndoGrouping()
            try perform(change, context, next, number)
            manager.endUndoGrouping()
            context.undo()
            if redoes { context.redo() }
            context.undoManager = nil
        }
    }

    private func perform(
        _ step: TreeStep, _ context: NSManagedObjectContext, _ next: PlainTree, _ number: Int
    ) throws {
        switch step {
        case .insert(_, let key, let entity):
            let object = NSManagedObject(entity: schema.entity(entity), insertInto: context)
            made[key] = object
            note(key, object.objectID)
        case .number(_, let key, let attribute, let value):
            try object(key, context).setValue(value, forKey: TreeSchema.attributes[attribute])
        case .one(_, let key, let link, let other):
            try object(key, context).setValue(other.map { try object($0, context) }, forKey: schema.links[link].name)
        case .many(_, let key, let link, let others):
            let set = NSSet(array: try others.sorted().map { try object($0, context) })
            try object(key, context).setValue(set, forKey: schema.links[link].name)
        case .delete(_, let keys): for key in keys { context.delete(try object(key, context)) }
        case .look(_, let key):
            let object = try object(key, context)
            object.willAccessValue(forKey: nil)
            for name in object.entity.relationshipsByName.keys { _ = object.value(forKey: name) }
        case .fetch(_, let entity):
            let found = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "E\(entity)"))
            let expected = next.found(number, entity)
            guard found.map({ self.key($0.objectID) }).sorted() == expected.sorted() else {
                throw Failure(description: "found \(found.map { self.key($0.objectID) }), not \(expected.sorted())")
            }
        case .refresh(_, let key): context.refresh(try object(key, context), mergeChanges: true)
        case .obtain: try context.obtainPermanentIDs(for: Array(context.insertedObjects))
        case .rollback: context.rollback()
        case .reset: context.reset()
        case .undo, .save, .merge: break
        }
        context.processPendingChanges()
    }

    // MARK: Comparing

    private func compare(_ number: Int, _ context: NSManagedObjectContext) throws {
        let expected = plain.contexts[number]
        for (key, plain) in expected.objects.sorted(by: { $0.key < $1.key }) {
            if let difference = try difference(key, plain, context) {
                throw Failure(description: "in context \(number), \(difference)")
            }
        }
        let groups = [context.insertedObjects, context.updatedObjects, context.deletedObjects]
        let counts = groups.map { $0.map { key($0.objectID) }.sorted() }
        let all = expected.objects
        let expectedCounts = [
            all.filter { $0.value.isInserted }, all.filter { $0.value.isUpdated && !$0.value.isDeleted },
            all.filter { $0.value.isDeleted },
        ].map { $0.keys.sorted() }
        guard counts == expectedCounts, context.hasChanges == expected.hasChanges else {
            throw Failure(
                description: "in context \(number), inserted, updated, deleted: \(counts), and not \(expectedCounts)")
        }
    }

    private func difference(_ key: Int, _ plain: PlainObject, _ context: NSManagedObjectContext) throws -> String? {
        let object = try object(key, context)
        if object.isDeleted != plain.isDeleted { return "\(key) is \(plain.isDeleted ? "not " : "")deleted" }
        guard !plain.isDeleted else { return nil }
        guard !object.isFault else { return "\(key) is a fault" }
        let numbers = TreeSchema.attributes.map { object.value(forKey: $0) as? Int ?? -1 }
        if numbers != plain.row.numbers { return "\(key) has \(numbers), and not \(plain.row.numbers)" }
        for link in self.plain.links(of: key) {
            let name = schema.links[link].name
            if schema.links[link].isToMany, plain.members[link]?.isLoaded != true {
                if !object.hasFault(forRelationshipNamed: name) { return "\(key).\(name) is known" }
                continue
            }
            let others = object.objectIDs(forRelationshipNamed: name).map { self.key($0) }.sorted()
            let expected = plain.members[link]?.known.sorted() ?? [plain.row.ones[link]].compactMap(\.self)
            if others != expected { return "\(key).\(name) leads to \(others), and not to \(expected)" }
        }
        return nil
    }
}

extension TreeStep {
    /// The context of a change.
    fileprivate var changedContext: Int? {
        switch self {
        case .insert(let context, _, _), .number(let context, _, _, _), .one(let context, _, _, _),
            .many(let context, _, _, _), .delete(let context, _), .look(let context, _):
            context
        default: nil
        }
    }
}
