import Foundation
import Locks
import MainspringFoundation
import MainspringModel
import StoreFaults
import Testing

@_spi(Tools) @testable import MainspringData

/// Saves in slices: what is saved, who is told of it when, and what becomes of changes meanwhile.
@Suite struct SlicedSaveContextTests {
    let company: Company
    let context: NSManagedObjectContext

    init() {
        company = .hooked()
        context = company.context()
    }

    /// Makes so many people.
    private func make(_ count: Int) -> [NSManagedObject] {
        (1...count).map { company.insert("Person", "\($0)", in: context) }
    }

    /// The names of people in the store.
    private func stored() throws -> [String] {
        let reader = company.context()
        return try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).map(\.title).sorted()
    }

    private func observe(_ name: Notification.Name, _ body: @escaping (Notification) -> Void) -> any NSObjectProtocol {
        nonisolated(unsafe) let body = body
        return NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { body($0) }
    }

    // MARK: Everything in its turn

    @Test func `each object is told, validated, saved and told again, slice by slice`() throws {
        _ = make(3)
        context.processPendingChanges()
        _ = context.journal.take()
        let save = SlicedSaving(context)
        var slices: [[String]] = []
        try save.finish { slices.append(context.journal.take()) }
        #expect(slices.filter { !$0.isEmpty }.allSatisfy { $0.count == 1 })
        let all = slices.flatMap(\.self)
        #expect(
            all.prefix(6) == [
                "will save 1", "will save 2", "will save 3", "validate for insert 1", "validate for insert 2",
                "validate for insert 3",
            ])
        #expect(all.dropFirst(6).sorted() == ["did save 1", "did save 2", "did save 3"])
        #expect(try stored() == ["1", "2", "3"])
        #expect(!context.hasChanges && context.core.saving == nil && context.core.saveInFlight == nil)
    }

    @Test func `notices follow slice by slice, each with objects that are saved`() throws {
        let people = make(5)
        try context.save()
        people[0].rename("new name")
        context.delete(people[1])
        _ = make(3)
        var (told, began) = ([String](), 0)
        let observers = [
            observe(.NSManagedObjectContextWillSave) { _ in began += 1 },
            observe(NSManagedObjectContext.didSaveObjectsNotification) { [context] notice in
                for (key, word) in [
                    (NSInsertedObjectsKey, "new"), (NSUpdatedObjectsKey, "changed"), (NSDeletedObjectsKey, "deleted"),
                ] {
                    let objects = notice.userInfo?[key] as? Set<NSManagedObject> ?? []
                    told += objects.map { _ in word }
                    #expect(objects.allSatisfy { !$0.hasChanges && !$0.objectID.isTemporaryID })
                    #expect(objects.count <= 2)
                }
                #expect(context.insertedObjects.isDisjoint(with: notice.userInfo?[NSInsertedObjectsKey] as? Set ?? []))
            },
        ]
        try SlicedSaving(context).finish(2)
        observers.forEach { NotificationCenter.default.removeObserver($0) }
        #expect(began == 1)
        #expect(told.sorted() == ["changed", "deleted", "new", "new", "new"])
        #expect(try stored() == ["1", "2", "3", "3", "4", "5", "new name"])
    }

    @Test func `objects that nobody has go with the slice that has saved them`() throws {
        _ = make(4)
        let save = SlicedSaving(context)
        var counts: Set<Int> = []
        try save.finish { counts.insert(context.registeredObjects.count) }
        #expect(counts == [4, 3, 2, 1, 0])
    }

    @Test func `what hooks change and make belongs to the save, and is told too`() throws {
        let people = make(3)
        var isMade = false
        context.journal.willSave = { [company, context] person in
            if person.title == "2", !isMade {
                isMade = true
                company.insert("Person", "log", in: context)
                people[0].age = 7
            }
        }
        context.processPendingChanges()
        _ = context.journal.take()
        try SlicedSaving(context).finish()
        let told = context.journal.take()
        #expect(told.filter { $0 == "will save 1" }.count == 2)
        #expect(told.filter { $0 == "will save log" }.count == 1)
        #expect(told.contains("validate for insert log") && told.contains("did save log"))
        #expect(try stored() == ["1", "2", "3", "log"])
        #expect(try company.read(people[0].objectID, \.age) == 7)
        #expect(!context.hasChanges)
    }

    @Test func `what validation changes and makes belongs to the save`() throws {
        let people = make(2)
        var isMade = false
        context.journal.validate = { [company, context] person, _ in
            guard !isMade else { return }
            isMade = true
            person.age = 9
            company.insert("Person", "brought", in: context)
        }
        try SlicedSaving(context).finish()
        #expect(try stored() == ["1", "2", "brought"])
        #expect(try company.read(people[0].objectID, \.age) == 9)
        #expect(!context.hasChanges)
    }

    // MARK: Changes meanwhile

    /// At which moment of the save something is done: before which slice.
    static let moments = Array(0..<14)

    @Test(arguments: moments)
    func `what the program changes meanwhile belongs to the next save`(_ moment: Int) throws {
        let people = make(3)
        try context.save()
        for person in people { person.age = 1 }
        let fresh = company.insert("Person", "fresh", in: context)
        let save = SlicedSaving(context)
        for _ in 0..<moment where !save.isOver { save.next() }
        people[0].age = 2
        fresh.rename("renamed")
        fresh["boss"] = people[1]
        context.delete(people[2])
        let late = company.insert("Person", "late", in: context)
        try save.finish()
        #expect(try stored() == ["1", "2", "3", "fresh"])
        #expect(try company.read(people[0].objectID, \.age) == 1)
        #expect(try company.read(people[1].objectID) { $0.names("reports") } == [])
        #expect(context.insertedObjects == [late])
        #expect(context.deletedObjects == [people[2]])
        #expect(context.updatedObjects.isSuperset(of: [people[0], fresh]))
        try context.save()
        #expect(try stored() == ["1", "2", "late", "renamed"])
        #expect(try company.read(people[0].objectID, \.age) == 2)
        #expect(try company.read(people[1].objectID) { $0.names("reports") } == ["renamed"])
    }

    @Test(arguments: moments)
    func `an object that is changed before its turn is told and validated before that`(_ moment: Int) throws {
        let people = make(3)
        context.journal.willSave = { if $0.age == 0 { $0.age = 5 } }
        let save = SlicedSaving(context)
        for _ in 0..<moment where !save.isOver { save.next() }
        people[2].rename("changed")
        try save.finish()
        #expect(try company.read(people[2].objectID) { [$0.title, "\($0.age)"] } == ["3", "5"])
        #expect(context.updatedObjects == [people[2]])
        #expect(people[2].changedValues().keys.sorted() == ["name"])
        try context.save()
        #expect(try company.read(people[2].objectID, \.title) == "changed")
    }

    @Test(arguments: moments)
    func `saving, rolling back and resetting do the rest at once`(_ moment: Int) throws {
        for end in 0..<3 {
            let company = Company.hooked()
            let context = company.context()
            for number in 1...3 { company.insert("Person", "\(number)", in: context) }
            let save = SlicedSaving(context)
            for _ in 0..<moment where !save.isOver { save.next() }
            company.insert("Person", "late", in: context)
            switch end {
            case 0: try context.save()
            case 1: context.rollback()
            default: context.reset()
            }
            #expect(save.isOver && !context.hasChanges)
            try save.finish()
            let reader = company.context()
            let names = try reader.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).map(\.title).sorted()
            #expect(names == ["1", "2", "3"] + (end == 0 ? ["late"] : []))
        }
    }

    @Test(arguments: moments)
    func `a fetch in the midst shows everything once`(_ moment: Int) throws {
        _ = make(4)
        let save = SlicedSaving(context)
        for _ in 0..<moment where !save.isOver { save.next() }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: "name", ascending: true)]
        #expect(try context.fetch(request).map(\.title) == ["1", "2", "3", "4"])
        #expect(try context.count(for: request) == 4)
        try save.finish()
        #expect(try context.fetch(request).map(\.title) == ["1", "2", "3", "4"])
    }

    @Test func `a second save comes behind the first one`() throws {
        let people = make(2)
        let first = SlicedSaving(context)
        first.next()
        people[0].rename("again")
        let second = SlicedSaving(context)
        try second.finish()
        try first.finish()
        #expect(try stored() == ["2", "again"])
        #expect(!context.hasChanges)
    }

    @Test func `a merge comes behind the save, and what it says of saved objects too`() throws {
        let people = make(2)
        try context.save()
        people[0].age = 1
        let save = SlicedSaving(context)
        save.next()
        let other = company.context()
        let merge = try Slices(context) {
            let same = try other.existingObject(with: people[1].objectID)
            same.rename("theirs")
            try other.save()
        }
        _ = try context.existingObject(with: people[0].objectID)
        try save.finish()
        #expect(merge.areOver)
        #expect(people.map(\.title) == ["1", "theirs"] && people.map(\.age) == [1, 0])
        #expect(try company.read(people[0].objectID, \.age) == 1)
    }

    // MARK: Failure

    @Test(arguments: moments)
    func `a save that is cancelled before the stores have it leaves everything unsaved`(_ moment: Int) throws {
        let people = make(3)
        let save = SlicedSaving(context)
        for _ in 0..<moment where !save.isOver { save.next() }
        people[0].age = 3
        save.cancellation.cancel()
        do {
            try save.finish()
            #expect(try stored() == ["1", "2", "3"])
            #expect(context.updatedObjects == [people[0]])
        } catch {
            #expect(error is CancellationError)
            #expect(try stored() == [])
            #expect(context.insertedObjects == Set(people))
            let isNamed = people.contains { !$0.objectID.isTemporaryID }
            #expect(!isNamed)
        }
        try context.save()
        #expect(try stored() == ["1", "2", "3"])
        #expect(try company.read(people[0].objectID, \.age) == 3)
    }

    @Test func `all that is wrong is thrown together, and nothing is saved`() throws {
        let people = make(5)
        struct Wrong: Error {}
        context.journal.validate = { person, _ in if ["2", "4"].contains(person.title) { throw Wrong() } }
        let save = SlicedSaving(context)
        let error = #expect(throws: NSError.self) { try save.finish() }
        #expect((error?.userInfo[NSDetailedErrorsKey] as? [any Error])?.count == 2)
        #expect(try stored() == [])
        #expect(context.insertedObjects == Set(people))
        context.journal.validate = nil
        try SlicedSaving(context).finish()
        #expect(try stored() == ["1", "2", "3", "4", "5"])
    }

    @Test func `a store's error leaves everything unsaved, with what was changed since`() throws {
        let held = try HeldSave()
        let context = held.company.context()
        let people = (1...3).map { held.company.make("Person", "\($0)", in: context) }
        let identities = people.map(\.objectID)
        let save = SlicedSaving(context)
        for _ in 0..<4 { save.next() }
        people[1].age = 8
        held.faults.fail(at: 1, of: [.sync], isLasting: true)
        #expect(throws: (any Error).self) { try save.finish() }
        held.faults.stopFailing()
        #expect(people.map(\.objectID) == identities && context.insertedObjects == Set(people))
        #expect(try held.stored("Person") == [])
        try SlicedSaving(context).finish()
        #expect(try held.stored("Person") == ["1", "2", "3"])
        #expect(try held.company.read(people[1].objectID, \.age) == 8)
    }

    @Test(arguments: [
        NSMergePolicyType.errorMergePolicyType, .mergeByPropertyObjectTrumpMergePolicyType,
        .mergeByPropertyStoreTrumpMergePolicyType,
    ])
    func `a conflict is resolved as the merge policy says`(_ type: NSMergePolicyType) throws {
        let policy = NSMergePolicy(merge: type)
        let people = make(3)
        try context.save()
        context.mergePolicy = policy
        for person in people { person.age = 1 }
        let save = SlicedSaving(context)
        for _ in 0..<5 { save.next() }
        let other = company.context()
        try other.existingObject(with: people[1].objectID).age = 2
        try other.save()
        people[2].rename("since")
        do {
            try save.finish()
            #expect(type != .errorMergePolicyType)
        } catch {
            #expect(type == .errorMergePolicyType)
            #expect((error as NSError).code == NSManagedObjectMergeError)
            #expect(context.updatedObjects == Set(people))
            return
        }
        let isOurs = type == .mergeByPropertyObjectTrumpMergePolicyType
        let ages = try people.map { try company.read($0.objectID, \.age) }
        #expect(ages == [1, isOurs ? 1 : 2, 1])
        #expect(try company.read(people[2].objectID, \.title) == "3")
        #expect(context.updatedObjects == [people[2]])
        try context.save()
        #expect(try company.read(people[2].objectID, \.title) == "since")
        #expect(!context.hasChanges)
    }

    @Test(arguments: [1, 2, 100])
    func `a conflict does not divide what a child has saved while the stores were at work`(_ arrived: Int) throws {
        let held = try HeldSave()
        let (company, context) = (held.company, held.company.context())
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        anna.age = 1
        context.processPendingChanges()
        // Another context's save keeps the store busy, and wins.
        let other = held.parent
        other.performAndWait { other.object(with: anna.objectID).rename("Anne") }
        var save: SlicedSaving?
        _ = try held.during { () throws in
            let saving = SlicedSaving(context)
            save = saving
            while context.core.saving?.stage != .saving { saving.next() }
            let child = context.child()
            let sales = company.make("Department", "Sales", in: child)
            for number in 0..<50 { company.make("Person", "\(number)", in: child)["department"] = sales }
            try child.existingObject(with: anna.objectID)["department"] = sales
            saving.queue.add(TakenMerge(try CapturingSource.changes(of: child), from: child.core))
            saving.queue.slice(.objects(arrived))
        }
        let stored = { try company.context().count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) }
        while save?.isOver == false {
            save?.next()
            #expect([1, 51].contains(try stored()))
        }
        try save?.finish()
        try context.save()
        #expect(try stored() == 51)
        #expect(
            try company.read(anna.objectID) { [$0.title, "\($0.age)", $0["department"]?.title ?? "none"] } == [
                "Anne", "1", "Sales",
            ])
        #expect(!context.hasChanges)
    }

    @Test func `one that nothing was saved of, and that is changed while others land, is found once`() throws {
        let people = make(4)
        try context.save()
        for person in people { person.age = 1 }
        context.processPendingChanges()
        context.refresh(people[1], mergeChanges: false)
        let save = SlicedSaving(context)
        while context.core.saving?.stage != .landing { save.next() }
        people[1].age = 7
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        try save.finish { () throws in
            for (age, expected) in [(7, [people[1]]), (1, [people[0], people[2], people[3]])] {
                request.predicate = NSPredicate(format: "age == \(age)")
                let found = try context.fetch(request)
                #expect(found.count == expected.count && Set(found) == Set(expected))
            }
        }
        #expect(context.updatedObjects == [people[1]])
    }

    // MARK: Bad input

    @Test func `a hook that saves is refused, and the save goes on`() throws {
        _ = make(2)
        let errors = Guarded<[String]>([])
        context.journal.willSave = { [context] _ in
            do { try context.save() } catch { errors.withLock { $0.append(error.localizedDescription) } }
        }
        try SlicedSaving(context).finish()
        #expect(
            errors.withLock { $0.count == 2 && $0.allSatisfy { $0.contains("in the midst of its save in slices") } })
        #expect(try stored() == ["1", "2"])
    }

    @Test func `a hook that resets ends the save with an error`() throws {
        _ = make(3)
        context.journal.willSave = { [context] in if $0.title == "2" { context.reset() } }
        let save = SlicedSaving(context)
        let error = #expect(throws: (any Error).self) { try save.finish() }
        #expect(error?.localizedDescription.contains("was reset in the midst") == true)
        #expect(try stored() == [] && !context.hasChanges)
    }

    @Test func `a context that has gone is told to who awaits the save`() throws {
        let error = Guarded<(any Error)?>(nil)
        let outcome = Outcome<Void, any Error>()
        do {
            let context = company.context()
            company.insert("Person", "1", in: context)
            let queue = MergeQueue(context.core)
            context.core.merging = queue
            let save = SlicedSave(outcome, Cancellation()) {
                do { try outcome.take().get() } catch let thrown { error.withLock { $0 = thrown } }
            }
            queue.add(.save(save))
            queue.slice(.objects(1))
        }
        #expect(error.withLock { $0?.localizedDescription.contains("has gone in the midst") } == true)
    }

    @Test func `without changes nothing is told`() throws {
        var count = 0
        let observers = [
            observe(.NSManagedObjectContextWillSave) { _ in count += 1 },
            observe(NSManagedObjectContext.didSaveObjectsNotification) { _ in count += 1 },
        ]
        try SlicedSaving(context).finish()
        observers.forEach { NotificationCenter.default.removeObserver($0) }
        #expect(count == 0)
    }
}

private typealias NSPredicate = MainspringFoundation.NSPredicate
