import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import StoreFaults
import Testing

@testable import MainspringData

/// What children see of a parent that is saving, and what they save into it. Each of these tests would last for ever if a child waited
/// for the save.
@Suite struct SaveInFlightContextThreadTests {
    let held: HeldSave
    let (company, parent): (Company, NSManagedObjectContext)
    /// Saved: a department of two, Anna and Bert, and a project of Anna's.
    let (department, anna, bert, project): (NSManagedObjectID, NSManagedObjectID, NSManagedObjectID, NSManagedObjectID)

    init() throws {
        let held = try HeldSave()
        let (company, parent) = (held.company, held.parent)
        self.held = held
        (self.company, self.parent) = (company, parent)
        (department, anna, bert, project) = try parent.performAndWait {
            let department = company.make("Department", "Sales", in: parent)
            let (anna, bert) = (company.make("Person", "Anna", in: parent), company.make("Person", "Bert", in: parent))
            let project = company.make("Project", "P", in: parent)
            (anna["department"], bert["department"]) = (department, department)
            anna.add(project, to: "projects")
            try parent.save()
            return (department.objectID, anna.objectID, bert.objectID, project.objectID)
        }
    }

    private func names(_ context: NSManagedObjectContext, _ entity: String = "Person", _ format: String? = nil) throws
        -> [String]
    {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = format.map { MainspringFoundation.NSPredicate(format: $0) }
        return try context.fetch(request).map(\.title).sorted()
    }

    /// Changes the parent: Anna is renamed, Bert goes, Cora comes.
    private func change() {
        parent.performAndWait {
            parent.object(with: anna).setValue("Anne", forKey: "name")
            parent.delete(parent.object(with: bert))
            let cora = company.make("Person", "Cora", in: parent)
            cora["department"] = parent.object(with: department)
            cora.add(parent.object(with: project), to: "projects")
        }
    }

    // MARK: Reading

    @Test(arguments: [false, true])
    func `a child sees what is being saved, and does not wait for it`(_ fails: Bool) throws {
        change()
        let child = parent.child()
        let error = try held.during(fails: fails) { () throws in
            #expect(try names(child) == ["Anne", "Cora"])
            #expect(try names(child, "Person", "name BEGINSWITH 'A'") == ["Anne"])
            #expect(try names(child, "Department") == ["Sales"])
            #expect(try child.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 2)
            #expect(child.object(with: department).names("people") == ["Anne", "Cora"])
            #expect(child.object(with: project).names("members") == ["Anne", "Cora"])
            #expect(throws: (any Error).self) { try child.existingObject(with: bert) }
            #expect(try child.existingObject(with: anna)["department"]?.title == "Sales")
        }
        #expect((error != nil) == fails)
        #expect(try names(child) == ["Anne", "Cora"])
        #expect(parent.performAndWait { parent.hasChanges } == fails)
        if fails { try parent.performAndWait { try parent.save() } }
        #expect(try held.stored("Person") == ["Anne", "Cora"])
    }

    @Test(arguments: [false, true])
    func `a thousand faults of children are fulfilled meanwhile, from the store and from what is being saved`(
        _ fails: Bool
    ) throws {
        try parent.performAndWait {
            for number in 0..<1_000 {
                company.make("Person", "\(number)", in: parent)["boss"] = parent.object(with: anna)
            }
            try parent.save()
            // What is not changed now is in the store alone.
            parent.reset()
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = MainspringFoundation.NSPredicate(format: "boss != nil")
        try parent.performAndWait {
            for person in try parent.fetch(request).prefix(200) {
                person.setValue(person.title + " changed", forKey: "name")
            }
        }
        let (first, second) = (parent.child(), parent.child())
        request.returnsObjectsAsFaults = true
        let early = try first.fetch(request)
        let error = try held.during(fails: fails) { () throws in
            for people in [early, try second.fetch(request)] {
                #expect(people.count == 1_000)
                #expect(people.count { $0.title.hasSuffix("changed") } == 200)
                #expect(people.allSatisfy { $0["boss"]?.objectID == anna })
            }
        }
        #expect((error != nil) == fails)
    }

    @Test func `a child does not wait for the keys of new objects either`() throws {
        change()
        for number in 1...20 {
            parent.performAndWait { _ = company.make("Badge", "\(number)", in: parent) }
        }
        let child = parent.child()
        let error = try held.during(hasKeys: false) { () throws in
            #expect(try names(child) == ["Anne", "Cora"])
            child.object(with: anna).setValue(40, forKey: "age")
            try child.save()
            #expect(try names(child, "Person", "age == 40") == ["Anne"])
        }
        #expect(error == nil)
        try parent.performAndWait { try parent.save() }
        #expect(try company.read(anna) { $0.value(forKey: "age") as? Int } == 40)
    }

    @Test func `objects that a child has got of a save that failed are those that the next one saves`() throws {
        change()
        let child = parent.child()
        var cora: NSManagedObject?
        _ = try held.during(fails: true) { () throws in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.predicate = MainspringFoundation.NSPredicate(format: "name == 'Cora'")
            cora = try child.fetch(request).first
            #expect(cora?.title == "Cora")
        }
        cora?.setValue("Corinna", forKey: "name")
        try child.save()
        try parent.performAndWait { try parent.save() }
        #expect(try held.stored("Person") == ["Anne", "Corinna"])
        #expect(try company.read(cora!.objectID, \.title) == "Corinna")
    }

    @Test(arguments: [false, true], [false, true])
    func `a child that has made an object knows it again by the identity that the save gives it`(
        _ fails: Bool, _ isChanged: Bool
    ) throws {
        let child = parent.child()
        let dora = company.make("Person", "Dora", in: child)
        dora["department"] = child.object(with: department)
        try child.save()
        let temporary = dora.objectID
        #expect(temporary.isTemporaryID)
        let people = NSFetchRequest<NSManagedObject>(entityName: "Person")
        if isChanged { dora.setValue(59, forKey: "age") }
        _ = try held.during(fails: fails) { () throws in
            #expect(try child.fetch(people).filter { $0.title == "Dora" } == [dora])
            #expect(try child.count(for: people) == 3)
            #expect(child.registeredObjects.count { $0.title == "Dora" } == 1)
            dora.setValue(60, forKey: "age")
            try child.save()
        }
        #expect(try child.fetch(people).filter { $0.title == "Dora" } == [dora])
        #expect(child.object(with: temporary) === dora)
        try parent.performAndWait { try parent.save() }
        #expect(try held.stored("Person") == ["Anna", "Bert", "Dora"])
        #expect(try company.read(dora.objectID) { $0.value(forKey: "age") as? Int } == 60)
    }

    // MARK: Saving into the parent

    /// What a child does to what is being saved.
    enum Change: String, CaseIterable {
        case attribute, sameAttribute, link, members, leaving, deletion, newOne, nothing
    }

    @Test(arguments: Change.allCases, [false, true])
    func `what a child saves meanwhile is the next save's, and what follows sees it`(
        _ change: Change, _ fails: Bool
    ) throws {
        self.change()
        let child = parent.child()
        let error = try held.during(fails: fails) { () throws in
            let cora = try #require(
                try child.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).first { $0.title == "Cora" })
            let anne = child.object(with: anna)
            switch change {
            case .attribute: cora.setValue(30, forKey: "age")
            case .sameAttribute:
                anne.setValue("Annette", forKey: "name")
                cora.setValue("Corinna", forKey: "name")
            case .link: anne["boss"] = cora
            case .members: child.object(with: project).setValue(NSSet(array: [anne]), forKey: "members")
            case .leaving: cora["department"] = nil
            case .deletion: child.delete(cora)
            case .newOne: company.make("Person", "Dora", in: child)["boss"] = cora
            case .nothing: child.refresh(cora, mergeChanges: false)
            }
            try child.save()
            #expect(picture(child) == expected(change))
        }
        #expect((error != nil) == fails)
        #expect(picture(child) == expected(change))
        #expect(parent.performAndWait { parent.hasChanges } == (fails || change != .nothing))
        try parent.performAndWait {
            try parent.save()
            #expect(!parent.hasChanges && picture(parent) == expected(change))
        }
        #expect(picture(company.context()) == expected(change))
    }

    private func picture(_ context: NSManagedObjectContext) -> [String] {
        let people = (try? context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))) ?? []
        return people.map { person in
            "\(person.title) \(person.value(forKey: "age") ?? 0) \(person["boss"]?.title ?? "-") "
                + "\(person["department"]?.title ?? "-") \(person.names("projects"))"
        }.sorted()
            + [context.object(with: project).names("members"), context.object(with: department).names("people")]
            .map { $0.joined(separator: " ") }
    }

    private func expected(_ change: Change) -> [String] {
        var (anne, cora) = ("Anne 0 - Sales [\"P\"]", "Cora 0 - Sales [\"P\"]")
        var (members, people) = ("Anne Cora", "Anne Cora")
        var more: [String] = []
        switch change {
        case .attribute: cora = "Cora 30 - Sales [\"P\"]"
        case .sameAttribute:
            (anne, cora) = ("Annette 0 - Sales [\"P\"]", "Corinna 0 - Sales [\"P\"]")
            (members, people) = ("Annette Corinna", "Annette Corinna")
        case .link: anne = "Anne 0 Cora Sales [\"P\"]"
        case .members: (cora, members) = ("Cora 0 - Sales []", "Anne")
        case .leaving: (cora, people) = ("Cora 0 - - [\"P\"]", "Anne")
        case .deletion: return [anne, "Anne", "Anne"]
        case .newOne: more = ["Dora 0 Cora - []"]
        case .nothing: break
        }
        return [anne, cora] + more + [members, people]
    }

    /// What a child changes of links, when neither of their ends' members has been read.
    enum Unread: CaseIterable { case name, removingNew, addingOld, both }

    @Test(arguments: Unread.allCases, [false, true])
    func `members that nobody has read are those of after the save, whatever the store has yet`(
        _ change: Unread, _ fails: Bool
    ) throws {
        let parent = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        parent.persistentStoreCoordinator = company.coordinator
        parent.retainsRegisteredObjects = true
        // Anna leaves the project, and Bert comes. The project's end is not read for it.
        parent.performAndWait {
            parent.object(with: anna).setValue(NSSet(), forKey: "projects")
            parent.object(with: bert).add(parent.object(with: project), to: "projects")
            #expect(parent.object(with: project).hasFault(forRelationshipNamed: "members"))
        }
        var expected = ["Bert"]
        let child = parent.child()
        _ = try held.during(parent, fails: fails) { () throws in
            let changed = child.object(with: project)
            changed.setValue("Q", forKey: "name")
            if change == .removingNew || change == .both {
                child.object(with: bert).setValue(NSSet(), forKey: "projects")
                expected.removeAll { $0 == "Bert" }
            }
            if change == .addingOld || change == .both {
                child.object(with: anna).add(changed, to: "projects")
                expected.insert("Anna", at: 0)
            }
            try child.save()
            let reader = parent.child()
            #expect(reader.object(with: project).names("members") == expected)
            #expect(child.object(with: anna).names("projects") == (expected.contains("Anna") ? ["Q"] : []))
            #expect(child.object(with: bert).names("projects") == (expected.contains("Bert") ? ["Q"] : []))
        }
        parent.performAndWait { #expect(parent.object(with: project).names("members") == expected) }
        try parent.performAndWait { try parent.save() }
        #expect(try company.read(project) { [$0.title] + $0.names("members") } == ["Q"] + expected)
    }

    @Test(arguments: [false, true])
    func `a new object that a child deletes meanwhile is deleted by the next save, and never was if this one fails`(
        _ fails: Bool
    ) throws {
        change()
        let child = parent.child()
        _ = try held.during(fails: fails) { () throws in
            for person in try child.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
            where person.title == "Cora" { child.delete(person) }
            try child.save()
            #expect(try names(child) == ["Anne"])
        }
        #expect(try held.stored("Person") == (fails ? ["Anna", "Bert"] : ["Anne", "Cora"]))
        parent.performAndWait {
            #expect(parent.insertedObjects.isEmpty)
            #expect(parent.deletedObjects.count == 1)
        }
        try parent.performAndWait { try parent.save() }
        #expect(try held.stored("Person") == ["Anne"])
    }

    @Test func `an event of the parent that saves it waits for the save before`() throws {
        change()
        let child = parent.child()
        let parent = parent
        parent.performAndWait { parent.processPendingChanges() }
        let token = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didChangeObjectsNotification, object: parent, queue: nil
        ) { [faults = held.faults] _ in
            faults.releaseCommits()
            try? parent.save()
        }
        let error = try held.during { () throws in
            child.object(with: anna).setValue(50, forKey: "age")
            try child.save()
            // Lets the parent take it over.
            #expect(try names(child) == ["Anne", "Cora"])
        }
        NotificationCenter.default.removeObserver(token)
        #expect(error == nil && parent.performAndWait { !parent.hasChanges })
        #expect(try held.stored("Person") == ["Anne", "Cora"])
        #expect(try company.read(anna) { $0.value(forKey: "age") as? Int } == 50)
    }

    // MARK: Any changes

    @Test(arguments: Seeds.sample(Seeds.first(15), sanitized: 3))
    func `whatever children save meanwhile, the end is that of saves one after the other`(_ seed: UInt64) throws {
        let expected = try pictures(seed) { held, body in
            try held.parent.performAndWait { try held.parent.save() }
            try body()
        }
        for fails in [false, true] {
            let found = try pictures(seed) { held, body in
                let hasChanges = held.parent.performAndWait { held.parent.hasChanges }
                guard hasChanges else { return try body() }
                let error = try held.during(fails: fails, body)
                #expect((error != nil) == fails, "seed \(seed)")
            }
            #expect(found == expected, "seed \(seed), the saves fail: \(fails)")
        }
    }

    /// What the store has after several rounds of changes.
    private func pictures(_ seed: UInt64, _ save: (HeldSave, () throws -> Void) throws -> Void) throws -> [[String]] {
        let held = try HeldSave()
        var graph = RandomCompany(held.company, seed: seed)
        graph.givesIdentities = false
        var pictures: [[String]] = []
        let parent = held.parent
        for round in 0..<4 {
            let child = parent.child()
            for _ in 0..<(round == 0 ? 30 : 12) { graph.change(in: child) }
            try child.save()
            try save(held) {
                let second = parent.child()
                for _ in 0..<10 { graph.change(in: second) }
                try second.save()
                let third = parent.child()
                for _ in 0..<6 { graph.change(in: third) }
                try third.save()
                pictures.append(graph.picture(in: third))
            }
            try parent.performAndWait {
                try parent.save()
                graph.noteIdentities(in: parent)
                #expect(LinkWitness(context: parent).fault == nil, "seed \(seed), round \(round)")
            }
            pictures.append(graph.picture(in: held.company.context()))
        }
        return pictures
    }
}
