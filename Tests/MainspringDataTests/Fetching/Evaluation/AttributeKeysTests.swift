import Foundation
import MainspringFoundation
import MainspringModel
import SeededRandom
import Testing

@testable import MainspringData

/// Managed objects asked in the types of their attributes.
@Suite struct AttributeKeysTests {
    private func animals(_ zoo: Zoo, _ random: inout SeededGenerator) -> [Animal] {
        (0..<60).map { _ in
            let animal = zoo.makeAnimal()
            animal.legs = Int16.random(in: 0...3, using: &random)
            animal.steps = Int64.random(in: -2...2, using: &random) << 40
            animal.isTame = Bool.random(using: &random)
            animal.height = Double.random(in: -2...2, using: &random).rounded()
            if Bool.random(using: &random) { animal.setValue(nil, forKey: "height") }
            if Bool.random(using: &random) { animal.setValue(nil, forKey: "steps") }
            animal.name = [nil, "", "a", "abcdefgh1", "abcdefgh2", "b"].randomElement(using: &random) ?? nil
            animal.born = Bool.random(using: &random) ? nil : Date(timeIntervalSinceReferenceDate: Double(animal.legs))
            return animal
        }
    }

    @Test(arguments: Seeds.first(1))
    func `tests and orders by typed keys are those of key-value coding`(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let zoo = Zoo()
        let animals = animals(zoo, &random)
        let keys = AttributeKeys<NSManagedObject>.table(of: zoo.animal)
        #expect(keys.keys == ["born", "height", "isTame", "legs", "name", "speed", "steps", "weight"])
        for format in [
            "legs > 1", "steps == nil", "steps >= 0", "height < 0.5", "isTame == YES", "name BEGINSWITH 'abc'",
            "name != 'b'",
            "name == nil", "born > CAST(1, 'NSDate')", "legs IN {1, 2}", "steps BETWEEN {0, 3}", "keeper == nil",
        ] {
            let predicate = MainspringFoundation.NSPredicate(format: format)
            let test = ObjectTest(predicate, keys: keys)
            #expect(
                animals.map { test.holds($0) } == animals.map { predicate.evaluate(with: $0) },
                "seed \(seed): \(format)")
        }
        for key in ["legs", "steps", "height", "isTame", "name", "born", "keeper.name"] {
            for ascending in [true, false] {
                let order = [
                    MainspringFoundation.NSSortDescriptor(key: key, ascending: ascending),
                    MainspringFoundation.NSSortDescriptor(key: "legs", ascending: !ascending),
                ]
                #expect(
                    animals.sorted(using: order, keys: keys) == animals.sorted(using: order),
                    "seed \(seed): \(key) \(ascending)")
            }
        }
    }

    @Test func `objects of subentities are asked by the table of the entity above`() {
        let beast = Part.entity("Beast", class: "MainspringDataTests.Keeper.Beast")
        let bird = Part.entity("Bird", class: "MainspringDataTests.Keeper.Bird")
        beast.properties = [Part.attribute("legs", .integer16AttributeType)]
        bird.properties = (0..<70).map { Part.attribute($0 == 0 ? "wings" : "w\($0)", .integer16AttributeType) }
        beast.subentities = [bird]
        let model = Part.model([beast, bird])
        withExtendedLifetime(model) {
            let objects = [Keeper.Beast(entity: beast, insertInto: nil), Keeper.Bird(entity: bird, insertInto: nil)]
            (objects[0].legs, objects[1].legs) = (4, 2)
            let keys = AttributeKeys<NSManagedObject>.table(of: beast)
            let test = ObjectTest(MainspringFoundation.NSPredicate(format: "legs == 2"), keys: keys)
            #expect(objects.map { test.holds($0) } == [false, true])
            let order = [MainspringFoundation.NSSortDescriptor(key: "legs", ascending: true)]
            #expect(objects.sorted(using: order, keys: keys) == [objects[1], objects[0]])
        }
    }

    @Test func `names that cannot be keys are left out`() {
        let odd = Part.entity("Odd")
        odd.properties = [
            Part.attribute("a.b", .stringAttributeType), Part.attribute("@c", .stringAttributeType),
            Part.attribute("", .stringAttributeType), Part.attribute("d", .stringAttributeType),
        ]
        #expect(AttributeKeys<NSManagedObject>.table(of: odd).keys == ["d"])
    }
}
