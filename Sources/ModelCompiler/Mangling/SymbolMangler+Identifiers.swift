/// A word of an identifier, by its place in the symbol.
struct SubstitutionWord {
    var start: Int
    let length: Int
}

extension SymbolMangler {
    /// Writes an identifier: by a reference where it stood before, else with references to words that stood before.
    mutating func appendIdentifier(_ identifier: String) {
        guard !appendSubstitution(for: .identifier(identifier)) else { return }
        addSubstitution(.identifier(identifier))
        let bytes = Array(identifier.utf8)
        if bytes.contains(where: { !Self.isPlain($0) }) || bytes.first.map(Self.isDigit) ?? false {
            appendPunycode(identifier)
        } else {
            appendWords(bytes)
        }
    }

    private mutating func appendPunycode(_ identifier: String) {
        let code = Punycode.encode(identifier)
        append("00\(code.utf8.count)")
        if let first = code.utf8.first, Self.isDigit(first) || first == UInt8(ascii: "_") { append("_") }
        append(code)
    }

    private mutating func appendWords(_ bytes: [UInt8]) {
        let wordsBefore = words.count
        let replacements = findWords(in: bytes)
        if !replacements.isEmpty { append("0") }
        var nextWord = wordsBefore
        var position = 0
        for index in 0...replacements.count {
            let end = index < replacements.count ? replacements[index].position : bytes.count
            if position < end {
                append(String(end - position))
                while position < end {
                    if nextWord < words.count, words[nextWord].start == position {
                        words[nextWord].start = buffer.count
                        nextWord += 1
                    }
                    buffer.append(bytes[position])
                    position += 1
                }
            }
            guard index < replacements.count else { break }
            let word = replacements[index].word
            position += words[word].length
            if index < replacements.count - 1 {
                buffer.append(UInt8(ascii: "a") + UInt8(word))
            } else {
                buffer.append(UInt8(ascii: "A") + UInt8(word))
                if position == bytes.count { append("0") }
            }
        }
    }

    /// The words that stood before, by where they begin; those that are new are remembered, for now by their place in
    /// the identifier.
    private mutating func findWords(in bytes: [UInt8]) -> [(position: Int, word: Int)] {
        let wordsBefore = words.count
        var replacements: [(position: Int, word: Int)] = []
        var start: Int?
        for position in 0...bytes.count {
            let byte = position < bytes.count ? bytes[position] : 0
            if let begin = start, Self.endsWord(byte, after: bytes[position - 1]) {
                let word = bytes[begin..<position]
                let known =
                    words[..<wordsBefore].firstIndex { buffer[$0.start..<$0.start + $0.length] == word }
                    ?? words[wordsBefore...].firstIndex { bytes[$0.start..<$0.start + $0.length] == word }
                if let known {
                    replacements.append((begin, known))
                } else if word.count >= Self.shortestWord, words.count < Self.mostWords {
                    words.append(SubstitutionWord(start: begin, length: word.count))
                }
                start = nil
            }
            if start == nil, byte != 0, byte != UInt8(ascii: "_"), !Self.isDigit(byte) { start = position }
        }
        return replacements
    }

    private static func endsWord(_ byte: UInt8, after previous: UInt8) -> Bool {
        byte == 0 || byte == UInt8(ascii: "_") || (!isUpper(previous) && isUpper(byte))
    }

    private static func isUpper(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z") }

    static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

    /// Whether a byte stands for itself.
    static func isPlain(_ byte: UInt8) -> Bool {
        isDigit(byte) || isUpper(byte) || (byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z"))
            || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
    }

    private static var shortestWord: Int { 2 }
    private static var mostWords: Int { 26 }
}
