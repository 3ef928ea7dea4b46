import Foundation
@_spi(Tools) import MainspringData
import SeededRandom
import Testing

/// Files that are none of what they are taken for: each is an error with a sentence, and nothing crashes or waits.
@Suite struct HostileFilesTests {
    private static let commands = [
        ["store", "info"], ["store", "fetch", "Book"], ["store", "verify"], ["store", "history"],
        ["store", "export", "--output", "-"], ["model", "show"], ["model", "validate"], ["trace", "summary"],
    ]

    private static func arguments(_ command: [String], _ path: String) -> [String] {
        Array(command.prefix(2)) + [path] + command.dropFirst(2)
    }

    @Test(arguments: [
        "empty", "text", "folder", "fifo", "missing", "header", "emptyDatabase", "link to itself",
    ])
    func `what is no store, no model and no trace is refused`(kind: String) throws {
        try Tool.inFolder { folder in
            let path = folder.appendingPathComponent("thing").path
            switch kind {
            case "empty": try Data().write(to: URL(fileURLWithPath: path))
            case "text": try Data("hello\n".utf8).write(to: URL(fileURLWithPath: path))
            case "folder": try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
            case "fifo": #expect(mkfifo(path, 0o644) == 0)
            case "header":
                try (Data("SQLite format 3\0".utf8) + Data(repeating: 0xFF, count: 4_080)).write(
                    to: URL(fileURLWithPath: path))
            case "emptyDatabase": try SQLiteCommand.change(URL(fileURLWithPath: path), "CREATE TABLE t (x)")
            case "link to itself": try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
            default: break
            }
            try expectRefusal(of: path, kind)
        }
    }

    @Test(arguments: Seeds.first(1)) func `random bytes are refused`(seed: UInt64) throws {
        try Tool.inFolder { folder in
            let path = folder.appendingPathComponent("thing").path
            var random = SeededGenerator(seed: seed)
            try Data((0..<5_000).map { _ in UInt8.random(in: 0...255, using: &random) }).write(
                to: URL(fileURLWithPath: path))
            try expectRefusal(of: path, "seed \(seed)")
        }
    }

    /// Records an issue for each command that does not refuse a file with an error message alone.
    private func expectRefusal(of path: String, _ file: String) throws {
        for command in Self.commands {
            let run = try Tool.run(Self.arguments(command, path))
            #expect(
                run.status == 2 && run.errors.hasPrefix("mainspring: ") && run.output.isEmpty,
                "\(file), \(command): \(run)")
        }
    }

    @Test func `a store that was cut off is refused or read, and nothing crashes`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            let whole = try Data(contentsOf: url)
            for part in [100, 512, 4_096, 5_000, whole.count / 2, whole.count - 1] {
                let cut = folder.appendingPathComponent("cut")
                try whole.prefix(part).write(to: cut)
                for command in Self.commands.prefix(2) {
                    let run = try Tool.run(Self.arguments(command, cut.path))
                    #expect(
                        run.status == 0 || (run.status == 2 && run.errors.hasPrefix("mainspring: ")),
                        "\(part) \(command): \(run)")
                }
            }
        }
    }

    @Test(arguments: [
        "UPDATE Z_METADATA SET Z_PLIST = x'62706C6973743030FF'", "UPDATE Z_MODELCACHE SET Z_CONTENT = x'0102030405'",
        "UPDATE Z_PRIMARYKEY SET Z_SUPER = Z_ENT", "UPDATE Z_PRIMARYKEY SET Z_NAME = ''", "DELETE FROM Z_PRIMARYKEY",
        "DELETE FROM Z_METADATA", "DROP TABLE ZBOOK", "ALTER TABLE ZBOOK RENAME COLUMN ZTITLE TO ZOTHER",
        "UPDATE ZBOOK SET ZTITLE = x'FF00', ZPAGES = 'many', ZAUTHOR = 'nobody', ZPRICE = 9e999, ZCOVER = 7",
        "UPDATE ZAUTHOR SET ZBORN = 9e999", "UPDATE Z_PRIMARYKEY SET Z_ENT = -Z_ENT; DELETE FROM Z_MODELCACHE",
        "DROP TABLE Z_MODELCACHE; UPDATE Z_PRIMARYKEY SET Z_SUPER = 3 WHERE Z_ENT = 2",
    ])
    func `a store whose tables say nonsense is refused or read, and nothing crashes`(damage: String) throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            try SQLiteCommand.change(url, damage)
            for command in [
                ["store", "info"], ["store", "verify"], ["store", "export", "--output", "-"], ["model", "show"],
            ] {
                let run = try Tool.run(Self.arguments(command, url.path))
                #expect(
                    [0, 1].contains(run.status) || (run.status == 2 && run.errors.contains("mainspring: ")),
                    "\(command): \(run)")
            }
        }
    }

    @Test func `help and arguments that are not known are told without a store`() throws {
        for command in [
            [], ["store"], ["store", "info"], ["store", "fetch"], ["store", "export"], ["store", "verify"],
            ["store", "history"], ["store", "migrate"], ["model", "show"], ["model", "diff"], ["model", "validate"],
            ["model", "generate"], ["model", "compile"], ["port"], ["trace", "summary"], ["doctor"],
        ] {
            let run = try Tool.run(command + ["--help"])
            #expect(run.status == 0 && run.output.contains("USAGE: mainspring"), "\(command)")
            if command.count == 2 || ["port", "doctor"].contains(command.first) {
                #expect(run.output.contains("--json"), "\(command)")
            }
        }
        #expect(try Tool.run("store", "inform").status == 64)
    }
}
