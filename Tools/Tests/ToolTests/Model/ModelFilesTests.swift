import Foundation
@_spi(Tools) import MainspringModel
import Testing

/// Models that are checked, compiled, and made classes of.
@Suite struct ModelFilesTests {
    private static let good = """
        <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
        <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0">
            <entity name="City" representedClassName="City" syncable="YES" codeGenerationType="class">
                <attribute name="name" optional="YES" attributeType="String"/>
            </entity>
        </model>
        """

    private func withModel(_ text: String, _ body: (URL) throws -> Void) throws {
        try Tool.inFolder { folder in
            let model = folder.appendingPathComponent("Map.xcdatamodeld")
            let version = model.appendingPathComponent("Map.xcdatamodel")
            try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: version.appendingPathComponent("contents"))
            try body(model)
        }
    }

    @Test func `a class that is called like a word of Swift's is a fault, and nothing is generated of it`() throws {
        let text = Self.good.replacing("representedClassName=\"City\"", with: "representedClassName=\"class\"")
        try withModel(text) { model in
            let run = try Tool.run("model", "validate", model.path)
            #expect(run.status == 1 && run.output.contains("a word of Swift's own"), "\(run.output)\(run.errors)")
            let place = model.deletingLastPathComponent().appendingPathComponent("Out").path
            let generated = try Tool.run("model", "generate", model.path, "--module", "Map", "-o", place)
            #expect(generated.status == 2 && !FileManager.default.fileExists(atPath: place), "\(generated.output)")
            let strange = try Tool.run("model", "generate", model.path, "--module", "My Map;", "-o", place)
            #expect(strange.status == 64 && strange.errors.contains("My Map;"), "\(strange.errors)")
        }
    }

    @Test func `a model without faults validates in silence`() throws {
        try withModel(Self.good) { model in
            let run = try Tool.run("model", "validate", model.path)
            #expect(run.status == 0 && run.output.isEmpty, "\(run.output)\(run.errors)")
        }
    }

    @Test func `faults are sentences, and the status says that there are some`() throws {
        let text = Self.good.replacing(
            "</entity>",
            with:
                "<relationship name=\"country\" maxCount=\"1\" deletionRule=\"Nullify\" destinationEntity=\"Country\"/></entity>"
        )
        try withModel(text) { model in
            let run = try Tool.run("model", "validate", model.path)
            #expect(run.status == 1 && run.output.contains("country"), "\(run.output)\(run.errors)")
            #expect(try Tool.run("model", "validate", model.path, "--json").status == 1)
        }
    }

    @Test(arguments: [
        ("<attribute name=\"objectID\" optional=\"YES\" attributeType=\"String\"/>", "reservedName"),
        ("<attribute name=\"2nd\" optional=\"YES\" attributeType=\"String\"/>", "impossibleName"),
        ("<attribute name=\"A&lt;b>&amp;\" optional=\"YES\" attributeType=\"String\"/>", "impossibleName"),
        ("<attribute name=\"x-y\" optional=\"YES\" attributeType=\"String\"/>", "impossibleName"),
        ("<attribute name=\"last name\" optional=\"YES\" attributeType=\"String\"/>", "impossibleName"),
        (
            "<attribute name=\"size\" optional=\"YES\" attributeType=\"Integer 32\" minValueString=\"9\" "
                + "maxValueString=\"3\" usesScalarValueType=\"YES\"/>", "boundsOutOfOrder"
        ),
        (
            "<attribute name=\"code\" optional=\"YES\" attributeType=\"String\" regularExpressionString=\"(((\"/>",
            "malformedPattern"
        ),
        (
            "<attribute name=\"size\" attributeType=\"Integer 32\" minValueString=\"3\" defaultValueString=\"0\" "
                + "usesScalarValueType=\"YES\"/>", "defaultOutOfBounds"
        ),
        (
            "<attribute name=\"code\" optional=\"YES\" attributeType=\"String\" maxValueString=\"2\" "
                + "defaultValueString=\"long\"/>", "defaultOutOfBounds"
        ),
        (
            "<attribute name=\"plain\" optional=\"YES\" attributeType=\"String\" derived=\"YES\" "
                + "derivationExpression=\"canonical:(title)\"/>", "unknownDerivation"
        ),
        (
            "<attribute name=\"key\" optional=\"YES\" transient=\"YES\" attributeType=\"String\"/><uniquenessConstraints>"
                + "<uniquenessConstraint><constraint value=\"key\"/></uniquenessConstraint></uniquenessConstraints>",
            "transientUniqueness"
        ),
    ])
    func `what Xcode refuses is a fault`(attribute: String, kind: String) throws {
        try withModel(Self.good.replacing("</entity>", with: attribute + "</entity>")) { model in
            let run = try Tool.run("model", "validate", model.path, "--json")
            let versions = try run.json([[String: Any]].self)
            let kinds = versions.flatMap { $0["issues"] as? [[String: Any]] ?? [] }.map { $0["kind"] as? String ?? "" }
            #expect(run.status == 1 && kinds == [kind], "\(run.output)\(run.errors)")
            #expect(try Tool.run("model", "validate", model.path).lines.count == 1)
        }
    }

    @Test(arguments: ["größe", "名前", "_hidden", "a2", "👍🏽"])
    func `what Swift takes for a name is one`(name: String) throws {
        let attribute = "<attribute name=\"\(name)\" optional=\"YES\" attributeType=\"String\"/>"
        try withModel(Self.good.replacing("</entity>", with: attribute + "</entity>")) { model in
            let run = try Tool.run("model", "validate", model.path)
            #expect(run.status == 0 && run.output.isEmpty, "\(run.output)\(run.errors)")
        }
    }

    @Test func `an entity whose name is none is a fault`() throws {
        try withModel(Self.good.replacing("name=\"City\" rep", with: "name=\"x&lt;\" rep")) { model in
            let run = try Tool.run("model", "validate", model.path)
            #expect(run.status == 1 && run.lines.count == 1, "\(run.output)\(run.errors)")
            #expect(run.output.contains("has “<” in its name, where letters, digits and _ may be."), "\(run.output)")
        }
    }

    @Test func `no class is made with a name that source cannot have`() throws {
        let attribute = "<attribute name=\"x-y\" optional=\"YES\" attributeType=\"String\"/>"
        try withModel(Self.good.replacing("</entity>", with: attribute + "</entity>")) { model in
            let output = model.deletingLastPathComponent().appendingPathComponent("out").path
            let run = try Tool.run("model", "generate", model.path, "--module", "Atlas", "--output", output)
            #expect(run.status == 2 && run.errors.contains("\"x-y\""), "\(run)")
            #expect(!FileManager.default.fileExists(atPath: output))
        }
    }

    @Test func `a relation that does not lead back is a note`() throws {
        let relation =
            "<relationship name=\"twin\" optional=\"YES\" maxCount=\"1\" deletionRule=\"Nullify\" "
            + "destinationEntity=\"City\"/>"
        try withModel(Self.good.replacing("</entity>", with: relation + "</entity>")) { model in
            let run = try Tool.run("model", "validate", model.path)
            #expect(run.status == 0 && run.output.contains("note: "), "\(run.output)\(run.errors)")
            #expect(run.output.contains("no inverse"), "\(run.output)")
        }
    }

    @Test(.enabled(if: AppleStores.areHere, AppleStores.skipped), arguments: AppleStores.models)
    func `models of Xcode's validate`(path: String) throws {
        let run = try Tool.run("model", "validate", AppleStores.url(path).path)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test(
        .enabled(if: AppleStores.areHere, AppleStores.skipped),
        arguments: AppleStores.models.filter { $0.hasSuffix("d") && !$0.contains("momd") })
    func `a compiled model says what its source says`(path: String) throws {
        try Tool.inFolder { folder in
            let output = folder.appendingPathComponent("Made.momd").path
            // Twice: what is there is replaced.
            for _ in 0..<2 {
                let run = try Tool.run("model", "compile", AppleStores.url(path).path, "-o", output)
                #expect(run.status == 0 && run.output == output + "\n", "\(run.errors)")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Made.momd"])
            let run = try Tool.run("model", "diff", AppleStores.url(path).path, output)
            #expect(!run.output.contains("* "), "\(run.output)")
        }
    }

    @Test func `classes are made as the plugin makes them, and refused where the source is wrong`() throws {
        try withModel(Self.good) { model in
            let output = model.deletingLastPathComponent().appendingPathComponent("out").path
            let run = try Tool.run("model", "generate", model.path, "--module", "Atlas", "--output", output)
            #expect(run.status == 0 && run.lines.count == 3, "\(run.output)\(run.errors)")
            let classes = try String(contentsOfFile: output + "/ManagedClasses.swift", encoding: .utf8)
            #expect(classes.contains("class City") && classes.contains("var name: String?"), "\(classes)")
            #expect(FileManager.default.fileExists(atPath: output + "/Map.momd/Map.mom"))
            let missing = try Tool.run("model", "generate", model.path + "x", "--module", "Atlas", "--output", output)
            #expect(missing.status == 2 && missing.errors.contains("Map.xcdatamodeldx"), "\(missing.errors)")
            let nowhere = try Tool.run(
                "model", "generate", model.path, "--module", "Atlas", "--output", output, "--sources", "/nowhere")
            #expect(nowhere.status == 2 && nowhere.errors.contains("/nowhere"), "\(nowhere.errors)")
        }
    }
}
