import Foundation
@_spi(Tools) import MainspringData
import Testing

@Suite struct StoreVerifyTests {
    private func verify(_ url: URL, _ arguments: String...) throws -> (
        status: Int32, report: [String: Any], kinds: [String]
    ) {
        let run = try Tool.run(["store", "verify", url.path, "--json"] + arguments)
        guard run.status < 2 else { throw Missing(run.errors) }
        let report = try run.json()
        let kinds = (report["findings"] as? [[String: Any]] ?? []).compactMap { $0["kind"] as? String }
        return (run.status, report, kinds)
    }

    @Test func `a store that was made here has nothing wrong with it`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url, options: [NSPersistentHistoryTrackingKey: true])
            let run = try Tool.run("store", "verify", url.path)
            #expect(
                run.status == 0 && run.lines.last == "Nothing is wrong with \(url.path).", "\(run.output)\(run.errors)")
        }
    }

    @Test(.enabled(if: AppleStores.areHere, AppleStores.skipped), arguments: AppleStores.stores)
    func `Apple's stores have nothing wrong with them`(path: String) throws {
        let run = try Tool.run("store", "verify", AppleStores.url(path).path)
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test(arguments: [
        ("UPDATE ZBOOK SET ZAUTHOR = 77 WHERE ZTITLE = 'Engines'", "dangling"),
        ("DELETE FROM ZAUTHOR WHERE ZNAME = 'Ada'", "dangling"),
        ("INSERT INTO Z_1FAVOURITES VALUES (99, 98)", "dangling"),
        ("UPDATE ZBOOK SET ZTITLE = NULL WHERE ZTITLE = 'Engines'", "required"),
        ("UPDATE Z_PRIMARYKEY SET Z_MAX = 1 WHERE Z_NAME = 'Book'", "keyCount"),
        ("UPDATE ZBOOK SET Z_ENT = 44 WHERE ZTITLE = 'Engines'", "rows"),
        ("UPDATE ZBOOK SET Z_FOK_AUTHOR = NULL WHERE ZAUTHOR IS NOT NULL", "inverse"),
        ("DROP INDEX Z_Author_UNIQUE_name; UPDATE ZAUTHOR SET ZNAME = 'Ada'", "uniqueness"),
        ("UPDATE Z_METADATA SET Z_UUID = ''", "metadata"),
        ("UPDATE ZBOOK SET ZPAGES = 'many' WHERE ZTITLE = 'Engines'", "rows"),
        ("UPDATE ZAUTHOR SET ZBORN = x'0102'", "rows"), ("UPDATE ZAUTHOR SET ZBORN = 9e999", "rows"),
        ("UPDATE ZBOOK SET ZPAGES = 99999999999 WHERE ZTITLE = 'Engines'", "rows"),
        ("UPDATE ZBOOK SET ZISCOLOURED = 7 WHERE Z_ENT = 3", "rows"),
        ("UPDATE ZBOOK SET ZTITLE = x'00' WHERE ZTITLE = 'Engines'", "rows"),
        ("UPDATE ZBOOK SET ZTITLE = CAST(x'FF41' AS TEXT) WHERE ZTITLE = 'Engines'", "rows"),
        ("UPDATE ZBOOK SET Z_OPT = NULL", "rows"), ("UPDATE ZBOOK SET Z_OPT = -1", "rows"),
        ("UPDATE ZBOOK SET Z_OPT = 'x'", "rows"),
    ])
    func `what is damaged is found, named and counted`(damage: String, kind: String) throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            try SQLiteCommand.change(url, damage)
            let (status, report, kinds) = try verify(url)
            #expect(status == 1 && kinds.contains(kind), "\(report)")
        }
    }

    @Test func `pages that lead nowhere are told in SQLite's words`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            try SQLiteCommand.change(url, "PRAGMA writable_schema = 1; PRAGMA journal_mode = DELETE")
            let root = try #require(
                Int(SQLiteCommand.rows("SELECT rootpage FROM sqlite_master WHERE name = 'ZBOOK_ZAUTHOR_INDEX'", url)[0])
            )
            let size = try #require(Int(SQLiteCommand.rows("PRAGMA page_size", url)[0]))
            let file = try FileHandle(forUpdating: url)
            try file.seek(toOffset: UInt64((root - 1) * size))
            try file.write(contentsOf: Data(repeating: 0xAB, count: 64))
            try file.close()
            let run = try Tool.run("store", "verify", url.path)
            #expect(run.status == 1 || run.status == 2, "\(run.output)")
            #expect((run.output + run.errors).contains("SQLite"), "\(run.output)\(run.errors)")
        }
    }

    @Test func `what was found is told where objects cannot be read, and that they cannot`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            try SQLiteCommand.change(url, "PRAGMA journal_mode = DELETE")
            let root = try #require(
                Int(SQLiteCommand.rows("SELECT rootpage FROM sqlite_master WHERE name = 'ZAUTHOR'", url)[0]))
            let size = try #require(Int(SQLiteCommand.rows("PRAGMA page_size", url)[0]))
            let file = try FileHandle(forUpdating: url)
            try file.seek(toOffset: UInt64((root - 1) * size))
            try file.write(contentsOf: Data(repeating: 0xAB, count: 64))
            try file.close()
            let run = try Tool.run("store", "verify", url.path)
            #expect(run.status == 1 && run.errors.isEmpty, "\(run.output)\(run.errors)")
            // SQLite says what it finds in the pages first, and gives up when it comes to the rows.
            #expect(run.lines.contains { $0.hasPrefix("SQLite finds: ") }, "\(run.output)")
            #expect(
                run.lines.contains { $0.hasPrefix("SQLite cannot check the file to its end: ") }, "\(run.output)")
            #expect(run.lines.contains { $0.hasPrefix("The rows cannot be checked: ") }, "\(run.output)")
            let (status, report, kinds) = try verify(url)
            #expect(status == 1 && report["ok"] as? Bool == false, "\(report)")
            #expect(kinds.contains("integrity") && kinds.contains("rows"), "\(report)")
        }
    }

    @Test(
        .enabled(if: AppleStores.areHere, AppleStores.skipped),
        arguments: [
            ("samplemodel/SampleModel3_V1.sqlite", "samplemodel/SampleModel3.momd", "accepted", Int32(0)),
            ("samplemodel/SampleModel_V1.sqlite", "samplemodel/SampleModel.momd", "accepted", 0),
            ("samplemodel/SampleModel3_V1.sqlite", "samplemodel/SampleModel3.xcdatamodeld", "cannot be known", 0),
            ("testmodel/TestModel.sqlite", "testmodel/Sample.xcdatamodeld", "cannot be known", 0),
        ])
    func `whether Apple's framework would take the hashes is known of a compiled model alone`(
        store: String, model: String, verdict: String, status: Int32
    ) throws {
        let (found, report, _) = try verify(AppleStores.url(store), "--model", AppleStores.url(model).path)
        #expect((report["hashes"] as? [String: Any])?["verdict"] as? String == verdict, "\(report)")
        #expect(found == status, "\(report)")
    }

    @Test(.enabled(if: AppleStores.areHere, AppleStores.skipped))
    func `hashes that differ from those of every version are a finding`() throws {
        try AppleStores.withCopy("samplemodel/SampleModel3_V1.sqlite") { url in
            let run = try Tool.shell(
                """
                python3 - '\(url.path)' <<'END'
                import plistlib, sqlite3, sys
                c = sqlite3.connect(sys.argv[1])
                p = plistlib.loads(c.execute('SELECT Z_PLIST FROM Z_METADATA').fetchone()[0])
                p['NSStoreModelVersionHashes'] = {k: b'\\1' * 32 for k in p['NSStoreModelVersionHashes']}
                p.pop('NSStoreModelVersionHashesDigest', None); p.pop('NSStoreModelVersionChecksumKey', None)
                c.execute('UPDATE Z_METADATA SET Z_PLIST = ?', (plistlib.dumps(p, fmt=plistlib.FMT_BINARY),)); c.commit()
                END
                """)
            guard run.status == 0 else { return }
            let (status, report, kinds) = try verify(
                url, "--model", AppleStores.url("samplemodel/SampleModel3.momd").path)
            #expect(status == 1 && kinds == ["versionHash"], "\(report)")
        }
    }
}
