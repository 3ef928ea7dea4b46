import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import StoreFaults
import Testing

@testable import MainspringData

/// Batches whose writes fail.
@Suite struct BatchFaultTests {
    private static let kinds = ["insert", "update", "delete"]

    private func run(_ kind: String, _ bench: HistoryBench) throws {
        switch kind {
        case "insert":
            _ = try bench.execute(
                NSBatchInsertRequest(
                    entityName: "Person", objects: (0..<300).map { ["name": String(repeating: "x", count: 100 + $0)] }))
        case "update":
            let update = NSBatchUpdateRequest(entityName: "Person")
            update.propertiesToUpdate = ["name": String(repeating: "y", count: 200)]
            _ = try bench.execute(update)
        default:
            _ = try bench.execute(NSBatchDeleteRequest(fetchRequest: HistoryBench.objects("Person", "age > 10")))
        }
    }

    private func fill(_ bench: HistoryBench) throws {
        let context = bench.context()
        let department = bench.company.make("Department", "D", in: context)
        for number in 0..<60 {
            let person = bench.company.make("Person", String(repeating: "p", count: 80), in: context)
            person.setValue(number, forKey: "age")
            person["department"] = department
            if number % 3 == 0 { person["badge"] = bench.company.make("Badge", "\(number)", in: context) }
        }
        try context.save()
    }

    /// All that a file has, and whether it is whole. The copy is taken as a crash would leave it.
    private func picture(_ url: URL, _ scratch: Scratch) throws -> [String] {
        let copy = scratch.url("copy.sqlite")
        for part in ["", "-wal", "-journal"] {
            try? FileManager.default.removeItem(atPath: copy.path + part)
            if FileManager.default.fileExists(atPath: url.path + part) {
                try FileManager.default.copyItem(atPath: url.path + part, toPath: copy.path + part)
            }
        }
        return try [
            "SELECT Z_PK, Z_OPT, ZNAME, ZAGE FROM ZPERSON", "SELECT Z_PK, ZPERSON FROM ZBADGE", "SELECT * FROM ACHANGE",
            "SELECT Z_PK FROM ATRANSACTION", "SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT > 16000",
            "PRAGMA integrity_check",
        ].flatMap { try Fixture.rows(copy, $0) }
    }

    @Test(arguments: kinds, ["WAL", "DELETE"])
    func `Whichever call to the disk fails, a batch is in the file with its history, or nothing of it`(
        _ kind: String, _ mode: String
    ) throws {
        let pragmas: [AnyHashable: Any] = [NSSQLitePragmasOption: ["journal_mode": mode]]
        var after: [String]?
        var number = 0
        while true {
            let faults = SQLiteFaults()
            let bench = try HistoryBench(options: pragmas.merging([SQLiteFaults.option: faults]) { $1 })
            try fill(bench)
            let before = try picture(bench.url, bench.scratch)
            faults.fail(at: number)
            let failure = Fixture.failure { try run(kind, bench) }
            let hasFailed = number > 0 && faults.failureCount > 0
            let found = try picture(bench.url, bench.scratch)
            faults.stopFailing()
            if number == 0 { after = found }
            #expect(
                found == after || failure != nil && found == before,
                "call \(number) of \(kind): \(failure?.sentence ?? "")")
            if let failure {
                #expect(failure.sentence.contains(bench.url.path))
                try run(kind, bench)
                if found == before { #expect(try picture(bench.url, bench.scratch).last == "ok") }
            }
            try bench.close()
            // An ordinary run fails every third call, a soak every call.
            number += number == 0 || Seeds.round != nil ? 1 : 3
            if number > 1, !hasFailed { break }
        }
        #expect(number > 4)
    }

    @Test func `A disk without room is told, and nothing of the batch is there`() throws {
        let faults = SQLiteFaults()
        let bench = try HistoryBench(options: [SQLiteFaults.option: faults])
        try fill(bench)
        let before = try picture(bench.url, bench.scratch)
        faults.setRoom(bytes: 9_000)
        let failure = Fixture.failure { try run("insert", bench) }
        #expect(failure?.sentence.contains("full") == true)
        faults.setRoom(bytes: nil)
        #expect(try picture(bench.url, bench.scratch) == before)
        try run("insert", bench)
        #expect(try bench.names("Person").count == 360)
    }
}
