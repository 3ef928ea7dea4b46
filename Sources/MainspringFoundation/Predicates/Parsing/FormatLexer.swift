/// Cuts a format into tokens, without making a `String` of any.
struct FormatLexer {
    let bytes: UnsafeBufferPointer<UInt8>
    private var place = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

    private func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

    private func error(_ problem: PredicateFailure.Problem, at offset: Int) -> PredicateFailure {
        PredicateFailure(problem, at: PredicateFailure.Position(offset, in: bytes))
    }

    /// The next token; at the end that of the end, again and again.
    mutating func next() throws(PredicateFailure) -> Token {
        let start = firstPlace { $0 > 0x20 }
        place = start
        guard start < bytes.count else { return Token(kind: .end, start: start, end: start) }
        let first = bytes[start]
        if first.beginsWord { return try word(start) }
        if first.isDigit || first == UInt8(ascii: ".") && byte(start + 1).isDigit { return try number(start) }
        switch first {
        case UInt8(ascii: "\""), UInt8(ascii: "'"): return try text(start, first)
        case UInt8(ascii: "$"): return try sign(.variable, start, expected: "a variable's name after $")
        case UInt8(ascii: "#"): return try sign(.escapedIdentifier, start, expected: "a key after #")
        case UInt8(ascii: "@"):
            let token = try sign(.sign, start, expected: "the name of an operator after @")
            return Token(kind: .sign, start: start, end: token.end)
        case UInt8(ascii: "%"): return try placeholder(start)
        default: return try symbol(start, first)
        }
    }

    private mutating func skipWord() throws(PredicateFailure) {
        place = firstPlace { !$0.continuesWord || $0 >= 0x80 }
        while place < bytes.count, bytes[place].continuesWord { place += try length(at: place) }
    }

    /// Where from here on the first byte is that a closure wants; the end if there is none.
    private func firstPlace(where isWanted: (UInt8) -> Bool) -> Int {
        var place = place
        while place < bytes.count, !isWanted(bytes[place]) { place += 1 }
        return place
    }

    /// Goes over the keys right behind the last token that have a dot before them and nothing else between.
    /// - Returns: where they end.
    mutating func skipKeys() throws(PredicateFailure) -> Int {
        while byte(place) == UInt8(ascii: ".") {
            let before = place
            place += byte(place + 1) == UInt8(ascii: "@") ? 2 : 1
            let beginsWord = byte(place).beginsWord
            if beginsWord { try skipWord() }
            // What has a colon is the name of a function, which is no key.
            guard beginsWord, byte(place) != UInt8(ascii: ":") else {
                place = before
                break
            }
        }
        return place
    }

    /// How many bytes the character of a word at a place has.
    private func length(at place: Int) throws(PredicateFailure) -> Int {
        guard bytes[place] >= 0x80 else { return 1 }
        var decoder = UTF8()
        var following = bytes[place..<min(place + 4, bytes.count)].makeIterator()
        guard case .scalarValue(let scalar) = decoder.decode(&following) else { return 1 }
        guard scalar.standsInWord else {
            let name = "U+" + ("000" + String(scalar.value, radix: 16, uppercase: true)).suffix(4)
            throw error(
                .unexpected(
                    scalar.isSeen ? "“\(scalar)” (\(name))" : "the character \(name)",
                    expected: "plain quotation marks and spaces, or a key"), at: place)
        }
        return UTF8.width(scalar)
    }

    private func slice(_ start: Int) -> UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(rebasing: bytes[start..<place])
    }

    private mutating func word(_ start: Int) throws(PredicateFailure) -> Token {
        try skipWord()
        if byte(place) == UInt8(ascii: ":"), byte(place + 1) != UInt8(ascii: "=") {
            return try functionName(start)
        }
        if byte(place) == UInt8(ascii: "-"), place - start == 3, let keyword = typeOperator(start) {
            return Token(kind: .keyword(keyword), start: start, end: place)
        }
        let kind = Keyword(slice(start)).map { Token.Kind.keyword($0) } ?? .identifier
        return Token(kind: kind, start: start, end: place)
    }

    private mutating func functionName(_ start: Int) throws(PredicateFailure) -> Token {
        while byte(place) == UInt8(ascii: ":") {
            place += 1
            if byte(place).beginsWord { try skipWord() }
        }
        return Token(kind: .functionName, start: start, end: place)
    }

    /// The two operators whose names have hyphens.
    private mutating func typeOperator(_ start: Int) -> Keyword? {
        let wordEnd = place
        for keyword in [Keyword.conformsTo, .equalsType] {
            place = min(start + keyword.rawValue.utf8.count, bytes.count)
            if Keyword(slice(start)) == keyword, !byte(place).continuesWord { return keyword }
        }
        place = wordEnd
        return nil
    }

    private mutating func sign(_ kind: Token.Kind, _ start: Int, expected: String) throws(PredicateFailure) -> Token {
        place = start + 1
        guard byte(place).beginsWord else {
            throw error(.unexpected(found(place), expected: expected), at: place)
        }
        try skipWord()
        return Token(kind: kind, start: start + 1, end: place)
    }

    private mutating func number(_ start: Int) throws(PredicateFailure) -> Token {
        let isPrefixed = byte(start) == UInt8(ascii: "0") && [0x78, 0x6F, 0x62].contains(byte(start + 1) | 0x20)
        while place < bytes.count {
            let byte = bytes[place]
            let isExponentSign =
                !isPrefixed && (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-"))
                && bytes[place - 1] | 0x20 == UInt8(ascii: "e")
            let isPoint = byte == UInt8(ascii: ".") && self.byte(place + 1).isDigit
            guard byte.continuesWord || isPoint || isExponentSign else { break }
            place += try length(at: place)
        }
        return Token(kind: .number, start: start, end: place)
    }

    private mutating func text(_ start: Int, _ quote: UInt8) throws(PredicateFailure) -> Token {
        place = start + 1
        while place < bytes.count {
            let byte = bytes[place]
            place += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == quote { return Token(kind: .text, start: start, end: place) }
        }
        place = bytes.count
        throw error(
            .unexpected("the end", expected: "a \(quote == UInt8(ascii: "'") ? "'" : "\"") that ends the text"),
            at: start)
    }

    private mutating func placeholder(_ start: Int) throws(PredicateFailure) -> Token {
        place = start + 1
        if byte(place) == UInt8(ascii: "%") {
            place += 1
            return Token(kind: .symbol(.modulus), start: start, end: place)
        }
        while "hlqzjtL".utf8.contains(byte(place)), place - start < 3 { place += 1 }
        guard place < bytes.count, "@KdDiuUoOxXfFeEgGaAcCsSp".utf8.contains(bytes[place]) else {
            throw error(
                .unexpected(
                    found(start), expected: "a placeholder: %@ for a value, %K for a key path, %d, %ld, %f for numbers"),
                at: start)
        }
        place += 1
        return Token(kind: .placeholder, start: start, end: place)
    }

    private mutating func symbol(_ start: Int, _ first: UInt8) throws(PredicateFailure) -> Token {
        if first.beginsPair, let symbol = Self.pair(first, byte(start + 1)) {
            place = start + 2
            return Token(kind: .symbol(symbol), start: start, end: place)
        }
        guard let symbol = Self.single(first) else {
            throw error(.unexpected(found(start), expected: "a key, a constant or an operator"), at: start)
        }
        place = start + 1
        return Token(kind: .symbol(symbol), start: start, end: place)
    }

    /// What stands at a place, for a sentence.
    func found(_ start: Int) -> String {
        guard start < bytes.count else { return "the end" }
        let character = String(decoding: bytes[start..<min(start + 16, bytes.count)], as: UTF8.self).first
        return character.map { "“\($0)”" } ?? "the end"
    }

    private static func pair(_ first: UInt8, _ second: UInt8) -> Token.Symbol? {
        switch (first, second) {
        case (UInt8(ascii: "="), UInt8(ascii: "=")): .equal
        case (UInt8(ascii: "="), UInt8(ascii: ">")), (UInt8(ascii: ">"), UInt8(ascii: "=")): .greaterOrEqual
        case (UInt8(ascii: "="), UInt8(ascii: "<")), (UInt8(ascii: "<"), UInt8(ascii: "=")): .lessOrEqual
        case (UInt8(ascii: "!"), UInt8(ascii: "=")), (UInt8(ascii: "<"), UInt8(ascii: ">")): .notEqual
        case (UInt8(ascii: "<"), UInt8(ascii: "<")): .leftShift
        case (UInt8(ascii: ">"), UInt8(ascii: ">")): .rightShift
        case (UInt8(ascii: "&"), UInt8(ascii: "&")): .and
        case (UInt8(ascii: "|"), UInt8(ascii: "|")): .or
        case (UInt8(ascii: "*"), UInt8(ascii: "*")): .power
        case (UInt8(ascii: ":"), UInt8(ascii: "=")): .assign
        default: nil
        }
    }

    private static func single(_ byte: UInt8) -> Token.Symbol? {
        switch byte {
        case UInt8(ascii: "("): .leftParenthesis
        case UInt8(ascii: ")"): .rightParenthesis
        case UInt8(ascii: "{"): .leftBrace
        case UInt8(ascii: "}"): .rightBrace
        case UInt8(ascii: "["): .leftBracket
        case UInt8(ascii: "]"): .rightBracket
        case UInt8(ascii: ","): .comma
        case UInt8(ascii: "."): .dot
        case UInt8(ascii: "+"): .plus
        case UInt8(ascii: "-"): .minus
        case UInt8(ascii: "*"): .times
        case UInt8(ascii: "/"): .divide
        case UInt8(ascii: "&"): .bitAnd
        case UInt8(ascii: "|"): .bitOr
        case UInt8(ascii: "^"): .bitXor
        case UInt8(ascii: "~"): .complement
        case UInt8(ascii: "!"): .not
        case UInt8(ascii: "="): .equal
        case UInt8(ascii: "<"): .less
        case UInt8(ascii: ">"): .greater
        default: nil
        }
    }
}

extension UInt8 {
    /// Letters, `_`, and all bytes of characters beyond ASCII; of these `Unicode.Scalar.standsInWord` says more.
    var beginsWord: Bool { (self | 0x20) &- 0x61 < 26 || self == 0x5F || self >= 0x80 }
    var isDigit: Bool { self &- 0x30 < 10 }
    var continuesWord: Bool { beginsWord || isDigit }

    /// The first of two characters that mean something together.
    fileprivate var beginsPair: Bool {
        switch self {
        case UInt8(ascii: "="), UInt8(ascii: "!"), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"),
            UInt8(ascii: "|"), UInt8(ascii: "*"), UInt8(ascii: ":"):
            true
        default: false
        }
    }
}

extension Unicode.Scalar {
    /// Whether a key may have the character, which is beyond ASCII: not spaces, quotation marks and other punctuation that
    /// looks like the format's own, and not what is invisible, unless a language needs it within words.
    var standsInWord: Bool {
        switch properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .surrogate: false
        case .format: value == 0x200C || value == 0x200D || 0xE0020...0xE007F ~= value
        case .initialPunctuation, .finalPunctuation, .openPunctuation, .closePunctuation, .dashPunctuation,
            .otherPunctuation:
            properties.isIDContinue
        default: true
        }
    }

    /// Whether the character can be seen.
    var isSeen: Bool {
        switch properties.generalCategory {
        case .spaceSeparator, .lineSeparator, .paragraphSeparator, .control, .format, .surrogate: false
        default: true
        }
    }
}
