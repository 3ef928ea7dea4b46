import Foundation
import MainspringModel
import SeededRandom
import StoreFaults
import Testing

@testable import MainspringData

/// Migrations that are interrupted: the store is the old one or the new one.
@Suite struct MigrationFaultTests {
    let folder = Scratch()

    /// The old model and a new one, for which a table stays, one is copied, one goes, and pairs move.
    static var sketches: (old: Sketch, new: Sketch) {
        let old = Sketch.company
        var new = old
        new["Department"].name = "Unit"
        new["Unit"].identifier = "Department"
        for name in ["Person"] { new[name].relations[0].destination = "Unit" }
        new["Person"].attributes.removeAll { $0.name == "pay" }
        new["Person"].attributes.append(
            .init(name: "level", type: .integer16AttributeType, isOptional: false, defaultValue: 1))
        new["Person"].relations.removeAll { $0.name == "badge" }
        new.entities.removeAll { $0.name == "Badge" }
        new["Project"].relations.removeAll { $0.name == "labels" }
        new["Project"].attributes.append(.init(name: "due", type: .dateAttributeType))
        return (old, new)
    }

    func make(_ url: URL, _ mode: String) throws {
        var random = SeededGenerator(seed: 7)
        var (world, given) = World.random(Self.sketches.old, each: 3...3, using: &random)
        let (coordinator, store) = try Fixture.open(
            url, Self.sketches.old.model(), options: [NSSQLitePragmasOption: ["journal_mode": mode]])
        try world.write(given, Self.sketches.old, to: coordinator)
        try coordinator.remove(store)
    }

    static let parts = ["", "-wal", "-journal"]

    func copy(_ url: URL, to other: URL) throws {
        for part in Self.parts + ["-shm"] { try? FileManager.default.removeItem(atPath: other.path + part) }
        for part in Self.parts where FileManager.default.fileExists(atPath: url.path + part) {
            try FileManager.default.copyItem(atPath: url.path + part, toPath: other.path + part)
        }
    }

    /// All that a file has, row by row.
    func picture(_ url: URL) throws -> [String] {
        let connection = try SQLiteConnection(path: url.path, access: .readWrite)
        defer { connection.close() }
        #expect(try connection.value("PRAGMA integrity_check") == .text("ok"))
        var lines: [String] = []
        let tables = try connection.prepare(
            "SELECT type, name, sql FROM sqlite_master WHERE name NOT GLOB 'Z_METADATA' ORDER BY 1, 2")
        while try tables.step() {
            lines.append("\(tables.string(1)) \(tables.string(2))")
            guard tables.string(0) == "table", tables.string(1) != "Z_MODELCACHE" else { continue }
            let rows = try connection.prepare("SELECT * FROM \(SQLiteName.quoted(tables.string(1)))")
            while try rows.step() {
                lines.append((0..<rows.columnCount).map { "\(rows.value($0))" }.joined(separator: "|"))
            }
        }
        return lines
    }

    func migrate(_ url: URL, _ mode: String, _ faults: SQLiteFaults?) throws {
        var options = MigrationBench.options
        options[NSSQLitePragmasOption] = ["journal_mode": mode, "synchronous": "NORMAL"]
        options[SQLiteFaults.option] = faults
        let (coordinator, store) = try Fixture.open(url, Self.sketches.new.model(), options: options)
        try coordinator.remove(store)
    }

    @Test(arguments: ["WAL", "DELETE"])
    func `Whichever call of a migration fails, the store is the old one or the new one, and is migrated the next time`(
        mode: String
    ) throws {
        let (before, url, crashed) = (folder.url("before.sqlite"), folder.url("s.sqlite"), folder.url("crashed.sqlite"))
        try make(before, mode)
        try copy(before, to: url)
        try migrate(url, mode, nil)
        let (old, new) = (try picture(before), try picture(url))
        #expect(old != new)
        var number = 0
        var failures = 0
        while true {
            number += 1
            try copy(before, to: url)
            let faults = SQLiteFaults()
            faults.fail(at: number, of: SQLiteFaults.changing)
            var isDone = false
            do {
                try migrate(url, mode, faults)
                isDone = true
            } catch let error as NSError {
                #expect(error.domain == NSCocoaErrorDomain, "call \(number): \(error)")
                #expect(error.localizedDescription.hasSuffix("."), "\(error.localizedDescription)")
            }
            let hasFailed = faults.failureCount > 0
            failures += isDone ? 0 : 1
            faults.stopFailing()
            try copy(url, to: crashed)
            let found = try picture(crashed)
            #expect(found == new || (found == old && !isDone), "call \(number) of \(mode)")
            try migrate(url, mode, nil)
            #expect(try picture(url) == new, "call \(number) of \(mode)")
            if !hasFailed { break }
            // An ordinary run fails every second call, a soak every call.
            number += Seeds.round == nil ? 1 : 0
        }
        #expect(number > 10 && failures > 5)
    }

    @Test func `A disk that is full is told, and the store is the old one`() throws {
        let (before, url) = (folder.url("before.sqlite"), folder.url("s.sqlite"))
        try make(before, "WAL")
        let old = try picture(before)
        for room in stride(from: 1_000, to: 40_000, by: 8_000) {
            try copy(before, to: url)
            let faults = SQLiteFaults()
            faults.setRoom(bytes: room)
            let error = #expect(throws: NSError.self) { try migrate(url, "WAL", faults) }
            #expect(error?.localizedDescription.contains("full") == true, "\(String(describing: error))")
            faults.stopFailing()
            #expect(try picture(url) == old)
        }
        try migrate(url, "WAL", nil)
    }
}
