import Foundation
import MainspringData
import StoreFaults
import TrialStores

/// Processes that migrate a store and are killed.
struct MigrationTrial {
    private let copies: KilledCopies
    private let folder: String
    /// Whether they migrate by a mapping model, into another store that takes the old one's place.
    private let isMapped: Bool

    init(_ trial: TrialRun, isMapped: Bool) {
        (copies, folder, self.isMapped) = (KilledCopies(trial), trial.folder, isMapped)
    }

    func run(count: Int) {
        let all = copies.run(
            count: count, make: { try ShelfStore.make(copies.original) }, work: { try migrate($1) }, look: look)
        let found = Dictionary(grouping: all, by: \.left).mapValues(\.count)
        say("\(count) killed, \(found["old", default: 0]) before and \(found["new", default: 0]) behind the commit")
    }

    private func migrate(_ faults: SQLiteFaults) throws {
        if isMapped { try ShelfStore.registerMapping() }
        try ShelfStore.open(
            copies.store, version: 2, pragmas: ["synchronous": "NORMAL"], options: [SQLiteFaults.option: faults]
        ).close()
    }

    /// Whether the old or the new store is there, of which all must be.
    private func look() throws -> String {
        if isMapped { try ShelfStore.registerMapping() }
        let isNew = try ShelfStore.isMigrated(copies.store)
        // Whichever it is, it can be opened with the new model, and has all; and it can be written.
        let file = try ShelfStore.open(copies.store, version: 2)
        let context = file.context()
        try ShelfStore.requireAll(Set(0..<ShelfStore.count), context)
        try context.performAndWait {
            ShelfStore.insert(ShelfStore.count, "Rack", context)
            try context.save()
        }
        try file.close()
        // What was left beside a store that was still the old one has gone with this attempt.
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).filter {
            $0.contains("migrationdestination")
        }
        try require(left.isEmpty, "\(left) was left in the folder")
        return isNew ? "new" : "old"
    }
}
