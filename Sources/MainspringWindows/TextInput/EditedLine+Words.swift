extension EditedLine {
    /// What letters are for words.
    private enum Kind {
        case word
        case blank
        /// Each of these stands by itself.
        case other

        init(_ letter: Character) {
            self =
                if letter.isLetter || letter.isNumber || letter == "_" { .word } else if letter.isWhitespace {
                    .blank
                } else {
                    .other
                }
        }
    }

    /// What the letter at an index, which there is, is; what joins two letters, as an apostrophe, is part of their word.
    private func kind(at index: String.Index) -> Kind {
        let letter = text[index]
        let kind = Kind(letter)
        guard letter == "'" || letter == "\u{2019}", index > text.startIndex else { return kind }
        let next = text.index(after: index)
        guard next < text.endIndex, Kind(text[text.index(before: index)]) == .word, Kind(text[next]) == .word else {
            return kind
        }
        return .word
    }

    /// Where the word begins that a place is in or behind.
    func wordStart(before place: Int) -> Int {
        var index = index(place)
        var isInside = false
        while index > text.startIndex {
            let previous = text.index(before: index)
            let isWord = kind(at: previous) == .word
            if isInside, !isWord { break }
            isInside = isWord
            index = previous
        }
        return self.place(index)
    }

    /// Where the word ends that a place is in or before.
    func wordEnd(after place: Int) -> Int {
        var index = index(place)
        var isInside = false
        while index < text.endIndex {
            let isWord = kind(at: index) == .word
            if isInside, !isWord { break }
            isInside = isWord
            index = text.index(after: index)
        }
        return self.place(index)
    }

    /// The word, or the blanks, or the one other letter, behind a place; at the end, before it.
    func word(at place: Int) -> Range<Int> {
        guard !text.isEmpty else { return 0..<0 }
        var start = index(places(around: place).before)
        if start == text.endIndex { start = text.index(before: start) }
        var end = text.index(after: start)
        let kind = kind(at: start)
        guard kind != .other else { return self.place(start)..<self.place(end) }
        while start > text.startIndex, self.kind(at: text.index(before: start)) == kind {
            start = text.index(before: start)
        }
        while end < text.endIndex, self.kind(at: end) == kind { end = text.index(after: end) }
        return self.place(start)..<self.place(end)
    }
}
