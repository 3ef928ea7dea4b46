import Foundation
import Testing

/// A Markdown document of the package.
struct Document: Sendable, CustomTestStringConvertible {
    /// The path from the root of the package.
    let path: String
    let blocks: [CodeBlock]
    /// The relative targets of the document's links, without anchors.
    let links: [String]

    var testDescription: String { path }

    /// The documents at the root of the package and in the catalogues of its modules.
    static let all: [Document] = {
        var paths = ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).filter { $0.hasSuffix(".md") }
        for folder in ["Sources", "Tools/mainspring"] {
            let files = FileManager.default.enumerator(atPath: root + "/" + folder)
            while let path = files?.nextObject() as? String {
                if path.contains(".docc/"), path.hasSuffix(".md") { paths.append(folder + "/" + path) }
            }
        }
        return paths.sorted().compactMap(Document.init(path:))
    }()

    /// The root of the package.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

    init?(path: String) {
        guard let text = try? String(contentsOfFile: Document.root + "/" + path, encoding: .utf8) else { return nil }
        self.path = path
        var blocks: [CodeBlock] = []
        var links: [String] = []
        var words: [Substring]?
        var lines: [Substring] = []
        var start = 0
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let isFence = line.hasPrefix("```")
            if isFence, words == nil {
                words = line.dropFirst(3).split(separator: " ")
                lines = []
                start = index + 2
            } else if isFence, let opened = words {
                blocks.append(
                    CodeBlock(
                        document: path, line: start, language: String(opened.first ?? ""),
                        role: CodeBlock.Role(rawValue: String(opened.dropFirst().first ?? "")) ?? .file,
                        text: lines.joined(separator: "\n") + "\n"))
                words = nil
            } else if words != nil {
                lines.append(line)
            } else {
                for match in line.matches(of: /\]\(([^)#]+)(#[^)]*)?\)/) where !match.1.contains("://") {
                    links.append(String(match.1))
                }
            }
        }
        self.blocks = blocks
        self.links = links
    }

    /// What the document shows below a program: the text block that follows it.
    func output(below program: CodeBlock) -> String? {
        blocks.first { $0.line > program.line && $0.language == "text" }?.text
    }
}
