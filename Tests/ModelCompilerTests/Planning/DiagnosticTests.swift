import SourceScanning
import Testing

@testable import ModelCompiler

/// What a build says where something cannot be named for certain.
@Suite struct DiagnosticTests {
    private func messages(_ text: String, dependencies: [String: String] = [:]) throws -> [String] {
        let source = TargetSource(
            module: "App", files: [ScannedFile(path: "/p/a.swift", text: text)],
            dependencies: dependencies.mapValues { [ScannedFile(path: "/d/d.swift", text: $0)] })
        return try GeneratedCode(source).diagnostics.map { "\($0)" }
    }

    @Test(arguments: [
        (
            "import Other\nclass A: NSManagedObject {\n  @NSManaged var x: Unknown?\n}",
            "/p/a.swift:3:1: error: “A.x” cannot be given its accessors: what “Unknown” is, a class, a structure or an "
        ),
        (
            "class A: NSManagedObject { @NSManaged var x: (Int, Int) }",
            "/p/a.swift:1:1: error: “A.x” cannot be given its accessors: “(Int, Int)” is no class, structure, "
        ),
        (
            "class A: NSManagedObject { @NSManaged var x: (Int) -> Void }",
            "/p/a.swift:1:1: error: “A.x” cannot be given its accessors: “(Int) -> Void” is no class, structure, "
        ),
        (
            "class A: NSManagedObject { @NSManaged var x: P & Q }",
            "/p/a.swift:1:1: error: “A.x” cannot be given its accessors: “P & Q” is no class, structure, "
        ),
        (
            "private struct S {}\nclass A: NSManagedObject { @NSManaged private var x: S }",
            "/p/a.swift:2:1: error: “A.x” cannot be given its accessors: “S” is private to its file; make it internal"
        ),
        (
            "typealias S = T\ntypealias T = S\nclass A: NSManagedObject { @NSManaged var x: S }",
            "/p/a.swift:3:1: error: “A.x” cannot be given its accessors: its names stand for one another in a circle"
        ),
        (
            "typealias S<T> = [T]\nclass A: NSManagedObject { @NSManaged var x: S<Int> }",
            "/p/a.swift:2:1: error: “A.x” cannot be given its accessors: “S” is a generic typealias; write the type"
        ),
        (
            "struct S<T> { struct U {} }\nclass A: NSManagedObject { @NSManaged var x: S<Int>.U }",
            "/p/a.swift:2:1: error: “A.x” cannot be given its accessors: “S.U” stands in a generic type, which"
        ),
        (
            "private class A: NSManagedObject { @NSManaged var x: Int }",
            "/p/a.swift:1:1: error: “A” is private to its file, and “x” is declared with @NSManaged in it; make the"
        ),
        (
            "class A<T>: NSManagedObject { @NSManaged var x: Int }",
            "/p/a.swift:1:1: error: “A” is generic, and “x” is declared with @NSManaged in it; declare it in a class "
        ),
        (
            "import QuartzCore\nclass A: CALayer {\n @NSManaged private var x: Int\n @NSManaged var y: Int }",
            "/p/a.swift:3:1: error: “x” is declared with @NSManaged in the layer “A” and private; make it internal"
        ),
        (
            "import QuartzCore\nclass A: CALayer {}\nextension A { @NSManaged fileprivate var x: Int }",
            "/p/a.swift:3:1: error: “x” is declared with @NSManaged in the layer “A” and private; make it internal"
        ),
        (
            "class A { @NSManaged var x: Int }",
            "/p/a.swift:1:1: error: “x” is declared with @NSManaged in “A”, which inherits neither from NSManagedObject"
        ),
        (
            "class A: B {}\nclass B: A { @NSManaged var x: Int }",
            "/p/a.swift:2:1: error: “x” is declared with @NSManaged in “B”, which inherits neither from NSManagedObject"
        ),
        (
            "extension Nobody { @NSManaged var x: Int }",
            "/p/a.swift:1:1: error: “x” is declared with @NSManaged in “Nobody”, of which no class is known here; "
        ),
        (
            "class A: NSManagedObject { @NSManaged func reload() }",
            "/p/a.swift:1:1: error: “A.reload” cannot be given its accessors: @NSManaged makes addTo…, removeFrom…, "
        ),
    ])
    func `what cannot be named for certain is an error at its line`(text: String, beginning: String) throws {
        let messages = try messages(text)
        #expect(messages.count == 1)
        #expect(messages.first?.hasPrefix(beginning) ?? false, "\(messages)")
    }

    @Test func `a type of a target that this one depends on is known by its source`() throws {
        let text = "import Other\nclass A: NSManagedObject { @NSManaged var x: Kind? }"
        #expect(try messages(text).count == 1)
        #expect(try messages(text, dependencies: ["Other": "public enum Kind {}"]).isEmpty)
        #expect(try messages(text, dependencies: ["Other": "enum Kind {}"]).count == 1)
        #expect(try messages(text, dependencies: ["Unimported": "public enum Kind {}"]).count == 1)
    }

    @Test func `a type that two imported modules have has to be written with its module`() throws {
        let text = "import B\nimport C\nclass A: NSManagedObject { @NSManaged var x: Kind? }"
        let dependencies = ["B": "public enum Kind {}", "C": "public struct Kind {}"]
        #expect(try messages(text, dependencies: dependencies).count == 1)
        let qualified = text.replacing("Kind?", with: "C.Kind?")
        #expect(try messages(qualified, dependencies: dependencies).isEmpty)
    }

    @Test func `a name that the entity lacks is a warning`() throws {
        let entity = EntityOutline(
            name: "A", className: "A", codeGeneration: .none, slots: ["x"],
            properties: [.init("x", .attribute("Int64"))])
        let file = ScannedFile(
            path: "/p/a.swift", text: "class A: NSManagedObject { @NSManaged var x: Int64\n @NSManaged var y: Int64 }")
        let code = try GeneratedCode(TargetSource(module: "App", files: [file], entities: [entity]))
        #expect(
            code.diagnostics.map { "\($0)" } == [
                "/p/a.swift:2:1: warning: the entity “A” has no property “y”, which “A” declares with @NSManaged; add it "
                    + "to the model, or take the line away"
            ])
    }

    @Test(
        arguments: [
            ("description", .classDefinition, .error), ("hash", .category, .error),
            ("entity", .classDefinition, .error),
            ("objectID", .classDefinition, .error), ("isDeleted", .category, .error), ("objectID", .none, .warning),
            ("descriptions", .classDefinition, nil), ("type", .classDefinition, nil), ("Type", .classDefinition, nil),
        ] as [(String, EntityOutline.CodeGeneration, Diagnostic.Severity?)])
    func `a property that is called like a member of every object is told of in a sentence about the model`(
        name: String, codeGeneration: EntityOutline.CodeGeneration, severity: Diagnostic.Severity?
    ) throws {
        let entity = EntityOutline(
            name: "A", className: "A", codeGeneration: codeGeneration, slots: [name],
            properties: [.init(name, .attribute("String?"))], modelPath: "/p/A.xcdatamodeld")
        let file = ScannedFile(path: "/p/a.swift", text: "import CoreData\nclass A: NSManagedObject {}")
        let files = codeGeneration == .classDefinition ? [] : [file]
        let code = try GeneratedCode(TargetSource(module: "App", files: files, entities: [entity]))
        #expect(
            code.diagnostics.map { "\($0)" }
                == (severity.map {
                    [
                        "/p/A.xcdatamodeld: \($0.rawValue): the property “\(name)” of the entity “A” is called like a "
                            + "member of NSManagedObject or NSObject; give it another name in the model, with this one "
                            + "as its renaming identifier"
                    ]
                } ?? []))
    }

    @Test(arguments: [
        ("Color", "Color?"), (".Color", "Color?"), ("App.Color", "Color?"), ("Color.Tone", "Color.Tone?"),
        ("[Color]", "[Color]?"), ("[String: [Color]]", "[Swift.String: [Color]]?"), ("Alias", "[Swift.Int]?"),
        ("NSCoding", "(any Foundation.NSCoding)?"), ("Paint", "Library.Paint?"), ("Library.Paint", "Library.Paint?"),
        ("UIColor", nil), ("Hidden", nil), ("Unimported.Ink", "Unimported.Ink?"), ("Ink", nil), ("(Int, Int)", nil),
        ("", nil),
        ("Int; import X", nil), ("[Int", nil), ("CGColor", nil),
    ])
    func `the class that a model names for an attribute is its type where the target knows it`(
        name: String, expected: String?
    ) throws {
        let entity = EntityOutline(
            name: "A", className: "A", codeGeneration: .classDefinition, slots: ["x"],
            properties: [.init("x", .custom(name))], modelPath: "/p/A.xcdatamodeld")
        let file = ScannedFile(
            path: "/p/a.swift",
            text: """
                import CoreData
                import Library
                public struct Color { struct Tone {} }
                typealias Alias = [Int]
                private struct Hidden {}
                """)
        let code = try GeneratedCode(
            TargetSource(
                module: "App", files: [file],
                dependencies: [
                    "Library": [ScannedFile(path: "/l/l.swift", text: "public class Paint {}\nclass Ink {}")],
                    "Unimported": [ScannedFile(path: "/u/u.swift", text: "public class Ink {}")],
                ], entities: [entity]))
        let text = code.files["ManagedClasses.swift"] ?? ""
        #expect(text.contains("var x: \(expected ?? "NSObject?") {"), "\(text)")
        for module in ["Library", "Unimported"] {
            #expect(text.contains("import \(module)\n") == (expected?.contains(module) ?? false))
        }
        #expect(code.diagnostics.map(\.severity) == (expected == nil ? [.warning] : []))
        #expect(code.diagnostics.allSatisfy { $0.path == "/p/A.xcdatamodeld" && $0.message.contains("“x”") })
    }

    @Test func `what is compiled under a condition only is told by the compiler, if at all`() throws {
        let file = ScannedFile(
            path: "/p/a.swift",
            text: "#if os(iOS)\nclass A: NSManagedObject { @NSManaged var x: UIImage }\n#endif")
        let code = try GeneratedCode(TargetSource(module: "App", files: [file]))
        #expect(code.diagnostics.isEmpty)
        let text = code.files["ManagedAccessors.swift"] ?? ""
        #expect(text.contains("#if (os(iOS))\n#error(\"/p/a.swift:2:1: error: “A.x” cannot be given its accessors"))
    }
}
