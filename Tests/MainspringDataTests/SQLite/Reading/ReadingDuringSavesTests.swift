import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Readers and a writer at the same time.
@Suite struct ReadingDuringSavesTests {
    private static let rows = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
        INSERT INTO ZAUTHOR SELECT i, 1, 1, i, 'old' FROM n
        """

    @Test func `1,000 fetches and faults on eight threads end before a commit that is held`() async throws {
        let library = try Library(Self.rows)
        let faults = SQLiteFaults()
        let writer = try SQLiteConnection(path: library.path, access: .readWrite, vfs: faults.vfs.name)
        try writer.execute("PRAGMA synchronous = FULL")
        faults.holdCommits()
        let saving = Task.detached { try writer.execute("UPDATE ZAUTHOR SET ZNAME = 'new', Z_OPT = 2") }
        faults.waitUntilHeld()
        await withTaskGroup(of: Int.self) { group in
            for thread in 0..<8 {
                group.addTask {
                    var count = 0
                    for round in 0..<125 {
                        let context = library.context()
                        guard let found = try? context.fetch(library.request("Author", "number == \(round + 1)")) else {
                            continue
                        }
                        let fault = context.object(
                            with: library.identity("Author", Int64(1 + thread * 50 + round % 50)))
                        if (found + [fault]).allSatisfy({ $0.value(forKey: "name") as? String == "old" }) { count += 1 }
                    }
                    return count
                }
            }
            for await count in group { #expect(count == 125) }
        }
        faults.releaseCommits()
        try await saving.value
        let context = library.context()
        #expect(
            try context.fetch(library.request("Author")).allSatisfy { $0.value(forKey: "name") as? String == "new" })
        writer.close()
    }

    @Test func `whoever reads while another one writes sees one state or the next, in each of its rows`() async throws {
        let library = try Library(Self.rows)
        let ended = Task.detached {
            for number in 1...100 { try library.write("UPDATE ZAUTHOR SET ZNAME = '\(number)', Z_OPT = Z_OPT + 1") }
        }
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<25 {
                        // Rows that are kept are everybody's, so that a state of one's own is read.
                        let context = library.context()
                        try? context.setQueryGenerationFrom(.current)
                        let names = try? context.fetch(library.request("Author")).map {
                            $0.value(forKey: "name") as? String
                        }
                        #expect(names?.count == 400 && Set(names ?? []).count == 1)
                    }
                }
            }
        }
        try await ended.value
    }
}
