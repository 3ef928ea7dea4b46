import Foundation
import SourceScanning
import Testing

@testable import ModelCompiler

/// Names of models, sources and paths that would be code if they stood in generated source as they are.
@Suite struct HostileNameTests {
    static let names = [
        "", " ", "a b", "2nd", "a\nb", "a\r\nb", "a\rb", "a\u{2028}b", "a\u{85}b", "a\u{0}b", "a\tb", "a\"b", "\"\"\"",
        "a\\b",
        "\\(fatalError())", "a*/b", "/*", "//", "a//b", "a`b", "`", "` `", "a{b", "a}b", "a;b", "a.b", "a<b>", "a:b",
        "a,b",
        "a)b", "a(b", "a[b", "#if", "@a", "a=b", "$0", "-", "x{}\nstruct Injected {}\n//", "x: Int { 0 }; var y",
        "x\"); fatalError(\"", "a\u{202E}b", "a\u{2066}b", "a\u{200B}b", "a\u{200D}b", "a\u{200E}b", "a\u{AD}b",
        "a\u{FE0F}b",
        "a\u{FEFF}b", "\u{3164}", "a\u{115F}", "a\u{E0061}", "\u{301}a", "a\u{A0}b", "a☀", "©", "a→b", "×", "𝕬\u{202C}",
        "_",
        "class", "init", "self", "Self", "Any", "func", "nil", "await", "any", "some", "async", "__owned", "size",
        "größe",
        "名前", "аdmin", "👍🏽", "👩‍👧", "e\u{301}", String(repeating: "x", count: 2_000) + "\n",
    ]

    /// What a name is the name of.
    enum Role: CaseIterable {
        case entity, generatedClass, extendedClass, attribute, toOne, toMany, orderedToMany, fetched, customClass
        case destinationClass, superclass, inheritedProperty, module, dependency, modelPath, sourcePath
    }

    private func source(_ role: Role, _ name: String) -> TargetSource {
        func value(_ place: Role, else other: String) -> String { role == place ? name : other }
        let kind: (name: String, PropertyOutline.Kind) =
            switch role {
            case .toOne: (name, .toOne("Away"))
            case .toMany: (name, .toMany("Away", isOrdered: false))
            case .orderedToMany: (name, .toMany("Away", isOrdered: true))
            case .fetched: (name, .fetched("Away"))
            case .customClass: ("one", .custom(name))
            case .destinationClass: ("one", .toMany("Away", isOrdered: true))
            case .attribute: (name, .attribute("String?"))
            default: ("one", .attribute("Int64"))
            }
        let inherited = value(.inheritedProperty, else: "above")
        let path = value(.modelPath, else: "/p/Model.xcdatamodeld")
        let entities = [
            EntityOutline(
                name: value(.entity, else: "Thing"),
                className: role == .extendedClass ? name : value(.generatedClass, else: "BClass"),
                codeGeneration: role == .extendedClass ? .category : .classDefinition, superentity: "Above",
                slots: [inherited, kind.name], properties: [PropertyOutline(kind.name, kind.1)], modelPath: path),
            EntityOutline(
                name: "Above", className: value(.superclass, else: "AClass"), codeGeneration: .none, slots: [inherited],
                properties: [PropertyOutline(inherited, .attribute("Int64"))], modelPath: path),
            EntityOutline(
                name: "Away", className: value(.destinationClass, else: "CClass"), codeGeneration: .none, slots: [],
                properties: [], modelPath: path),
        ]
        var text = "import CoreData\nclass AClass: NSManagedObject {}\n"
        if role == .extendedClass { text += "class \(GeneratedName.identifier(name)): AClass {}\n" }
        if role == .sourcePath { text += "#if os(iOS)\nclass D: NSManagedObject { @NSManaged var x: What }\n#endif\n" }
        if role == .dependency { text += "import Other\n" }
        let file = ScannedFile(path: value(.sourcePath, else: "/p/a.swift"), text: text)
        let other = ScannedFile(path: "/o/o.swift", text: "public class EClass: NSManagedObject {}")
        return TargetSource(
            module: value(.module, else: "App"), files: [file],
            dependencies: [value(.dependency, else: "Other"): [other]], entities: entities)
    }

    /// A token without what tells one name from another.
    private func tokens(_ text: String) -> [(kind: SourceToken.Kind, text: String)] {
        let file = SourceFile(path: "", text: text)
        return file.tokens.map { ($0.kind, file.text($0)) }
    }

    @Test(arguments: Role.allCases)
    func `a name is refused in a sentence, or is the same part of source as any other`(role: Role) throws {
        let plain = try GeneratedCode(source(role, "Benign"))
        for name in Self.names {
            // A class that is really there: its attribute is declared with it, and needs no module.
            if role == .customClass, name == "Any" { continue }
            let code: GeneratedCode
            do throws(CommandError) {
                code = try GeneratedCode(source(role, name))
            } catch {
                let sentence = "\(error)"
                #expect(sentence.hasSuffix(".") && sentence.utf8.count < 700, "\(sentence)")
                #expect(!sentence.unicodeScalars.contains(where: isHidden), "\(sentence)")
                continue
            }
            for line in code.diagnostics.map({ "\($0)" }) {
                #expect(!line.unicodeScalars.contains(where: isHidden), "\(line)")
            }
            // Then nothing is written.
            if code.diagnostics.contains(where: { $0.severity == .error }) { continue }
            for file in GeneratedCode.fileNames {
                let (text, expected) = (try #require(code.files[file]), try #require(plain.files[file]))
                expect(text, isLike: expected, "\(role) \(name.unicodeScalars.prefix(20).map(\.value))")
            }
        }
    }

    private func expect(_ text: String, isLike expected: String, _ comment: String) {
        let (tokens, expectedTokens) = (tokens(text), tokens(expected))
        #expect(tokens.count == expectedTokens.count, "\(comment)\n\(text)")
        for (token, expectedToken) in zip(tokens, expectedTokens) {
            #expect(token.kind == expectedToken.kind, "\(comment)")
            guard !expectedToken.text.lowercased().contains("benign") else { continue }
            #expect(token.text == expectedToken.text, "\(comment)")
        }
        let (lines, expectedLines) = (text.utf8.count { $0 == 0x0A }, expected.utf8.count { $0 == 0x0A })
        #expect(lines == expectedLines, "\(comment)")
        let hidden = text.unicodeScalars.filter { $0 != "\n" && $0 != "\u{200D}" && isHidden($0) }
        #expect(hidden.isEmpty, "\(comment)")
    }

    /// Whether a scalar ends a line, changes an order, or shows nothing.
    private func isHidden(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: true
        default: scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    @Test(arguments: [Role.entity, .generatedClass, .attribute, .toMany, .fetched, .destinationClass, .superclass])
    func `code in a name is refused with the model, the entity and what to do`(role: Role) {
        let error = #expect(throws: CommandError.self) {
            try GeneratedCode(source(role, "x{}\nstruct Injected {}\n//"))
        }
        let sentence = error.map { "\($0)" } ?? ""
        #expect(sentence.contains("x{}\\u{A}struct Injected {}") && sentence.contains("another name"), "\(sentence)")
        #expect(sentence.contains("/p/Model.xcdatamodeld") && sentence.contains("entity \""), "\(sentence)")
    }

    @Test func `a refused model is one line of the build, and nothing is written`() throws {
        let compiler = try SwiftCompiler()
        defer { compiler.remove() }
        for (place, text) in [("name", "x{}&#10;y"), ("representedClassName", "A: Any {}&#10;class B")] {
            let model = try write(model(entity: [place: text]), into: compiler.folder)
            var lines: [String] = []
            let output = compiler.folder.appending(path: "out").path
            let status = CompilerCommand.run(["--module", "App", "--output", output, "--model", model]) {
                lines.append($0)
            }
            #expect(status == 1 && lines.count == 1, "\(lines)")
            #expect(lines.first?.hasPrefix("error: The entity \"") ?? false, "\(lines)")
            #expect(lines.first?.contains("\n") == false, "\(lines)")
            #expect(!FileManager.default.fileExists(atPath: output))
        }
    }

    @Test func `texts of a model that name nothing in source are not in it`() throws {
        let compiler = try SwiftCompiler()
        defer { compiler.remove() }
        var outputs: [[String: String]] = []
        for text in ["plain", "x\"&#10;*/ } \\(fatalError()) struct Injected {} `&#x202E;"] {
            let model = try write(model(text: text), into: compiler.folder)
            let output = compiler.folder.appending(path: "out").path
            var lines: [String] = []
            let status = CompilerCommand.run(["--module", "App", "--output", output, "--model", model]) {
                lines.append($0)
            }
            try #require(status == 0, "\(lines)")
            var files: [String: String] = [:]
            for name in GeneratedCode.fileNames {
                files[name] = try String(contentsOfFile: "\(output)/\(name)", encoding: .utf8)
            }
            outputs.append(files)
        }
        #expect(outputs[0] == outputs[1])
        #expect(outputs[0]["ManagedClasses.swift"]?.contains("var title: String?") ?? false)
    }

    private func model(entity changed: [String: String] = [:], text: String = "plain") -> String {
        var entity = [
            "name": "Thing", "representedClassName": "Thing", "codeGenerationType": "class", "syncable": "YES",
        ]
        entity.merge(changed) { $1 }
        let attributes = entity.sorted { $0.key < $1.key }.map { "\($0.key)='\($0.value)'" }.joined(separator: " ")
        return """
            <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
            <model type="com.apple.IDECoreDataModeler.DataModel" documentVersion="1.0" userDefinedModelVersionIdentifier='\(text)'>
                <entity \(attributes) elementID='\(text)' versionHashModifier='\(text)'>
                    <attribute name="title" optional="YES" attributeType="String" defaultValueString='\(text)' \
            elementID='\(text)' versionHashModifier='\(text)'>
                        <userInfo><entry key='\(text)' value='\(text)'/></userInfo>
                    </attribute>
                    <fetchIndex name='\(text)'><fetchIndexElement property="title" type="Binary" order="ascending"/></fetchIndex>
                    <userInfo><entry key='\(text)' value='\(text)'/></userInfo>
                </entity>
                <fetchRequest name='\(text)' entity="\(entity["name"] ?? "")" predicateString="title == 'a'"/>
                <configuration name='\(text)'><memberEntity name="\(entity["name"] ?? "")"/></configuration>
            </model>
            """
    }

    private func write(_ contents: String, into folder: URL) throws -> String {
        let model = folder.appending(path: "Things.xcdatamodeld")
        let version = model.appending(path: "Things.xcdatamodel")
        try FileManager.default.createDirectory(at: version, withIntermediateDirectories: true)
        try Data(contents.utf8).write(to: version.appending(path: "contents"))
        return model.path
    }
}
