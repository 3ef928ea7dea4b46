import Foundation
@_spi(Tools) import MainspringData
@_spi(Tools) import MainspringModel
import Testing

@Suite(.enabled(if: SQLiteCommand.isHere, "\(SQLiteCommand.skipped)")) struct InterruptedMigrationTests {
    /// A model whose second version has less, so that rows are copied.
    private func model(isNew: Bool) -> NSManagedObjectModel {
        let (model, entity) = (NSManagedObjectModel(), NSEntityDescription())
        entity.name = "Item"
        entity.properties = (isNew ? ["number"] : ["number", "size"]).map { name in
            let attribute = NSAttributeDescription()
            (attribute.name, attribute.type) = (name, .integer64)
            return attribute
        }
        model.entities = [entity]
        return model
    }

    private func makeStore(_ url: URL, _ mode: String, count: Int) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model(isNew: false))
        let options = [NSSQLitePragmasOption: ["journal_mode": mode]]
        try coordinator.remove(try coordinator.addPersistentStore(type: .sqlite, at: url, options: options))
        try SQLiteCommand.change(
            url,
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNUMBER) SELECT i, 1, 1, i FROM n;
            UPDATE Z_PRIMARYKEY SET Z_MAX = \(count)
            """)
    }

    /// Whether something has been written for the migration.
    private func hasBegun(_ url: URL) -> Bool {
        ["-journal", "-wal"].contains { ending in
            let attributes = try? FileManager.default.attributesOfItem(atPath: url.path + ending)
            return attributes?[.size] as? Int ?? 0 > 100_000
        }
    }

    /// How the tool ends if it is interrupted as soon as it has written something.
    private func interrupt(_ url: URL, _ model: String, _ signals: [Int32]) throws -> RunningTool.End {
        let process = try RunningTool(["store", "migrate", url.path, "--to", model])
        while !hasBegun(url), process.isRunning { sched_yield() }
        for signal in signals { process.send(signal) }
        return process.wait()
    }

    @Test(arguments: [
        ("DELETE", [SIGINT]), ("WAL", [SIGTERM]), ("DELETE", [SIGTERM, SIGINT]), ("WAL", [SIGINT, SIGINT, SIGTERM]),
    ])
    func `a migration where the store lies is undone if it is interrupted`(mode: String, signals: [Int32]) throws {
        // One that was done before the signal came shows nothing: the next has four times as much to do.
        for count in [50_000, 200_000, 800_000, 3_200_000] {
            let isInterrupted = try Tool.inFolder { folder in
                let new = folder.appendingPathComponent("New.mom")
                try model(isNew: true).write(to: new)
                let url = folder.appendingPathComponent("Items.sqlite")
                try makeStore(url, mode, count: count)
                let before = try FolderContents.of(folder)
                let end = try interrupt(url, new.path, signals)
                guard end != .status(0) else { return false }
                #expect(signals.contains { end == .signal($0) }, "\(end)")
                #expect(try FolderContents.of(folder) == before)
                return true
            }
            if isInterrupted { return }
        }
        Issue.record("Each migration was done before it could be interrupted.")
    }
}
