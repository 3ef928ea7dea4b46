import Foundation
@_spi(Tools) import MainspringData
import Testing

@Suite struct StoreHistoryTests {
    @Test(.enabled(if: AppleStores.areHere, AppleStores.skipped), .enabled(if: SQLiteCommand.isHere))
    func `Apple's history has the transactions, changes and tombstones that sqlite3 finds`() throws {
        let url = AppleStores.url("nomodel/knowledgec-10.13.db")
        let run = try Tool.run("store", "history", url.path, "--json")
        #expect(run.status == 0, "\(run.errors)")
        let transactions = try run.jsonLines()
        let changes = transactions.flatMap { $0["changes"] as? [[String: Any]] ?? [] }
        #expect(try "\(transactions.count)" == SQLiteCommand.rows("SELECT count(*) FROM ATRANSACTION", url)[0])
        #expect(try "\(changes.count)" == SQLiteCommand.rows("SELECT count(*) FROM ACHANGE", url)[0])
        let buried = changes.filter { !(($0["tombstone"] as? [String: Any])?.isEmpty ?? true) }.count
        #expect(
            try "\(buried)" == SQLiteCommand.rows("SELECT count(*) FROM ACHANGE WHERE ZTOMBSTONE0 IS NOT NULL", url)[0])
        let kinds = try SQLiteCommand.rows(
            "SELECT count(*) FROM ACHANGE GROUP BY ZCHANGETYPE ORDER BY ZCHANGETYPE", url)
        let found = ["insert", "update", "delete"].map { kind in changes.filter { $0["kind"] as? String == kind }.count
        }
        #expect(found.filter { $0 > 0 }.map { "\($0)" } == kinds)
    }

    @Test func `a transaction tells who saved it, and a number or a date leaves out what came before`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url, options: [NSPersistentHistoryTrackingKey: true])
            let all = try Tool.run("store", "history", url.path, "--json").jsonLines()
            #expect(all.count == 1 && all[0]["author"] as? String == "test")
            #expect(try Tool.run("store", "history", url.path).lines.first?.hasSuffix("5 changes") == true)
            #expect((all[0]["changes"] as? [[String: Any]])?.count == 5)
            let number = try #require(all[0]["number"] as? Int)
            #expect(try Tool.run("store", "history", url.path, "--since", "\(number)").output.isEmpty)
            #expect(try Tool.run("store", "history", url.path, "--since", "2001-01-01").lines.count == 6)
            #expect(try Tool.run("store", "history", url.path, "--since", "2999-01-01T00:00:00Z").output.isEmpty)
            #expect(try Tool.run("store", "history", url.path, "--since", "\(number + 7)").status == 2)
            #expect(try Tool.run("store", "history", url.path, "--since", "soon").status == 64)
        }
    }

    @Test func `of a store without a history that is said`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            let run = try Tool.run("store", "history", url.path)
            #expect(run.status == 0 && run.output.isEmpty && run.errors.contains("keeps no history"))
        }
    }
}
