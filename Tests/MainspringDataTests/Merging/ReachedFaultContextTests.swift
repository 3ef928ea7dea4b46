import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Deletions in slices of objects that require each other, of which some are here without values.
@Suite struct ReachedFaultContextTests {
    @Test(arguments: [false, true], ["reached", "in turn"])
    func `who is deleted with an object that he requires goes before it, though he is a fault`(
        isByChild: Bool, way: String
    ) throws {
        let company = Company { _, entities in
            entities["Person"]?.relationshipsByName["department"]?.isOptional = false
        }
        let context = company.context()
        context.retainsRegisteredObjects = true
        let department = company.make("Department", "a", in: context)
        let people = ["0", "1"].map { company.make("Person", $0, in: context) }
        for person in people { person["department"] = department }
        try context.save()
        let all = people + [department]
        let other = isByChild ? context.child() : company.context()
        for object in try all.map({ try other.existingObject(with: $0.objectID) }) { other.delete(object) }
        #expect(department.names("people") == ["0", "1"])
        for person in people { context.refresh(person, mergeChanges: false) }
        let slices = isByChild ? try Slices(savingOf: other) : try Slices(context) { try other.save() }
        if way == "reached" { context.core.reach(department.objectID) }
        while !slices.areOver {
            slices.next()
            let isGone = all.map { $0.isDeleted || $0.managedObjectContext == nil }
            #expect(!isGone[2] || isGone[0] && isGone[1])
            #expect(LinkWitness(context: context).fault == nil)
        }
        #expect(try slices.names("Person").isEmpty && slices.names("Department").isEmpty)
        #expect(context.hasChanges == isByChild)
    }
}
