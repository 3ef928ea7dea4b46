import SourceScanning
import Testing

@testable import ModelCompiler

/// Which properties with code of their own key-value coding is to go through.
@Suite struct AccessorPlanTests {
    private func accessors(_ text: String) -> [String] {
        let entity = EntityOutline(
            name: "A", className: "A", codeGeneration: .none, slots: ["a", "b"], properties: [])
        let files = [ScannedFile(path: "/p/a.swift", text: "import CoreData\n" + text)]
        let plan = TargetPlanner.plan(TargetSource(module: "App", files: files, entities: [entity]))
        return plan.classes.flatMap { plan in plan.accessors.map { "\(plan.name).\($0.name)" } }
    }

    @Test(arguments: [
        ("var a: Int { get { primitiveValue(forKey: \"a\") as? Int ?? 0 } }", true),
        ("var a: Int { get { 0 } set { setPrimitiveValue(newValue, forKey: \"a\") } }", true),
        ("public var a: Date? { willAccessValue(forKey: \"a\"); return primitiveA }", true),
        ("var a: A? { primitiveA }", true),
        // A view of the value by key would call itself.
        ("var a: Int { value(forKey: \"a\") as? Int ?? 0 }", false),
        ("var a: Int { 3 }; var x: Int { primitiveA }", false),
        ("var x: Int { primitiveValue(forKey: \"x\") as? Int ?? 0 }", false),
        ("var a: Mood { Mood(rawValue: primitiveA) ?? .bad }", false),
        ("private var a: Int { primitiveA }", false),
        ("@nonobjc var a: Int { primitiveA }", false),
        ("@MainActor var a: Int { primitiveA }", false),
        ("static var a: Int { primitiveA }", false),
        ("@NSManaged var a: Int", false),
    ])
    func `accessors of primitive values count, views of the value do not`(declaration: String, counts: Bool) {
        let text = "class A: NSManagedObject { \(declaration) }; enum Mood: Int { case bad }"
        #expect(accessors(text) == (counts ? ["A.a"] : []))
        let inExtension = "class A: NSManagedObject {}; extension A { \(declaration) }; enum Mood: Int { case bad }"
        #expect(accessors(inExtension) == (counts ? ["A.a"] : []))
    }

    @Test func `overrides count, in classes that the model does not know too`() {
        #expect(
            accessors(
                """
                class A: NSManagedObject { @NSManaged var a: Int }
                class B: A { override var a: Int { 3 } }
                class C: B { override var a: Int { didSet {} } }
                class D: B { override var description: String { "" } }
                class E: Unknown { override var a: Int { 3 } }
                @MainActor class F: A { override var a: Int { 3 } }
                """) == ["B.a", "C.a"])
    }
}
