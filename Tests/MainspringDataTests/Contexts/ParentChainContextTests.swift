import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Contexts above and beside each other.
@Suite struct ParentChainContextTests {
    private let company = Company.hooked { _, entities in
        entities["Project"]!.uniquenessConstraints = [["name"]]
    }
    /// From the store downwards.
    private let chain: [NSManagedObjectContext]
    private let identity: NSManagedObjectID

    init() throws {
        let root = company.context()
        let middle = root.child()
        chain = [root, middle, middle.child()]
        let anna = company.insert("Person", "Anna", in: root)
        anna["department"] = company.make("Department", "Sales", in: root)
        try root.save()
        identity = anna.objectID
        _ = root.journal.take()
    }

    private func names(_ context: NSManagedObjectContext, _ entity: String = "Person") throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        return try context.fetch(request).map(\.title)
    }

    private func stored() throws -> [String] {
        let reader = company.context()
        return try names(reader)
    }

    @Test func `changes go up one level with each save`() throws {
        let (root, middle, leaf) = (chain[0], chain[1], chain[2])
        let bert = company.insert("Person", "Bert", in: leaf)
        let anna = leaf.object(with: identity)
        bert["boss"] = anna
        anna.rename("Anne")
        try leaf.save()
        #expect(!leaf.hasChanges && middle.hasChanges && !root.hasChanges)
        #expect(middle.insertedObjects.map(\.title) == ["Bert"] && middle.updatedObjects.map(\.title) == ["Anne"])
        #expect(try names(root) == ["Anna"] && stored() == ["Anna"])
        try middle.save()
        #expect(!middle.hasChanges && root.hasChanges)
        #expect(try names(root) == ["Anne", "Bert"] && stored() == ["Anna"])
        try root.save()
        #expect(!root.hasChanges)
        #expect(try stored() == ["Anne", "Bert"])
        #expect(try company.read(identity) { $0.names("reports") } == ["Bert"])
        leaf.delete(bert)
        try leaf.save()
        #expect(middle.deletedObjects.map(\.title) == ["Bert"] && !root.hasChanges)
        try middle.save()
        try root.save()
        #expect(try stored() == ["Anne"])
    }

    @Test func `what was inserted below and deleted in the middle never comes to the store`() throws {
        let (root, middle, leaf) = (chain[0], chain[1], chain[2])
        let bert = company.insert("Person", "Bert", in: leaf)
        try leaf.save()
        middle.delete(middle.object(with: bert.objectID))
        try middle.save()
        #expect(!middle.hasChanges && !root.hasChanges)
        try root.save()
        #expect(try stored() == ["Anna"])
    }

    @Test func `a fetch in a child sees what its parents have not saved, and what it has not`() throws {
        let (root, middle, leaf) = (chain[0], chain[1], chain[2])
        company.insert("Person", "Root", in: root)
        company.insert("Person", "Middle", in: middle)
        company.insert("Person", "Leaf", in: leaf)
        root.object(with: identity).rename("Anne")
        #expect(try names(root) == ["Anne", "Root"])
        #expect(try names(middle) == ["Anne", "Middle", "Root"])
        #expect(try names(leaf) == ["Anne", "Leaf", "Middle", "Root"])
        #expect(try leaf.count(for: NSFetchRequest<NSManagedObject>(entityName: "Person")) == 4)
        middle.delete(middle.object(with: identity))
        #expect(try names(leaf) == ["Leaf", "Middle", "Root"] && names(root) == ["Anne", "Root"])
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = NSPredicate(format: "name ENDSWITH 't'")
        #expect(try leaf.fetch(request).map(\.title) == ["Root"])
        #expect(try stored() == ["Anna"])
    }

    @Test func `children of one parent do not see each other until they save, and then when they read anew`() throws {
        let root = chain[0]
        let (left, right) = (root.child(), root.child())
        let (mine, yours) = (left.object(with: identity), right.object(with: identity))
        #expect(yours.title == "Anna")
        mine.rename("Anne")
        company.insert("Person", "Bert", in: left)
        #expect(yours.title == "Anna")
        #expect(try names(right) == ["Anna"])
        try left.save()
        #expect(yours.title == "Anna")
        #expect(try names(right) == ["Anna", "Bert"])
        right.refresh(yours, mergeChanges: true)
        #expect(yours.title == "Anne" && !right.hasChanges)
    }

    @Test func `the last child to save wins, property by property`() throws {
        let root = chain[0]
        let (left, right) = (root.child(), root.child())
        let (mine, yours) = (left.object(with: identity), right.object(with: identity))
        (mine.age, yours.age) = (1, 2)
        mine.rename("Anne")
        try left.save()
        try right.save()
        let anna = root.object(with: identity)
        #expect(anna.age == 2 && anna.title == "Anne")
    }

    @Test func `a form in a child is saved or thrown away, and nothing else is touched`() throws {
        let root = chain[0]
        var form: NSManagedObjectContext? = root.child()
        var anna = form?.object(with: identity)
        anna?.rename("Anne")
        anna?["department"]?.rename("Board")
        form?.processPendingChanges()
        (anna, form) = (nil, nil)
        #expect(!root.hasChanges && root.object(with: identity)["department"]?.title == "Sales")
        let second = root.child()
        second.object(with: identity).rename("Anni")
        second.rollback()
        #expect(!second.hasChanges && second.object(with: identity).title == "Anna")
        try second.save()
        #expect(!root.hasChanges)
        second.object(with: identity).rename("Anne")
        try second.save()
        #expect(root.object(with: identity).title == "Anne" && root.hasChanges)
        root.rollback()
        #expect(root.object(with: identity).title == "Anna")
    }

    @Test func `a save that fails in the middle leaves all levels as they were, and may be tried again`() throws {
        let (root, middle, leaf) = (chain[0], chain[1], chain[2])
        let bert = company.insert("Person", "Bert", in: leaf)
        let anna = leaf.object(with: identity)
        anna.rename("Anne")
        bert["boss"] = anna
        try leaf.save()
        let temporary = bert.objectID
        middle.journal.validate = { object, _ in
            if object.title == "Bert" { throw CocoaError(.managedObjectValidation) }
        }
        for _ in 0..<2 {
            #expect(throws: CocoaError.self) { try middle.save() }
            #expect(middle.insertedObjects.map(\.objectID) == [temporary])
            #expect(
                middle.updatedObjects.map(\.title) == ["Anne"]
                    && middle.object(with: identity).names("reports") == ["Bert"])
            #expect(!root.hasChanges && root.object(with: identity).title == "Anna")
            #expect(!leaf.hasChanges && bert["boss"] === anna)
        }
        middle.journal.validate = nil
        try middle.save()
        try root.save()
        #expect(try stored() == ["Anne", "Bert"])
    }

    @Test func `a save that the store refuses leaves all levels as they were`() throws {
        let (root, middle, leaf) = (chain[0], chain[1], chain[2])
        company.make("Project", "X", in: root)
        try root.save()
        let project = company.make("Project", "X", in: leaf)
        leaf.object(with: identity).add(project, to: "projects")
        try leaf.save()
        try middle.save()
        let error = failure { try root.save() }
        #expect(error?.code == 133_021)
        let inserted = try #require(root.insertedObjects.first)
        #expect(inserted.objectID == project.objectID && inserted.objectID.isTemporaryID && root.hasChanges)
        #expect(root.object(with: identity).names("projects") == ["X"])
        #expect(!middle.hasChanges && !leaf.hasChanges)
        // The lowest level mends it.
        project.rename("Y")
        try leaf.save()
        try middle.save()
        try root.save()
        #expect(try company.read(identity) { $0.names("projects") } == ["Y"])
    }

    @Test func `a child validates before it saves`() throws {
        let (root, middle) = (chain[0], chain[1])
        middle.journal.validate = { _, _ in throw CocoaError(.managedObjectValidation) }
        middle.object(with: identity).age = 1
        #expect(throws: CocoaError.self) { try middle.save() }
        #expect(!root.hasChanges && middle.hasChanges && root.journal.entries.filter { $0.hasPrefix("valid") } == [])
    }

    @Test func `an order goes up with its objects`() throws {
        let company = Company(ordered: ["people"])
        let root = company.context()
        let sales = company.make("Department", "Sales", in: root)
        for name in ["Anna", "Bert"] { company.make("Person", name, in: root)["department"] = sales }
        try root.save()
        let child = root.child()
        let mine = child.object(with: sales.objectID)
        let cleo = company.make("Person", "Cleo", in: child)
        let people = (mine.value(forKey: "people") as? NSOrderedSet)?.array ?? []
        mine.setValue(NSOrderedSet(array: [people[1], cleo, people[0]]), forKey: "people")
        #expect(sales.names("people") == ["Anna", "Bert"])
        try child.save()
        #expect(sales.names("people") == ["Bert", "Cleo", "Anna"])
        try root.save()
        #expect(try company.read(sales.objectID) { $0.names("people") } == ["Bert", "Cleo", "Anna"])
    }

    @Test func `a fetch without pending changes sees those of the parents, which are a child's store`() throws {
        let (root, middle, leaf) = (chain[0], chain[1], chain[2])
        company.insert("Person", "Root", in: root)
        company.insert("Person", "Middle", in: middle)
        company.insert("Person", "Leaf", in: leaf)
        middle.object(with: identity).rename("Anne")
        leaf.object(with: identity).rename("Leafy")
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.includesPendingChanges = false
        request.predicate = NSPredicate(format: "name != 'Leafy'")
        #expect(try Set(leaf.fetch(request).map(\.title)) == ["Root", "Middle", "Leafy"])
        #expect(try leaf.count(for: request) == 3)
        #expect(try Set(middle.fetch(request).map(\.title)) == ["Root", "Anne"])
        #expect(try root.fetch(request).map(\.title) == ["Anna"])
        middle.delete(middle.object(with: identity))
        #expect(try Set(leaf.fetch(request).map(\.title)) == ["Root", "Middle"])
        #expect(!request.includesPendingChanges)
    }
}
