import Foundation
import Testing

/// The names of test files and suites. Package.swift selects a kind by the file, and `.ci/run` by the suite.
@Suite struct TestKindTests {
    /// Returns the kinds that a name states before `Tests`, such as `ContextThread`; `nil` if it does not end in `Tests`.
    private static func kind(_ name: Substring) -> Substring? {
        name.firstMatch(of: /((?:Context|Thread|Release|Soak)*)Tests$/)?.output.1
    }

    /// A file of a test target, and the suites that it declares or extends.
    private struct File {
        let path: String
        let suites: [Substring]

        /// The name of the suite: the file's name up to the first dot or plus.
        var stem: Substring { path.split(separator: "/").last?.prefix { $0 != "." && $0 != "+" } ?? "" }
    }

    private static let files: [File] = {
        let folder = Document.root + "/Tests"
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.contains(/^\w+Tests\/.*\.swift$/) }.sorted().map { path in
            let text = (try? String(contentsOfFile: "\(folder)/\(path)", encoding: .utf8)) ?? ""
            let declared = text.matches(
                of:
                    /(?m)^(?:@\w+(?:\(.*\))? )*(?:(?:final|public|package|private) )*(?:struct|class|enum|actor|extension) (\w+Tests)\b/
            )
            return File(path: path, suites: declared.map(\.output.1))
        }
    }()

    @Test func `a suite has the kind of its file`() {
        #expect(Self.files.count > 400)
        for file in Self.files {
            for suite in file.suites {
                #expect(Self.kind(suite) == Self.kind(file.stem), "\(file.path): \(suite)")
            }
        }
    }

    @Test func `kinds stand in the order that Package.swift looks for`() {
        for suite in Self.files.flatMap(\.suites) {
            let kind = Self.kind(suite) ?? ""
            #expect(kind.wholeMatch(of: /(Context)?(Thread)?(Release|Soak)?/) != nil, "\(suite)")
        }
    }

    /// Kinds are selected by the names of suites and targets, so a test outside of both would have no kind.
    @Test func `tests stand in a suite whose name ends in Tests, or in a target of one kind`() throws {
        for file in Self.files where file.suites.isEmpty && !file.path.contains("ThreadTests/") {
            let text = try String(contentsOfFile: Document.root + "/Tests/" + file.path, encoding: .utf8)
            #expect(!text.contains(/(?m)^ *@Test\b/) && !text.contains("XCTestCase {"), "\(file.path)")
        }
    }
}
