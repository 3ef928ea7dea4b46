import CPangoText
import Foundation
import MainspringGraphics
import MainspringRendering

/// The fonts that the tests name: what is drawn does not depend on which others there are.
enum TextSamples {
    static let font = TextFont(family: "DejaVu Sans", size: 20)

    static func options(
        size: CGFloat = 20, width: CGFloat? = nil, height: CGFloat? = nil, wraps: Bool = true,
        _ truncation: TextLayout.Truncation = .none, _ alignment: TextLayout.Alignment = .natural
    ) -> TextLayout.Options {
        .init(
            font: TextFont(family: "DejaVu Sans", size: size), width: width, height: height, wraps: wraps,
            truncation: truncation, alignment: alignment)
    }

    static func has(_ family: String) -> Bool { pango_text_has_family(family) }
}

extension Canvas {
    /// Columns and rows from the upper left between which there is something; nil if there is nothing.
    var ink: (columns: ClosedRange<Int>, rows: ClosedRange<Int>)? {
        let alphas = alphas
        let rows = alphas.indices.filter { alphas[$0].contains { $0 > 0 } }
        let columns = (alphas.first ?? []).indices.filter { column in alphas.contains { $0[column] > 0 } }
        guard let top = rows.first, let bottom = rows.last, let left = columns.first, let right = columns.last else {
            return nil
        }
        return (left...right, top...bottom)
    }
}
