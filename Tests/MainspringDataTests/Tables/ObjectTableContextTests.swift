import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// The objects of a context by their keys.
@Suite struct ObjectTableContextTests {
    @Test(arguments: Seeds.first(2))
    func `a table has the objects that somebody has, and no others, however many come and go`(_ seed: UInt64) throws {
        let company = Company()
        let writer = company.context()
        let made = (0..<9_000).map { company.make("Person", "\($0)", in: writer) }
        try writer.save()
        let identities = made.map(\.objectID)
        let context = company.context()
        var (random, held) = (SeededGenerator(seed: seed), [Int: NSManagedObject]())
        // The first half grows.
        for step in 0..<40_000 {
            let number = Int.random(in: identities.indices, using: &random)
            if Int.random(in: 0..<4, using: &random) > (step < 20_000 ? 0 : 2) {
                let object = context.object(with: identities[number])
                #expect(held[number] == nil || held[number] === object)
                held[number] = object
            } else {
                held[number] = nil
                #expect(context.registeredObject(for: identities[number]) == nil)
            }
            if step == 19_999 { #expect(held.count > 2 * 2_048, "There are several segments.") }
        }
        #expect(context.registeredObjects.count == held.count)
        for (number, identity) in identities.enumerated() {
            #expect(context.registeredObject(for: identity) === held[number])
        }
        context.reset()
        #expect(context.registeredObjects.isEmpty)
        #expect(context.registeredObject(for: identities[0]) == nil)
    }
}
