import SourceScanning
import Testing

@Suite struct LexerTests {
    private func words(_ text: String) -> [String] {
        let file = SourceFile(path: "a.swift", text: text)
        return file.tokens.map { file.text($0) }
    }

    @Test(arguments: [
        ("a // b\nc", ["a", "c"]),
        ("a /* b /* c */ d */ e", ["a", "e"]),
        ("a /* never closed", ["a"]),
        (#"x = "a // b" + c"#, ["x", "=", #""a // b""#, "+", "c"]),
        (#""a\"b" c"#, [#""a\"b""#, "c"]),
        (##"#"a"b\("# c"##, [##"#"a"b\("#"##, "c"]),
        (##"#"\#(a)"# c"##, [##"#"\#(a)"#"##, "c"]),
        ("\"\"\"\n a \" b \"\" c\n\"\"\" d", ["\"\"\"\n a \" b \"\" c\n\"\"\"", "d"]),
        (#""\(f("x)", [1]))" y"#, [#""\(f("x)", [1]))""#, "y"]),
        (#""\(f("\(g(")"))"))" y"#, [#""\(f("\(g(")"))"))""#, "y"]),
        ("`class` x", ["class", "x"]),
        ("1.5 + a.0.b 1...5", ["1.5", "+", "a", ".", "0", ".", "b", "1", ".", ".", ".", "5"]),
        ("#if os(Linux)", ["#if", "os", "(", "Linux", ")"]),
        ("let r = /a\"b/ c", ["let", "r", "=", "/a\"b/", "c"]),
        ("let r = #/a\"/b/# c", ["let", "r", "=", "#/a\"/b/#", "c"]),
        ("a / b / c", ["a", "/", "b", "/", "c"]),
        ("\"open\nx", ["\"open", "x"]),
        ("größe + 日本", ["größe", "+", "日本"]),
        ("", []),
    ])
    func `source is cut into tokens, and comments are left out`(text: String, expected: [String]) {
        #expect(words(text) == expected)
    }

    @Test func `tokens know their lines`() {
        let file = SourceFile(path: "a.swift", text: "a\n/* \n */ b\n\"\"\"\n\n\"\"\" c\nd")
        #expect(file.tokens.map(\.line) == [1, 3, 4, 6, 7])
        #expect(file.tokens.map(\.beginsLine) == [true, true, true, false, true])
    }

    @Test func `code in strings is reachable`() {
        let file = SourceFile(path: "a.swift", text: "\n\"a \\(b + c) \\(d(\"e\"))\"")
        let inner = file.interpolations.map { file.interpolation($0) }
        #expect(
            inner.map { file in file.tokens.map { file.text($0) } } == [["b", "+", "c"], ["d", "(", "\"e\"", ")"]])
        #expect(inner.map { $0.tokens[0].line } == [2, 2])
    }

    @Test(arguments: ["\"\\(", "#\"", "/*", "\"\"\"\\(\"", "`", "#", "'", "\u{0}\\", "\"\\", "#/", "\"\\(\"\\(\"\\("])
    func `what is no Swift is read to its end`(text: String) {
        for length in 0...text.utf8.count {
            _ = SourceFile(path: "a.swift", bytes: Array(text.utf8.prefix(length)))
        }
    }

    @Test func `interpolations may stand in each other beyond all measure`() {
        _ = SourceFile(path: "a.swift", text: String(repeating: "\"\\(", count: 20_000))
    }
}
