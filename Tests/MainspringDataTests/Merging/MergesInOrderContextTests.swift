import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Several merges behind one another in a context: what came first is first for each object, whoever is reached before his turn.
@Suite struct MergesInOrderContextTests {
    let company: Company
    let context: NSManagedObjectContext

    init() {
        company = Company()
        context = company.context()
        context.retainsRegisteredObjects = true
    }

    private func make(_ entity: String, _ names: String...) throws -> [NSManagedObject] {
        let made = names.map { company.make(entity, $0, in: context) }
        try context.save()
        return made
    }

    /// A child that has made a change.
    private func child(
        _ objects: [NSManagedObject], _ change: ([NSManagedObject]) -> Void
    ) throws -> NSManagedObjectContext {
        let child = context.child()
        change(try objects.map { try child.existingObject(with: $0.objectID) })
        return child
    }

    // MARK: Children

    /// Whose badge becomes which one in the first child, and in the second; nil for nobody's.
    private static let wishes: [[(person: Int, badge: Int?)]] = [
        [(1, 0), (1, nil)], [(2, 1), (0, 2)], [(0, 1), (0, 2)], [(0, 1), (1, 1)], [(0, nil), (1, 0)], [(2, 0), (2, 1)],
    ]

    @Test(arguments: wishes.indices, 0..<6)
    func
        `of two children that link the same objects otherwise the second has its way, whoever is reached between two slices`(
            number: Int, reached: Int
        ) throws
    {
        let wishes = Self.wishes[number]
        /// - Parameter after: How many slices come before the look; nil for a merge at once.
        func badges(after: Int?) throws -> [String?] {
            let objects = try make("Person", "0", "1", "2") + make("Badge", "a", "b", "c")
            for person in 0..<3 { objects[person]["badge"] = objects[3 + person] }
            try context.save()
            let children = try wishes.map { wish in
                try child(objects) { here in
                    for object in here { _ = object.title }
                    here[wish.person]["badge"] = wish.badge.map { here[3 + $0] }
                }
            }
            guard let after else {
                for child in children { try child.save() }
                return objects[..<3].map { $0["badge"]?.title }
            }
            var slices: Slices?
            for child in children { slices = try Slices(savingOf: child) }
            for _ in 0..<after where slices?.areOver == false { slices?.next() }
            context.core.reach(objects[reached].objectID)
            #expect(LinkWitness(context: context).fault == nil, "after \(after)")
            while slices?.areOver == false { slices?.next() }
            return objects[..<3].map { $0["badge"]?.title }
        }
        let wanted = try badges(after: nil)
        for after in 0...6 { #expect(try badges(after: after) == wanted, "after \(after) slices") }
    }

    @Test(arguments: [NSDeleteRule.cascadeDeleteRule, .nullifyDeleteRule, .denyDeleteRule], [true, false])
    func `a deletion that the second child has saved reaches those whom the first has linked to the object`(
        rule: NSDeleteRule, isReached: Bool
    ) throws {
        /// Who is left, and whether the save is refused.
        func end(isAtOnce: Bool) throws -> [String] {
            let company = Company(rules: ["Department.people": rule]) { _, entities in
                entities["Person"]?.relationshipsByName["department"]?.isOptional = rule == .nullifyDeleteRule
            }
            let context = company.context()
            context.retainsRegisteredObjects = true
            let departments = ["old", "deleted"].map { company.make("Department", $0, in: context) }
            let person = company.make("Person", "0", in: context)
            person["department"] = departments[0]
            try context.save()
            let children = [context.child(), context.child()]
            let there = try children.map { child in
                try (departments + [person]).map { object in
                    let object = try child.existingObject(with: object.objectID)
                    _ = (object.title, object.entity.name == "Department" ? object.names("people") : [])
                    return object
                }
            }
            there[0][2]["department"] = there[0][1]
            children[1].delete(there[1][1])
            if isAtOnce {
                for child in children { try child.save() }
            } else {
                var slices: Slices?
                for child in children { slices = try Slices(savingOf: child) }
                if isReached { context.core.reach(departments[1].objectID) }
                slices?.finish("\(rule), \(isReached)")
            }
            context.processPendingChanges()
            let people = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
            let left = people.map { "\($0.title) of \($0["department"]?.title ?? "nothing")" }
            return left + [failure { try context.save() }.map { "\($0.code)" } ?? "saved"]
        }
        #expect(try end(isAtOnce: false) == end(isAtOnce: true))
    }

    /// Both have changed the first object, and each another one. They have read all before either saves.
    private func twoChildren(_ people: [NSManagedObject]) throws -> [NSManagedObjectContext] {
        let first = try child(people) {
            $0[0].age = 1
            $0[2].age = 1
        }
        let second = try child(people) {
            $0[0].age = 2
            $0[1].age = 2
        }
        return [first, second]
    }

    @Test(arguments: [true, false])
    func `a child that has begun before its turn does not go before another one that came earlier`(
        isReached: Bool
    ) throws {
        let people = try make("Person", "0", "1", "2")
        let projects = try make("Project", "a", "b", "c")
        let (other, children) = (company.context(), try twoChildren(people))
        let slices = try Slices(context) {
            for project in projects { try other.existingObject(with: project.objectID).setValue(7, forKey: "age") }
            try other.save()
        }
        company.make("Person", "unsaved", in: context)
        let save = SlicedSaving(context)
        for child in children { _ = try Slices(savingOf: child) }
        slices.next()
        if isReached { #expect(context.object(with: people[1].objectID).age == 2) }
        try save.finish()
        #expect(people.map(\.age) == [2, 2, 1])
        try context.save()
        #expect(try company.read(people[0].objectID, \.age) == 2)
    }

    @Test func `the same while a save waits for the stores, which find a conflict`() throws {
        let people = try make("Person", "0", "1", "2", "3")
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        let (other, children) = (company.context(), try twoChildren(people))
        people[3].setValue("renamed", forKey: "name")
        try other.existingObject(with: people[3].objectID).setValue("theirs", forKey: "name")
        try other.save()
        let save = SlicedSaving(context)
        while save.stage != .saving { save.next() }
        for child in children { _ = try Slices(savingOf: child) }
        #expect(context.object(with: people[1].objectID).age == 2)
        try save.finish()
        #expect(people.map(\.age) == [2, 2, 1, 0])
        try context.save()
        #expect(try company.read(people[0].objectID, \.age) == 2)
        #expect(try company.read(people[3].objectID, \.title) == "renamed")
    }

    @Test func `a link of a child leads where a later one has moved it, though that was reached before`() throws {
        let (people, badges) = (try make("Person", "0"), try make("Badge", "a", "b"))
        let all = people + badges
        let children = try [1, 2].map { number in try child(all) { $0[0]["badge"] = $0[number] } }
        let slices = try children.map { try Slices(savingOf: $0) }
        #expect(context.object(with: badges[1].objectID)["person"] === people[0])
        _ = context.object(with: people[0].objectID)
        while !slices[0].areOver {
            slices[0].next()
            #expect(LinkWitness(context: context).fault == nil)
        }
        #expect(people[0]["badge"] === badges[1] && badges[0]["person"] == nil && badges[1]["person"] === people[0])
    }

    @Test func `what a later child has deleted takes along what an earlier one says of those who leave it`() throws {
        let (people, departments) = (try make("Person", "0", "1"), try make("Department", "old", "new"))
        for person in people { person["department"] = departments[0] }
        try context.save()
        let all = people + departments
        let children = [
            try child(all) { $0[0].age = 1 },
            try child(all) {
                $0[0].age = 2
                $0[0]["department"] = $0[3]
                $0[2].managedObjectContext?.delete($0[2])
            },
        ]
        let slices = try children.map { try Slices(savingOf: $0) }
        context.core.reach(departments[0].objectID)
        while !slices[0].areOver { slices[0].next() }
        #expect(people[0].age == 2 && people[0]["department"] === departments[1] && people[1]["department"] == nil)
    }

    // MARK: Orders

    @Test(arguments: [false, true], [false, true])
    func `members of an ordered relationship that come one by one stand in the child's order`(
        hasNew: Bool, isLookedAt: Bool
    ) throws {
        let company = Company(ordered: ["people"])
        var pictures: [[String]] = []
        for isAtOnce in [true, false] {
            let context = company.context()
            context.retainsRegisteredObjects = true
            let department = company.make("Department", "Sales", in: context)
            let people = ["a", "b", "c"].map { company.make("Person", $0, in: context) }
            try context.save()
            let child = context.child()
            let theirs = try people.map { try child.existingObject(with: $0.objectID) }
            var list = [theirs[2], theirs[0], theirs[1]]
            if hasNew { list.insert(company.make("Person", "new", in: child), at: 2) }
            try child.existingObject(with: department.objectID).setValue(NSOrderedSet(array: list), forKey: "people")
            let changes = try CapturingSource.changes(of: child)
            if isAtOnce {
                context.core.take(changes, from: child.core)
            } else {
                let slices = Slices(TakenMerge(changes, from: child.core), into: context)
                while !slices.areOver {
                    slices.next()
                    if isLookedAt { pictures.append(department.names("people")) }
                }
            }
            pictures.append(department.names("people"))
        }
        #expect(Set(pictures) == [hasNew ? ["c", "a", "new", "b"] : ["c", "a", "b"]])
    }

    @Test func `an order that the program makes meanwhile stays`() throws {
        let company = Company(ordered: ["people"])
        let context = company.context()
        context.retainsRegisteredObjects = true
        let department = company.make("Department", "Sales", in: context)
        let people = ["a", "b", "c"].map { company.make("Person", $0, in: context) }
        try context.save()
        let child = context.child()
        let theirs = try people.map { try child.existingObject(with: $0.objectID) }
        try child.existingObject(with: department.objectID)
            .setValue(NSOrderedSet(array: [theirs[2], theirs[0], theirs[1]]), forKey: "people")
        let slices = try Slices(savingOf: child)
        slices.next()
        department.setValue(NSOrderedSet(array: [people[1], people[2], people[0]]), forKey: "people")
        while !slices.areOver { slices.next() }
        #expect(department.names("people") == ["b", "c", "a"])
    }

    // MARK: What others save

    @Test(arguments: [false, true])
    func `a link that a later save has moved is at both ends or at none, though its first merge has the later row`(
        isDeleted: Bool
    ) throws {
        let (people, badges) = (try make("Person", "0"), try make("Badge", "old", "new"))
        people[0]["badge"] = badges[0]
        try context.save()
        let other = company.context()
        let theirs = try (people + badges).map { try other.existingObject(with: $0.objectID) }
        var merges: [SavedIdentities] = []
        theirs[0].age = 1
        merges.append(try Slices.saved(beside: context) { try other.save() })
        theirs[0]["badge"] = theirs[2]
        if isDeleted { other.delete(theirs[1]) }
        merges.append(try Slices.saved(beside: context) { try other.save() })
        let slices = merges.map { Slices(SavedMerge($0), into: context) }
        while !slices[0].areOver {
            slices[0].next()
            #expect(LinkWitness(context: context).fault == nil)
        }
        #expect(people[0].age == 1 && people[0]["badge"] === badges[1] && badges[1]["person"] === people[0])
        #expect(!context.hasChanges)
        if isDeleted {
            #expect(badges[0].managedObjectContext == nil)
        } else {
            #expect(badges[0]["person"] == nil)
        }
    }

    @Test(arguments: ["inserted", "updated", "refreshed"], [false, true])
    func `an object that is told as deleted and as something else is gone, whenever it is reached`(
        kind: String, isReached: Bool
    ) throws {
        let people = try make("Person", "0", "1")
        let (gone, kept) = (people[0].objectID, people[1].objectID)
        context.reset()
        let other = company.context()
        other.delete(try other.existingObject(with: gone))
        try other.save()
        var saved = SavedIdentities()
        let told = [gone, kept]
        switch kind {
        case "inserted": saved.inserted = told
        case "updated": saved.updated = told
        default: saved.refreshed = told
        }
        saved.deleted = [gone]
        let slices = Slices(SavedMerge(saved), into: context)
        if isReached { context.core.reach(gone) }
        while !slices.areOver { slices.next() }
        #expect(context.registeredObject(for: gone) == nil && !context.hasChanges)
        #expect((context.registeredObject(for: kept) != nil) == (kind == "inserted"))
    }

    @Test func `an object that is told as new and as changed is read anew once, and is no object of before then`()
        throws
    {
        let people = try make("Person", "0", "1")
        let other = company.context()
        for person in people { try other.existingObject(with: person.objectID).setValue("new", forKey: "name") }
        var saved = try Slices.saved(beside: context) { try other.save() }
        saved.inserted = saved.updated
        let slices = Slices(SavedMerge(saved), into: context)
        slices.next()
        #expect(people.count { slices.queue.isOld($0) } == 1)
        while !slices.areOver { slices.next() }
        #expect(people.allSatisfy { $0.title == "new" })
    }
}
