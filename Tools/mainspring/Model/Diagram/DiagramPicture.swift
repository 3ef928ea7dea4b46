@_spi(Tools) internal import MainspringModel

/// A model as a picture: a box for each entity, and lines for relationships and inheritance.
///
/// A fork at the end of a line says that there may be many, a bar that there is one, and a ring that there may be none. A triangle stands
/// at what is inherited from.
struct DiagramPicture {
    private let layout: DiagramLayout
    private let edges: [DiagramEdge]
    private let title: String

    /// The heads of families of entities: dark, and light.
    private static let colours = [
        ("#2563eb", "#eff4ff"), ("#0f766e", "#ecfdf9"), ("#b45309", "#fff8eb"), ("#7c3aed", "#f6f1ff"),
        ("#be123c", "#fff1f3"), ("#4d7c0f", "#f6fde9"), ("#0369a1", "#eef8ff"), ("#a21caf", "#fdf2ff"),
    ]

    private static let grey = "#64748b"
    private static let ink = "#1e293b"

    init(_ model: NSManagedObjectModel, title: String) {
        let entities = model.entities.sorted { ($0.name ?? "") < ($1.name ?? "") }
        let roots = Array(Set(entities.map { $0.rootEntity.name ?? "" })).sorted()
        let boxes = entities.map { entity in
            DiagramBox(entity, colour: (roots.firstIndex(of: entity.rootEntity.name ?? "") ?? 0) % Self.colours.count)
        }
        edges = DiagramEdge.edges(entities)
        layout = DiagramLayout(boxes, edges)
        self.title = title
    }

    /// The SVG document.
    var text: String {
        let (width, height) = (Int(max(layout.size.width, 200)), Int(max(layout.size.height, 100)))
        var lines = [
            #"<svg xmlns="http://www.w3.org/2000/svg" width="\#(width)" height="\#(height)" viewBox="0 0 \#(width) \#(height)" "#
                + #"font-family="Inter, 'Segoe UI', 'DejaVu Sans', sans-serif" font-size="12">"#,
            "<title>\(Self.escaped(title))</title>", #"<rect width="100%" height="100%" fill="white"/>"#,
            #"<g fill="none" stroke="\#(Self.grey)" stroke-width="1.5" stroke-linecap="round">"#,
        ]
        for edge in edges { lines += DiagramLine(edge, layout.boxes).elements }
        lines.append("</g>")
        for box in layout.boxes { lines += Self.elements(box) }
        return lines.joined(separator: "\n") + "\n</svg>\n"
    }

    private static func elements(_ box: DiagramBox) -> [String] {
        let (x, y) = (box.place.x, box.place.y)
        let (width, height) = (box.size.width, box.size.height)
        let (dark, light) = colours[box.colour]
        let head = DiagramBox.headHeight
        let round = 7.0
        var lines = [
            #"<g transform="translate(\#(number(x)) \#(number(y)))">"#,
            #"<rect width="\#(number(width))" height="\#(number(height))" rx="\#(number(round))" fill="\#(light)" stroke="\#(dark)" stroke-width="1.2"/>"#,
            box.rows.isEmpty
                ? #"<rect width="\#(number(width))" height="\#(number(head))" rx="\#(number(round))" fill="\#(dark)"/>"#
                : #"<path d="M0 \#(number(head))V\#(number(round))A\#(number(round)) \#(number(round)) 0 0 1 \#(number(round)) 0H\#(number(width - round))A\#(number(round)) \#(number(round)) 0 0 1 \#(number(width)) \#(number(round))V\#(number(head))Z" fill="\#(dark)"/>"#,
            #"<text x="\#(number(width / 2))" y="18.5" text-anchor="middle" fill="white" font-weight="600" font-size="13"\#(box.isAbstract ? #" font-style="italic""# : "")>\#(escaped(box.name))</text>"#,
        ]
        let firstRelationship = box.rows.firstIndex(where: \.isRelationship)
        if let firstRelationship, firstRelationship > 0 {
            let line = head + Double(firstRelationship) * DiagramBox.rowHeight + 3
            lines.append(#"<path d="M0 \#(number(line))H\#(number(width))" stroke="\#(dark)" stroke-opacity="0.25"/>"#)
        }
        for (index, row) in box.rows.enumerated() {
            let base = head + Double(index) * DiagramBox.rowHeight + 17
            let weight = row.isOptional ? "" : #" font-weight="600""#
            lines.append(
                #"<text x="\#(number(DiagramBox.margin))" y="\#(number(base))" fill="\#(Self.ink)"\#(weight)>\#(escaped(row.name))</text>"#
            )
            if !row.detail.isEmpty {
                lines.append(
                    #"<text x="\#(number(width - DiagramBox.margin))" y="\#(number(base))" text-anchor="end" fill="\#(row.isRelationship ? dark : Self.grey)">\#(escaped(row.detail))</text>"#
                )
            }
        }
        lines.append("</g>")
        return lines
    }

    /// A number as SVG has it, to a tenth.
    static func number(_ number: Double) -> String {
        let tenths = (number * 10).rounded() / 10
        return tenths == tenths.rounded() ? "\(Int(tenths))" : "\(tenths)"
    }

    private static func escaped(_ text: String) -> String {
        TerminalText.plain(text).replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }
}
