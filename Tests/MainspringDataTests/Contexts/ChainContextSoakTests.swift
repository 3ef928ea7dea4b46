import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Chains of objects that are longer than a stack is deep: each test runs on a thread with less than six bytes of stack
/// for each object. A million of them where the code is optimized.
@Suite(.serialized) struct ChainContextSoakTests {
    /// Node 1—1 Node: `next` takes what comes behind with it when it is deleted, `previous` does not.
    private struct Chain {
        let node = Part.entity("Node")
        let coordinator: NSPersistentStoreCoordinator
        #if DEBUG
            static let count = 25_000
        #else
            static let count = 1_000_000
        #endif
        static let stackSize = 128 << 10

        init() {
            let next = Part.relationship("next", to: node)
            let previous = Part.relationship("previous", to: node)
            (next.isOptional, previous.isOptional) = (true, true)
            (next.deleteRule, previous.deleteRule) = (.cascadeDeleteRule, .nullifyDeleteRule)
            (next.inverseRelationship, previous.inverseRelationship) = (previous, next)
            node.properties = [next, previous]
            coordinator = NSPersistentStoreCoordinator(managedObjectModel: Part.model([node]))
            try! coordinator.addPersistentStore(type: Company.kind, at: URL(fileURLWithPath: "/dev/null"))
        }

        func context() -> NSManagedObjectContext {
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            return context
        }

        /// Makes all nodes, and returns the first one.
        func make(in context: NSManagedObjectContext?) -> NSManagedObject {
            let first = NSManagedObject(entity: node, insertInto: context)
            var last = first
            for _ in 1..<Self.count {
                let node = NSManagedObject(entity: node, insertInto: context)
                last.setValue(node, forKey: "next")
                last = node
            }
            return first
        }

        func storedCount() throws -> Int {
            let context = context()
            return try withExtendedLifetime(context) {
                try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Node"))
            }
        }
    }

    /// Runs a closure on a thread with a small stack.
    private func onSmallStack(_ body: @escaping @Sendable () throws -> Void) throws {
        let (ended, outcome) = (DispatchSemaphore(value: 0), Unchecked(Outcome()))
        let thread = Thread {
            outcome.value.result = Result(catching: body)
            ended.signal()
        }
        thread.stackSize = Chain.stackSize
        thread.start()
        ended.wait()
        try outcome.value.result?.get()
    }

    private final class Outcome {
        var result: Result<Void, any Error>?
    }

    @Test func `a chain that is saved is deleted from its first object on, and can be brought back`() throws {
        try onSmallStack {
            let chain = Chain()
            let context = chain.context()
            let manager = UndoManager()
            manager.groupsByEvent = false
            var first: NSManagedObject? = chain.make(in: context)
            try context.save()
            context.undoManager = manager
            manager.beginUndoGrouping()
            context.delete(first!)
            context.processPendingChanges()
            manager.endUndoGrouping()
            #expect(context.deletedObjects.count == Chain.count)
            context.undo()
            #expect(context.deletedObjects.isEmpty && !context.hasChanges)
            #expect(first?["next"]?["next"] != nil)
            context.redo()
            first = nil
            try context.save()
            #expect(context.registeredObjects.isEmpty && !context.hasChanges)
            #expect(try chain.storedCount() == 0)
            context.undoManager = nil
        }
    }

    @Test func `a chain goes with its context, saved or not, after a reset, and without a context`() throws {
        try onSmallStack {
            let chain = Chain()
            do {
                let context = chain.context()
                _ = chain.make(in: context)
                try context.save()
                #expect(context.registeredObjects.count == Chain.count)
            }
            #expect(try chain.storedCount() == Chain.count)
            let reader = chain.context()
            var nodes = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Node"))
            for node in nodes { _ = node["next"] }
            // One holds all.
            let first = nodes.first { $0["previous"] == nil }
            nodes = []
            #expect(reader.registeredObjects.count == Chain.count && first != nil)
            reader.reset()
            do {
                let context = chain.context()
                _ = chain.make(in: context)
            }
            _ = chain.make(in: nil)
        }
    }

    @Test func `a chain is handed to a parent, and deleted in a child`() throws {
        try onSmallStack {
            let chain = Chain()
            let parent = chain.context()
            let child = parent.child()
            let first = chain.make(in: child)
            try child.save()
            try parent.save()
            child.delete(first)
            try child.save()
            #expect(parent.deletedObjects.count == Chain.count)
            try parent.save()
            #expect(try chain.storedCount() == 0)
        }
    }
}
