import Dispatch
import Foundation
import Locks
import MainspringFoundation
import MainspringModel
@testable import StoreFaults
import Testing

@testable import MainspringData

/// Readers and a writer at the same time.
@Suite struct ReadingDuringSavesThreadTests {
    private static let rows = """
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
        INSERT INTO ZAUTHOR SELECT i, 1, 1, i, 'old' FROM n
        """

    // Threads of their own, and no tasks: these would wait for one another on the few threads that all tests have.
    @Test func `1,000 fetches and faults on eight threads end before a commit that is held`() throws {
        let library = try Library(Self.rows)
        let faults = SQLiteFaults()
        let writer = try SQLiteConnection(path: library.path, access: .readWrite, vfs: faults.vfs.name)
        try writer.execute("PRAGMA synchronous = FULL")
        faults.holdCommits()
        let saving = Threads(1) { _ in try writer.execute("UPDATE ZAUTHOR SET ZNAME = 'new', Z_OPT = 2") }
        faults.waitUntilHeld()
        let counts = Guarded<[Int]>([])
        let reading = Threads(8) { thread in
            var count = 0
            for round in 0..<125 {
                let context = library.context()
                let found = try context.fetch(library.request("Author", "number == \(round + 1)"))
                let fault = context.object(with: library.identity("Author", Int64(1 + thread * 50 + round % 50)))
                if (found + [fault]).allSatisfy({ $0.value(forKey: "name") as? String == "old" }) { count += 1 }
            }
            counts.withLock { $0.append(count) }
        }
        #expect(reading.join().isEmpty)
        #expect(counts.withLock { $0 } == Array(repeating: 125, count: 8))
        faults.releaseCommits()
        #expect(saving.join().isEmpty)
        let context = library.context()
        #expect(
            try context.fetch(library.request("Author")).allSatisfy { $0.value(forKey: "name") as? String == "new" })
        writer.close()
    }

    @Test func `whoever reads while another one writes sees one state or the next, in each of its rows`() throws {
        let library = try Library(Self.rows)
        let writing = Threads(1) { _ in
            for number in 1...100 { try library.write("UPDATE ZAUTHOR SET ZNAME = '\(number)', Z_OPT = Z_OPT + 1") }
        }
        let mistakes = Guarded<[Int]>([])
        let reading = Threads(4) { _ in
            for round in 0..<25 {
                // Rows that are kept are everybody's, so that a state of one's own is read.
                let context = library.context()
                try context.setQueryGenerationFrom(.current)
                let names = try context.fetch(library.request("Author")).map { $0.value(forKey: "name") as? String }
                if names.count != 400 || Set(names).count != 1 { mistakes.withLock { $0.append(round) } }
            }
        }
        #expect(reading.join().isEmpty && writing.join().isEmpty)
        #expect(mistakes.withLock { $0 }.isEmpty)
    }

    /// Threads that run a closure, each with its number.
    private final class Threads: Sendable {
        private let group = DispatchGroup()
        private let errors = Guarded<[any Error]>([])

        init(_ count: Int, _ body: @escaping @Sendable (Int) throws -> Void) {
            for number in 0..<count {
                DispatchQueue(label: "reader \(number)").async(group: group) { [errors] in
                    do { try body(number) } catch { errors.withLock { $0.append(error) } }
                }
            }
        }

        /// Waits for all of them.
        /// - Returns: what they have thrown.
        func join() -> [any Error] {
            group.wait()
            return errors.withLock { $0 }
        }
    }
}
