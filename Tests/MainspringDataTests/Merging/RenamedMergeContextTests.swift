import Foundation
import Testing

@testable import MainspringData

/// Merges that name objects by identities which the context has not learned yet.
@Suite struct RenamedMergeContextTests {
    private let company = Company()

    @Test(arguments: [false, true])
    func `a merge reaches an object whose permanent identity a context above has just got`(inSlices: Bool) throws {
        let root = company.context()
        let (first, second) = (root.child(), root.child())
        let anna = company.make("Person", "Anna", in: first)
        try first.save()
        let other = second.object(with: anna.objectID)
        other.setValue(40, forKey: "age")
        try root.save()
        let saved = try Slices.saved(beside: second) { try second.save() }
        if inSlices {
            let queue = MergeQueue(first.core)
            first.core.merging = queue
            queue.add(SavedMerge(saved))
            while first.core.merging != nil { queue.slice(.objects(1)) }
        } else {
            first.core.merge(saved)
        }
        #expect(anna.age == 40 && !first.hasChanges)
    }
}
