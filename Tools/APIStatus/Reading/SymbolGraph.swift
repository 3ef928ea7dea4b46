internal import Foundation

/// What the compiler says of the public interface of a module, as `swift symbolgraph-extract` writes it.
struct SymbolGraph: Decodable {
    let symbols: [Symbol]

    struct Symbol: Decodable {
        struct Kind: Decodable { let identifier: String }
        struct Documentation: Decodable {
            struct Line: Decodable { let text: String }
            let lines: [Line]
        }
        struct Location: Decodable { let uri: String }
        /// A piece of the declaration's text.
        struct Fragment: Decodable {
            let kind: String
            let spelling: String
        }

        let kind: Kind
        let pathComponents: [String]
        let docComment: Documentation?
        let location: Location?
        let declarationFragments: [Fragment]?

        var documentation: DocumentationText {
            DocumentationText(docComment?.lines.map(\.text) ?? [])
        }
        var isType: Bool {
            ["swift.class", "swift.struct", "swift.enum", "swift.protocol", "swift.typealias"].contains(kind.identifier)
        }
        /// Labels of arguments that a call may leave out, since the parameter has a default value.
        var optionalLabels: Set<String> {
            var labels: Set<String> = []
            var label = ""
            for fragment in declarationFragments ?? [] {
                if fragment.kind == "externalParam" {
                    label = fragment.spelling
                } else if fragment.spelling.contains(" = ") {
                    labels.insert(label)
                }
            }
            return labels
        }
        /// By what symbols are put into an order that is always the same.
        var order: String {
            pathComponents.joined(separator: ".") + " " + (declarationFragments ?? []).map(\.spelling).joined()
        }
        var isOperator: Bool { kind.identifier == "swift.func.op" }
    }

    struct Missing: Error, CustomStringConvertible { let description: String }

    /// The graphs of a module: its own, and those of what it adds to types of others.
    ///
    /// - Parameter folder: has a folder for each module, as `Scripts/symbol-graphs` makes it.
    static func all(of module: String, in folder: String) throws -> [SymbolGraph] {
        let folder = folder + "/" + module
        guard let files = try? FileManager.default.contentsOfDirectory(atPath: folder), !files.isEmpty else {
            throw Missing(description: "There is no symbol graph in \(folder).")
        }
        return try files.sorted().map { file in
            try JSONDecoder().decode(
                SymbolGraph.self, from: Data(contentsOf: URL(fileURLWithPath: folder + "/" + file)))
        }
    }
}
