internal import CPangoText
internal import Foundation

/// Finds the lines that are shown of a text, and where they lie.
struct TextComposition {
    private(set) var lines: [PlacedLine] = []
    private(set) var isTruncated = false
    private let text: StyledText
    private let options: TextLayout.Options
    private let width: Double?
    private let height: Double
    /// So many bytes are laid out at most.
    private let most: Int

    /// So many bytes are laid out of any text at most.
    static let most = 100_000
    /// Pango counts a line's 1,024ths of a unit in 32 bits.
    private static let longestLine = 1_000_000.0
    /// So many bytes are laid out of a line at most where letters are left out of it.
    private static let mostOfCutLine = 16_384
    /// Sums of lengths that Pango has rounded may be larger by this.
    private static let tolerance = 0.01

    init(_ text: StyledText, _ options: TextLayout.Options) {
        (self.text, self.options) = (text, options)
        (width, height) = (options.usableWidth, options.usableHeight ?? .infinity)
        most = max(64, min(Self.most, Int(Self.longestLine / text.largestSize)))
        compose()
        align()
    }

    private var wraps: Bool { options.wraps && width != nil }

    private mutating func compose() {
        var count = firstTry
        while true {
            let part = wraps ? head(count) : paragraphs(count)
            var rules = ShapedText.Rules(width: width)
            (rules.wraps, rules.isJustified) = (wraps, wraps && options.alignment == .justified)
            if !wraps, width != nil { rules.cut = options.truncation.cut }
            guard let shaped = ShapedText(TextExcerpt(text, part.ranges), rules) else { return }
            let hasRoom = place(shaped) == shaped.lines.count
            if hasRoom, !part.reachesEnd, count < most {
                count = min(4 * count, most)
                continue
            }
            let isAll = part.count == text.bytes.count
            let isTooWide = !wraps && (shaped.isCut || lines.contains { $0.frame.width > width ?? .infinity })
            if hasRoom, !isAll, !part.reachesEnd || !isTooWide { complain(part.count) }
            isTruncated = !isAll || !hasRoom || shaped.isCut
            if isTruncated, wraps, options.truncation != .none { cutLastLine() }
            return
        }
    }

    /// What is laid out of the text.
    private struct Part {
        var ranges: [Range<Int>]
        /// Whether nothing but the insides of lines is left out.
        var reachesEnd: Bool

        var count: Int { ranges.reduce(0) { $0 + $1.count } }
    }

    /// How many bytes are likely to fill the box.
    private var firstTry: Int {
        guard let width, height < .infinity else { return most }
        let size = text.base.font.usableSize
        return Int(min(max(4 * (width / size + 1) * (height / size + 1), 1024), Double(most)))
    }

    /// Takes the lines that fit, one at least; how many.
    private mutating func place(_ shaped: ShapedText) -> Int {
        lines = []
        var top = 0.0
        for number in shaped.lines.indices {
            let line = PlacedLine(shaped, number, top: top)
            guard number == 0 || line.frame.maxY <= height + Self.tolerance else { break }
            lines.append(line)
            top = line.frame.maxY
        }
        return lines.count
    }

    /// Has the last line take all that is left, and lose letters.
    private mutating func cutLastLine() {
        guard let last = lines.last else { return }
        let rest = last.source.lowerBound..<text.bytes.count
        var excerpt: TextExcerpt
        if options.truncation == .end {
            let paragraph = rest.lowerBound..<endOfParagraph(rest.lowerBound)
            let ranges = text.limited(paragraph, to: Self.mostOfCutLine, .end)
            excerpt = TextExcerpt(text, ranges)
            if (ranges.last?.upperBound ?? rest.lowerBound) < rest.upperBound { excerpt.append("…") }
        } else {
            excerpt = TextExcerpt(
                text, text.limited(rest, to: Self.mostOfCutLine, options.truncation), joinsLines: true)
        }
        var rules = ShapedText.Rules(width: width)
        (rules.cut, rules.isOneLine) = (options.truncation.cut, true)
        guard let shaped = ShapedText(excerpt, rules), !shaped.lines.isEmpty else { return }
        lines[lines.count - 1] = PlacedLine(shaped, 0, top: last.frame.minY)
        lines[lines.count - 1].source = rest
    }

    private mutating func align() {
        let box = width ?? lines.reduce(0) { max($0, $1.frame.width) }
        for index in lines.indices {
            let room = box - lines[index].frame.width
            lines[index].frame.origin.x =
                switch options.alignment {
                case .left: 0
                case .right: room
                case .center: room / 2
                case .natural, .justified: lines[index].isRightToLeft ? room : 0
                }
        }
    }

    // MARK: Parts of the text

    private func head(_ count: Int) -> Part {
        let ranges = text.limited(text.bytes.indices, to: count, .end)
        return Part(ranges: ranges, reachesEnd: count >= text.bytes.count)
    }

    /// The paragraphs that begin within so many bytes, each as far as its line may show.
    private func paragraphs(_ count: Int) -> Part {
        var part = Part(ranges: [], reachesEnd: false)
        var (start, taken) = (0, 0)
        while start < text.bytes.count, taken < count {
            let end = endOfParagraph(start)
            let next = min(end + 1, text.bytes.count)
            let limit = min(width == nil ? most : Self.mostOfCutLine, most - taken)
            part.ranges += text.limited(start..<end, to: limit, options.truncation)
            if next > end { part.ranges.append(end..<next) }
            taken += min(end - start, limit) + 1
            start = next
        }
        part.reachesEnd = start == text.bytes.count
        return part
    }

    private func endOfParagraph(_ start: Int) -> Int {
        text.bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? text.bytes.count
    }

    private func complain(_ count: Int) {
        DrawingComplaint.say(
            "a text of \(text.bytes.count) bytes is too long to be laid out at once; \(count) of them are. Cut it into several texts."
        )
    }
}

extension StyledText {
    /// So many bytes of a range at most, of whole scalars: those that are seen where letters are left out.
    fileprivate func limited(_ range: Range<Int>, to count: Int, _ truncation: TextLayout.Truncation) -> [Range<Int>] {
        guard range.count > count else { return [range] }
        let (start, end) = (range.lowerBound, range.upperBound)
        switch truncation {
        case .none, .end: return [start..<boundary(start + count)]
        case .start: return [boundary(end - count)..<end]
        case .middle: return [start..<boundary(start + count / 2), boundary(end - count / 2)..<end]
        }
    }

    /// Where the scalar begins that a byte belongs to.
    private func boundary(_ place: Int) -> Int {
        var place = place
        while place > 0, place < bytes.count, bytes[place] & 0xC0 == 0x80 { place -= 1 }
        return place
    }
}

extension TextLayout.Truncation {
    fileprivate var cut: pango_text_cut {
        switch self {
        case .none: pango_text_cut_none
        case .start: pango_text_cut_start
        case .middle: pango_text_cut_middle
        case .end: pango_text_cut_end
        }
    }
}
