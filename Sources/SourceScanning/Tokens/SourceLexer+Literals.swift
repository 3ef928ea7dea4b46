extension SourceLexer {
    /// Reads a string from its first quote or `#`, of one line or of several.
    mutating func readString(hashes: Int) {
        let start = position
        let firstLine = line
        var index = position + hashes
        let isLong = byte(index + 1) == Sign.quote && byte(index + 2) == Sign.quote
        let quotes = isLong ? 3 : 1
        index += quotes
        while index < end {
            let current = bytes[index]
            if current == Sign.newline {
                // A string of one line ends with it, whether or not its quote is there.
                guard isLong else { break }
                line += 1
                index += 1
            } else if current == Sign.quote, closes(at: index, quotes: quotes, hashes: hashes) {
                index += quotes + hashes
                break
            } else if current == Sign.backslash, escapes(at: index, hashes: hashes) {
                index += 1 + hashes
                if byte(index) == Sign.openParenthesis, nesting < Self.deepestNesting {
                    let inside = index + 1
                    let firstInside = line
                    index = endOfInterpolation(from: inside)
                    interpolations.append(.init(range: inside..<max(inside, index - 1), line: firstInside))
                } else if byte(index) != Sign.newline {
                    index += 1
                }
            } else {
                index += 1
            }
        }
        add(.string, from: start, to: min(index, end), line: firstLine)
    }

    private func closes(at index: Int, quotes: Int, hashes: Int) -> Bool {
        for offset in 0..<quotes where byte(index + offset) != Sign.quote { return false }
        return hasHashes(hashes, at: index + quotes)
    }

    private func escapes(at index: Int, hashes: Int) -> Bool { hasHashes(hashes, at: index + 1) }

    private func hasHashes(_ count: Int, at index: Int) -> Bool {
        for offset in 0..<count where byte(index + offset) != Sign.hash { return false }
        return true
    }

    /// The place after the parenthesis that closes an interpolation.
    ///
    /// Its code is cut by a lexer of its own, which knows strings in it; so parentheses in those count for nothing.
    private mutating func endOfInterpolation(from start: Int) -> Int {
        var inner = SourceLexer(bytes: bytes, range: start..<end, line: line, nesting: nesting + 1)
        inner.runToClosingParenthesis()
        line = inner.line
        return inner.position
    }

    /// Goes on to the parenthesis that closes what was open before the first token.
    private mutating func runToClosingParenthesis() {
        var depth = 1
        while position < end {
            switch bytes[position] {
            case Sign.openParenthesis: depth += 1
            case Sign.closeParenthesis:
                depth -= 1
                if depth == 0 {
                    position += 1
                    return
                }
            case Sign.newline: line += 1
            case Sign.quote:
                var hashes = 0
                while position - hashes > 0, bytes[position - hashes - 1] == Sign.hash { hashes += 1 }
                position -= hashes
                readString(hashes: hashes)
                continue
            default: break
            }
            position += 1
        }
    }

    /// Whether a slash begins a regular expression, by what is around it: what ends a value comes before a division.
    func beginsRegex() -> Bool {
        let next = byte(position + 1)
        guard next != Sign.space, next != Sign.tab, next != Sign.newline, next != 0, next != Sign.equals else {
            return false
        }
        if let last = tokens.last, last.end == position || last.line == line {
            switch last.kind {
            case .number, .string, .regex, .directive: return false
            case .word:
                let word = bytes[last.start..<last.end]
                guard Sign.wordsBeforeValues.contains(where: { $0.utf8.elementsEqual(word) }) else { return false }
            case .sign:
                guard Sign.beforeValues.contains(bytes[last.start]) else { return false }
            }
        }
        var index = position + 1
        while index < end, bytes[index] != Sign.newline {
            if bytes[index] == Sign.backslash {
                index += 2
            } else if bytes[index] == Sign.slash {
                return bytes[index - 1] != Sign.space
            } else {
                index += 1
            }
        }
        return false
    }

    /// Reads a regular expression from its first `#` or slash.
    mutating func readRegex(hashes: Int) {
        let start = position
        let firstLine = line
        var index = position + hashes + 1
        // Only one with `#`, whose first line holds nothing else, goes over several lines.
        let isLong = hashes > 0 && byte(index) == Sign.newline
        while index < end {
            if bytes[index] == Sign.newline {
                guard isLong else { break }
                line += 1
                index += 1
            } else if bytes[index] == Sign.backslash, byte(index + 1) != Sign.newline {
                index += 2
            } else if bytes[index] == Sign.slash, hasHashes(hashes, at: index + 1) {
                index += 1 + hashes
                break
            } else {
                index += 1
            }
        }
        add(.regex, from: start, to: min(index, end), line: firstLine)
    }
}
