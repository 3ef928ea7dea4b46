import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Texts that look the same and are other characters.
@Suite struct ExactTextTests {
    private let scratch = Scratch()
    private var url: URL { scratch.url("s.sqlite") }
    private let composed = "\u{e9}"
    private let decomposed = "e\u{301}"

    private func open(unique: Bool = false) throws -> NSManagedObjectContext {
        let item = Part.entity("Item")
        item.properties = [Part.attribute("name", .stringAttributeType)]
        if unique { item.uniquenessConstraints = [["name"]] }
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = try Fixture.open(url, Part.model([item])).coordinator
        return context
    }

    private func insert(_ name: String, _ context: NSManagedObjectContext) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        object.setValue(name, forKey: "name")
        return object
    }

    @Test func `a change from one to the other is saved`() throws {
        let context = try open()
        let object = insert(composed, context)
        try context.save()
        object.setValue(decomposed, forKey: "name")
        try context.save()
        #expect(try Fixture.rows(url, "SELECT hex(ZNAME) FROM ZITEM") == ["65CC81"])
        let other = NSManagedObjectContext(confined: ())
        other.persistentStoreCoordinator = context.persistentStoreCoordinator
        let found = try other.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")).first?.value(forKey: "name")
        #expect((found as? String).map { Array($0.utf8) } == Array(decomposed.utf8))
    }

    @Test func `another program's change from one to the other is a conflict like any other`() throws {
        let context = try open()
        let object = insert(composed, context)
        try context.save()
        try Fixture.run(url, "UPDATE ZITEM SET ZNAME = CAST(x'65CC81' AS TEXT), Z_OPT = Z_OPT + 1")
        object.setValue("mine", forKey: "name")
        #expect(throws: CocoaError.self) { try context.save() }
    }

    @Test func `they are two where no two may be the same, as the index has it`() throws {
        let context = try open(unique: true)
        let (a, b) = (insert("a", context), insert("b", context))
        try context.save()
        a.setValue("b", forKey: "name")
        b.setValue("a", forKey: "name")
        _ = insert(composed, context)
        _ = insert(decomposed, context)
        try context.save()
        #expect(try Fixture.rows(url, "SELECT count(*) FROM ZITEM") == ["4"])
    }

    @Test func `they are other ones in lists and dictionaries as well`() {
        #expect(ExactEquality.areSame(["a", ["k": [composed]]] as [Any], ["a", ["k": [composed]]] as [Any]))
        #expect(!ExactEquality.areSame(["a", ["k": [composed]]] as [Any], ["a", ["k": [decomposed]]] as [Any]))
        #expect(ExactEquality.areSame(1 as Any, 1 as Any) && !ExactEquality.areSame(1 as Any, "1" as Any))
    }
}
