import SourceScanning
import Testing

@testable import ModelCompiler

@Suite struct LayoutTests {
    private func layout(_ text: String, entities: [EntityOutline] = []) -> [String] {
        let files = [ScannedFile(path: "/p/a.swift", text: text)]
        let plan = TargetPlanner.plan(TargetSource(module: "App", files: files, entities: entities))
        return plan.classes.map { "\($0.name) \($0.firstSlot) \($0.ownSlots.joined(separator: " "))" }
    }

    private let base = EntityOutline(
        name: "Base", className: "Base", codeGeneration: .none, slots: ["b", "d"], properties: [])
    private let sub = EntityOutline(
        name: "Sub", className: "Sub", codeGeneration: .none, superentity: "Base", slots: ["b", "d", "a", "c"],
        properties: [])

    @Test func `without a model properties are in order by name, after those of the superclass`() {
        #expect(
            layout(
                """
                class Base: NSManagedObject { @NSManaged var d: Int, b: Int }
                class Sub: Base { @NSManaged var c: Int; @NSManaged override var b: Int }
                """) == ["Base at(0) b d", "Sub at(2) c"])
    }

    @Test func `with a model slots are the entity's, declared or not`() {
        #expect(
            layout(
                """
                class Base: NSManagedObject { @NSManaged var d: Int }
                class Between: Base {}
                class Sub: Between { @NSManaged var c: Int }
                """, entities: [base, sub]) == ["Base at(0) b d", "Between at(2) ", "Sub at(2) a c"])
    }

    @Test func `a class under one of another module counts when the program runs`() {
        #expect(
            layout(
                "import Other\nclass Sub: Base { @NSManaged var c: Int }\nclass Third: Sub { @NSManaged var a: Int }")
                == ["Sub after(\"Base\") c", "Third after(\"Base\") a"])
    }

    @Test(arguments: [
        ("primitiveName", "name"), ("primitiveURL", "uRL"), ("primitive", nil), ("primitivename", nil), ("name", nil),
    ])
    func `a primitive value is that of the property of the name`(name: String, expected: String?) {
        #expect(TargetPlanner.primitiveTarget(name) == expected)
    }

    @Test(arguments: [
        ("addToBooks(_ v: B)", "add books"), ("removeFromBooks(_ v: B)", "remove books"),
        ("removeFromBooks(at i: Int)", "removeAt books"), ("insertIntoBooks(_ v: B, at i: Int)", "insert books"),
        ("replaceBooks(at i: Int, with v: B)", "replace books"), ("addBooksObject(_ v: B)", "add books"),
        ("addBooks(_ v: NSSet)", "add books"), ("addTo(_ v: B)", "add to"), ("addtoBooks(_ v: B)", nil),
        ("insertIntoBooks(_ v: B)", nil), ("reload()", nil),
    ])
    func `methods of collections are known by their names and labels`(declaration: String, expected: String?) throws {
        let file = ScannedFile(path: "a.swift", text: "class A: NSManagedObject { @NSManaged func \(declaration) }")
        let method = CollectionMethod(try #require(file.members.first))
        #expect(method.map { "\($0.operation) \($0.property)" } == expected)
    }
}
