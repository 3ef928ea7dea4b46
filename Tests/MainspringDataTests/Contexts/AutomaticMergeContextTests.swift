import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Contexts that merge what is saved above them, or beside them, by themselves.
@Suite struct AutomaticMergeContextTests {
    private let company = Company()

    private func context(parent: NSManagedObjectContext? = nil, merging: Bool = false) -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        if let parent { context.parent = parent } else { context.persistentStoreCoordinator = company.coordinator }
        context.automaticallyMergesChangesFromParent = merging
        return context
    }

    /// What a context has of an object, once all that is waiting for its queue has been done.
    private func title(_ object: NSManagedObject, _ context: NSManagedObjectContext) -> String {
        context.performAndWait { object.managedObjectContext == nil ? "gone" : object.title }
    }

    @Test(arguments: [false, true], [false, true])
    func `what is saved into the stores is merged by those contexts that want it`(root: Bool, child: Bool) throws {
        let writer = context()
        let identity = try writer.performAndWait {
            let anna = company.make("Person", "Anna", in: writer)
            try writer.save()
            return anna.objectID
        }
        let top = context(merging: root)
        let low = context(parent: top, merging: child)
        let seen = top.performAndWait { top.object(with: identity) }
        let copy = low.performAndWait { low.object(with: identity) }
        #expect(title(seen, top) == "Anna" && title(copy, low) == "Anna")
        try writer.performAndWait {
            writer.object(with: identity).rename("Anne")
            try writer.save()
        }
        #expect(title(seen, top) == (root ? "Anne" : "Anna"))
        // What the parent merges is not saved into it.
        #expect(title(copy, low) == "Anna")
        // What a brother saves into the parent is.
        let brother = context(parent: top)
        try brother.performAndWait {
            brother.object(with: identity).rename("Anni")
            try brother.save()
        }
        #expect(title(seen, top) == "Anni")
        #expect(title(copy, low) == (child ? "Anni" : "Anna"))
    }

    @Test func `deletions and insertions are merged as well, and own changes stay`() throws {
        let (writer, reader) = (context(), context(merging: true))
        let identities = try writer.performAndWait {
            let people = ["Anna", "Bert"].map { company.make("Person", $0, in: writer) }
            try writer.save()
            return people.map(\.objectID)
        }
        let (anna, bert) = reader.performAndWait {
            (reader.object(with: identities[0]), reader.object(with: identities[1]))
        }
        reader.performAndWait {
            anna.age = 7
            _ = bert.title
        }
        try writer.performAndWait {
            writer.object(with: identities[0]).rename("Anne")
            writer.delete(writer.object(with: identities[1]))
            company.make("Person", "Cleo", in: writer)
            try writer.save()
        }
        #expect(title(anna, reader) == "Anne" && title(bert, reader) == "gone")
        try reader.performAndWait {
            #expect(anna.age == 7 && reader.updatedObjects == [anna])
            try reader.save()
        }
        #expect(try company.read(identities[0]) { "\($0.title) \($0.age)" } == "Anne 7")
    }

    @Test func `who saves does not merge what it has saved itself`() throws {
        let writer = context(merging: true)
        try writer.performAndWait {
            let log = NoticeLog(writer)
            company.make("Person", "Anna", in: writer)
            try writer.save()
            writer.processPendingChanges()
            #expect(log.take().filter { $0.hasPrefix("merged") } == [])
        }
        writer.performAndWait {}
    }

    @Test func `each level merges what is saved into the one above`() throws {
        let root = context(merging: true)
        let levels = [root, context(parent: root, merging: true)]
        let low = context(parent: levels[1], merging: true)
        let identity = try root.performAndWait {
            let anna = company.make("Person", "Anna", in: root)
            try root.save()
            return anna.objectID
        }
        let copy = low.performAndWait { low.object(with: identity) }
        let middle = levels[1].performAndWait { levels[1].object(with: identity) }
        #expect(title(copy, low) == "Anna" && title(middle, levels[1]) == "Anna")
        let brother = context(parent: root)
        try brother.performAndWait {
            brother.object(with: identity).rename("Anne")
            try brother.save()
        }
        root.performAndWait {}
        #expect(title(middle, levels[1]) == "Anne")
        // What the level above has merged was not saved into it.
        #expect(title(copy, low) == "Anna")
        let sister = context(parent: levels[1])
        try sister.performAndWait {
            sister.object(with: identity).rename("Anni")
            try sister.save()
        }
        levels[1].performAndWait {}
        #expect(title(copy, low) == "Anni")
    }

    @Test func `a context without a queue cannot merge by itself, and a sentence says so`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            NSManagedObjectContext(confined: ()).automaticallyMergesChangesFromParent = true
        }
        #expect(result?.errorText.contains("automaticallyMergesChangesFromParent was called on context") == true)
    }
}
