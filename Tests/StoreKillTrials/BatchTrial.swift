import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import StoreFaults
import TrialStores

/// Processes that change a store by batches and are killed.
struct BatchTrial {
    private let trial: TrialRun
    private let copies: KilledCopies

    init(_ trial: TrialRun) {
        self.trial = trial
        copies = KilledCopies(trial)
    }

    /// What a process does, one after another.
    private enum Batch: Int, CaseIterable {
        case insert, update, delete
    }

    func run(count: Int) {
        var found = [Int](repeating: 0, count: Batch.allCases.count + 1)
        for (said, left) in copies.run(count: count, make: make, work: change, look: look) {
            let told = said.count { $0.hasPrefix("done ") }
            // One that was told is there; the one after it may be, and was not told yet.
            guard let there = Int(left), there == told || there == told + 1 else {
                trial.fail("a process told of \(told) batches, and \(left) are there")
            }
            found[there] += 1
        }
        say("\(count) killed, after \(found.map(String.init).joined(separator: ", ")) batches")
    }

    // MARK: In the other process

    private static let rowCount = 60

    private static func model() -> NSManagedObjectModel {
        let item = TrialModel.entity(
            "Item",
            [
                TrialModel.attribute("number", .integer64AttributeType),
                TrialModel.attribute("text", .stringAttributeType),
            ])
        let (part, tag) = (
            TrialModel.entity("Part", [TrialModel.attribute("name", .stringAttributeType)]),
            TrialModel.entity("Tag", [TrialModel.attribute("name", .stringAttributeType)])
        )
        TrialModel.relate(.init(item, "parts", toMany: true, rule: .cascadeDeleteRule), .init(part, "item"))
        TrialModel.relate(.init(item, "tags", toMany: true), .init(tag, "items", toMany: true))
        return TrialModel.model([item, part, tag])
    }

    private func open(_ path: String, _ faults: SQLiteFaults? = nil) throws -> OpenStore {
        try OpenStore(
            path, Self.model(), pragmas: ["synchronous": "NORMAL"], keepsHistory: true,
            options: faults.map { [SQLiteFaults.option: $0] } ?? [:])
    }

    /// Makes the store, and writes down what a file has after each number of batches.
    private func make() throws {
        let file = try open(copies.original)
        let context = file.context()
        try context.performAndWait {
            let tags = (0..<4).map { context.insert("Tag", ["name": "tag \($0)"]) }
            for number in 0..<Self.rowCount {
                let item = context.insert("Item", ["number": number, "text": text(number, "made")])
                item.setValue(Set([tags[number % 4], tags[(number + 1) % 4]]), forKey: "tags")
                _ = context.insert("Part", ["name": "part \(number)", "item": item])
            }
            try context.save()
        }
        try file.close()
        try copies.renew()
        try write(picture(), 0)
        for batch in Batch.allCases {
            let file = try open(copies.store)
            try execute(batch, file.context())
            try file.close()
            try write(picture(), batch.rawValue + 1)
        }
    }

    private func text(_ number: Int, _ word: String) -> String { String(repeating: "\(word) \(number) ", count: 20) }

    private func execute(_ batch: Batch, _ context: NSManagedObjectContext) throws {
        let request: NSPersistentStoreRequest
        switch batch {
        case .insert:
            request = NSBatchInsertRequest(
                entityName: "Item",
                objects: (0..<30).map { ["number": 1_000 + $0, "text": text($0, "inserted")] })
        case .update:
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.predicate = NSPredicate(format: "number >= 10")
            update.propertiesToUpdate = ["text": text(0, "changed")]
            request = update
        case .delete:
            let fetch = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
            fetch.predicate = NSPredicate(format: "number < 20 OR number > 1010")
            request = NSBatchDeleteRequest(fetchRequest: fetch)
        }
        try context.performAndWait { _ = try context.execute(request) }
    }

    private func change(_ parent: Parent, _ faults: SQLiteFaults) throws {
        let file = try open(copies.store, faults)
        for batch in Batch.allCases {
            try execute(batch, file.context())
            parent.hear("done \(batch.rawValue + 1)")
        }
        try file.close()
    }

    // MARK: Looking

    /// All that a file has, but for when it was written.
    private func picture() throws -> [String] {
        let look = try StoreLook(copies.store)
        try look.requireWhole()
        let tables = try look.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('Z_METADATA', 'Z_MODELCACHE') ORDER BY 1"
        )
        return try tables.flatMap { table in
            let columns = try look.rows("SELECT name FROM pragma_table_info('\(table)')").filter { $0 != "ZTIMESTAMP" }
            return try look.rows("SELECT '\(table)', \(columns.joined(separator: ", ")) FROM \(table) ORDER BY rowid")
        }
    }

    private func place(_ count: Int) -> URL { URL(fileURLWithPath: trial.folder + "/picture\(count)") }

    private func write(_ picture: [String], _ count: Int) throws {
        try Data(picture.joined(separator: "\n").utf8).write(to: place(count))
    }

    /// How many batches are there; runs those that are not.
    private func look() throws -> String {
        let pictures = try (0...Batch.allCases.count).map {
            String(decoding: try Data(contentsOf: place($0)), as: UTF8.self)
        }
        let found = try picture().joined(separator: "\n")
        guard let count = pictures.firstIndex(of: found) else {
            throw Broken(description: "the file is that of no number of batches: \(found)")
        }
        let file = try open(copies.store)
        for batch in Batch.allCases.dropFirst(count) { try execute(batch, file.context()) }
        try file.close()
        let last = try picture().joined(separator: "\n")
        try require(last == pictures.last, "after the rest of the batches the file has \(last)")
        return "\(count)"
    }
}
