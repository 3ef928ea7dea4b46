@_spi(Tools) internal import MainspringModel

/// An entity as a box of a diagram: its name, and a row for each property of its own.
struct DiagramBox {
    /// A line of text in a box.
    struct Row {
        let name: String
        /// The type of an attribute, the destination of a relationship.
        let detail: String
        let isRelationship: Bool
        let isOptional: Bool
    }

    let name: String
    let isAbstract: Bool
    /// Attributes, then relationships.
    let rows: [Row]
    /// Which of the colours it has: that of its family.
    let colour: Int
    let size: (width: Double, height: Double)
    /// The upper left corner.
    var place: (x: Double, y: Double) = (0, 0)

    static let headHeight = 28.0
    static let rowHeight = 19.0
    static let margin = 10.0
    private static let letterWidth = 6.9
    private static let gap = 22.0
    /// More rows of attributes are told by their number.
    private static let attributeLimit = 24

    init(_ entity: NSEntityDescription, colour: Int) {
        name = entity.name ?? ""
        isAbstract = entity.isAbstract
        self.colour = colour
        let properties = entity.ownProperties.sorted { $0.name < $1.name }
        let attributes = properties.compactMap { $0 as? NSAttributeDescription }
        let relationships = properties.compactMap { $0 as? NSRelationshipDescription }
        var rows = attributes.prefix(Self.attributeLimit).map { attribute in
            Row(
                name: attribute.name, detail: attribute.attributeType.words, isRelationship: false,
                isOptional: attribute.isOptional)
        }
        if attributes.count > Self.attributeLimit {
            rows.append(
                Row(
                    name: "… \(attributes.count - Self.attributeLimit) more", detail: "", isRelationship: false,
                    isOptional: true))
        }
        rows += relationships.map { relationship in
            Row(
                name: relationship.name, detail: relationship.destinationEntity?.name ?? "", isRelationship: true,
                isOptional: relationship.isOptional)
        }
        self.rows = rows
        // What is required is bold.
        let widest =
            rows.map { Self.width($0.name) * ($0.isOptional ? 1 : 1.12) + Self.width($0.detail) + Self.gap }.max() ?? 0
        size = (
            max(120, widest + Self.margin * 2, Self.width(name) * 1.15 + Self.margin * 2),
            Self.headHeight + Double(rows.count) * Self.rowHeight + (rows.isEmpty ? 0 : 6)
        )
    }

    /// About how wide a text is.
    private static func width(_ text: String) -> Double { Double(TerminalText.width(text)) * letterWidth }

    /// How far below the upper edge a line to a relationship ends; without a row of its own at the name.
    func port(_ relationship: String?) -> Double {
        guard let row = rows.firstIndex(where: { $0.isRelationship && $0.name == relationship }) else {
            return Self.headHeight / 2
        }
        return Self.headHeight + (Double(row) + 0.5) * Self.rowHeight + 3
    }
}
