import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@_spi(Tools) @testable import MainspringData

/// Rows that children have read, where saves and merges of their parent come in slices.
@Suite struct StaleChildSliceContextTests {
    private let company = Company()
    private let root: NSManagedObjectContext
    private let child: NSManagedObjectContext
    private let mine: NSManagedObject

    init() throws {
        root = company.context()
        let anna = company.make("Person", "Anna", in: root)
        anna.age = 1_000
        try root.save()
        let identity = anna.objectID
        root.reset()
        child = root.child()
        mine = child.object(with: identity)
        #expect(mine.age == 1_000)
    }

    private func saveElsewhere(_ age: Int = 1_100) throws {
        let other = company.context()
        other.object(with: mine.objectID).age = age
        try other.save()
    }

    @Test(arguments: [990, 1_100])
    func `what a child saves in slices is based on the rows that it has read`(_ age: Int) throws {
        try saveElsewhere()
        mine.age = age
        company.make("Person", "Bert", in: child)
        try Slices(savingOf: child).finish("the child's save")
        #expect(StaleRow.conflicts { try root.save() }?.count == 1)
    }

    @Test func `a deletion that a child saves in slices is based on the row that it has read`() throws {
        try saveElsewhere()
        child.delete(mine)
        try Slices(savingOf: child).finish("the child's save")
        #expect(StaleRow.conflicts { try root.save() }?.count == 1)
    }

    @Test(arguments: [false, true])
    func `a merge in slices leaves no conflict, though the parent does not have the object`(_ isHeld: Bool) throws {
        let held: NSManagedObject? = isHeld ? root.object(with: mine.objectID) : nil
        if isHeld { #expect(held?.age == 1_000) }
        try Slices(root) { try saveElsewhere() }.finish("the merge")
        mine.age = 990
        try child.save()
        try root.save()
        #expect(try company.read(mine.objectID) { $0.age } == 990)
    }

    @Test func `what the parent has saved in slices is no conflict`() throws {
        root.object(with: mine.objectID).age = 1_100
        try SlicedSaving(root).finish()
        mine.age = 990
        try child.save()
        try root.save()
        #expect(try company.read(mine.objectID) { $0.age } == 990)
    }

    @Test func `versions of objects that no child has are removed by a later save`() throws {
        for number in 0..<3_000 { company.make("Person", "\(number)", in: root).age = number }
        try root.save()
        let people = try root.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))
        for person in people { person.rename("Else") }
        try root.save()
        #expect(root.core.childLinks.acknowledged.count > 3_000)
        people[0].rename("Another")
        try root.save()
        // The version of the child's object, and that of the last save if it is another object's.
        #expect((1...2).contains(root.core.childLinks.acknowledged.count))
    }
}
