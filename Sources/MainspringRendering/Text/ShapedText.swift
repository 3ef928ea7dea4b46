internal import CPangoText
internal import Foundation
internal import MainspringGraphics

/// A text with its letters found and placed, line by line; where the lines lie is not said.
final class ShapedText: @unchecked Sendable {
    // `@unchecked Sendable`: constant; the lock of its fonts guards what `layout` points to, in CPangoText.
    private let layout: OpaquePointer
    let excerpt: TextExcerpt
    let lines: [pango_text_line]
    let isCut: Bool

    struct Rules {
        /// Nil for no end.
        var width: Double?
        var wraps = false
        var isJustified = false
        var cut = pango_text_cut_none
        var isOneLine = false
    }

    /// Nil where there is no memory.
    init?(_ excerpt: TextExcerpt, _ rules: Rules) {
        let families = excerpt.spans.map { strdup(FontFamilies.list(for: $0.style.font.family)) }
        defer { for family in families { free(family) } }
        let spans = zip(excerpt.spans, families).map { span, family in
            pango_text_span(span.style, span.range, family: family)
        }
        let made = excerpt.bytes.withUnsafeBytes { bytes in
            spans.withUnsafeBufferPointer { spans in
                var request = pango_text_request()
                request.text = bytes.bindMemory(to: CChar.self).baseAddress
                request.length = bytes.count
                request.spans = spans.baseAddress
                request.span_count = spans.count
                request.width = min(rules.width ?? -1, 1_000_000)
                request.wraps = rules.wraps
                request.is_justified = rules.isJustified
                request.cut = rules.cut
                request.is_one_line = rules.isOneLine
                return pango_text_create(&request)
            }
        }
        guard let made else { return nil }
        layout = made
        self.excerpt = excerpt
        let count = pango_text_line_count(made)
        lines = [pango_text_line](unsafeUninitializedCapacity: count) { lines, initialized in
            pango_text_get_lines(made, lines.baseAddress, count)
            initialized = count
        }
        isCut = pango_text_is_cut(made)
    }

    deinit { pango_text_destroy(layout) }

    /// From a line's left end to what stands at a place of the excerpt.
    func x(_ line: Int, _ place: Int) -> Double { pango_text_x(layout, line, place) }

    /// The place of the excerpt that is nearest to a distance from a line's left end.
    func place(_ line: Int, _ x: Double) -> Int { Int(pango_text_index(layout, line, min(max(x, -1e6), 1e6))) }

    /// What the letters between two places of the excerpt cover, from a line's left end: one stretch for each direction.
    func stretches(_ line: Int, _ places: Range<Int>) -> [ClosedRange<Double>] {
        func read(_ edges: UnsafeMutableBufferPointer<Double>) -> Int {
            pango_text_stretches(
                layout, line, places.lowerBound, places.upperBound, edges.baseAddress, edges.count / 2)
        }
        let count = read(UnsafeMutableBufferPointer(start: nil, count: 0))
        let edges = [Double](unsafeUninitializedCapacity: 2 * count) { edges, initialized in
            initialized = 2 * min(read(edges), edges.count / 2)
        }
        return stride(from: 0, to: edges.count, by: 2).map {
            min(edges[$0], edges[$0 + 1])...max(edges[$0], edges[$0 + 1])
        }
    }

    /// Draws a line on a drawing of Cairo's.
    func draw(_ line: Int, on cairo: OpaquePointer, x: Double, baseline: Double) {
        pango_text_draw(layout, line, cairo, x, baseline)
    }
}

extension pango_text_span {
    fileprivate init(_ style: TextStyle, _ range: Range<Int>, family: UnsafePointer<CChar>?) {
        self.init()
        (start, end, self.family) = (range.lowerBound, range.upperBound, family)
        (size, weight, is_italic) = (style.font.usableSize, Int32(style.font.usableWeight), style.font.isItalic)
        (is_underlined, is_struck_through) = (style.isUnderlined, style.isStruckThrough)
        (kern, rise) = (style.usableKern, style.usableBaselineOffset)
        color = style.color.parts
        has_background = style.background != nil
        if let parts = style.background?.parts { background = parts }
    }
}

extension CGColor {
    /// Red, green, blue and alpha as C takes them.
    fileprivate var parts: (Double, Double, Double, Double) {
        let values = encodedSRGB
        return (values.x, values.y, values.z, min(max(values.w, 0), 1))
    }
}
