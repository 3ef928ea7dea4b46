import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Contexts that read one state of a store.
@Suite struct QueryGenerationThreadTests {
    private let library: Library

    init() throws {
        library = try Library("INSERT INTO ZAUTHOR VALUES(1, 1, 1, 1, 'one'), (2, 1, 1, 2, 'two')")
    }

    private func names(_ context: NSManagedObjectContext) throws -> [String] {
        context.refreshAllObjects()
        return try context.fetch(library.request("Author")).map { $0.value(forKey: "name") as? String ?? "" }
    }

    private func change(_ name: String) throws {
        try library.write("UPDATE ZAUTHOR SET ZNAME = '\(name)', Z_OPT = Z_OPT + 1 WHERE Z_PK = 1")
    }

    @Test func `a context goes on reading the state that there was at its first read`() throws {
        let (held, free) = (library.context(), library.context())
        try held.setQueryGenerationFrom(.current)
        // Nothing is read yet.
        try change("first")
        #expect(try names(held) == ["first", "two"])
        try change("second")
        try library.write("DELETE FROM ZAUTHOR WHERE Z_PK = 2")
        #expect(try names(held) == ["first", "two"] && names(free) == ["second"])
        // Faults, too, and rows that others have read meanwhile are not theirs.
        let other = held.object(with: library.identity("Author", 2))
        held.refresh(other, mergeChanges: false)
        #expect(other.value(forKey: "name") as? String == "two")
        try held.setQueryGenerationFrom(.current)
        #expect(try names(held) == ["second"])
        try change("third")
        try held.setQueryGenerationFrom(nil)
        #expect(try held.queryGenerationToken == nil && names(held) == ["third"])
    }

    @Test func `a state expires when another program has made the log longer than the option says`() throws {
        let scratch = Scratch()
        let item = Part.entity("Item")
        item.properties = [Part.attribute("name", .stringAttributeType)]
        let (url, model) = (scratch.url("s.sqlite"), Part.model([item]))
        let options = [MainspringHeldLogSizeOption: 300_000]
        let (coordinator, _) = try Fixture.open(url, model, options: options)
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = coordinator
        try context.setQueryGenerationFrom(.current)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        #expect(try context.fetch(request).isEmpty)
        let other = try SQLiteConnection(path: url.path, access: .readWrite)
        defer { other.close() }
        func write(_ bytes: Int) throws {
            try other.execute(
                "INSERT INTO ZITEM(Z_ENT, Z_OPT, ZNAME) SELECT 1, 1, hex(randomblob(\(bytes / 2)))")
        }
        try write(100_000)
        #expect(try context.fetch(request).isEmpty)
        try write(400_000)
        #expect(Fixture.failure { _ = try context.fetch(request) }?.sentence.contains("has expired") == true)
        try context.setQueryGenerationFrom(.current)
        #expect(try context.fetch(request).count == 2)
    }

    @Test func `dictionaries in a child are of the state that its parent reads`() throws {
        let held = library.context()
        try held.setQueryGenerationFrom(.current)
        #expect(try names(held) == ["one", "two"])
        try change("changed")
        let child = held.child()
        let request = NSFetchRequest<NSDictionary>(entityName: "Author")
        (request.resultType, request.propertiesToFetch) = (.dictionaryResultType, ["name"])
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        for context in [held, child, child.child()] {
            #expect(try context.fetch(request).map { $0["name"] as? String } == ["one", "two"])
        }
        #expect(try library.context().fetch(request).map { $0["name"] as? String } == ["changed", "two"])
    }

    @Test func `contexts with one token read the same state`() throws {
        let (first, second) = (library.context(), library.context())
        try first.setQueryGenerationFrom(.current)
        #expect(try names(first) == ["one", "two"])
        try change("changed")
        try second.setQueryGenerationFrom(first.queryGenerationToken)
        #expect(try names(second) == ["one", "two"])
        #expect(first.queryGenerationToken === second.queryGenerationToken)
    }

    @Test func `a state is given up with the last context that reads it`() throws {
        do {
            let context = library.context()
            try context.setQueryGenerationFrom(.current)
            #expect(try names(context).count == 2)
            #expect(library.pool.isHolding == true)
        }
        #expect(library.pool.isHolding == false)
    }

    @Test func `a state that has expired is an error that says what to do`() throws {
        let context = library.context()
        try context.setQueryGenerationFrom(.current)
        #expect(try names(context) == ["one", "two"])
        try change("changed")
        library.pool.expireHeld()
        let error = #expect(throws: CocoaError.self) { try context.fetch(library.request("Author")) }
        #expect(error?.localizedDescription.contains("setQueryGenerationFrom(.current)") == true)
        try context.setQueryGenerationFrom(.current)
        #expect(try names(context) == ["changed", "two"])
    }
}
