import Foundation
@_spi(Tools) import MainspringData
import Testing

/// Stores that somebody writes while they are read.
@Suite(.enabled(if: SQLiteCommand.isHere, "\(SQLiteCommand.skipped)"))
struct LiveStoreTests {
    /// What a look ends with into whose midst somebody saves: more than a pipe holds is read, and the rest is waited for until he has.
    private func status(ofReading url: URL) throws -> String {
        try SQLiteCommand.change(
            url,
            "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 6000) "
                + "INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE) SELECT i, 2, 1, printf('%0100d', i) FROM n")
        let run = try Tool.shell(
            """
            mainspring store fetch '\(url.path)' Book --csv | (read first; sqlite3 -batch '\(url.path)' \
            "UPDATE ZAUTHOR SET ZNAME = ZNAME || '!'" && cat >/dev/null); echo "${PIPESTATUS[@]}"
            """)
        return run.output.split(separator: "\n").last.map(String.init) ?? ""
    }

    @Test func `a store that a program has open is read to its end, whatever is saved meanwhile`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            let coordinator = try Library.make(at: url)
            #expect(try status(ofReading: url) == "0 0")
            withExtendedLifetime(coordinator) {}
        }
    }

    @Test func `where nobody had the store open, that somebody has written it is told`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            #expect(try status(ofReading: url) == "2 0")
        }
    }
}
