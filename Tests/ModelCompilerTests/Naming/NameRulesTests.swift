import Foundation
import SourceScanning
import Testing

@testable import ModelCompiler

/// Which names source can have, and how they are written.
@Suite struct NameRulesTests {
    static let usable = [
        "size", "größe", "名前", "_hidden", "a2", "👍🏽", "👩‍👧", "class", "init", "default", "in", "Any", "repeat", "super",
        "any",
        "some", "async", "each", "Type", "Protocol", "__FILE__", "get", "open",
    ]

    @Test(arguments: usable)
    func `names that Swift can have are names`(name: String) { #expect(NameRules.fault(in: name) == nil) }

    @Test(arguments: [
        ("", "has no name"), ("_", "has the name “_”"), ("last name", "has a space"), ("a\u{A0}b", "has a space"),
        ("2nd", "begins with a digit"), ("x-y", "has “-” in its name"), ("$0", "has “$” in its name"),
        ("a\u{202E}b", "has “\\u{202E}” in its name"), ("a\u{200D}b", "has “\\u{200D}” in its name"),
        ("a\u{7}", "has “\\u{7}” in its name"), ("☀", "has “☀” in its name"), ("\u{301}a", "begins with the mark"),
    ])
    func `what source cannot have says why`(name: String, beginning: String) {
        #expect(NameRules.fault(in: name)?.contains(beginning) ?? false, "\(NameRules.fault(in: name) ?? "no fault")")
    }

    @Test func `keywords are no names of classes, other names are`() {
        #expect(NameRules.fault(inClass: "class") == "has the class \"class\", which is a word of Swift's own")
        #expect(
            NameRules.fault(inClass: "A{")?.contains("which no class can be called: it has “{” in its name") ?? false)
        #expect(NameRules.fault(inClass: "City") == nil)
    }

    @Test(arguments: [
        ("name", "name"), ("class", "`class`"), ("any", "`any`"), ("größe", "größe"), ("last name", "`last name`"),
        ("2nd", "`2nd`"), ("a.b", "`a.b`"), ("a`b", "`a_b`"), ("a\\b", "`a_b`"), ("a\nb", "`a_b`"),
        ("a\u{202E}", "`a_`"),
        ("_", "`_`"), ("", "_"),
    ])
    func `identifiers are in backticks where they have to be`(name: String, expected: String) {
        #expect(GeneratedName.identifier(name) == expected)
    }

    @Test(arguments: [
        ("a", #""a""#), ("a\"b", #""a\"b""#), ("\\(x)", #""\\(x)""#), ("a\nb\r", #""a\nb\r""#), ("é👍", #""é👍""#),
        ("a\u{0}\u{2028}\u{202E}", #""a\u{0}\u{2028}\u{202E}""#),
    ])
    func `literals are on one line and without interpolations`(text: String, expected: String) {
        #expect(GeneratedName.literal(text) == expected)
    }

    @Test func `long names are cut in messages`() {
        #expect(PrintedName.text(String(repeating: "x", count: 500)) == String(repeating: "x", count: 120) + "…")
    }

    @Test func `names in backticks in source are in backticks in what is generated`() throws {
        let text =
            "class `Odd one`: NSManagedObject { @NSManaged var `last name`: String?; @NSManaged var `class`: Int }"
        let file = ScannedFile(path: "/p/a.swift", text: "import CoreData\n" + text)
        let code = try GeneratedCode(TargetSource(module: "App", files: [file]))
        let accessors = try #require(code.files["ManagedAccessors.swift"])
        #expect(accessors.contains("extension `Odd one` {"))
        #expect(accessors.contains("func `__managed_get_App_Odd one_last name`() -> String? {"))
        #expect(accessors.contains("names[\\`Odd one`.`last name`] = \"last name\""))
        #expect(accessors.contains("names[\\`Odd one`.`class`] = \"class\""))
    }

    @Test func `the compiler parses what is generated for every usable name`() throws {
        let compiler = try SwiftCompiler()
        defer { compiler.remove() }
        let properties = Self.usable.enumerated().map { index, name in
            PropertyOutline(name, index % 2 == 0 ? .attribute("String?") : .toMany("Thing", isOrdered: index % 3 == 0))
        }
        let entity = EntityOutline(
            name: "Thing", className: "Größe👍🏽", codeGeneration: .classDefinition, slots: Self.usable,
            properties: properties)
        let code = try GeneratedCode(TargetSource(module: "App", files: [], entities: [entity]))
        #expect(code.diagnostics.isEmpty)
        let files = try code.files.sorted { $0.key < $1.key }.map { try compiler.write($0.value, as: $0.key) }
        #expect(try compiler.run(["swiftc", "-frontend", "-parse", "-swift-version", "6"] + files).isEmpty)
    }
}
