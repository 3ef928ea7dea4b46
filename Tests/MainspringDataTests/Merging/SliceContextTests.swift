import Dispatch
import Foundation
import Locks
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Merges in slices: what comes when, and who gets it before its turn.
@Suite struct SliceContextTests {
    let company: Company
    let context: NSManagedObjectContext

    init() {
        company = Company()
        context = company.context()
    }

    /// A child with new people.
    private func child(with count: Int) -> NSManagedObjectContext {
        let child = context.child()
        for number in 1...count { company.make("Person", "\(number)", in: child) }
        return child
    }

    // MARK: What cannot be read

    @Test(arguments: 0..<5, [true, false])
    func `one that cannot be read in the midst of a merge is a fault, or keeps its changes, and the others are merged`(
        _ number: Int, isChanged: Bool
    ) throws {
        context.retainsRegisteredObjects = true
        let (old, new) = (
            company.make("Department", "old", in: context), company.make("Department", "new", in: context)
        )
        let people = (0..<5).map { company.make("Person", "\($0)", in: context) }
        for person in people { person["department"] = old }
        try context.save()
        let other = company.context()
        let source = try FailingSource(#require(context.core.source), people[number].objectID)
        context.core.source = source
        if isChanged { people[number].age = 7 }
        let slices = try Slices(context) {
            for person in people {
                let theirs = try other.existingObject(with: person.objectID)
                theirs.setValue("new \(theirs.title)", forKey: "name")
                theirs["department"] = try other.existingObject(with: new.objectID)
            }
            try other.save()
        }
        source.isFailing = true
        while !slices.areOver {
            slices.next()
            #expect(LinkWitness(context: context).fault == nil)
        }
        for (index, person) in people.enumerated() where index != number {
            #expect(person.title == "new \(index)" && person["department"] === new)
        }
        let unread = people[number]
        #expect(unread.isFault == !isChanged && unread.isUpdated == isChanged)
        if isChanged { #expect(unread.title == "\(number)" && unread.age == 7 && unread["department"] === old) }
        source.isFailing = false
        if !isChanged { #expect(unread.title == "new \(number)" && unread["department"] === new) }
    }

    // MARK: What is told

    @Test func `each slice of a child's save is an event of its own`() throws {
        let child = child(with: 5)
        var told: [Int] = []
        let observer = observe(NSManagedObjectContext.didChangeObjectsNotification, context) {
            told.append(($0.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0)
        }
        let slices = try Slices(savingOf: child)
        while !slices.areOver { slices.next(2) }
        withExtendedLifetime(observer) {}
        #expect(told == [2, 2, 1])
        #expect(context.insertedObjects.count == 5)
    }

    @Test func `each slice of what others have saved is told, and then that it was merged`() throws {
        let other = company.context()
        var told: [String] = []
        let observers = [
            observe(NSManagedObjectContext.didChangeObjectsNotification, context) {
                told.append("\(($0.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0) new")
            },
            observe(.NSManagedObjectContextDidMergeChangesObjectIDs, context) {
                told.append("\(($0.userInfo?[NSInsertedObjectIDsKey] as? Set<NSManagedObjectID>)?.count ?? 0) merged")
            },
        ]
        let slices = try Slices(context) {
            for number in 1...5 { company.make("Person", "\(number)", in: other) }
            try other.save()
        }
        while !slices.areOver { slices.next(2) }
        withExtendedLifetime(observers) {}
        #expect(told == ["2 new", "2 merged", "2 new", "2 merged", "1 new", "1 merged"])
    }

    @Test func `a list of fetched results grows slice by slice, and is sorted each time`() throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: "name", ascending: false)]
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        let delegate = QuietDelegate()
        list.delegate = delegate
        try list.performFetch()
        let slices = try Slices(savingOf: child(with: 5))
        var seen: [[String]] = []
        while !slices.areOver {
            slices.next(2)
            seen.append(list.fetchedObjects?.map(\.title) ?? [])
        }
        #expect(seen == [["2", "1"], ["4", "3", "2", "1"], ["5", "4", "3", "2", "1"]])
    }

    @Test func `a list that is fetched between two slices shows each object once`() throws {
        let other = company.context()
        let slices = try Slices(context) {
            for number in 1...5 { company.make("Person", "\(number)", in: other) }
            try other.save()
        }
        slices.next(2)
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: "name", ascending: true)]
        let list = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        let delegate = QuietDelegate()
        list.delegate = delegate
        try list.performFetch()
        repeat {
            #expect(list.fetchedObjects?.map(\.title) == ["1", "2", "3", "4", "5"])
            slices.next()
        } while !slices.areOver
        #expect(list.fetchedObjects?.map(\.title) == ["1", "2", "3", "4", "5"])
    }

    private final class QuietDelegate: NSObject, NSFetchedResultsControllerDelegate {}

    private func observe(
        _ name: Notification.Name, _ object: NSManagedObjectContext, _ body: @escaping (Notification) -> Void
    ) -> Observer {
        nonisolated(unsafe) let body = body
        return Observer(NotificationCenter.default.addObserver(forName: name, object: object, queue: nil) { body($0) })
    }

    /// Ends with the test.
    private final class Observer {
        private let token: any NSObjectProtocol
        init(_ token: any NSObjectProtocol) { self.token = token }
        deinit { NotificationCenter.default.removeObserver(token) }
    }

    // MARK: What comes when

    @Test func `a new object comes after those that it requires`() throws {
        let company = Company { _, entities in
            entities["Person"]!.relationshipsByName["department"]!.isOptional = false
        }
        let context = company.context()
        let child = context.child()
        for number in 1...3 {
            let person = company.make("Person", "\(number)", in: child)
            person["department"] = company.make("Department", "of \(number)", in: child)
        }
        let slices = try Slices(savingOf: child)
        while !slices.areOver {
            slices.next()
            for object in context.insertedObjects where object.entity.name == "Person" {
                #expect(object["department"]?.title == "of \(object.title)")
            }
            #expect(LinkWitness(context: context).fault == nil)
        }
        #expect(context.insertedObjects.count == 6)
    }

    @Test func `those that require each other come in one slice`() throws {
        let company = Company { _, entities in
            entities["Person"]!.relationshipsByName["badge"]!.isOptional = false
            entities["Badge"]!.relationshipsByName["person"]!.isOptional = false
        }
        let context = company.context()
        let child = context.child()
        for number in 1...3 {
            company.make("Person", "\(number)", in: child)["badge"] = company.make("Badge", "\(number)", in: child)
        }
        let slices = try Slices(savingOf: child)
        var counts: [Int] = []
        while !slices.areOver {
            slices.next()
            counts.append(context.insertedObjects.count)
        }
        #expect(counts == [2, 4, 6])
    }

    @Test func `a chain of a hundred thousand required links is followed without a recursion`() throws {
        let count = 100_000
        let circles = Circles((0..<count).map { $0 + 1 < count ? [$0 + 1] : [] })
        #expect(circles.members == (0..<count).reversed())
        #expect(circles.ends == Array(1...count))
        #expect(Circles((0..<count).map { [($0 + 1) % count] }).ends == [count])
    }

    @Test func `a fetch shows what has arrived, and merges nothing`() throws {
        let slices = try Slices(savingOf: child(with: 4))
        var seen: [Int] = []
        while !slices.areOver {
            slices.next()
            seen.append(try slices.names("Person").count)
        }
        #expect(seen == [1, 2, 3, 4])
    }

    @Test func `a deletion comes last, after those who have left what is deleted`() throws {
        let old = company.make("Department", "old", in: context)
        let people = (1...3).map { company.make("Person", "\($0)", in: context) }
        for person in people { person["department"] = old }
        try context.save()
        let child = context.child()
        let new = company.make("Department", "new", in: child)
        for person in people { child.object(with: person.objectID)["department"] = new }
        child.delete(child.object(with: old.objectID))
        let slices = try Slices(savingOf: child)
        var seen: [[String]] = []
        while !slices.areOver {
            slices.next()
            seen.append([old.names("people").joined(separator: " "), "\(old.isDeleted)"])
        }
        // The first look at the old department's people has merged them all.
        #expect(seen.last == ["", "true"])
        #expect(people.allSatisfy { $0["department"]?.title == "new" })
    }

    @Test func `several merges are done in the order in which they came, each with the rows of its time`() throws {
        let anna = company.make("Person", "Anna", in: context)
        try context.save()
        let other = company.context()
        var slices: Slices?
        for name in ["first", "second"] {
            slices = try Slices(context) {
                other.object(with: anna.objectID).setValue(name, forKey: "name")
                try other.save()
            }
        }
        var seen = [anna.title]
        while slices?.areOver == false {
            slices?.next()
            seen.append(anna.title)
        }
        #expect(seen == ["Anna", "first", "second"])
    }

    @Test(arguments: [true, false])
    func `below another context a slice reads what that has by then, and links hold at both ends`(
        saysOthers: Bool
    ) throws {
        let anna = company.make("Person", "Anna", in: context)
        let (old, new) = (
            company.make("Department", "old", in: context), company.make("Department", "new", in: context)
        )
        anna["department"] = old
        try context.save()
        let child = context.child()
        child.retainsRegisteredObjects = true
        let (annaHere, oldHere, newHere) = (
            child.object(with: anna.objectID), child.object(with: old.objectID), child.object(with: new.objectID)
        )
        #expect(annaHere.title == "Anna" && oldHere.names("people") == ["Anna"] && newHere.names("people") == [])
        let queue = MergeQueue(child.core)
        child.core.merging = queue
        func merge(_ objects: [NSManagedObject]) {
            var saved = SavedIdentities()
            saved.updated = objects.map(\.objectID)
            queue.add(SavedMerge(saved))
        }
        anna.setValue("first", forKey: "name")
        merge(saysOthers ? [anna, old, new] : [anna])
        anna["department"] = new
        anna.setValue("second", forKey: "name")
        merge([anna, old, new])
        var seen: [String] = []
        while child.core.merging != nil {
            queue.slice(.objects(1))
            #expect(LinkWitness(context: child).fault == nil)
            seen.append(annaHere.title)
        }
        #expect(seen.first == "second" && Set(seen) == ["second"])
        #expect(annaHere["department"] === newHere && oldHere.names("people") == [])
    }

    // MARK: Before its turn

    /// Ways to an object.
    enum Way: CaseIterable {
        case object, existing, registered, toOne, toMany, writing, deleting, refreshing
    }

    @Test(arguments: Way.allCases)
    func `whoever reaches an object, or changes it, gets it as it is after the merge`(_ way: Way) throws {
        let anna = company.make("Person", "Anna", in: context)
        let bert = company.make("Person", "Bert", in: context)
        let department = company.make("Department", "1", in: context)
        (anna["department"], bert["boss"]) = (department, anna)
        for number in 1...5 { company.make("Person", "\(number)", in: context) }
        try context.save()
        let others = context.registeredObjects.filter { Int($0.title) != nil && $0.entity.name == "Person" }
        let other = company.context()
        let slices = try Slices(context) {
            for object in others { other.object(with: object.objectID).setValue("\(object.title)b", forKey: "name") }
            other.object(with: anna.objectID).setValue("Anne", forKey: "name")
            try other.save()
        }
        #expect(anna.title == "Anna")
        switch way {
        case .object: #expect(context.object(with: anna.objectID).title == "Anne")
        case .existing: #expect(try context.existingObject(with: anna.objectID).title == "Anne")
        case .registered: #expect(context.registeredObject(for: anna.objectID)?.title == "Anne")
        case .toOne: #expect(bert["boss"]?.title == "Anne")
        case .toMany: #expect(department.names("people") == ["Anne"])
        case .writing:
            anna.setValue(40, forKey: "age")
            #expect(anna.title == "Anne")
            #expect(anna.changedValues().keys.sorted() == ["age"])
        case .deleting:
            context.delete(anna)
            #expect(anna.title == "Anne")
        case .refreshing:
            context.refresh(anna, mergeChanges: true)
            #expect(anna.title == "Anne")
        }
        // Nothing else was merged.
        #expect(others.allSatisfy { Int($0.title) != nil })
        while !slices.areOver { slices.next() }
        #expect(others.allSatisfy { $0.title.hasSuffix("b") })
    }

    @Test(arguments: ["save", "rollback", "reset", "undo"])
    func `saving, rolling back, resetting and undoing merge what is left`(_ action: String) throws {
        let slices = try Slices(savingOf: child(with: 4))
        slices.next()
        #expect(!slices.areOver)
        switch action {
        case "save": try context.save()
        case "rollback": context.rollback()
        case "reset": context.reset()
        default: context.undo()
        }
        #expect(slices.areOver)
        let expected = ["save": 4, "undo": 4][action] ?? 0
        #expect(try slices.names("Person").count == expected)
    }

    @Test func `what the program sets between two slices is not taken back by them`() throws {
        let anna = company.make("Person", "Anna", in: context)
        let (old, mine) = (
            company.make("Department", "old", in: context), company.make("Department", "mine", in: context)
        )
        anna["department"] = old
        try context.save()
        let child = context.child()
        child.object(with: anna.objectID)["department"] = company.make("Department", "new", in: child)
        child.object(with: anna.objectID).setValue("Anne", forKey: "name")
        let slices = try Slices(savingOf: child)
        anna["department"] = mine
        anna.setValue("Annie", forKey: "name")
        while !slices.areOver { slices.next() }
        #expect(anna.title == "Annie" && anna["department"] === mine)
        #expect(LinkWitness(context: context).fault == nil)
    }

    /// A child that leads Anna to a new department, which comes after others; and where she was before.
    private func childThatMovesAnna(from old: NSManagedObject?, _ anna: NSManagedObject) throws
        -> NSManagedObjectContext
    {
        anna["department"] = old
        try context.save()
        let child = child(with: 3)
        child.object(with: anna.objectID)["department"] = company.make("Department", "new", in: child)
        child.object(with: anna.objectID).setValue("Anne", forKey: "name")
        return child
    }

    @Test(arguments: [true, false], [true, false])
    func `an object that is reached leads to the new one that its change leads to`(had: Bool, isReached: Bool) throws {
        let anna = company.make("Person", "Anna", in: context)
        let old = had ? company.make("Department", "old", in: context) : nil
        let slices = try Slices(savingOf: try childThatMovesAnna(from: old, anna))
        if isReached { _ = try context.existingObject(with: anna.objectID) }
        let department = try #require(anna["department"] as NSManagedObject?)
        #expect(anna.title == "Anne" && department.title == "new")
        #expect(LinkWitness(context: context).fault == nil)
        while !slices.areOver { slices.next() }
        #expect(anna["department"] === department && LinkWitness(context: context).fault == nil)
    }

    @Test(arguments: [true, false], [true, false])
    func `what the program sets back to what it was between two slices stays so`(had: Bool, isReached: Bool) throws {
        let anna = company.make("Person", "Anna", in: context)
        let old = had ? company.make("Department", "old", in: context) : nil
        let slices = try Slices(savingOf: try childThatMovesAnna(from: old, anna))
        if isReached { _ = try context.existingObject(with: anna.objectID) }
        anna["department"] = old
        while !slices.areOver { slices.next() }
        #expect(anna["department"] === old && LinkWitness(context: context).fault == nil)
        #expect(try slices.names("Department").contains("new"))
    }

    // MARK: Budgets

    @Test func `without a budget any more, what is left is merged at once`() throws {
        let slices = try Slices(savingOf: child(with: 4))
        slices.next()
        #expect(!slices.areOver)
        context.mergeBudget = nil
        #expect(slices.areOver)
        #expect(try slices.names("Person").count == 4)
    }

    @Test func `without a budget any more, what was brought and has not begun is waited for`() async throws {
        let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        main.mergeBudget = .objects(1)
        let (isMerged, isOver, gate) = (Guarded(false), Guarded(false), DispatchSemaphore(value: 0))
        DispatchQueue.main.async { gate.wait() }
        MainSlices.shared.bring(.mark(EndMark { isMerged.withLock { $0 = true } }), to: main)
        main.mergeBudget = nil
        // Until this task waits. A thread of its own: on all that tasks have others may wait for the main queue.
        DispatchQueue(label: "gate").async {
            while MainSlices.shared.state.withLock({ $0.brought.count { $0.context.wrappedValue === main } }) < 2,
                !isOver.withLock({ $0 })
            { sched_yield() }
            gate.signal()
        }
        await main.mergesEnded()
        let wasMerged = isMerged.withLock { $0 }
        isOver.withLock { $0 = true }
        #expect(wasMerged)
    }

    @Test func `whatever the time, a slice merges an object`() throws {
        let slices = try Slices(savingOf: child(with: 3))
        var count = 0
        while !slices.areOver {
            slices.queue.slice(.time(.nanoseconds(1)))
            count += 1
        }
        #expect(count == 3)
    }

    @Test func `a budget of nothing ends the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = MergeBudget.time(.zero)
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("merge budget of 0.0 seconds lets nothing be merged"))
        await #expect(processExitsWith: .failure) { _ = MergeBudget.objects(-1) }
    }

    @Test func `a context that is released in the middle goes, and nobody is told of the rest`() throws {
        weak var gone: NSManagedObjectContext?
        var told = 0
        try {
            let context = company.context()
            gone = context
            let observer = observe(NSManagedObjectContext.didChangeObjectsNotification, context) { _ in told += 1 }
            let other = company.context()
            let slices = try Slices(context) {
                for number in 1...3 { company.make("Person", "\(number)", in: other) }
                try other.save()
            }
            slices.next()
            withExtendedLifetime(observer) {}
        }()
        #expect(gone == nil && told == 1)
    }
}
