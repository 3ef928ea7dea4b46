import Foundation
import Testing

/// The page of the documentation that says what of Apple's API is here.
@Suite(.serialized) struct StatusPageTests {
    private static let page =
        (try? String(
            contentsOfFile: Document.root + "/Sources/Mainspring/Documentation.docc/APIStatus.md", encoding: .utf8))
        ?? ""

    /// The types of each section that are said to be here, with the modules that have them.
    private static let sections: [(modules: [String], types: [String])] = page.split(separator: "\n## ").compactMap {
        guard let modules = $0.firstMatch(of: /\nIn (`.*`)\.\n/) else { return nil }
        let types = $0.matches(of: /\n\| `([\w.]+)` \| (?:present|partly) \|(.*)/)
            .filter { !$0.output.2.contains("members alone") }.map { String($0.output.1) }
        // What lies in a type of Foundation's needs that as well.
        let own = types.filter { type in types.contains { $0[...] == type.prefix { $0 != "." } } }
        return (modules.output.1.matches(of: /\w+/).map { String($0.output) }, own)
    }

    @Test func `the page has all frameworks`() {
        #expect(Self.sections.count == 6)
        #expect(Self.sections.allSatisfy { !$0.types.isEmpty })
    }

    @Test(arguments: sections.map(\.modules))
    func `each type that the page says is here compiles`(modules: [String]) throws {
        let section = try #require(Self.sections.first { $0.modules == modules })
        let compiler = try Compiler()
        defer { try? FileManager.default.removeItem(atPath: compiler.folder) }
        let names = section.types.enumerated().map { "typealias Name\($0.offset) = \($0.element)" }
        let imports = modules.map { "import " + $0 }
        let (status, output) = try compiler.check((imports + names).joined(separator: "\n") + "\n")
        #expect(status == 0, "\(output)")
    }
}
