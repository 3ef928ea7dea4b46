import Foundation
import Testing

@testable import MainspringData

/// Links to new objects that a merge in slices has not brought yet.
@Suite struct AwaitedLinkContextTests {
    private let company = Company()

    @Test(arguments: [["Sales", "Lab"], ["Sales", nil]])
    func `of two saves that move a link the later one wins, whichever new object arrives first`(
        _ names: [String?]
    ) throws {
        let root = company.context()
        let anna = company.make("Person", "Anna", in: root)
        anna["department"] = company.make("Department", "Old", in: root)
        try root.save()
        let context = company.context()
        context.retainsRegisteredObjects = true
        let mine = try context.existingObject(with: anna.objectID)
        let saves = try names.map { name in
            let child = context.child()
            let theirs = try child.existingObject(with: anna.objectID)
            theirs["department"] = name.map { company.make("Department", $0, in: child) }
            theirs.setValue(name?.count ?? 1, forKey: "age")
            return (child, try CapturingSource.changes(of: child))
        }
        let queue = MergeQueue(context.core)
        context.core.merging = queue
        for (child, changes) in saves { queue.add(.taken(TakenMerge(changes, from: child.core))) }
        // Merges both changes of Anna before the insertions.
        queue.reach(mine.key)
        #expect(mine.age == names[1]?.count ?? 1)
        while context.core.merging != nil { queue.slice(.objects(1)) }
        #expect(mine["department"]?.title == names[1])
        #expect(mine["department"].map { $0.names("people") } ?? ["Anna"] == ["Anna"])
    }
}
