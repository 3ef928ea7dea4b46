import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Contexts side by side on one coordinator.
@Suite struct MergeContextTests {
    /// The names of the objects that a notification lists by its keys.
    private func listing(_ notification: Notification) -> [String: [String]] {
        var listed: [String: [String]] = [:]
        for (key, value) in notification.userInfo ?? [:] {
            guard let key = key as? String, let set = value as? Set<NSManagedObject> else { continue }
            listed[key] = set.map(\.title).sorted()
        }
        return listed
    }

    @Test func `what another context saves is merged: inserted, changed, deleted, own changes kept`() throws {
        let company = Company()
        let (mine, theirs) = (company.context(), company.context())
        let anna = company.make("Person", "Anna", in: mine)
        let bert = company.make("Person", "Bert", in: mine)
        let department = company.make("Department", "1", in: mine)
        bert["department"] = department
        try mine.save()

        anna.setValue(30, forKey: "age")
        theirs.object(with: anna.objectID).setValue("Anne", forKey: "name")
        theirs.delete(theirs.object(with: bert.objectID))
        let cleo = company.make("Person", "Cleo", in: theirs)
        cleo["department"] = theirs.object(with: department.objectID)

        let center = NotificationCenter.default
        nonisolated(unsafe) var seen: [[String: [String]]] = []
        let saveObserver = center.addObserver(
            forName: NSManagedObjectContext.didSaveObjectsNotification, object: theirs, queue: nil
        ) { mine.mergeChanges(fromContextDidSave: $0) }
        let changeObserver = center.addObserver(
            forName: NSManagedObjectContext.didChangeObjectsNotification, object: mine, queue: nil
        ) { seen.append(listing($0)) }
        try theirs.save()
        center.removeObserver(saveObserver)
        center.removeObserver(changeObserver)

        #expect(anna.title == "Anne" && anna.value(forKey: "age") as? Int == 30)
        #expect(bert.managedObjectContext == nil)
        #expect(department.names("people") == ["Cleo"])
        #expect(mine.updatedObjects == [anna] && mine.deletedObjects.isEmpty && mine.insertedObjects.isEmpty)
        #expect(
            seen.last == [
                NSInsertedObjectsKey: ["Cleo"], NSDeletedObjectsKey: ["Bert"], NSRefreshedObjectsKey: ["1", "Anne"],
            ])
    }
}
