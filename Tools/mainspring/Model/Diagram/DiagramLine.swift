/// A line between two boxes as elements of SVG.
struct DiagramLine {
    private let edge: DiagramEdge
    private let start: End
    private let end: End
    /// For lines within a column: how far out it leads.
    private let bulge: Double?

    /// Where a line meets a box.
    private struct End {
        let x: Double
        let y: Double
        /// 1 if the line leads to the right from here, -1 to the left.
        let direction: Double
    }

    /// What the marks take of a line at each of its ends.
    private static let stub = 18.0

    init(_ edge: DiagramEdge, _ boxes: [DiagramBox]) {
        self.edge = edge
        let (first, second) = (boxes[edge.first], boxes[edge.second])
        let (firstY, secondY) = (
            first.place.y + first.port(edge.rows.first), second.place.y + second.port(edge.rows.second)
        )
        let (firstRight, secondRight) = (first.place.x + first.size.width, second.place.x + second.size.width)
        if firstRight < second.place.x {
            start = End(x: firstRight, y: firstY, direction: 1)
            end = End(x: second.place.x, y: secondY, direction: -1)
            bulge = nil
        } else if secondRight < first.place.x {
            start = End(x: first.place.x, y: firstY, direction: -1)
            end = End(x: secondRight, y: secondY, direction: 1)
            bulge = nil
        } else {
            // A relationship to itself that is its own inverse needs some room between its ends.
            let apart = edge.first == edge.second && firstY == secondY ? 9.0 : 0
            start = End(x: firstRight, y: firstY - apart, direction: 1)
            end = End(x: secondRight, y: secondY + apart, direction: 1)
            bulge = max(firstRight, secondRight) + 30 + min(40, abs(firstY - secondY) / 12)
        }
    }

    var elements: [String] {
        switch edge.kind {
        case .inheritance: [path(dash: true), triangle(end)]
        case .relationship(let first, let second):
            [path(dash: false)] + (first.map { mark($0, start) } ?? []) + (second.map { mark($0, end) } ?? [])
        }
    }

    private func number(_ number: Double) -> String { DiagramPicture.number(number) }

    private func path(dash: Bool) -> String {
        let (from, to) = (start.x + start.direction * Self.stub, end.x + end.direction * Self.stub)
        let reach = bulge.map { max($0, from, to) }
        let middle = abs(to - from) / 2 + 12
        let (firstControl, secondControl) = (
            reach ?? from + start.direction * middle, reach ?? to + end.direction * middle
        )
        return
            #"<path d="M\#(number(start.x)) \#(number(start.y))H\#(number(from))C\#(number(firstControl)) \#(number(start.y)) "#
            + #"\#(number(secondControl)) \#(number(end.y)) \#(number(to)) \#(number(end.y))H\#(number(end.x))""#
            + (dash ? #" stroke-dasharray="5 4""# : "") + "/>"
    }

    private func triangle(_ end: End) -> String {
        let x = end.x + end.direction * 12
        return
            #"<path d="M\#(number(end.x)) \#(number(end.y))L\#(number(x)) \#(number(end.y - 7))V\#(number(end.y + 7))Z" fill="white"/>"#
    }

    private func mark(_ mark: DiagramEdge.Mark, _ end: End) -> [String] {
        var elements: [String] = []
        let inner = end.x + end.direction * 9
        if mark.isMany {
            elements.append(
                #"<path d="M\#(number(end.x)) \#(number(end.y - 6))L\#(number(inner)) \#(number(end.y))L\#(number(end.x)) \#(number(end.y + 6))"/>"#
            )
        } else {
            let bar = end.x + end.direction * 6
            elements.append(#"<path d="M\#(number(bar)) \#(number(end.y - 6))V\#(number(end.y + 6))"/>"#)
        }
        let outer = end.x + end.direction * 13.5
        if mark.isOptional {
            elements.append(#"<circle cx="\#(number(outer))" cy="\#(number(end.y))" r="3.6" fill="white"/>"#)
        } else {
            elements.append(#"<path d="M\#(number(outer)) \#(number(end.y - 6))V\#(number(end.y + 6))"/>"#)
        }
        return elements
    }
}
