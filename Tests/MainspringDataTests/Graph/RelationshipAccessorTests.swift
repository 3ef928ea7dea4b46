import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// What generated methods do to relationships.
@Suite struct RelationshipAccessorTests {
    private static let (friends, young) = (14, 15)

    @Test func `objects are added to a set and taken out, one and several`() {
        let zoo = Zoo()
        let (animal, others) = (zoo.makeAnimal(), (0..<4).map { _ in zoo.makeAnimal() })
        animal.addManaged(others[0], to: Self.friends)
        animal.addManaged(NSSet(array: Array(others[1...])), to: Self.friends)
        #expect(animal.friends == Set(others))
        animal.removeManaged(others[1], from: Self.friends)
        animal.removeManaged(NSSet(array: [others[2]]), from: Self.friends)
        #expect(animal.friends == [others[0], others[3]])
    }

    @Test(
        arguments: [
            ("add", [0, 1, 2, 3]), ("add again", [0, 1, 2]), ("insert", [3, 0, 1, 2]),
            ("insert several", [3, 0, 4, 1, 2]),
            ("remove", [0, 2]), ("remove at", [1, 2]), ("remove at several", [1]), ("replace", [0, 3, 2]),
            ("replace several", [3, 1, 4]), ("replace by one that is there", [2, 1]),
        ])
    func `an ordered relationship keeps its order`(_ change: String, _ expected: [Int]) {
        let zoo = Zoo()
        let (animal, others) = (zoo.makeAnimal(), (0..<5).map { _ in zoo.makeAnimal() })
        animal.young = NSOrderedSet(array: Array(others[0..<3]))
        let young = Self.young
        switch change {
        case "add": animal.addManaged(others[3], to: young)
        case "add again": animal.addManaged(NSOrderedSet(array: [others[2], others[0]]), to: young)
        case "insert": animal.insertManaged(others[3], into: young, at: 0)
        case "insert several":
            animal.insertManaged([others[3], others[4]], into: young, at: NSIndexSet(indexSet: [0, 2]))
        case "remove": animal.removeManaged(others[1], from: young)
        case "remove at": animal.removeManaged(at: 0, from: young)
        case "remove at several": animal.removeManaged(at: NSIndexSet(indexSet: [0, 2]), from: young)
        case "replace": animal.replaceManaged(in: young, at: 1, with: others[3])
        case "replace several":
            animal.replaceManaged(in: young, at: NSIndexSet(indexSet: [0, 2]), with: [others[3], others[4]])
        case "replace by one that is there": animal.replaceManaged(in: young, at: 0, with: others[2])
        default: Issue.record("no such change")
        }
        #expect(animal.young?.array.map { value in others.firstIndex { $0 === value as AnyObject } } == expected)
    }

    @Test func `a place outside of an ordered relationship stops the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            Zoo().makeAnimal().removeManaged(at: 3, from: 15)
        }
        let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sentence.contains("“young” of the entity “Animal” has 0 objects, and no places 3"))
    }
}
