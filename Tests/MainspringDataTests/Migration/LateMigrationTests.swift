import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// A store that another process migrates while this one is about to.
@Suite struct LateMigrationTests {
    private let bench = MigrationBench()

    /// The library with an entity that has another name.
    private static func renamed(_ name: String) -> Sketch {
        var sketch = MigrationBench.library
        sketch["Author"].relations[0].destination = name
        sketch["Book"].identifier = "Book"
        sketch["Book"].name = name
        return sketch
    }

    private func fit(_ model: NSManagedObjectModel) -> ModelFit {
        ModelFit(
            entities: model.entities, model: model, word: NSSQLiteStoreType, url: bench.url,
            options: MigrationBench.options, type: SQLiteStore.self)
    }

    private func metadata() throws -> [String: Any] {
        try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: bench.url)
    }

    @Test func `what another has migrated since it was looked at is opened as it is`() throws {
        try bench.make()
        let before = try metadata()
        try bench.close(bench.context(Self.renamed("Volume").model()))
        let after = try Fixture.rows(bench.url, "SELECT * FROM ZVOLUME")
        let model = Self.renamed("Volume").model()
        try fit(model).migrateIfNeeded(before)
        #expect(try Fixture.rows(bench.url, "SELECT * FROM ZVOLUME") == after && after.count == 2)
        let context = try bench.context(model)
        #expect(try bench.all("Volume", context).count == 2)
        try bench.close(context)
    }

    @Test func `what another has migrated to a third version is refused`() throws {
        try bench.make()
        let before = try metadata()
        try bench.close(bench.context(Self.renamed("Scroll").model()))
        let after = try metadata()
        let failure = Fixture.failure { try fit(Self.renamed("Volume").model()).migrateIfNeeded(before) }
        #expect(failure?.sentence.contains(bench.url.path) == true, "\(failure as Any)")
        #expect(try metadata() as NSDictionary == after as NSDictionary)
    }
}
