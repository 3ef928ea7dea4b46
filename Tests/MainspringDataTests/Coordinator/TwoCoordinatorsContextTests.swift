import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Two coordinators over one file.
@Suite struct TwoCoordinatorsContextTests {
    private let scratch = Scratch()

    private func open() throws -> Company {
        let company = Company(kind: .inMemory)
        try company.coordinator.remove(company.coordinator.persistentStores[0])
        try company.coordinator.addPersistentStore(type: .sqlite, at: scratch.url("store"))
        return company
    }

    /// What a context posts when it saves.
    private func note(of context: NSManagedObjectContext) throws -> Notification {
        let notes = Unchecked(NSMutableArray())
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { notes.value.add($0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        try context.save()
        return try #require(notes.value.firstObject as? Notification)
    }

    @Test(arguments: ["merge", "merge into a child", "remote identities", "remote URIs"])
    func `what another coordinator's context has saved into the same file is merged`(_ way: String) throws {
        let (first, second) = (try open(), try open())
        let (mine, theirs) = (first.context(), second.context())
        let people = ["Anna", "Bert"].map { first.make("Person", $0, in: mine) }
        try mine.save()
        let context = way == "merge into a child" ? theirs.child() : theirs
        let copies = try people.map { person in
            let uri = person.objectID.uriRepresentation()
            return try context.existingObject(
                with: try #require(second.coordinator.managedObjectID(forURIRepresentation: uri)))
        }
        #expect(copies.map(\.title) == ["Anna", "Bert"])
        people[0].rename("Anne")
        mine.delete(people[1])
        let carl = first.make("Person", "Carl", in: mine)
        carl["boss"] = people[0]
        let gone = people[1].objectID
        let note = try note(of: mine)
        let merged = Unchecked(NSMutableArray())
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidMergeChangesObjectIDs, object: context, queue: nil
        ) { merged.value.add($0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        switch way {
        case "merge": theirs.mergeChanges(fromContextDidSave: note)
        case "merge into a child":
            theirs.mergeChanges(fromContextDidSave: note)
            context.mergeChanges(fromContextDidSave: note)
        default:
            func given(_ identity: NSManagedObjectID) -> Any {
                way == "remote URIs" ? identity.uriRepresentation() as Any : identity
            }
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [
                    NSUpdatedObjectsKey: [given(people[0].objectID)], NSDeletedObjectsKey: [given(gone)],
                    NSInsertedObjectsKey: [given(carl.objectID)],
                ], into: [theirs])
        }
        #expect(copies[0].title == "Anne" && copies[0].names("reports") == ["Carl"])
        #expect(copies[1].managedObjectContext == nil)
        let told = try #require((merged.value.firstObject as? Notification)?.userInfo)
        for key in [NSUpdatedObjectIDsKey, NSInsertedObjectIDsKey, NSDeletedObjectIDsKey] {
            let identities = try #require(told[key] as? Set<NSManagedObjectID>, "\(key)")
            #expect(identities.allSatisfy { $0.persistentStore === second.coordinator.persistentStores[0] })
        }
        // What is here is this coordinator's.
        copies[0].rename("Annie")
        try context.save()
        if context !== theirs { try theirs.save() }
        #expect(try first.read(people[0].objectID) { $0.title } == "Anne")
        mine.refresh(people[0], mergeChanges: true)
    }

    @Test func `identities of stores that the coordinator does not have are left out of a merge`() throws {
        let (first, second) = (Company(kind: .inMemory), Company.copied(kind: .inMemory))
        let (mine, theirs) = (first.context(), second.context())
        first.make("Person", "Anna", in: mine)
        theirs.mergeChanges(fromContextDidSave: try note(of: mine))
        #expect(theirs.registeredObjects.isEmpty)
    }

    @Test func `an identity of another coordinator that has not the store is no object`() throws {
        let (first, second) = (Company(kind: .inMemory), Company.copied(kind: .inMemory))
        let (mine, theirs) = (first.context(), second.context())
        let anna = first.make("Person", "Anna", in: mine)
        try mine.save()
        #expect(throws: CocoaError.self) { try theirs.existingObject(with: anna.objectID) }
        let fault = theirs.object(with: anna.objectID)
        #expect(fault.title == "-")
        let bert = second.make("Person", "Bert", in: theirs)
        bert["boss"] = fault
        #expect(throws: CocoaError.self) { try theirs.save() }
    }
}
