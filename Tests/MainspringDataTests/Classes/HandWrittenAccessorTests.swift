import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Properties that a class overrides or has code of its own for.
@Suite struct HandWrittenAccessorTests {
    @Test func `key-value coding goes through the class's own accessor`() {
        let puppy = Zoo().makePuppy()
        puppy.setValue("REX", forKey: "name")
        #expect(puppy.name == "rex!")
        #expect(puppy.value(forKey: "name") as? String == "rex!")
        #expect(puppy.primitiveValue(forKey: "name") as? String == "rex")
        puppy.setPrimitiveValue("max", forKey: "name")
        #expect(puppy.value(forKey: "name") as? String == "max!")
    }

    @Test func `values by key are those that objects give for properties without code`() {
        let puppy = Zoo().makePuppy()
        puppy.setValue(7, forKey: "legs")
        #expect(puppy.legs == 7 && puppy.value(forKey: "legs") as? NSNumber == 7)
        #expect(puppy.primitiveValue(forKey: "legs") as? Int == 6)
        puppy.setValue(NSSet(array: [puppy]), forKey: "friends")
        #expect(puppy.friends == [puppy] && puppy.friendChanges == 1)
        #expect((puppy.value(forKey: "friends") as? NSSet)?.count == 1)
    }

    @Test func `a property whose accessor only reads is set itself`() {
        let puppy = Zoo().makePuppy()
        puppy.setValue(1.5, forKey: "height")
        #expect(puppy.height == 1.5)
        #expect(puppy.value(forKey: "height") as? Double == 3)
    }

    @Test func `predicates, paths and sort descriptors ask the accessor too`() {
        let zoo = Zoo()
        let puppies = ["a", "b", "c"].map { name in
            let puppy = zoo.makePuppy()
            puppy.name = name
            puppy.legs = name == "b" ? 9 : 4
            return puppy
        }
        let predicate = MainspringFoundation.NSPredicate(format: "name ENDSWITH '!' AND legs == 4")
        #expect(puppies.filter { predicate.evaluate(with: $0) }.count == 2)
        #expect((puppies as NSArray).filtered(using: predicate).count == 2)
        let byLegs = MainspringFoundation.NSSortDescriptor(key: "legs", ascending: false)
        let byName = MainspringFoundation.NSSortDescriptor(key: "name", ascending: false)
        #expect(puppies.sorted(using: [byLegs, byName]).map(\.name) == ["b!", "c!", "a!"])
        puppies[0].friends = Set(puppies)
        #expect(puppies[0].value(forKeyPath: "friends.@sum.legs") as? Int == 17)
    }

    @Test func `the class above is not concerned`() {
        let animal = Zoo().makeAnimal()
        animal.setValue("REX", forKey: "name")
        #expect(animal.value(forKey: "name") as? String == "REX")
    }
}
