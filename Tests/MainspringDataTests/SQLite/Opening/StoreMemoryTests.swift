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
            for number in 100..<400 {
                let object = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
                object.setValue("\(number)", forKey: "name")
                object.setValue(Data(repeating: 7, count: number == 100 ? 838_400 : 20_000), forKey: "picture")
            }
            try context.save()
            try coordinator.remove(store)
            var pages = SharedOverflow(bytes: [UInt8](try Data(contentsOf: url)))
            try #require(pages.share(length: 20_000, with: 838_400) == 299)
            try Data(pages.bytes).write(to: url)
            // SQLite takes them for what they say.
            #expect(try Fixture.rows(url, "SELECT sum(length(ZPICTURE)) FROM ZITEM") == ["\(300 * 838_400)"])
            try PeakMemory().check("shared", fileSize: pages.bytes.count) {
                DamagedStore.readAll(url, model, isReadOnly: true)
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

    /// A number of three bytes.
    private mutating func write(_ value: Int, at place: Int) {
        for (index, shift) in [14, 7, 0].enumerated() {
            bytes[place + index] = UInt8(value >> shift & 0x7F) | (index < 2 ? 0x80 : 0)
        }
    }

    /// A row, by the places of what is said of it.
    private struct Cell {
        var length: (value: Int, place: Int)
        /// The kind of the value that is data of a length.
        var kind: Int
        var overflow: Int
    }

    private func cells(length: Int) -> [Cell] {
        var cells: [Cell] = []
        // In what a leaf keeps of a row itself, as SQLite's file format says.
        let least = (pageSize - 12) * 32 / 255 - 23
        for page in stride(from: pageSize, to: bytes.count, by: pageSize) where bytes[page] == 0x0D {
            for index in 0..<(Int(bytes[page + 3]) << 8 | Int(bytes[page + 4])) {
                let pointer = page + 8 + 2 * index
                let place = page + (Int(bytes[pointer]) << 8 | Int(bytes[pointer + 1]))
                let (size, afterSize) = number(at: place)
                guard size > length else { continue }
                let record = number(at: afterSize).end
                let head = number(at: record)
                var kind = head.end
                while kind < record + head.value, number(at: kind).value != 12 + 2 * length {
                    kind = number(at: kind).end
                }
                guard kind < record + head.value else { continue }
                let rest = least + (size - least) % (pageSize - 4)
                let own = rest <= pageSize - 35 ? rest : least
                cells.append(Cell(length: (size, place), kind: kind, overflow: record + own))
            }
        }
        return cells
    }

    /// - Parameters:
    ///   - length: that of the data of the rows that are changed.
    ///   - other: that of the data of the row with which they share them, whose pages are filled as theirs are.
    /// - Returns: how many rows were changed.
    mutating func share(length: Int, with other: Int) -> Int {
        precondition((other - length) % (pageSize - 4) == 0)
        guard let source = cells(length: other).first else { return 0 }
        let cells = cells(length: length)
        for cell in cells {
            write(source.length.value, at: cell.length.place)
            write(12 + 2 * other, at: cell.kind)
            for index in 0..<4 { bytes[cell.overflow + index] = bytes[source.overflow + index] }
        }
        return cells.count
    }
}
