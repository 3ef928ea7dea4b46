import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Long data that lie in files beside the store, when batches write them.
@Suite struct BatchLongDataTests {
    private func bench() throws -> HistoryBench {
        try HistoryBench(unique: ["Badge": [["name"]]]) { _, entities in
            let photo = NSAttributeDescription()
            (photo.name, photo.attributeType) = ("photo", .binaryDataAttributeType)
            photo.allowsExternalBinaryDataStorage = true
            photo.preservesValueInHistoryOnDeletion = true
            entities["Badge"]!.properties.append(photo)
        }
    }

    private static func data(_ byte: UInt8) -> Data { Data(repeating: byte, count: 200_000) }

    private func insert(_ names: [String], _ byte: UInt8, _ bench: HistoryBench) throws -> NSManagedObjectContext {
        let context = bench.context()
        for name in names { bench.company.make("Badge", name, in: context).setValue(Self.data(byte), forKey: "photo") }
        try context.save()
        return context
    }

    private func photos(_ bench: HistoryBench) throws -> [UInt8?] {
        let context = bench.context()
        return try context.fetch(HistoryBench.objects("Badge")).map {
            (($0 as! NSManagedObject).value(forKey: "photo") as? Data)?.first
        }
    }

    /// How many files there are once nobody has the store open.
    private func fileCount(_ bench: HistoryBench) throws -> Int {
        try bench.close()
        let files = FileManager.default.enumerator(atPath: bench.scratch.folder.path)?.compactMap { $0 as? String }
        return files?.filter { $0.contains("_EXTERNAL_DATA/") }.count ?? 0
    }

    @Test func `Rows that get the same data by a batch keep them when one of them gets others, or goes`() throws {
        let bench = try bench()
        _ = try insert(["A", "B", "C", "D"], 1, bench)
        let request = NSBatchUpdateRequest(entityName: "Badge")
        request.propertiesToUpdate = ["photo": Self.data(2)]
        for _ in 0..<2 { _ = try bench.execute(request) }
        let context = bench.context()
        let badges = try context.fetch(HistoryBench.objects("Badge")).map { $0 as! NSManagedObject }
        badges[0].setValue(Self.data(3), forKey: "photo")
        context.delete(badges[1])
        try context.save()
        _ = try bench.execute(NSBatchDeleteRequest(fetchRequest: HistoryBench.objects("Badge", "name == 'C'")))
        #expect(try photos(bench) == [3, 2])
        // What the rows had before is needed no more.
        #expect(try fileCount(bench) == 1)
    }

    @Test(arguments: [true, false])
    func `A row that meets another one leaves no file but the one that is in the store`(objectWins: Bool) throws {
        let bench = try bench()
        let context = try insert(["A"], 1, bench)
        context.mergePolicy =
            objectWins ? NSMergePolicy.mergeByPropertyObjectTrump : NSMergePolicy.mergeByPropertyStoreTrump
        for byte: UInt8 in 2...4 {
            let rows = ["A", "B"].map { ["name": $0, "photo": Self.data(byte)] as [String: Any] }
            _ = try bench.execute(NSBatchInsertRequest(entityName: "Badge", objects: rows), in: context)
        }
        #expect(try photos(bench) == (objectWins ? [4, 4] : [1, 2]))
        #expect(try fileCount(bench) == 2)
    }

    @Test(arguments: [false, true], [10, 200_000])
    func `The history preserves long data of deleted rows, wherever they lay`(byBatch: Bool, count: Int) throws {
        let bench = try bench()
        let context = bench.context()
        for byte: UInt8 in 1...3 {
            let badge = bench.company.make("Badge", "\(byte)", in: context)
            if byte < 3 { badge.setValue(Data(repeating: byte, count: count), forKey: "photo") }
        }
        try context.save()
        if byBatch {
            _ = try bench.execute(NSBatchDeleteRequest(fetchRequest: HistoryBench.objects("Badge")))
        } else {
            for case let badge as NSManagedObject in try context.fetch(HistoryBench.objects("Badge")) {
                context.delete(badge)
            }
            try context.save()
        }
        let changes = try #require(try bench.transactions().last?.changes)
        let photos = changes.map { $0.tombstone?["photo"] as? Data }
        #expect(photos.compactMap { $0?.first }.sorted() == [1, 2] && photos.count == 3)
        #expect(photos.allSatisfy { $0.map { $0.count == count } ?? true })
    }
}
