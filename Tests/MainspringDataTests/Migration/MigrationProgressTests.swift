import Foundation
import MainspringModel
import Testing

@_spi(Tools) @testable import MainspringData

/// How far a migration says that it is.
@Suite struct MigrationProgressTests {
    let bench = MigrationBench()

    /// Keeps all that it was told.
    private final class Noted: Progress, @unchecked Sendable {
        // `@unchecked Sendable`: as the superclass; the thread that migrates has it.
        private(set) var fractions: [Double] = []

        init() {
            super.init(parent: nil, userInfo: nil)
            totalUnitCount = 1
        }

        /// Is cancelled when it is so far.
        var (cancellation, end): (Cancellation?, Double) = (nil, 0)

        override var completedUnitCount: Int64 {
            didSet {
                fractions.append(fractionCompleted)
                if fractionCompleted >= end { cancellation?.cancel() }
            }
        }
    }

    /// What is told while books lose an attribute, so that their rows are copied.
    /// - Parameter rows: what makes further books.
    private func fractions(_ rows: String) throws -> [Double] {
        let progress = Noted()
        try bench.make()
        try migrate(rows, progress)
        return progress.fractions
    }

    private func migrate(_ rows: String, _ progress: Progress) throws {
        try Fixture.run(bench.url, rows)
        var sketch = MigrationBench.library
        sketch["Book"].attributes.removeAll { $0.name == "pages" }
        let (old, new) = (MigrationBench.library.model(), sketch.model())
        for model in [old, new] { model.freeze() }
        let mapping = try InferredMapping(from: old, nil, to: new)
        let opening = SQLiteOpening(
            model: new, entities: new.entities, url: bench.url, options: MigrationBench.options,
            roots: RootNumbers(new))
        try SQLiteMigration(mapping: mapping, opening: opening, progress: progress).run()
    }

    @Test func `A table of many rows is told in parts, by its share in all rows`() throws {
        let fractions = try fractions(
            """
            WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
            INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE) SELECT i, 2, 1, 'Book ' || i FROM n
            """)
        #expect(try Fixture.rows(bench.url, "SELECT count(*), max(ZTITLE) FROM ZBOOK") == ["99903|Book 99999"])
        #expect(zip(fractions, fractions.dropFirst()).allSatisfy { $0 <= $1 }, "\(fractions)")
        // The few authors are next to nothing of it.
        #expect(fractions[0] < 0.01, "\(fractions)")
        // Two thirds are the rows, one their index.
        let copying = fractions.filter { $0 > 0.1 && $0 < 0.67 }
        #expect(Set(copying).count >= 4, "\(fractions)")
        #expect(zip(copying, copying.dropFirst()).allSatisfy { $1 - $0 < 0.2 }, "\(fractions)")
        // Whoever commits says that it is done.
        #expect((fractions.last ?? 1) < 1 && (fractions.last ?? 0) > 0.99, "\(fractions)")
    }

    @Test func `Keys that are further from each other than can be counted are copied in few parts, and none is lost`()
        throws
    {
        let fractions = try fractions(
            """
            INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE) VALUES (-4611686018427387905, 2, 1, 'least'),
                (-1, 2, 1, 'before'), (2305843009213693952, 2, 1, 'far'), (4611686018427387904, 2, 1, 'greatest')
            """)
        #expect(
            try Fixture.rows(bench.url, "SELECT ZTITLE FROM ZBOOK ORDER BY Z_PK") == [
                "least", "before", "Book 1", "Book 2", "far", "greatest",
            ])
        #expect(fractions.count < 200 && zip(fractions, fractions.dropFirst()).allSatisfy { $0 <= $1 }, "\(fractions)")
    }

    @Test(arguments: [(0, 0.2), (0, 0.9), (100_000, 0.3), (100_000, 0.9)])
    func `A migration that is cancelled leaves the store as it was`(rows: Int, end: Double) throws {
        let progress = Noted()
        (progress.cancellation, progress.end) = (Cancellation(), end)
        try bench.make()
        let before = try Fixture.rows(bench.url, "SELECT name, sql FROM sqlite_master")
        let failure = #expect(throws: NSError.self) {
            try Cancellation.$ofMigrations.withValue(progress.cancellation) {
                try migrate(
                    """
                    WITH RECURSIVE n(i) AS (SELECT 100 UNION ALL SELECT i + 1 FROM n WHERE i < 100 + \(rows))
                    INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE) SELECT i, 2, 1, 'Book ' || i FROM n
                    """, progress)
            }
        }
        #expect(failure?.domain == NSCocoaErrorDomain && failure?.code == CocoaError.Code.userCancelled.rawValue)
        #expect(failure?.localizedDescription.contains("is as it was: it was interrupted.") ?? false)
        #expect(try Fixture.rows(bench.url, "SELECT count(*) FROM ZBOOK") == ["\(rows + 3)"])
        #expect(try Fixture.rows(bench.url, "SELECT name, sql FROM sqlite_master") == before)
        // Nobody has cancelled the next.
        try migrate("UPDATE ZBOOK SET ZTITLE = 'the same'", Progress(totalUnitCount: 1))
        #expect(try Fixture.rows(bench.url, "SELECT count(*), min(ZTITLE) FROM ZBOOK") == ["\(rows + 3)|the same"])
    }
}
