import Foundation
import Testing

@testable import MainspringData

/// The order of members that others have saved, beside members that this context has added and not saved.
@Suite struct MemberOrderContextTests {
    private static let names = ["Sales", "a", "b", "c", "new"]

    /// The steps of the merge: the objects in the order in which they are merged, or nil for all at once.
    private static let orders: [[String]?] = [nil, ["Sales", "c", "b"], ["c", "b", "Sales"], ["b", "Sales", "c"]]

    @Test(arguments: orders, [false, true])
    func `saved members stand before new ones, whichever object of the save is merged first`(
        _ order: [String]?, isAddedHereToo: Bool
    ) throws {
        let company = Company(ordered: ["people"])
        let context = company.context()
        context.retainsRegisteredObjects = true
        let objects = Self.names.map { company.make($0 == "Sales" ? "Department" : "Person", $0, in: context) }
        for person in objects[1...2] { person["department"] = objects[0] }
        try context.save()
        #expect(objects[0].names("people") == ["a", "b"])
        for person in objects[isAddedHereToo ? 3... : 4...].reversed() { person["department"] = objects[0] }
        let other = company.context()
        let theirs = try objects.map { try other.existingObject(with: $0.objectID) }
        theirs[3]["department"] = theirs[0]
        theirs[2].setValue(1, forKey: "age")
        var saved = try Slices.saved(beside: context) { try other.save() }
        if let order {
            saved.updated = order.map { objects[Self.names.firstIndex(of: $0)!].objectID }
            Slices(SavedMerge(saved), into: context).finish("\(order)")
        } else {
            context.core.merge(saved)
        }
        #expect(objects[0].names("people") == ["a", "b", "c", "new"])
        // An order of the program's own stays.
        objects[0].setValue(NSOrderedSet(array: [4, 3, 2, 1].map { objects[$0] }), forKey: "people")
        theirs[1].setValue(1, forKey: "age")
        Slices(SavedMerge(try Slices.saved(beside: context) { try other.save() }), into: context).finish("own order")
        #expect(objects[0].names("people") == ["new", "c", "b", "a"])
    }
}
