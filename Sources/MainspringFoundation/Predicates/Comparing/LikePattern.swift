/// A pattern of `LIKE`: `?` stands for one character, `*` for any number, and `\` before either for itself.
struct LikePattern {
    private enum Piece<Element: Equatable> {
        case element(Element)
        case one
        case many

        func matches(_ other: Element) -> Bool {
            switch self {
            case .element(let element): element == other
            case .one: true
            case .many: false
            }
        }
    }

    private let pieces: [Piece<Character>]
    /// The same for texts of ASCII; nil if the pattern has other characters.
    private let bytes: [Piece<UInt8>]?

    init(_ pattern: String) {
        var pieces: [Piece<Character>] = []
        var isEscaped = false
        for character in pattern {
            switch character {
            case "\\" where !isEscaped:
                isEscaped = true
                continue
            case "?" where !isEscaped: pieces.append(.one)
            case "*" where !isEscaped: pieces.append(.many)
            default:
                if isEscaped, character != "?", character != "*", character != "\\" { pieces.append(.element("\\")) }
                pieces.append(.element(character))
            }
            isEscaped = false
        }
        if isEscaped { pieces.append(.element("\\")) }
        self.pieces = pieces
        // A line end of two characters is one of ASCII without being one byte.
        let isPlain = pieces.allSatisfy { if case .element(let element) = $0 { element.utf8.count == 1 } else { true } }
        bytes =
            isPlain
            ? pieces.map { piece in
                switch piece {
                case .element(let element): .element(element.utf8.first ?? 0)
                case .one: .one
                case .many: .many
                }
            } : nil
    }

    /// Whether the pattern stands for the whole text.
    func matches(_ text: String) -> Bool {
        if let bytes, text.utf8.allSatisfy({ $0 < 0x80 && $0 != 0x0D }) { return Self.match(bytes, Array(text.utf8)) }
        return Self.match(pieces, Array(text))
    }

    /// Takes as little as possible for each `*`, and more for the last one only: what an earlier one left is as good as
    /// what it could leave otherwise. So the cost is at most the product of the lengths.
    private static func match<Element>(_ pieces: [Piece<Element>], _ text: [Element]) -> Bool {
        var piece = 0
        var place = 0
        var last: (piece: Int, place: Int)?
        while place < text.count {
            if piece < pieces.count, case .many = pieces[piece] {
                last = (piece, place)
                piece += 1
            } else if piece < pieces.count, pieces[piece].matches(text[place]) {
                piece += 1
                place += 1
            } else if let (many, start) = last {
                last = (many, start + 1)
                piece = many + 1
                place = start + 1
            } else {
                return false
            }
        }
        return pieces[piece...].allSatisfy { if case .many = $0 { true } else { false } }
    }
}
