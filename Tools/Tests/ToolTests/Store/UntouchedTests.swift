import Foundation
@_spi(Tools) import MainspringData
import Testing

/// A look at a store changes no byte, and leaves nothing beside it.
@Suite struct UntouchedTests {
    private static let looks = [
        ["info"], ["fetch", "Book"], ["verify"], ["history"], ["export", "--output", "-", "--format", "json"],
    ]

    @Test(arguments: ["WAL", "DELETE"])
    func `a look leaves a store as it is, whatever its journal`(journal: String) throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url, options: [NSSQLitePragmasOption: ["journal_mode": journal]])
            let before = try FolderContents.of(folder)
            for look in Self.looks {
                let run = try Tool.run(["store", look[0], url.path] + look.dropFirst())
                #expect(run.status == 0, "\(look): \(run.errors)")
                #expect(try FolderContents.of(folder) == before, "\(look)")
            }
        }
    }

    @Test func `what is in a log that nobody has put into the file is seen, and the log stays`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            let coordinator = try Library.make(at: url)
            // As a computer leaves it that was switched off: with a log, and perhaps with what processes shared.
            for parts in [["", "-wal"], ["", "-wal", "-shm"]] {
                let copies = folder.appendingPathComponent("copies\(parts.count)")
                try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
                let copy = copies.appendingPathComponent("Library.sqlite")
                for part in parts {
                    try FileManager.default.copyItem(atPath: url.path + part, toPath: copy.path + part)
                }
                let before = try FolderContents.of(copies)
                for look in Self.looks {
                    let run = try Tool.run(["store", look[0], copy.path] + look.dropFirst())
                    #expect(run.status == 0, "\(look): \(run.errors)")
                    if look[0] == "fetch" { #expect(run.output.contains("Engines"), "\(run.output)") }
                    #expect(try FolderContents.of(copies) == before, "\(look)")
                }
            }
            withExtendedLifetime(coordinator) {}
        }
    }

    @Test(arguments: ["WAL", "DELETE"])
    func `a log with nothing in it that SQLite knows stays where it is`(journal: String) throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url, options: [NSSQLitePragmasOption: ["journal_mode": journal]])
            try Data("no log at all, but somebody's bytes".utf8).write(to: URL(fileURLWithPath: url.path + "-wal"))
            let before = try FolderContents.of(folder)
            for look in Self.looks {
                let run = try Tool.run(["store", look[0], url.path] + look.dropFirst())
                #expect(run.status == 0, "\(look): \(run.output) \(run.errors)")
                #expect(try FolderContents.of(folder) == before, "\(look)")
            }
        }
    }

    @Test func `a store that a program has open is read, and what is beside it stays`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            let coordinator = try Library.make(at: url)
            let run = try Tool.run("store", "fetch", url.path, "Book", "--columns", "title")
            #expect(run.status == 0 && run.output.contains("Engines"), "\(run.errors)")
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
            #expect(names == ["Library.sqlite", "Library.sqlite-shm", "Library.sqlite-wal"])
            withExtendedLifetime(coordinator) {}
        }
    }

    @Test(.enabled(if: AppleStores.areHere, AppleStores.skipped), arguments: AppleStores.stores)
    func `Apple's stores are left as they are`(path: String) throws {
        try AppleStores.withCopy(path) { url in
            let before = try FolderContents.of(url.deletingLastPathComponent())
            for look in [["info"], ["verify"], ["history"], ["export", "--output", "-"]] {
                let run = try Tool.run(["store", look[0], url.path] + look.dropFirst())
                #expect(run.status == 0, "\(look): \(run.output) \(run.errors)")
            }
            #expect(try FolderContents.of(url.deletingLastPathComponent()) == before)
        }
    }

    @Test(.enabled(if: getuid() != 0, "The superuser may write everywhere."))
    func `a store in a folder that cannot be written is read`() throws {
        try Tool.inFolder { folder in
            let url = folder.appendingPathComponent("Library.sqlite")
            try Library.makeClosed(at: url)
            chmod(folder.path, 0o555)
            defer { chmod(folder.path, 0o755) }
            #expect(try Tool.run("store", "info", url.path).status == 0)
        }
    }
}
