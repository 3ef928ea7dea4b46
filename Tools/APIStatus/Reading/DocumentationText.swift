/// The documentation of a symbol, as far as it says what is ours and what differs.
struct DocumentationText {
    /// Its paragraphs, each on one line.
    private let paragraphs: [String]

    init(_ lines: [String]) {
        var isCode = false
        var paragraphs: [String] = [""]
        for line in lines.map({ $0.trimming(" ") }) {
            if line.hasPrefix("```") { isCode.toggle() } else if isCode { continue }
            if line.isEmpty || line.hasPrefix("- ") || line.hasPrefix("```") { paragraphs.append("") }
            let end = paragraphs.count - 1
            paragraphs[end] += (paragraphs[end].isEmpty ? "" : " ") + line
        }
        self.paragraphs = paragraphs.filter { !$0.isEmpty }
    }

    /// Whether it says that Apple has none: by “Ours”, or by a parenthesis that begins so; what it says of parameters does not count.
    var isOurs: Bool {
        paragraphs.contains { paragraph in
            guard !paragraph.hasPrefix("- ") else { return false }
            return paragraph.contains(/(^|[^\w])Ours\b/) || paragraph.contains("(ours")
        }
    }

    /// What it says under “Differences from Apple”, and of what is kept or accepted without influence: “Kept; there is no Spotlight here.”
    var differences: [String] {
        paragraphs.filter { !$0.hasPrefix("- ") }.flatMap { paragraph in
            if let match = paragraph.firstMatch(of: /^\*\*Differences from Apple[^*]*\*\*[:.]?\s*/) {
                let text = String(paragraph[match.range.upperBound...]).replacing("``", with: "`")
                return [text.hasSuffix(".") ? String(text.dropLast()) : text]
            }
            return paragraph.matches(of: /(?:^|\. )(Kept|Accepted)((?: and written| for the shape)?(?:; [^.]+)?)(?=\.)/)
                .map { $0.output.1.lowercased() + String($0.output.2).replacing("``", with: "`") }
        }
    }
}

extension String {
    /// Without a character at both ends.
    func trimming(_ character: Character) -> String {
        var rest = self[...]
        while rest.first == character { rest.removeFirst() }
        while rest.last == character { rest.removeLast() }
        return String(rest)
    }
}
