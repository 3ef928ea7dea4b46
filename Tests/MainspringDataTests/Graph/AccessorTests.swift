import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Values by generated accessors.
@Suite struct AccessorTests {
    @Test(arguments: [false, true])
    func `each kind of value comes back as it was set, wherever the entity has it`(_ reversed: Bool) throws {
        let zoo = Zoo(reversed: reversed)
        let (animal, friend) = (zoo.makeAnimal(), zoo.makeAnimal())
        let keeper = zoo.makeKeeper()
        let (born, identifier) = (Date(timeIntervalSinceReferenceDate: 1.5), UUID())
        let page = try #require(URL(string: "https://example.org/a"))
        (animal.legs, animal.weight, animal.steps) = (-3, .max, .min)
        (animal.isTame, animal.speed, animal.height) = (true, 1.5, -.infinity)
        (animal.born, animal.name, animal.picture) = (born, "a name that is longer than fifteen bytes", Data([1, 2]))
        (animal.identifier, animal.price, animal.page) = (identifier, NSDecimalNumber(string: "10.11"), page)
        (animal.tags, animal.keeper, animal.friends) = (["a", "b"], keeper, [friend, animal])
        animal.young = [friend]
        keeper.name = "Ann"
        #expect(animal.legs == -3 && animal.weight == .max)
        #expect(animal.steps == Int64.min)
        #expect(animal.isTame && animal.speed == 1.5 && animal.height == -.infinity)
        #expect(animal.born == born && animal.name == "a name that is longer than fifteen bytes")
        #expect(animal.picture == Data([1, 2]) && animal.identifier == identifier && animal.page == page)
        #expect(animal.price == NSDecimalNumber(string: "10.11") && animal.tags == ["a", "b"])
        #expect(animal.keeper === keeper && animal.keeper?.name == "Ann")
        #expect(animal.friends == [friend, animal] && animal.young == [friend])
        // The values of one object are no other's.
        #expect(friend.legs == 4 && friend.name == "nobody" && friend.friends == [] && friend.identifier == nil)
        (animal.born, animal.name, animal.picture, animal.identifier) = (nil, nil, nil, nil)
        (animal.price, animal.page, animal.tags, animal.keeper) = (nil, nil, nil, nil)
        (animal.friends, animal.young) = (nil, nil)
        #expect(animal.born == nil && animal.name == nil && animal.picture == nil && animal.identifier == nil)
        #expect(animal.price == nil && animal.page == nil && animal.tags == nil && animal.keeper == nil)
        #expect(animal.friends == [] && animal.young?.count == 0)
    }

    @Test func `a new object has the model's default values, and otherwise none`() {
        let animal = Zoo().makeAnimal()
        #expect(animal.legs == 4 && animal.name == "nobody")
        #expect(animal.value(forKey: "legs") as? Int == 4)
        #expect(animal.weight == 0 && !animal.isTame && animal.height == 0)
        for key in ["weight", "steps", "isTame", "height", "born", "price", "tags", "keeper"] {
            #expect(animal.value(forKey: key) == nil, "\(key)")
        }
    }

    @Test func `values of another type than the model's are converted`() throws {
        let animal = Zoo().makeAnimal()
        animal.stepsAsDouble = 7
        #expect(animal.steps == 7 && animal.stepsAsDouble == 7)
        #expect(throws: KeyValueError.self) { try KeyValueError.throwing { animal.stepsAsDouble = 1e300 } }
        #expect(animal.steps == 7)
    }

    @Test func `a property that the entity does not have is told, and reads as nothing`() throws {
        let animal = Zoo(without: ["name", "legs"]).makeAnimal()
        animal.steps = 5
        #expect(animal.steps == 5)
        let error = #expect(throws: KeyValueError.self) { try KeyValueError.throwing { _ = animal.name } }
        #expect(error?.description.contains("\"name\"") == true)
        #expect(throws: KeyValueError.self) { try KeyValueError.throwing { animal.legs = 3 } }
    }

    @Test func `one class may serve two entities`() {
        let (first, second) = (Zoo().makeAnimal(), Zoo(reversed: true).makeAnimal())
        (first.name, second.name) = ("a", "b")
        (first.steps, second.steps) = (1, 2)
        #expect(first.name == "a" && second.name == "b" && first.steps == 1 && second.steps == 2)
    }

    @Test func `a value that must be there and is not stops the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Zoo().makeAnimal().requiredBirth
        }
        let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sentence.contains("“born” of the entity “Animal” is nil") && sentence.contains("Date?"))
    }

    @Test func `values go with their object`() {
        weak var weak: Keeper?
        do {
            let zoo = Zoo()
            let animal = zoo.makeAnimal()
            animal.keeper = zoo.makeKeeper()
            weak = animal.keeper
            #expect(weak != nil)
        }
        #expect(weak == nil)
    }

    @Test func `an object keeps its entity and the model`() {
        let animal = Zoo().makeAnimal()
        #expect(animal.entity.name == "Animal" && animal.entity.managedObjectModel.entities.count == 2)
    }
}
