import SourceScanning
import Testing

@testable import ModelCompiler

/// What generated classes import publicly, where imports are internal unless they say otherwise: a public import that no
/// public declaration needs is a warning, and one that is missing an error.
@Suite struct ImportTests {
    private func publicImports(
        _ properties: [PropertyOutline], _ generation: EntityOutline.CodeGeneration = .classDefinition,
        source: String = ""
    ) throws -> [String] {
        let entity = EntityOutline(
            name: "A", className: "A", codeGeneration: generation, slots: properties.map(\.name), properties: properties
        )
        let files = [ScannedFile(path: "/p/a.swift", text: "import CoreData\n" + source)]
        let code = try GeneratedCode(TargetSource(module: "App", files: files, entities: [entity]))
        let text = try #require(code.files["ManagedClasses.swift"])
        return text.split(separator: "\n").filter { $0.hasPrefix("public import ") }.map { String($0.dropFirst(14)) }
    }

    @Test(arguments: [
        (PropertyOutline.Kind.attribute("String?"), ["CoreData"]),
        (.attribute("Int64"), ["CoreData"]),
        (.toOne("A"), ["CoreData"]),
        (.fetched("A"), ["CoreData"]),
        (.attribute("Date?"), ["Foundation", "CoreData"]),
        (.toMany("A", isOrdered: false), ["Foundation", "CoreData"]),
        (.custom("Unknown"), ["Foundation", "CoreData"]),
    ])
    func `a class shows the modules of its properties' types`(kind: PropertyOutline.Kind, modules: [String]) throws {
        #expect(try publicImports([PropertyOutline("a", kind)]) == modules)
    }

    @Test func `properties of a class that others do not see show nothing`() throws {
        let dates = [PropertyOutline("a", .attribute("Date?"))]
        #expect(try publicImports(dates, .category, source: "class A: NSManagedObject {}") == [])
        #expect(
            try publicImports(dates, .category, source: "public class A: NSManagedObject {}") == [
                "Foundation", "CoreData",
            ])
    }

    @Test func `what is declared by hand is not counted`() throws {
        let source = "extension A { @NSManaged var a: Date? }"
        #expect(try publicImports([PropertyOutline("a", .attribute("Date?"))], source: source) == ["CoreData"])
    }
}
