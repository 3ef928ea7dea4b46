internal import Foundation
internal import MainspringFoundation

/// The XML of a model as a tree of elements.
///
/// Read by the small scanner that property lists are read by: a document that declares something is refused, so nothing
/// is fetched or multiplied. Memory is bounded by four times the input and 64 MiB.
struct ModelXMLDocument {
    let path: String
    let root: ModelXMLElement

    /// So many elements may be inside each other.
    static let greatestDepth = 512

    /// Reads a document.
    init(_ data: Data, path: String) throws(ModelFileError) {
        let bytes = [UInt8](data)
        self.path = path
        do {
            root = try Self.read(bytes)
        } catch {
            throw ModelFileError(
                path: path, place: "line \(Self.line(of: error.offset, in: bytes))",
                reason: "\(error.problem.clause); save the model with Xcode again, or mend the XML")
        }
    }

    private static func read(_ bytes: [UInt8]) throws(PropertyListError) -> ModelXMLElement {
        var scanner = try XMLScanner(bytes, acceptsDocumentType: false)
        var budget = ReadingBudget(byteCount: bytes.count)
        // What is left for the descriptions that are made of the elements.
        _ = budget.take(40 << 20)
        var open: [ModelXMLElement] = []
        var root: ModelXMLElement?
        // Lines are counted along the way: from the beginning each time, a long file would take very long.
        var line = 1
        var counted = 0
        while true {
            let place = scanner.offset
            func wrong(_ clause: String) -> PropertyListError {
                PropertyListError(offset: place, problem: .badMarkup(clause))
            }
            switch try scanner.next(limit: budget.left) {
            case .start(let name, let isEmpty):
                guard root == nil else { throw wrong("something follows the model") }
                guard open.count < greatestDepth else {
                    throw wrong("more than \(greatestDepth) elements are inside each other")
                }
                line += Self.lineCount(bytes[counted..<scanner.offset])
                counted = scanner.offset
                let element = ModelXMLElement(name: name, attributes: try scanner.attributes(), line: line)
                guard budget.take(memory(of: element)) else {
                    throw PropertyListError(offset: place, problem: .tooLarge)
                }
                if !isEmpty {
                    open.append(element)
                } else if open.isEmpty {
                    root = element
                } else {
                    open[open.count - 1].children.append(element)
                }
            case .end(let name):
                guard let element = open.popLast(), element.name == name else {
                    throw wrong("\(name.excerpt) ends and did not begin")
                }
                if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
            case .text(let text):
                guard text.utf8.allSatisfy({ $0 <= 0x20 }) else { throw wrong("text stands between elements") }
            case .endOfInput:
                guard let root, open.isEmpty else {
                    throw wrong(open.last.map { "\($0.name.excerpt) does not end" } ?? "there is no element")
                }
                return root
            }
        }
    }

    /// What an element takes. While lists grow there are up to three times their elements.
    private static func memory(of element: ModelXMLElement) -> Int {
        element.attributes.reduce(
            3 * MemoryLayout<ModelXMLElement>.stride + ReadingBudget.bytes(element.name.utf8.count)
        ) {
            $0 + 3 * MemoryLayout<(String, String)>.stride + ReadingBudget.bytes($1.name.utf8.count)
                + ReadingBudget.bytes($1.value.utf8.count)
        }
    }

    private static func line(of offset: Int, in bytes: [UInt8]) -> Int {
        lineCount(bytes.prefix(max(0, offset))) + 1
    }

    private static func lineCount(_ bytes: ArraySlice<UInt8>) -> Int {
        var count = 0
        for byte in bytes where byte == UInt8(ascii: "\n") { count += 1 }
        return count
    }

    /// Where an element stands, for a sentence.
    func place(of element: ModelXMLElement) -> String {
        "line \(element.line), \(element.title)"
    }

    /// What is wrong with an element.
    func error(_ element: ModelXMLElement, _ reason: String) -> ModelFileError {
        ModelFileError(path: path, place: place(of: element), reason: reason)
    }
}
