import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Values by key.
@Suite struct ObjectKeyTests {
    @Test func `numbers by key become whatever number is asked for`() {
        let animal = Zoo().makeAnimal()
        animal.setValue(7, forKey: "steps")
        #expect(animal.value(forKey: "steps") as? Int == 7)
        #expect(animal.value(forKey: "steps") as? Int64 == 7)
        #expect(animal.value(forKey: "steps") as? NSNumber == 7)
        #expect(animal.value(forKey: "steps") as? Double == 7)
        animal.setValue(true, forKey: "isTame")
        #expect(animal.isTame && animal.value(forKey: "isTame") as? Bool == true)
        animal.setValue(NSNumber(value: 2.5), forKey: "height")
        #expect(animal.height == 2.5)
        animal.setValue(nil, forKey: "height")
        #expect(animal.value(forKey: "height") == nil && animal.height == 0)
        animal.setValue(NSNull(), forKey: "name")
        #expect(animal.name == nil)
    }

    @Test func `paths lead through relationships, predicates and sort descriptors ask them`() {
        let zoo = Zoo()
        let keeper = zoo.makeKeeper()
        keeper.name = "Ann"
        let animals = (0..<10).map { index in
            let animal = zoo.makeAnimal()
            (animal.legs, animal.name) = (Int16(index), "n\(9 - index)")
            if index.isMultiple(of: 2) { animal.keeper = keeper }
            return animal
        }
        #expect(animals[0].value(forKeyPath: "keeper.name") as? String == "Ann")
        animals[0].setValue("Bob", forKeyPath: "keeper.name")
        #expect(keeper.name == "Bob")
        animals[1].friends = Set(animals)
        #expect(animals[1].value(forKeyPath: "friends.@sum.legs") as? Int == 45)
        #expect(animals[1].value(forKeyPath: "friends.@count") as? Int == 10)
        let predicate = MainspringFoundation.NSPredicate(format: "keeper.name == 'Bob' AND legs > 3")
        #expect(animals.filter { predicate.evaluate(with: $0) }.map(\.legs) == [4, 6, 8])
        let byName = MainspringFoundation.NSSortDescriptor(key: "name", ascending: true)
        #expect(animals.sorted(using: [byName]).map(\.legs) == (0..<10).reversed().map { Int16($0) })
    }

    @Test(
        arguments: [
            ("legs", "many" as any Sendable), ("legs", 40_000), ("name", 3), ("born", "yesterday"), ("keeper", 3),
            ("friends", [3]), ("identifier", "x"), ("nothing", 1),
        ])
    func `a value of a wrong type changes nothing and is told`(_ key: String, _ value: any Sendable) {
        let animal = Zoo().makeAnimal()
        let error = #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing { animal.setValue(value, forKey: key) }
        }
        #expect(error?.description.contains(key) == true)
        #expect(animal.legs == 4 && animal.name == "nobody" && animal.keeper == nil && animal.friends == [])
    }

    @Test func `an object of another entity is refused`() {
        let zoo = Zoo()
        let (animal, other) = (zoo.makeAnimal(), zoo.makeAnimal())
        #expect(throws: KeyValueError.self) { try KeyValueError.throwing { animal.setValue(other, forKey: "keeper") } }
        let keeper = zoo.makeKeeper()
        #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing { animal.setValue(NSSet(array: [keeper]), forKey: "friends") }
        }
        #expect(throws: KeyValueError.self) { try KeyValueError.throwing { animal.addManaged(keeper, to: 14) } }
        #expect(animal.keeper == nil && animal.friends == [])
    }

    @Test func `an unknown key goes to the method for such`() {
        final class Open: NSManagedObject {
            override func value(forUndefinedKey key: String) -> Any? { "no \(key)" }
        }
        let zoo = Zoo()
        let object = zoo.makeKeeper { Open(entity: $0, insertInto: nil) }
        #expect(object.value(forKey: "hat") as? String == "no hat")
        #expect(object.value(forKey: "name") == nil)
    }

    @Test func `accessors written by hand reach the primitive value and are called by key`() {
        final class Loud: NSManagedObject {
            var calls: [String] = []
            var name: String? {
                get {
                    willAccessValue(forKey: "name")
                    defer { didAccessValue(forKey: "name") }
                    return (primitiveValue(forKey: "name") as? String)?.uppercased()
                }
                set {
                    willChangeValue(forKey: "name")
                    setPrimitiveValue(newValue, forKey: "name")
                    didChangeValue(forKey: "name")
                }
            }
            override func willChangeValue(forKey key: String) { calls.append("will \(key)") }
            override func didChangeValue(forKey key: String) { calls.append("did \(key)") }
            static let table = KeyTable(Loud.self) { $0.add("name", get: { $0.name }, set: { $0.name = $1 }) }
            override class var keyTable: KeyTable { table }
        }
        let object = Zoo().makeKeeper { Loud(entity: $0, insertInto: nil) }
        object.setValue("ann", forKey: "name")
        #expect(object.name == "ANN" && object.value(forKey: "name") as? String == "ANN")
        #expect(object.primitiveValue(forKey: "name") as? String == "ann")
        #expect(object.calls == ["will name", "did name"])
    }

    @Test func `validation gives a value of the property's type, or throws`() throws {
        let animal = Zoo().makeAnimal()
        var value: Any? = 3.0
        try animal.validateValue(&value, forKey: "legs")
        #expect(value as? Int == 3)
        value = "x"
        #expect(throws: KeyValueError.self) { try animal.validateValue(&value, forKey: "legs") }
    }
}
