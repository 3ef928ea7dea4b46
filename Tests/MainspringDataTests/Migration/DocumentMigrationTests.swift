import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Stores that are one file, and what is only theirs when they migrate.
@Suite struct DocumentMigrationTests {
    let bench = MigrationBench()

    @Test(arguments: ["-1", "9223372036854775807", "144115188075855872"])
    func `A file with a key that no store gives is no store, and is as it was`(key: String) throws {
        let kept = try bench.context(MigrationBench.library.model(), type: NSInMemoryStoreType, [:])
        for place in ["key=\"1\"", "last=\"2\""] {
            try? FileManager.default.removeItem(at: bench.url)
            try bench.make(type: NSXMLStoreType)
            let text = try String(contentsOf: bench.url, encoding: .utf8)
            #expect(text.contains(place))
            let name = place.prefix { $0 != "=" }
            try text.replacing(place, with: "\(name)=\"\(key)\"").write(
                to: bench.url, atomically: true, encoding: .utf8)
            let data = try Data(contentsOf: bench.url)
            // Two hierarchies become one, so that keys are added to.
            var sketch = MigrationBench.library
            sketch["Author"].parent = "Book"
            let error = #expect(throws: NSError.self) { try bench.context(sketch.model(), type: NSXMLStoreType) }
            #expect(error?.code == NSPersistentStoreOpenError, "\(String(describing: error))")
            #expect(error?.localizedDescription.contains("has the key \(key)") == true)
            #expect(try Data(contentsOf: bench.url) == data)
        }
        withExtendedLifetime(kept) {}
    }
}
