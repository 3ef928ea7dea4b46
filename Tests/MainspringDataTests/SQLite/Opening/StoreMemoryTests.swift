import Foundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// What it takes to read all of a store that is damaged, or made to do harm: four times the file and 64 MiB at most.
@Suite struct StoreMemoryTests {
    // In a process of its own each, as other tests take memory at the same time.

    @Test(.enabled(if: AppleStores.areHere, "\(AppleStores.skipped)"))
    func `stores of Apple's with damaged bytes are read within it`() async {
        await #expect(processExitsWith: .success) {
            for store in AppleStores.all { try StoreMemoryTests.checkDamaged(store.url, model: store.model) }
        }
    }

    @Test func `a store with damaged bytes is read within it`() async {
        await #expect(processExitsWith: .success) {
            let scratch = Scratch()
            let company = try StoreMemoryTests.filled(scratch.url("whole.sqlite"))
            try StoreMemoryTests.checkDamaged(scratch.url("whole.sqlite")) { company.model }
        }
    }

    @Test func `rows that say that they have the long data of another one are read within it`() async {
        await #expect(processExitsWith: .success) {
            let scratch = Scratch()
            let item = Part.entity("Item")
            item.properties = [
                Part.attribute("name", .stringAttributeType), Part.attribute("picture", .binaryDataAttributeType),
            ]
            let (url, model) = (scratch.url("s.sqlite"), Part.model([item]))
            let (coordinator, store) = try Fixture.open(url, model)
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            for number in 1000..<5000 {
                let object = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
                object.setValue("\(number)", forKey: "name")
                object.setValue(Data(repeating: 7, count: number == 1000 ? 100_000 : 490), forKey: "picture")
            }
            try context.save()
            try coordinator.remove(store)
            var pages = SharedOverflow(bytes: [UInt8](try Data(contentsOf: url)))
            try #require(pages.share(length: 490, with: 100_000) == 3_999)
            try Data(pages.bytes).write(to: url)
            // SQLite takes them for what they say.
            #expect(try Fixture.rows(url, "SELECT sum(length(ZPICTURE)) > 240000000 FROM ZITEM") == ["1"])
            let peak = try PeakMemory()
            try peak.check("shared", fileSize: pages.bytes.count) {
                DamagedStore.readAll(url, model, isReadOnly: true)
            }
        }
    }

    @Test(arguments: ["ZPERSON", "Z_PRIMARYKEY"])
    func `a table whose pages lead to one page over and over is told as damage, within it`(_ table: String) async {
        await #expect(processExitsWith: .success) { [table] in
            let scratch = Scratch()
            let url = scratch.url("s.sqlite")
            let company = try StoreMemoryTests.filled(url)
            try PageTower.build(url, table)
            let peak = try PeakMemory()
            let size = try Data(contentsOf: url).count
            try peak.check(table, fileSize: size) {
                let failure = Fixture.failure {
                    try company.coordinator.addPersistentStore(type: .sqlite, at: url)
                    _ = try company.context().fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
                }
                #expect(failure?.sentence.contains("damaged") == true, "\(failure as Any)")
            }
        }
    }

    /// People with projects, some with long names.
    private static func filled(_ url: URL) throws -> Company {
        let company = Company(kind: .inMemory)
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        try company.coordinator.addPersistentStore(type: .sqlite, at: url)
        let context = company.context()
        let projects = (0..<20).map { company.make("Project", "\($0)", in: context) }
        for number in 0..<300 {
            let person = company.make(
                number % 3 == 0 ? "Manager" : "Person", String(repeating: "n", count: number * number / 10), in: context
            )
            person.add(projects[number % 20], to: "projects")
        }
        try context.save()
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        return company
    }

    private static func checkDamaged(_ url: URL, model: () throws -> NSManagedObjectModel) throws {
        let scratch = Scratch()
        let whole = [UInt8](try Data(contentsOf: url))
        // What the first one takes once stays.
        DamagedStore.readAll(url, try model(), isReadOnly: true)
        let peak = try PeakMemory()
        for seed in DamagedStoreTests.seeds {
            var random = SeededGenerator(seed: seed)
            let bytes = DamagedStore.damaged(whole, &random)
            let copy = scratch.url("\(seed).sqlite")
            try Data(bytes).write(to: copy)
            for isReadOnly in [true, false] {
                let title = "\(url.lastPathComponent) with seed \(seed)"
                try peak.check(title, fileSize: bytes.count) {
                    DamagedStore.readAll(copy, try model(), isReadOnly: isReadOnly)
                }
            }
            try FileManager.default.removeItem(at: copy)
        }
    }
}

/// The pages of a file of SQLite, of which rows may be made to say that their last value lies where another row's does.
private struct SharedOverflow {
    var bytes: [UInt8]
    private var pageSize: Int { Int(bytes[16]) << 8 | Int(bytes[17]) }

    private func number(at place: Int) -> (value: Int, end: Int) {
        var (value, end) = (0, place)
        repeat {
            value = value << 7 | Int(bytes[end] & 0x7F)
            end += 1
        } while bytes[end - 1] & 0x80 != 0
        return (value, end)
    }

    /// A number in three bytes.
    private static func threeBytes(_ value: Int) -> [UInt8] {
        [UInt8(value >> 14 & 0x7F) | 0x80, UInt8(value >> 7 & 0x7F) | 0x80, UInt8(value & 0x7F)]
    }

    /// What a leaf keeps of a row itself that has pages of its own, at least: SQLite's file format says so.
    private var least: Int { (pageSize - 12) * 32 / 255 - 23 }

    /// A row, by the places of its parts.
    private struct Cell {
        var start: Int
        /// The length of the record.
        var size: Int
        var record: Int
        /// Where the type of the last value stands, which is data of a length, and where the values begin.
        var type: Int
        var values: Int
    }

    private func cells(length: Int) -> [Cell] {
        var cells: [Cell] = []
        for page in stride(from: pageSize, to: bytes.count, by: pageSize) where bytes[page] == 0x0D {
            for index in 0..<(Int(bytes[page + 3]) << 8 | Int(bytes[page + 4])) {
                let pointer = page + 8 + 2 * index
                let start = page + (Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1]))
                let size = number(at: start)
                guard size.value > length else { continue }
                let record = number(at: size.end).end
                let head = number(at: record)
                var type = head.end
                while number(at: type).end < record + head.value { type = number(at: type).end }
                guard number(at: type).value == 12 + 2 * length else { continue }
                cells.append(
                    Cell(start: start, size: size.value, record: record, type: type, values: record + head.value))
            }
        }
        return cells
    }

    /// Makes short rows say that they go on where a long one does.
    /// - Parameters:
    ///   - length: that of the data of the rows that are changed, which have no pages of their own.
    ///   - other: that of the data of the other row.
    /// - Returns: how many rows were changed.
    mutating func share(length: Int, with other: Int) -> Int {
        guard let source = cells(length: other).first else { return 0 }
        let rest = least + (source.size - least) % (pageSize - 4)
        let overflow = source.record + (rest <= pageSize - 35 ? rest : least)
        let pointer = bytes[overflow..<overflow + 4]
        let size = least + 15 * (pageSize - 4)
        let cells = cells(length: length)
        for cell in cells {
            let types = bytes[cell.record + 1..<cell.type]
            let values = bytes[cell.values..<cell.record + cell.size - length]
            var local = [UInt8(types.count + 4)] + types
            local += Self.threeBytes(12 + 2 * (size - local.count - 3 - values.count)) + values
            local += [UInt8](repeating: 7, count: least - local.count)
            let key = bytes[number(at: cell.start).end..<cell.record]
            let changed = Self.threeBytes(size) + key + local + pointer
            precondition(changed.count <= cell.record + cell.size - cell.start)
            bytes.replaceSubrange(cell.start..<cell.start + changed.count, with: changed)
        }
        return cells.count
    }
}
