import Dispatch
import Foundation
import Locks
import MainspringFoundation
import MainspringModel
import SeededRandom
import StoreFaults
import Testing

@testable import MainspringData

/// Saves in slices of a context whose parent has a queue of its own: that takes them over in slices, and others read meanwhile.
@Suite struct SlicedHandOverContextThreadTests {
    let held: HeldSave
    let (company, parent, child): (Company, NSManagedObjectContext, NSManagedObjectContext)
    /// Several slices' work.
    private static let count = 300

    init() throws {
        held = try HeldSave()
        (company, parent) = (held.company, held.parent)
        child = parent.child()
        try parent.performAndWait {
            for number in 1...3 { company.make("Person", "old \(number)", in: parent) }
            try parent.save()
        }
    }

    private static var people: NSFetchRequest<NSManagedObject> { NSFetchRequest(entityName: "Person") }

    /// Makes many people of a department in the child, renames one, and deletes another.
    private func change() throws {
        let old = try child.fetch(Self.people).sorted { $0.title < $1.title }
        old[0].setValue("renamed", forKey: "name")
        child.delete(old[1])
        let department = company.make("Department", "Sales", in: child)
        for number in 0..<Self.count {
            company.make("Person", "\(number)", in: child).setValue(department, forKey: "department")
        }
    }

    private static let expected = (["old 3", "renamed"] + (0..<count).map { "\($0)" }).sorted()
    private static let before = ["old 1", "old 2", "old 3"]

    private func names(_ context: NSManagedObjectContext) throws -> [String] {
        try context.fetch(Self.people).map(\.title).sorted()
    }

    /// Does a save in slices, and something again and again while the parent takes it over.
    private func save(_ meanwhile: () throws -> Void) throws {
        let save = SlicedSaving(child)
        while !save.isOver {
            if save.isAway { try meanwhile() } else { save.next(50) }
        }
        try save.finish()
    }

    // MARK: Reading meanwhile

    @Test func `the child reads what it has saved as long as the parent is taking that over`() throws {
        try change()
        var reads = 0
        try save { () throws in
            #expect(try names(child) == Self.expected)
            reads += 1
        }
        #expect(try names(child) == Self.expected && !child.hasChanges)
        #expect(try parent.performAndWait { try names(parent) } == Self.expected)
        try parent.performAndWait { try parent.save() }
        #expect(try held.stored("Person") == Self.expected)
    }

    @Test func `a sibling and the parent's own blocks see all of it or nothing`() throws {
        try change()
        let (parent, isOver, isDone) = (parent, Guarded(false), DispatchSemaphore(value: 0))
        let counts = Guarded<Set<Int>>([])
        Thread {
            let sibling = parent.child()
            while !isOver.withLock({ $0 }) {
                let seen = (try? sibling.count(for: Self.people)) ?? -1
                let there = parent.performAndWait { (try? parent.count(for: Self.people)) ?? -1 }
                counts.withLock { $0.formUnion([seen, there]) }
            }
            isDone.signal()
        }.start()
        while counts.withLock(\.isEmpty) {}
        try save {}
        isOver.withLock { $0 = true }
        isDone.wait()
        #expect(counts.withLock { $0 }.isSubset(of: [Self.before.count, Self.expected.count]))
    }

    @Test func `a save of the parent that comes meanwhile has all of it or nothing`() throws {
        try change()
        var stored: [[String]] = []
        try save { () throws in
            try parent.performAndWait { try parent.save() }
            stored.append(try held.stored("Person"))
        }
        #expect(Set(stored).isSubset(of: [Self.before, Self.expected]))
        try parent.performAndWait { try parent.save() }
        #expect(try held.stored("Person") == Self.expected)
    }

    @Test func `while the parent's stores work it takes over what is saved in slices`() throws {
        parent.performAndWait { _ = company.make("Badge", "1", in: parent) }
        try change()
        let error = try held.during { () throws in
            try save {}
            #expect(try names(child) == Self.expected)
        }
        #expect(error == nil)
        #expect(try held.stored("Person") == Self.before)
        try parent.performAndWait { try parent.save() }
        #expect(try held.stored("Person") == Self.expected)
    }

    @Test(arguments: [true, false])
    func `who has the parent's queue, and saves the child, takes over what is on its way`(isBegun: Bool) throws {
        try change()
        let save = SlicedSaving(child)
        // The parent may have it all before anybody looks.
        while !save.isAway, !save.isOver { save.next(50) }
        try parent.performAndWait {
            if isBegun { #expect(try names(parent).count >= Self.before.count) }
            try child.save()
            #expect(try names(parent) == Self.expected)
        }
        #expect(save.isOver)
    }

    @Test func `whom the child's deletions reach in the parent alone, the child finds in the midst of it`() throws {
        let departments = (0..<20).map { company.make("Department", "\($0)", in: child) }
        try child.save()
        try parent.performAndWait { try parent.save() }
        let identities = try child.fetch(NSFetchRequest<NSManagedObject>(entityName: "Department")).map(\.objectID)
        for identity in identities { child.delete(child.object(with: identity)) }
        child.processPendingChanges()
        // Nobody in the child has heard of those.
        try parent.performAndWait {
            for (number, identity) in identities.enumerated() {
                company.make("Person", "member \(number)", in: parent)["department"] = parent.object(with: identity)
            }
            try parent.save()
            company.make("Person", "unsaved", in: parent)
        }
        let expected = Self.before.count + departments.count + 1
        let source = child.core.source
        let changes = try CapturingSource.changes(of: child)
        child.core.source = source
        try parent.performAndWait { () throws in
            parent.core.childLinks.saves.add(TakenMerge(changes, from: child.core))
            parent.core.childLinks.saves.beginNext(in: parent.core)
            while parent.core.merging != nil {
                let found = try names(child)
                #expect(found.count == expected, "\(found)")
                parent.core.merging?.slice(.objects(3))
            }
            #expect(try names(child).count == expected)
        }
    }

    @Test func `a save that comes while a hook looks for what is next is not lost`() throws {
        let company = Company.hooked()
        let parent = company.context()
        let person = company.insert("Person", "Anna", in: parent)
        try parent.save()
        let (first, second) = (parent.child(), parent.child())
        first.delete(first.object(with: person.objectID))
        company.insert("Person", "Bert", in: second)
        let (deletion, insertion) = (try CapturingSource.changes(of: first), try CapturingSource.changes(of: second))
        let saves = parent.core.childLinks.saves
        parent.journal.prepareForDeletion = { [unowned parent] _ in
            saves.add(insertion, from: second.core)
            saves.beginNext(in: parent.core)
        }
        saves.add(deletion, from: first.core)
        saves.take(into: parent.core)
        #expect(try names(parent) == ["Bert"])
    }

    // MARK: Identities

    @Test func `new objects have identities of the stores before the parent saves them, where there are keys`() throws {
        // The stores keep as many keys as were asked for last.
        try parent.performAndWait {
            for number in 0..<Self.count { company.make("Person", "kept \(number)", in: parent) }
            try parent.save()
        }
        let made = (0..<10).map { company.make("Person", "\($0)", in: child) }
        let temporary = made.map(\.objectID)
        try save {}
        let identities = made.map(\.objectID)
        #expect(identities.allSatisfy { !$0.isTemporaryID } && Set(identities).count == 10)
        #expect(temporary.map { child.object(with: $0) } == made)
        try parent.performAndWait {
            #expect(identities.allSatisfy { parent.object(with: $0).isInserted })
            try parent.save()
        }
        #expect(made.map(\.objectID) == identities)
        for (number, identity) in identities.enumerated() {
            #expect(try company.read(identity, \.title) == "\(number)")
        }
    }

    @Test
    func `many keys are waited for, and few are not: such objects learn their identities when the parent is saved`()
        throws
    {
        for (count, isTemporary) in [(10, true), (1_001, false)] {
            let fresh = try HeldSave()
            let child = fresh.parent.child()
            let made = (0..<count).map { fresh.company.make("Person", "\($0)", in: child) }
            let save = SlicedSaving(child)
            try save.finish(100)
            #expect(made.allSatisfy { $0.objectID.isTemporaryID == isTemporary })
            try fresh.parent.performAndWait { try fresh.parent.save() }
            #expect(try child.count(for: Self.people) == count)
            #expect(made.allSatisfy { !$0.objectID.isTemporaryID })
        }
    }

    // MARK: What a child of the child saves meanwhile

    @Test func `what a child has saved goes on while the stores save what came before, and belongs to the next save`()
        throws
    {
        let context = company.context()
        company.make("Person", "first", in: context)
        let save = SlicedSaving(context)
        context.core.source.map { try? $0.reserveKeys([EntityCount(entity: company.entities["Person"]!, count: 10)]) }
        held.faults.holdCommits()
        while context.core.saving?.stage != .saving { save.next() }
        let grandchild = context.child()
        company.make("Person", "second", in: grandchild)
        let first = try #require(grandchild.fetch(Self.people).first { $0.title == "first" })
        first.setValue(7, forKey: "age")
        let changes = try CapturingSource.changes(of: grandchild)
        save.queue.add(TakenMerge(changes, from: grandchild.core))
        while !save.isAway { save.queue.slice(.objects(1)) }
        // Merged, though the save has not ended.
        #expect(try names(context) == (Self.before + ["first", "second"]).sorted())
        #expect(context.core.saving?.stage == .saving)
        held.faults.releaseCommits()
        try save.finish()
        #expect(try held.stored("Person") == (Self.before + ["first"]).sorted())
        #expect(context.insertedObjects.map(\.title) == ["second"] && context.updatedObjects.map(\.title) == ["first"])
        try context.save()
        #expect(try held.stored("Person") == (Self.before + ["first", "second"]).sorted())
    }

    enum Between: CaseIterable { case nothing, end, save, merge }

    @Test(arguments: Between.allCases)
    func `what a child has saved goes on, whatever stands between it and a save that waits`(between: Between) throws {
        let context = company.context()
        let old = try #require(context.fetch(Self.people).first { $0.title == "old 1" })
        let age = between == .merge ? 9 : 0
        try parent.performAndWait {
            parent.object(with: old.objectID).setValue(age, forKey: "age")
            try parent.save()
        }
        company.make("Person", "first", in: context)
        let save = SlicedSaving(context)
        context.core.source.map { try? $0.reserveKeys([EntityCount(entity: company.entities["Person"]!, count: 10)]) }
        held.faults.holdCommits()
        while context.core.saving?.stage != .saving { save.next() }
        let ends = Guarded<[Between]>([])
        switch between {
        case .nothing: break
        case .end: save.queue.add(.mark(EndMark { ends.withLock { $0.append(.end) } }))
        case .save:
            company.make("Person", "own", in: context)
            _ = SlicedSaving(context)
        case .merge:
            var saved = SavedIdentities()
            saved.updated = [old.objectID]
            save.queue.add(SavedMerge(saved))
        }
        let grandchild = context.child()
        for number in 1...3 { company.make("Person", "second \(number)", in: grandchild) }
        grandchild.object(with: old.objectID).rename("changed")
        save.queue.add(TakenMerge(try CapturingSource.changes(of: grandchild), from: grandchild.core))
        while !save.isAway { save.queue.slice(.objects(1)) }
        #expect(context.core.saving?.stage == .saving && ends.withLock(\.isEmpty))
        #expect(try names(context).filter { $0.hasPrefix("second") || $0 == "changed" }.count == 4)
        held.faults.releaseCommits()
        try save.finish()
        let first = try held.stored("Person")
        #expect(first.contains("first") && first.contains("second 1") == (between == .save))
        #expect(ends.withLock { $0 } == (between == .end ? [.end] : []))
        #expect(old.value(forKey: "age") as? Int == age)
        try context.save()
        let own = between == .save ? ["own"] : []
        #expect(
            try held.stored("Person")
                == (["changed", "first", "old 2", "old 3", "second 1", "second 2", "second 3"] + own).sorted())
        #expect(try company.read(old.objectID) { $0.value(forKey: "age") as? Int } == age)
    }

    @Test func `a save does not divide what a child has saved, though some of it was reached before`() throws {
        let context = company.context()
        company.make("Person", "first", in: context)
        let save = SlicedSaving(context)
        held.faults.holdCommits()
        while context.core.saving?.stage != .reserving { save.next() }
        company.make("Person", "own", in: context)
        _ = SlicedSaving(context)
        let grandchild = context.child()
        let made = (1...3).map { company.make("Person", "second \($0)", in: grandchild) }
        save.queue.add(TakenMerge(try CapturingSource.changes(of: grandchild), from: grandchild.core))
        save.queue.reach(made[1].key)
        held.faults.releaseCommits()
        while save.queue.work.count > 1 { save.next() }
        let second = try #require(save.queue.work.first)
        #expect(second.save != nil)
        try save.finish()
        #expect(
            try held.stored("Person") == (Self.before + ["first", "own", "second 1", "second 2", "second 3"]).sorted())
        #expect(!context.hasChanges)
    }

    // MARK: Random graphs

    @Test(arguments: Seeds.sample(Seeds.first(20), sanitized: 4))
    func `random saves in slices reach the parent whole, whatever is read and changed meanwhile`(seed: UInt64) throws {
        var graph = RandomCompany(company, seed: seed)
        graph.givesIdentities = seed.isMultiple(of: 2)
        child.retainsRegisteredObjects = true
        for round in 0..<5 {
            for _ in 0..<40 { graph.change(in: child) }
            child.processPendingChanges()
            let expected = graph.picture(in: child)
            let slicing = SlicedSaving(child)
            var isChanged = false
            while !slicing.isOver {
                if Int.random(in: 0..<6, using: &graph.random) == 0 { graph.obtain(in: child) }
                guard slicing.isAway else {
                    slicing.next(Int.random(in: 1...20, using: &graph.random))
                    continue
                }
                graph.noteIdentities(in: child)
                if !isChanged {
                    let now = graph.picture(in: child)
                    try #require(now.difference(from: expected).isEmpty, "seed \(seed), round \(round), while away")
                }
                graph.look(in: child)
                if Int.random(in: 0..<8, using: &graph.random) == 0 {
                    graph.change(in: child)
                    isChanged = true
                }
                try #require(LinkWitness(context: child).fault == nil, "seed \(seed), round \(round)")
            }
            try slicing.finish()
            graph.noteIdentities(in: child)
            let there = parent.performAndWait { graph.picture(in: parent) }
            try #require(there.difference(from: expected).isEmpty, "seed \(seed), round \(round), in the parent")
            try child.save()
            let all = graph.picture(in: child)
            let now = parent.performAndWait { graph.picture(in: parent) }
            try #require(now.difference(from: all).isEmpty, "seed \(seed), round \(round), what is left")
            if Bool.random(using: &graph.random) { try parent.performAndWait { try parent.save() } }
            _ = try child.fetch(Self.people)
            graph.noteIdentities(in: child)
        }
        try parent.performAndWait { try parent.save() }
        _ = try child.fetch(Self.people)
        graph.noteIdentities(in: child)
        #expect(graph.picture(in: company.context()).difference(from: graph.picture(in: child)).isEmpty, "seed \(seed)")
    }
}
