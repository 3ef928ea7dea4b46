import Foundation
import FuzzEntries
import Testing

/// What fuzzers have found, played again: one input for each way through the code that they know.
@Suite struct CorpusTests {
    @Test(arguments: FuzzEntry.allCases) func `no promise breaks for what fuzzers have found`(entry: FuzzEntry) throws {
        let folder = URL(fileURLWithPath: #filePath).appendingPathComponent(
            "../../../Fuzzing/Corpus/\(entry.rawValue)"
        )
        .standardizedFileURL
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(!names.isEmpty)
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: folder.appendingPathComponent(name)))
            #expect(throws: Never.self, "\(entry.rawValue)/\(name)") { try entry.run(bytes) }
        }
    }
}
