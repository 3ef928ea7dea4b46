import Foundation

@testable import Atlas

#if canImport(FoundationXML)
    import FoundationXML
#endif

/// A chart as a reader's program sees it: the elements of its SVG.
final class DrawnChart: NSObject, XMLParserDelegate {
    private(set) var labels: [ChartLabel] = []
    private(set) var bars: [CGRect] = []
    private(set) var classesOfBars: [String] = []
    private(set) var size = CGSize.zero
    private(set) var name = ""
    private var attributes: [String: String] = [:]
    private var text = ""

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(_ svg: String) throws {
        super.init()
        let parser = XMLParser(data: Data(svg.utf8))
        parser.delegate = self
        guard parser.parse() else {
            throw Failure(description: "Cannot parse the SVG: \(parser.parserError.map { "\($0)" } ?? "no reason").")
        }
    }

    /// Returns the charts of a page.
    static func all(in page: String) throws -> [DrawnChart] {
        try page.components(separatedBy: "<svg ").dropFirst().map { part in
            let end = part.range(of: "</svg>")?.upperBound ?? part.endIndex
            return try DrawnChart("<svg " + part[..<end])
        }
    }

    func parser(
        _ parser: XMLParser, didStartElement elementName: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
    ) {
        func number(_ name: String) -> Double { attributes[name].flatMap(Double.init) ?? .nan }
        self.attributes = attributes
        text = ""
        switch elementName {
        case "svg":
            let box = (attributes["viewBox"] ?? "").split(separator: " ").compactMap { Double($0) }
            if box.count == 4 { size = CGSize(width: box[2], height: box[3]) }
            name = attributes["aria-label"] ?? ""
        case "rect":
            bars.append(CGRect(x: number("x"), y: number("y"), width: number("width"), height: number("height")))
            classesOfBars.append(attributes["class"] ?? "")
        default: break
        }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }

    func parser(_ parser: XMLParser, didEndElement elementName: String, namespaceURI: String?, qualifiedName: String?) {
        guard elementName == "text" else { return }
        let place = ["x", "y"].map { attributes[$0].flatMap(Double.init) ?? .nan }
        labels.append(
            ChartLabel(
                text, at: CGPoint(x: place[0], y: place[1]),
                ChartLabel.Alignment(rawValue: attributes["text-anchor"] ?? "") ?? .start,
                isStop: attributes["class"] == "long"))
    }
}

extension [ChartLabel] {
    /// The pairs of labels that overlap, and the labels that leave a picture, as sentences.
    func mistakes(in size: CGSize) -> [String] {
        let picture = CGRect(origin: .zero, size: size)
        return enumerated().flatMap { index, label in
            let outside = picture.contains(label.frame) ? [] : ["“\(label.text)” leaves the picture"]
            return outside
                + self[..<index].filter { $0.frame.intersects(label.frame) }.map {
                    "“\(label.text)” overlaps “\($0.text)”"
                }
        }
    }
}
