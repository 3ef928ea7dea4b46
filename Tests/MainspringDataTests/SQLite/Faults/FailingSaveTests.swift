import Dispatch
import Foundation
import Locks
import MainspringFoundation
import MainspringModel
import StoreFaults
import Testing

@testable import MainspringData

/// Saves of contexts whose file fails.
@Suite struct FailingSaveTests {
    let folder = Scratch()
    var url: URL { folder.url("company.sqlite") }

    /// A company over the file, and a context of it.
    func open(_ url: URL, _ options: [AnyHashable: Any] = [:]) throws -> (company: Company, NSManagedObjectContext) {
        let company = Company(kind: .inMemory)
        for store in company.coordinator.persistentStores { try company.coordinator.remove(store) }
        try company.coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
        return (company, company.context())
    }

    func close(_ company: Company) throws {
        for store in company.coordinator.persistentStores { try company.coordinator.remove(store) }
    }

    func all(_ entity: String, _ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try context.fetch(request)
    }

    /// Two departments, eight people, three projects.
    func make(_ url: URL, _ options: [AnyHashable: Any] = [:]) throws {
        let (company, context) = try open(url, options)
        let departments = ["Sales", "Works"].map { company.make("Department", $0, in: context) }
        let projects = ["A", "B", "C"].map { company.make("Project", $0, in: context) }
        for number in 0..<8 {
            let person = company.make(number == 0 ? "Manager" : "Person", "Person \(number)", in: context)
            person.setValue(departments[number % 2], forKey: "department")
            person.setValue(Set(projects.prefix(number % 4)), forKey: "projects")
        }
        try context.save()
        try close(company)
    }

    /// Something of each kind: new, changed and deleted objects, and links of all kinds.
    func change(_ company: Company, _ context: NSManagedObjectContext) throws {
        let people = try all("Person", context)
        let (departments, projects) = (try all("Department", context), try all("Project", context))
        for (number, person) in people.enumerated() { person.setValue(number * 7, forKey: "age") }
        context.delete(people[3])
        context.delete(projects[1])
        let new = company.make("Person", "New", in: context)
        new.setValue(departments[0], forKey: "department")
        new.setValue(Set([projects[0], projects[2]]), forKey: "projects")
        new.setValue(people[0], forKey: "boss")
        new.setValue(company.make("Badge", String(repeating: "long", count: 3_000), in: context), forKey: "badge")
        people[5].setValue(departments[0], forKey: "department")
        people[6].setValue(Set([projects[2]]), forKey: "projects")
    }

    /// Everything that a file has, read anew.
    func picture(_ url: URL, _ options: [AnyHashable: Any] = [:]) throws -> [String] {
        let (company, context) = try open(url, options)
        defer { try? close(company) }
        var lines: [String] = []
        for name in ["Department", "Person", "Project", "Badge"] {
            for object in try all(name, context) {
                var line = "\(object.entity.name ?? "") \(object.value(forKey: "name") ?? "")"
                line += " \(object.value(forKey: "age") ?? "")"
                for key in object.entity.relationshipsByName.keys.sorted() {
                    let value = object.value(forKey: key)
                    let others = (value as? Set<NSManagedObject>) ?? Set([value as? NSManagedObject].compactMap(\.self))
                    line += " \(key): \(others.map { "\($0.value(forKey: "name") ?? "")" }.sorted())"
                }
                lines.append(line)
            }
        }
        let connection = try SQLiteConnection(path: url.path, access: .readWrite)
        #expect(try connection.value("PRAGMA integrity_check") == .text("ok"))
        return lines
    }

    static let parts = ["", "-wal", "-journal"]

    /// Copies a file with what is beside it, as a crash would leave it.
    func copy(_ url: URL, to other: URL) throws {
        for part in Self.parts + ["-shm"] { try? FileManager.default.removeItem(atPath: other.path + part) }
        for part in Self.parts where FileManager.default.fileExists(atPath: url.path + part) {
            try FileManager.default.copyItem(atPath: url.path + part, toPath: other.path + part)
        }
    }

    @Test(arguments: ["WAL", "DELETE"])
    func `Whichever call of a save fails, the file is as before or as after, and the context can save again`(
        mode: String
    ) throws {
        let pragmas: [AnyHashable: Any] = [NSSQLitePragmasOption: ["journal_mode": mode]]
        let before = folder.url("before.sqlite")
        try make(before, pragmas)
        try copy(before, to: url)
        let (company, context) = try open(url, pragmas)
        try change(company, context)
        try context.save()
        try close(company)
        let pictures = (before: try picture(before, pragmas), after: try picture(url, pragmas))
        #expect(pictures.before != pictures.after)

        let crashed = folder.url("crashed.sqlite")
        var number = 0
        while true {
            number += 1
            try copy(before, to: url)
            let faults = SQLiteFaults()
            let (company, context) = try open(url, pragmas.merging([SQLiteFaults.option: faults]) { $1 })
            try change(company, context)
            faults.fail(at: number)
            var isSaved = false
            do {
                try context.save()
                isSaved = true
            } catch let error as NSError {
                #expect(error.domain == NSCocoaErrorDomain && error.localizedDescription.contains(url.path), "\(error)")
                #expect(context.hasChanges)
            }
            let hasFailed = faults.failureCount > 0
            try copy(url, to: crashed)
            let found = try picture(crashed, pragmas)
            #expect(found == pictures.after || (found == pictures.before && !isSaved), "call \(number): \(found)")
            faults.stopFailing()
            if !isSaved {
                try context.save()
                #expect(!context.hasChanges)
            }
            try close(company)
            #expect(try picture(url, pragmas) == pictures.after, "call \(number)")
            if !hasFailed { break }
        }
        #expect(number > 10)
    }

    @Test func `Nothing is left beside a store that its coordinator does not have any more`() throws {
        try make(url)
        let (company, context) = try open(url)
        try change(company, context)
        try context.save()
        _ = try all("Person", context)
        try close(company)
        #expect(folder.names == ["company.sqlite"])
    }

    @Test func `A disk without room is told, and the context keeps what it has`() throws {
        try make(url)
        let pictureBefore = try picture(url)
        let faults = SQLiteFaults()
        let (company, context) = try open(url, [SQLiteFaults.option: faults])
        try change(company, context)
        faults.setRoom(bytes: 9_000)
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.localizedDescription.contains("full") == true)
        #expect(context.hasChanges && context.insertedObjects.count == 2 && context.deletedObjects.count == 2)
        try copy(url, to: folder.url("crashed"))
        #expect(try picture(folder.url("crashed")) == pictureBefore)
        faults.setRoom(bytes: nil)
        try context.save()
        try close(company)
        #expect(try picture(url) != pictureBefore)
    }

    @Test func `A file that was replaced is not written, and the context keeps what it has`() throws {
        try make(url)
        let (company, context) = try open(url)
        try change(company, context)
        let other = Data("another file".utf8)
        try other.write(to: url, options: .atomic)
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.localizedDescription.contains("replaced") == true)
        #expect(context.hasChanges)
        try close(company)
        #expect(try Data(contentsOf: url) == other)
    }

    @Test func `A thousand fetches and faults on eight threads end while a save is held`() throws {
        try make(url)
        let faults = SQLiteFaults()
        let (company, context) = try open(url, [SQLiteFaults.option: faults])
        try change(company, context)
        faults.holdCommits()
        let saved = DispatchSemaphore(value: 0)
        let isSaved = Guarded(false)
        let saving = Handed(context)
        Thread {
            if (try? saving.value.save()) != nil { isSaved.withLock { $0 = true } }
            saved.signal()
        }.start()
        faults.waitUntilHeld()
        let coordinator = Handed(company.coordinator)
        let seen = Guarded(0)
        let ended = DispatchSemaphore(value: 0)
        for _ in 0..<8 {
            Thread {
                for round in 0..<125 {
                    let context = NSManagedObjectContext(confined: ())
                    context.persistentStoreCoordinator = coordinator.value
                    let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
                    request.predicate = NSPredicate(format: "name == %@", "Person \(round % 8)")
                    guard let person = (try? context.fetch(request))?.first else { continue }
                    let department = person.value(forKey: "department") as? NSManagedObject
                    let members = department?.value(forKey: "people") as? Set<NSManagedObject>
                    // What is held is seen by nobody.
                    if members?.count == 4, members?.contains(person) == true { seen.withLock { $0 += 1 } }
                }
                ended.signal()
            }.start()
        }
        for _ in 0..<8 { ended.wait() }
        #expect(seen.withLock { $0 } == 1_000)
        #expect(!isSaved.withLock { $0 })
        faults.releaseCommits()
        saved.wait()
        #expect(isSaved.withLock { $0 })
    }
}
