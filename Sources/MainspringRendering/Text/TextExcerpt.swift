/// Parts of a text, one behind another: what is laid out of a text that is longer than can be shown.
struct TextExcerpt {
    private(set) var bytes: [UInt8] = []
    private(set) var spans: [TextSpan] = []
    private var pieces: [Piece] = []
    /// The end of the text that it was taken of.
    private let end: Int

    private struct Piece {
        var start: Int
        var source: Int
        var count: Int
    }

    /// A part of one style.
    struct TextSpan {
        var range: Range<Int>
        var style: TextStyle
    }

    /// Takes ranges of bytes, in order, each of whole scalars.
    ///
    /// - Parameter joinsLines: Whether the ends of lines become spaces.
    init(_ text: StyledText, _ ranges: [Range<Int>], joinsLines: Bool = false) {
        end = text.bytes.count
        for range in ranges where !range.isEmpty {
            pieces.append(Piece(start: bytes.count, source: range.lowerBound, count: range.count))
            var start = 0
            for part in text.parts {
                let own = range.clamped(to: start..<start + part.count)
                start += part.count
                if own.isEmpty { continue }
                let first = bytes.count
                bytes.append(
                    contentsOf: text.bytes[own].lazy.map { byte in
                        // C's texts end at a NUL.
                        byte == 0 || joinsLines && (byte == 10 || byte == 13) ? UInt8(ascii: " ") : byte
                    })
                spans.append(TextSpan(range: first..<bytes.count, style: part.style))
            }
        }
        if spans.isEmpty { spans = [TextSpan(range: 0..<0, style: text.base)] }
    }

    /// Adds letters that the text does not have.
    mutating func append(_ letters: String) {
        bytes.append(contentsOf: letters.utf8)
        let last = spans.count - 1
        spans[last].range = spans[last].range.lowerBound..<bytes.count
    }

    /// Where in the text a place of the excerpt is.
    func source(_ place: Int) -> Int {
        for piece in pieces.reversed() where piece.start <= place {
            return piece.source + min(place - piece.start, piece.count)
        }
        return pieces.first?.source ?? end
    }

    /// Where in the excerpt a place of the text is; nearby if it was left out.
    func place(_ source: Int) -> Int {
        for piece in pieces where source <= piece.source + piece.count {
            return piece.start + max(source - piece.source, 0)
        }
        return pieces.last.map { $0.start + $0.count } ?? 0
    }
}
