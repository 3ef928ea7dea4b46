import Dispatch
import Foundation
import Locks
import MainspringFoundation
import Testing

@testable import MainspringData

/// Ending a save in slices that is on its way to a parent with a queue of its own. Each of these tests waits for ten seconds, and fails,
/// if a call waits for that queue: whoever has it may wait for the caller.
@Suite struct EndedHandOverThreadTests {
    private let held: HeldSave
    private let (company, root): (Company, NSManagedObjectContext)
    private static let count = 300

    enum Call: String, CaseIterable, CustomTestStringConvertible {
        case save, rollback, reset, undo, redo, refresh, refreshAll, reinsert, merge

        var testDescription: String { rawValue }
    }

    init() throws {
        held = try HeldSave()
        (company, root) = (held.company, held.parent)
        try root.performAndWait {
            for number in 1...3 { company.make("Person", "old \(number)", in: root) }
            try root.save()
        }
    }

    private static var people: NSFetchRequest<NSManagedObject> { NSFetchRequest(entityName: "Person") }
    private static let expected = (["old 3", "renamed"] + (0..<count).map { "\($0)" }).sorted()

    private func names(_ context: NSManagedObjectContext) throws -> [String] {
        try context.fetch(Self.people).map(\.title).sorted()
    }

    /// Changes of all kinds.
    private func change(_ child: NSManagedObjectContext) throws -> (renamed: NSManagedObject, deleted: NSManagedObject)
    {
        child.retainsRegisteredObjects = true
        child.undoManager = UndoManager()
        let old = try child.fetch(Self.people).sorted { $0.title < $1.title }
        child.delete(old[1])
        for number in 0..<Self.count { company.make("Person", "\(number)", in: child) }
        child.processPendingChanges()
        // To undo those would need what the parent has of them.
        child.undoManager?.removeAllActions()
        old[0].setValue("renamed", forKey: "name")
        return (old[0], old[1])
    }

    private func call(
        _ call: Call, _ child: NSManagedObjectContext, _ objects: (renamed: NSManagedObject, deleted: NSManagedObject)
    ) throws {
        switch call {
        case .save: try child.save()
        case .rollback: child.rollback()
        case .reset: child.reset()
        case .undo: child.undo()
        case .redo: child.redo()
        case .refresh: child.refresh(objects.renamed, mergeChanges: true)
        case .refreshAll: child.refreshAllObjects()
        case .reinsert: child.insert(objects.deleted)
        case .merge:
            child.mergeChanges(fromContextDidSave: Notification(name: .NSManagedObjectContextDidSave, object: nil))
        }
    }

    /// Keeps a context's queue busy while something is done that must not wait for it.
    private func busy(_ context: NSManagedObjectContext, _ call: Call, _ body: () throws -> Void) rethrows {
        let (isBusy, isOver, isFree) = (
            DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
        )
        context.perform {
            isBusy.signal()
            #expect(isOver.wait(timeout: .now() + 10) == .success, "\(call) has waited for the queue")
            isFree.signal()
        }
        isBusy.wait()
        defer {
            isOver.signal()
            isFree.wait()
        }
        try body()
    }

    /// What the contexts have after it.
    private func check(
        _ child: NSManagedObjectContext, _ parent: NSManagedObjectContext, isUndone: Bool = false
    ) throws {
        let here = isUndone ? Self.expected.map { $0 == "renamed" ? "old 1" : $0 }.sorted() : Self.expected
        // Its own blocks have it too, those that come after the call.
        #expect(try parent.performAndWait { try names(parent) } == Self.expected)
        #expect(try names(child) == here)
        if isUndone { return }
        try parent.performAndWait { try parent.save() }
        if parent !== root { try root.performAndWait { try root.save() } }
        #expect(try held.stored("Person") == Self.expected)
        #expect(try names(child) == Self.expected && !child.hasChanges)
    }

    @Test(arguments: Call.allCases)
    func `no call that ends it waits for the parent's queue`(_ call: Call) throws {
        let child = root.child()
        let objects = try change(child)
        let save = SlicedSaving(child)
        try busy(root, call) { () throws in
            while !save.isAway { save.next(50) }
            try self.call(call, child, objects)
        }
        if !save.isOver { try save.finish(50) }
        // What is undone, or inserted once more, belongs to the next save.
        if call == .reinsert {
            #expect(child.insertedObjects.count + child.updatedObjects.count <= 1)
            child.rollback()
        }
        try check(child, root, isUndone: call == .undo)
    }

    @Test(arguments: [Call.save, .rollback, .reset])
    func `nor for the queue of a context above that`(_ call: Call) throws {
        let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        parent.parent = root
        parent.retainsRegisteredObjects = true
        let child = parent.child()
        let objects = try change(child)
        let save = SlicedSaving(child)
        try busy(root, call) { () throws in
            while !save.isAway { save.next(50) }
            // Half of it is there: what was changed is read from above.
            while parent.core.childLinks.saves.isBegun == false { sched_yield() }
            try self.call(call, child, objects)
        }
        if !save.isOver { try save.finish(50) }
        try check(child, parent)
    }

    @Test func `a child reads all of what it has saved after that, however much the parent has taken over`() throws {
        for begun in [0, 1, 100, 250] {
            let child = root.child()
            child.retainsRegisteredObjects = true
            let before = try names(child).count
            for number in 0..<Self.count { company.make("Person", "\(begun) \(number)", in: child) }
            let changes = try CapturingSource.changes(of: child)
            let source = ContextSource(root, of: child.core)
            child.core.source = source
            let brought = source.bring(changes, for: child.core) {}
            if begun > 0 {
                root.performAndWait {
                    root.core.childLinks.saves.beginNext(in: root.core)
                    root.core.merging?.slice(.objects(begun))
                }
            }
            brought.require()
            #expect(try names(child).count == before + Self.count)
            #expect(try names(root.child()).count == before + Self.count)
            brought.takeOver()
        }
    }
}
