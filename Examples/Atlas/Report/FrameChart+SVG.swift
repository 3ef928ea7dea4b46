import Foundation

extension FrameChart {
    /// The chart as an element of a page, whose style sheet has the colors.
    var svg: String {
        let name = Markup.escaped(name)
        let size = "\(Int(Self.size.width)) \(Int(Self.size.height))"
        return """
            <svg viewBox="0 0 \(size)" font-size="\(Self.number(ChartLabel.fontSize))" role="img" \
            shape-rendering="crispEdges" aria-label="\(name): milliseconds from frame to frame">\
            \(bars.map(Self.rectangle).joined())\(Self.line(at: Self.period))\(Self.line(at: Self.most))\
            \(labels.map(Self.text).joined())</svg>
            """
    }

    private static func rectangle(_ bar: Bar) -> String {
        let frame = bar.frame
        return """
            <rect x="\(number(frame.minX))" y="\(number(frame.minY))" width="\(number(frame.width))" \
            height="\(number(frame.height))" class="\(bar.isLate ? "late" : "frame")"/>
            """
    }

    private static func line(at seconds: Double) -> String {
        let y = number(plot.maxY - height(of: seconds))
        return "<line x1=\"\(number(plot.minX))\" x2=\"\(number(plot.maxX))\" y1=\"\(y)\" y2=\"\(y)\" class=\"limit\"/>"
    }

    private static func text(_ label: ChartLabel) -> String {
        """
        <text x="\(number(label.anchor.x))" y="\(number(label.anchor.y))" text-anchor="\(label.alignment.rawValue)"\
        \(label.isStop ? " class=\"long\"" : "")>\(Markup.escaped(label.text))</text>
        """
    }

    /// Returns a number in tenths.
    private static func number(_ value: Double) -> String { String(format: "%.1f", value) }
}
