import SourceScanning
import Testing

@testable import APIStatus

/// What the status page is made from, read.
@Suite struct StatusReadingTests {
    @Test(arguments: [
        ("Ours: the clock.", true), ("Which it is. Ours.", true), ("Adds it (ours: Apple's takes another).", true),
        ("A message of ours.", false), ("How many hours.", false), ("- Parameter file: Ours.", false),
    ])
    func `documentation says what is ours`(line: String, isOurs: Bool) {
        #expect(DocumentationText([line]).isOurs == isOurs)
    }

    @Test func `documentation says what differs, up to the end of the paragraph`() {
        let text = DocumentationText([
            "A thing.", "", "**Differences from Apple**: it is", "final; see ``Other``.", "", "More.",
        ])
        #expect(text.differences == ["it is final; see `Other`"])
        #expect(DocumentationText(["A thing."]).differences.isEmpty)
    }

    @Test(arguments: [
        ("A text. Kept and written; there is no Spotlight here.", ["kept and written; there is no Spotlight here"]),
        ("Accepted; drawn at once. More.", ["accepted; drawn at once"]),
        ("Kept for the shape.", ["kept for the shape"]),
        ("Kept between runs of a program.", []), ("- Parameter order: Kept; others go by time.", []),
    ])
    func `documentation says what has no influence`(line: String, differences: [String]) {
        #expect(DocumentationText([line]).differences == differences)
    }

    @Test func `what is unavailable is found with its name, its type and the reason`() {
        let source = """
            @available(*, unavailable, message: "There is no Metal.")
            public final class CAMetalLayer {}
            extension CALayer {
                // A brace in a method closes no type.
                func own() { if true {} }
                @available(
                    *, unavailable, message: "Not (yet) here."
                )
                public convenience init?(remote id: UInt32, _ options: [String: Int]) { fatalError() }
                @available(*, unavailable, renamed: "other()")
                public class func make<Value>(_ value: Value, with action: (Int, Int) -> Void) {}
                @available(*, unavailable, message: "Nobody sees it.")
                func hidden() {}
                @available(macOS 10.15, *)
                public func here() {}
            }
            @available(*, unavailable)
            extension CALayer: Sendable {}
            """
        let found = UnavailableScanner.declarations(in: SourceFile(path: "", text: source))
        #expect(
            found == [
                .init(owner: [], name: "CAMetalLayer", isType: true, reason: "There is no Metal."),
                .init(owner: ["CALayer"], name: "init(remote:_:)", isType: false, reason: "Not (yet) here."),
                .init(owner: ["CALayer"], name: "make(_:with:)", isType: false, reason: "Use other()."),
            ])
    }

    @Test func `a bar in code parts no cells of a table`() {
        #expect(DeviationTable.cells(of: "| `a | b` | c | d |") == ["`a | b`", "c", "d"])
        #expect(DeviationTable.cells(of: "no table").isEmpty)
    }

    @Test func `lines of the differences have their heading, and say what is missing`() {
        let table = DeviationTable(
            """
            ## Types
            | Apple's | here | why |
            |---|---|---|
            | `CFSocket` | missing; a source | Mach |
            | `CFDate` is a class | an alias | no bridge |
            """)
        #expect(table.rows.map(\.section) == ["Types", "Types"])
        #expect(table.rows.map(\.saysMissing) == [true, false])
        #expect(table.rows.first?.reason == "Mach; a source")
    }

    @Test(arguments: [
        ("CALayer.add(_:forKey:)", ["CALayer", "add"], ["forKey"]),
        ("Timer(timeInterval:repeats:block:)", ["Timer", "init"], ["timeInterval", "repeats", "block"]),
        ("mergedModel(from: nil)", ["mergedModel"], ["from"]), ("save()", ["save"], []),
    ])
    func `code in a sentence names a symbol`(code: String, path: [String], labels: [String]) {
        #expect(NamedCode(code)?.path == path)
        #expect(NamedCode(code)?.labels == labels)
    }

    @Test(arguments: ["@sum", "== x", "-lname", "a.b == c"])
    func `other code names nothing`(code: String) {
        #expect(NamedCode(code) == nil)
    }

    @Test func `a test names what has all its words in a file that sees the module`() {
        let words = TestWords(
            [
                "import QuartzCore\nlayer.add(animation, forKey: \"position\")\nTimer.run(every: 1) {}",
                "import Other\nlayer.remove(forKey: key)",
                "import MainspringAnimation\n@Test func `remove forKey`() { print(\"\\(layer.shown)\") }",
            ], exports: ["QuartzCore": ["MainspringAnimation"]])
        func count(_ name: String) -> Int {
            words.count(naming: APISymbol(module: "MainspringAnimation", owner: "CALayer", name: name, isType: false))
        }
        #expect(count("add(_:forKey:)") == 1)
        #expect(count("remove(forKey:)") == 0)
        #expect(count("shown") == 1)
        // A closure behind the parentheses has no label.
        #expect(count("run(every:block:)") == 1)
        #expect(count("run(after:block:)") == 0)
    }
}
