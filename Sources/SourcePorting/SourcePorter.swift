internal import SourceScanning

/// Goes through a file and finds what has to change.
struct SourcePorter {
    let file: SourceFile
    var edits: [SourceEdit] = []
    var leftovers: [SourceLeftover] = []
    private let depth: Int
    /// What of `#if` the place that is looked at stands in.
    var conditions = PlatformConditions()

    /// How many tokens of a call are looked at before one of its arguments.
    static let longestCall = 1_000
    /// How far code in strings in code in strings is followed.
    private static let deepestNesting = 16

    init(_ file: SourceFile, depth: Int = 0) {
        self.file = file
        self.depth = depth
    }

    mutating func run() {
        var index = 0
        while index < file.tokens.count {
            let token = file.tokens[index]
            if file.token(index, is: "@") {
                index = attribute(at: index)
            } else if token.kind == .directive {
                index = directive(at: index)
            } else if token.kind == .string {
                format(at: index)
                index += 1
            } else if token.kind == .word, file.token(index + 1, is: "(") {
                observing(at: index)
                calling(at: index)
                index += 1
            } else if file.token(index, is: "import") {
                importing(at: index)
                index += 1
            } else {
                index += 1
            }
        }
        guard depth < Self.deepestNesting else { return }
        for interpolation in file.interpolations {
            var inner = SourcePorter(file.interpolation(interpolation), depth: depth + 1)
            inner.run()
            edits += inner.edits
            leftovers += inner.leftovers
        }
    }

    private mutating func directive(at index: Int) -> Int {
        conditions.read(at: index, in: file)
        guard file.token(index + 1, is: "(") else { return index + 1 }
        let last = closing(from: index + 1)
        guard last < file.tokens.count else { return index + 1 }
        if file.token(index, is: "#keyPath") {
            keyPath(index...last)
        } else if file.token(index, is: "#selector") {
            selector(index...last)
        } else {
            return index + 1
        }
        return last + 1
    }

    private mutating func keyPath(_ tokens: ClosedRange<Int>) {
        let words = tokens.dropFirst(2).dropLast().filter { file.tokens[$0].kind == .word }
        let rest = tokens.dropFirst(2).dropLast().allSatisfy {
            file.tokens[$0].kind == .word || [".", "?", "!"].contains(file.text(file.tokens[$0]))
        }
        var names = words.map { file.text(file.tokens[$0]) }
        // What is written with a capital is a type; without one the key path begins with a property of the class.
        while let first = names.first, first.first?.isUppercase ?? false { names.removeFirst() }
        if names.first == "self" { names.removeFirst() }
        guard rest, !names.isEmpty else {
            return leave(tokens, "the key path cannot be told; write it as a string")
        }
        replace(bytes(of: tokens), line: line(tokens), by: "\"" + names.joined(separator: ".") + "\"")
    }

    private mutating func selector(_ tokens: ClosedRange<Int>) {
        let first = tokens.lowerBound
        guard file.token(first - 1, is: ":"), file.token(first - 2, is: "selector"),
            isArgumentOfSortDescriptor(first), let name = selectorName(tokens), Self.orders.contains(name)
        else {
            return leave(
                tokens, "there are no selectors here; use an API that takes a closure, or call the method directly")
        }
        replace(bytes(of: tokens), line: line(tokens), by: "Selector(\"\(name)\")")
    }

    /// Whether the parenthesis around a place belongs to `NSSortDescriptor(`.
    func isArgumentOfSortDescriptor(_ index: Int) -> Bool {
        var open = 0
        var index = index - 1
        let first = max(0, index - Self.longestCall)
        while index > first {
            if file.token(index, is: ")") { open += 1 }
            if file.token(index, is: "(") {
                if open == 0 {
                    if file.token(index - 1, is: "init"), file.token(index - 2, is: ".") {
                        return file.token(index - 3, is: "NSSortDescriptor")
                    }
                    return file.token(index - 1, is: "NSSortDescriptor")
                }
                open -= 1
            }
            index -= 1
        }
        return false
    }

    /// The selectors by which sort descriptors know an order.
    static let orders: Set<String> = [
        "compare:", "caseInsensitiveCompare:", "localizedCompare:", "localizedCaseInsensitiveCompare:",
        "localizedStandardCompare:",
    ]

    /// The Objective-C name of `A.b(_:c:)`: `b:c:`, and of a method whose first label is no `_`: `bWithC:`. Without labels a
    /// name says nothing of parameters; of those that put in order it is known that they take one.
    private func selectorName(_ tokens: ClosedRange<Int>) -> String? {
        var inside = Array(tokens.dropFirst(2).dropLast())
        guard let opening = inside.firstIndex(where: { file.token($0, is: "(") }) else {
            let name = inside.last.map { file.text(file.tokens[$0]) }
            return name.map { Self.orders.contains($0 + ":") ? $0 + ":" : $0 }
        }
        let labels = inside[opening...].filter { file.tokens[$0].kind == .word }.map { file.text(file.tokens[$0]) }
        inside.removeSubrange(opening...)
        guard let base = inside.last, file.tokens[base].kind == .word, let first = labels.first else { return nil }
        let name = file.text(file.tokens[base])
        let head = first == "_" ? name : name + "With" + first.prefix(1).uppercased() + first.dropFirst()
        return head + ":" + labels.dropFirst().map { ($0 == "_" ? "" : $0) + ":" }.joined()
    }

    func touches(_ index: Int) -> Bool { file.tokens[index].start == file.tokens[index - 1].end }

    /// The token that closes a parenthesis; the last one where nothing does.
    func closing(from index: Int) -> Int {
        var open = 0
        for place in index..<file.tokens.count {
            if file.token(place, is: "(") { open += 1 }
            if file.token(place, is: ")") {
                open -= 1
                if open == 0 { return place }
            }
        }
        return max(index, file.tokens.count - 1)
    }

    func bytes(of tokens: ClosedRange<Int>) -> Range<Int> {
        file.tokens[tokens.lowerBound].start..<file.tokens[tokens.upperBound].end
    }

    func line(_ tokens: ClosedRange<Int>) -> Int { file.tokens[tokens.lowerBound].line }

    mutating func replace(_ range: Range<Int>, line: Int, by replacement: String) {
        edits.append(SourceEdit(range: range, line: line, original: file.text(range), replacement: replacement))
    }

    mutating func leave(_ tokens: ClosedRange<Int>, _ reason: String) {
        guard tokens.upperBound < file.tokens.count else { return }
        leftovers.append(
            SourceLeftover(path: file.path, line: line(tokens), text: file.text(bytes(of: tokens)), reason: reason))
    }
}
