import Foundation
@_spi(Tools) import MainspringData
import Testing

@Suite struct PipeTests {
    @Test(arguments: [
        "fetch \"$STORE\" Book --csv", "fetch \"$STORE\" Book --json", "fetch \"$STORE\" Book",
        "export \"$STORE\" -o -",
    ])
    func `who reads may go away at any time, and nothing is said of it`(command: String) throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            try SQLiteCommand.change(
                url,
                "WITH RECURSIVE n(i) AS (SELECT 10 UNION ALL SELECT i + 1 FROM n WHERE i < 3000) "
                    + "INSERT INTO ZBOOK (Z_PK, Z_ENT, Z_OPT, ZTITLE) SELECT i, 2, 1, printf('%0100d', i) FROM n")
            let run = try Tool.shell(
                "STORE='\(url.path)'; mainspring store \(command) | head -n 1 >/dev/null; echo \"${PIPESTATUS[0]}\"")
            #expect(run.status == 0 && run.output == "0\n", "\(run.output)")
        }
    }

    @Test func `a device that is full is told where there are findings as well`() throws {
        try Tool.inFolder { folder in
            let file = folder.appendingPathComponent("A.swift")
            try Data("@objc class A {}\n".utf8).write(to: file)
            for options in ["", "--json"] {
                let run = try Tool.shell("mainspring port '\(file.path)' \(options) >/dev/full")
                #expect(run.status == 2 && run.output.contains("Standard output cannot be written"), "\(run.output)")
            }
        }
    }

    @Test func `a name that is no UTF-8 is told`() throws {
        let run = try Tool.shell("mainspring store info $'caf\\xe9.sqlite' 2>&1")
        #expect(run.status == 2 && run.output.contains("is no UTF-8"), "\(run.output)")
    }

    @Test func `a device that is full is told`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            let run = try Tool.shell("mainspring store info '\(url.path)' >/dev/full")
            #expect(run.status == 2 && run.output.contains("Standard output cannot be written"), "\(run.output)")
        }
    }
}
