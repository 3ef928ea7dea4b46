import Foundation

/// A text in a chart, with an estimate of the rectangle that it covers in any sans-serif font.
struct ChartLabel: Equatable {
    /// The horizontal place of the text at its anchor, by the names of SVG's `text-anchor`.
    enum Alignment: String {
        case start, middle, end
    }

    /// The size of the chart's font, in units of the picture.
    static let fontSize = 13.0
    /// The distance from the baseline to the upper edge, in font sizes. Noto Sans has 1.07.
    private static let ascent = 1.1
    /// The distance from the baseline to the lower edge, in font sizes. Noto Sans has 0.29.
    private static let descent = 0.3

    let text: String
    /// The anchor: a point of the baseline, in tenths as the SVG states it.
    let anchor: CGPoint
    let alignment: Alignment
    /// True for the length of a stop, which has a color of its own.
    let isStop: Bool

    init(_ text: String, at anchor: CGPoint, _ alignment: Alignment = .start, isStop: Bool = false) {
        self.text = text
        self.anchor = CGPoint(x: (anchor.x * 10).rounded() / 10, y: (anchor.y * 10).rounded() / 10)
        (self.alignment, self.isStop) = (alignment, isStop)
    }

    /// The rectangle that the text covers at most, in units of the picture.
    var frame: CGRect {
        let width = Self.width(of: text)
        let left =
            switch alignment {
            case .start: anchor.x
            case .middle: anchor.x - width / 2
            case .end: anchor.x - width
            }
        return CGRect(
            x: left, y: anchor.y - Self.ascent * Self.fontSize, width: width,
            height: (Self.ascent + Self.descent) * Self.fontSize)
    }

    /// The width of a text in the widest of the usual sans-serif fonts, in units of the picture.
    static func width(of text: String) -> Double {
        fontSize * text.reduce(0) { $0 + advance(of: $1) }
    }

    /// The advance of a character in font sizes, rounded up from Verdana and DejaVu Sans, which are the widest of the usual fonts.
    private static func advance(of character: Character) -> Double {
        switch character {
        case " ", ".", ",", "i", "l", "j": 0.4
        case "0"..."9": 0.65
        case "m", "w", "M", "W": 1
        case "a"..."z": 0.7
        case "A"..."Z": 0.85
        // An ideograph or an emoji.
        default: 1.4
        }
    }

    /// Returns the labels that have space: each one that lies in the picture and keeps a distance from all before it.
    /// - Parameters:
    ///   - labels: The most important first.
    ///   - size: The picture's.
    static func placed(_ labels: [ChartLabel], in size: CGSize) -> [ChartLabel] {
        let picture = CGRect(origin: .zero, size: size)
        return labels.reduce(into: []) { kept, label in
            let frame = label.frame
            let wanted = frame.insetBy(dx: -spacing, dy: 0)
            guard picture.contains(frame), !kept.contains(where: { $0.frame.intersects(wanted) }) else { return }
            kept.append(label)
        }
    }

    /// The least distance between two labels in a line, without which they would read as one.
    private static let spacing = 8.0
}
