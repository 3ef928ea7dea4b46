import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// Values by key.
@Suite struct ObjectKeyContextTests {
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
        animal.setValue(nil, forKey: "name")
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
        let found = animals.filter { predicate.evaluate(with: $0) }
        #expect(found.map(\.legs) == [4, 6, 8])
        let byName = MainspringFoundation.NSSortDescriptor(key: "name", ascending: true)
        let expected: [Int16] = (0..<10).reversed()
        #expect(animals.sorted(using: [byName]).map(\.legs) == expected)
    }

    @Test(
        arguments: [
            ("legs", "many" as any Sendable), ("legs", 40_000), ("name", 3), ("born", "yesterday"), ("keeper", 3),
            ("friends", [3]), ("identifier", "x"), ("nothing", 1),
            ("identifier", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"), ("page", "https://example.com"), ("born", 5.0),
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

    @Test(arguments: [
        "legs", "isTame", "height", "price", "born", "name", "picture", "identifier", "page", "keeper", "friends",
    ])
    func `NSNull is no value of a property`(_ key: String) {
        let animal = Zoo().makeAnimal()
        let before = animal.value(forKey: key) as? NSObject
        let error = #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing { animal.setValue(NSNull(), forKey: key) }
        }
        #expect(error?.description.contains("\"\(key)\"") == true && error?.description.contains("NSNull") == true)
        #expect(animal.value(forKey: key) as? NSObject == before)
        animal.setPrimitiveValue(NSNull(), forKey: key)
        #expect(animal.value(forKey: key) as? NSObject == before)
    }

    @Test func `NSNull in a dictionary of values is nil`() {
        let animal = Zoo().makeAnimal()
        animal.setValuesForKeys(["name": NSNull(), "legs": 3])
        #expect(animal.name == nil && animal.legs == 3)
    }

    @Test func `nil for a number of the class goes to the method for it`() {
        class Zeroing: Animal {
            var asked: [String] = []
            override func setNilValueForKey(_ key: String) {
                asked.append(key)
                key == "legs" ? setValue(0, forKey: key) : super.setNilValueForKey(key)
            }
        }
        let zoo = Zoo()
        let object = Zeroing(entity: zoo.animal, insertInto: nil)
        object.setValue(nil, forKey: "legs")
        object.setValue(nil, forKey: "name")
        #expect(object.asked == ["legs"] && object.legs == 0 && object.name == nil)
        let animal = zoo.makeAnimal()
        let error = #expect(throws: KeyValueError.self) {
            try KeyValueError.throwing { animal.setValue(nil, forKey: "legs") }
        }
        #expect(error == .nilValue("legs", owner: "Animal", expected: "Int16") && animal.legs == 4)
    }

    @Test func `what every object has is reached by key, and by predicates`() throws {
        let company = Company()
        let context = company.context()
        let (ann, boss) = (company.make("Person", "Ann", in: context), company.make("Manager", "Bob", in: context))
        ann.setValue(boss, forKey: "boss")
        #expect(ann.value(forKey: "objectID") as? NSManagedObjectID == ann.objectID)
        #expect(ann.value(forKey: "entity") as? NSEntityDescription === company.entities["Person"])
        #expect(ann.value(forKey: "managedObjectContext") as? NSManagedObjectContext === context)
        for key in ["hasChanges", "isInserted", "inserted", "hasPersistentChangedValues"] {
            #expect(ann.value(forKey: key) as? Bool == true, "\(key)")
        }
        for key in ["isUpdated", "isDeleted", "isFault", "fault", "faultingState"] {
            #expect(ann.value(forKey: key) as? Bool == false, "\(key)")
        }
        #expect((ann.value(forKey: "changedValues") as? [String: Any])?["name"] as? String == "Ann")
        let holds = { (format: String, argument: Any?) in
            try PredicateFailure.throwing {
                try KeyValueError.throwing {
                    [ann, boss].filtered(using: MainspringFoundation.NSPredicate(format: format, argument))
                }
            }
        }
        #expect(try holds("objectID == %@", ann.objectID) == [ann])
        #expect(try holds("self.objectID == %@", ann.objectID) == [ann])
        #expect(try holds("boss.objectID == %@", boss.objectID) == [ann])
        #expect(try holds("entity.name == %@", "Manager") == [boss])
        #expect(try holds("entity.superentity.name == %@", "Person") == [boss])
        #expect(try holds("entity == %@", company.entities["Person"]) == [ann])
        #expect(try holds("isInserted == %@ AND hasChanges == YES", true) == [ann, boss])
    }

    @Test func `a property of the entity comes before what every object has`() {
        let entity = Part.entity("Thing")
        entity.properties = [Part.attribute("hasChanges", .stringAttributeType, default: "many")]
        let model = Part.model([entity])
        let object = NSManagedObject(entity: entity, insertInto: nil)
        #expect(object.value(forKey: "hasChanges") as? String == "many")
        withExtendedLifetime(model) {}
    }

    @Test(arguments: [
        ("name", false), ("name", true), ("keeper", false), ("keeper", true), ("young", false), ("friends", true),
    ])
    func `a set that changes a property is refused of one of another kind`(_ key: String, _ isOrdered: Bool) {
        let zoo = Zoo()
        let (animal, other) = (zoo.makeAnimal(), zoo.makeAnimal())
        for path in [key, "self.\(key)"] {
            let error = #expect(throws: KeyValueError.self) {
                try KeyValueError.throwing {
                    if isOrdered {
                        animal.mutableOrderedSetValue(forKeyPath: path).add(other)
                        #expect(animal.mutableOrderedSetValue(forKey: key).count == 0)
                    } else {
                        animal.mutableSetValue(forKeyPath: path).add(other)
                        #expect(animal.mutableSetValue(forKey: key).count == 0)
                    }
                }
            }
            let sentence = "NSManagedObjects of entity 'Animal' do not support mutable"
            #expect(error?.description.hasPrefix(sentence) == true, "\(error?.description ?? "")")
            #expect(error?.description.contains("for the property '\(key)'") == true)
        }
        #expect(animal.name == "nobody" && animal.keeper == nil && animal.friends == [] && animal.young?.count == 0)
    }

    @Test func `a set that changes a relationship may be asked for by a path`() {
        let zoo = Zoo()
        let (animal, other) = (zoo.makeAnimal(), zoo.makeAnimal())
        animal.mutableSetValue(forKey: "friends").add(other)
        other.mutableOrderedSetValue(forKeyPath: "young").add(animal)
        #expect(animal.friends == [other] && other.young?.array as? [Animal] == [animal])
        let keeper = zoo.makeKeeper()
        animal.keeper = keeper
        #expect(animal.mutableSetValue(forKeyPath: "self.friends").count == 1)
    }
}
