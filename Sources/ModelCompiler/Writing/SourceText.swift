/// Swift source that is being written, line by line.
struct SourceText {
    private(set) var text = ""
    private var indentation = 0

    /// Writes a line.
    mutating func line(_ line: String = "") {
        if !line.isEmpty { text += String(repeating: " ", count: 4 * indentation) + line }
        text += "\n"
    }

    /// Writes a line that ends with a brace, what is inside, and the closing brace.
    mutating func block(_ head: String, closing: String = "}", _ body: (inout SourceText) -> Void) {
        line(head + " {")
        indentation += 1
        body(&self)
        indentation -= 1
        line(closing)
    }

    /// Writes lines one step further in.
    mutating func indented(_ body: (inout SourceText) -> Void) {
        indentation += 1
        body(&self)
        indentation -= 1
    }

    /// Writes lines that are compiled under conditions only.
    mutating func conditional(_ conditions: [String], _ body: (inout SourceText) -> Void) {
        guard !conditions.isEmpty else { return body(&self) }
        line("#if " + conditions.joined(separator: " && "))
        body(&self)
        line("#endif")
    }
}
