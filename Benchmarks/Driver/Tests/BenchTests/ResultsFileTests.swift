import Foundation
import Testing

@testable import Bench

/// Writing the file of results.
@Suite struct ResultsFileTests {
    /// The folder of one test. The tests run in parallel, each in an instance of its own.
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("results-\(UUID().uuidString)").path

    private func inFolder(_ body: () throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try body()
    }

    @Test func `an area that is measured again replaces its section, and no draft stays`() throws {
        try inFolder {
            let path = folder + "/RESULTS.md"
            for text in ["## graph\n\nfirst\n", "## graph\n\nsecond\n"] {
                var file = ResultsFile(path: path)
                file.set(text, of: .graph)
                #expect(file.write())
            }
            let written = try String(contentsOfFile: path, encoding: .utf8)
            #expect(written.contains("second") && !written.contains("first"))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["RESULTS.md"])
        }
    }

    @Test func `a folder or a link at the place of the file is not replaced`() throws {
        try inFolder {
            let (path, link) = (folder + "/folder", folder + "/link")
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "elsewhere")
            for place in [path, link] {
                #expect(ResultsFile.obstacle(at: place) == "\(place) is no regular file")
                #expect(!ResultsFile(path: place).write())
            }
            #expect(ResultsFile.obstacle(at: "/nonexistent/RESULTS.md")?.contains("/nonexistent") == true)
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "elsewhere")
        }
    }
}
