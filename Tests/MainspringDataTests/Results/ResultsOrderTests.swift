import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// The order of results.
@Suite struct ResultsOrderTests {
    private typealias Descriptor = MainspringFoundation.NSSortDescriptor

    private static func descriptors(_ name: String) -> [MainspringFoundation.NSSortDescriptor] {
        switch name {
        case "name": [Descriptor(key: "name", ascending: true)]
        case "name down": [Descriptor(key: "name", ascending: false)]
        case "caseless": [Descriptor(key: "name", ascending: true, selector: "caseInsensitiveCompare:")]
        case "legs, name down": [Descriptor(key: "legs", ascending: true), Descriptor(key: "name", ascending: false)]
        case "path": [Descriptor(key: "keeper.name", ascending: false), Descriptor(key: "name", ascending: true)]
        case "count": [Descriptor(key: "friends.@count", ascending: true), Descriptor(key: "name", ascending: true)]
        case "height", "isTame", "born", "speed", "steps", "weight", "price":
            [Descriptor(key: name, ascending: true)]
        case "closure":
            [Descriptor(key: "name", ascending: true) { ("\($1)" as NSString).compare("\($0)") }]
        case "Swift":
            [
                Descriptor(SortDescriptor(\Animal.legs, order: .reverse)),
                Descriptor(keyPath: \Animal.legs, ascending: true),
            ]
        default: []
        }
    }

    @Test(
        arguments: [
            "name", "name down", "caseless", "legs, name down", "path", "count", "height", "isTame", "born", "speed",
            "steps",
            "weight", "price", "closure", "Swift",
            "none",
        ])
    func `two objects are in the order that the descriptors give, whichever is compared`(_ name: String) {
        let zoo = Zoo()
        let animals = (0..<12).map { index in
            let animal = zoo.makeAnimal()
            animal.legs = Int16(index % 3)
            animal.name = [nil, "ab", "AB", "b", "Z", "ä"][index % 6]
            if index > 4 {
                animal.keeper = zoo.makeKeeper()
                animal.keeper?.name = index.isMultiple(of: 2) ? "Ann" : nil
                animal.height = index == 7 ? .nan : Double(-index)
                (animal.isTame, animal.speed) = (index.isMultiple(of: 3), Float(index % 4))
                (animal.steps, animal.weight) = (Int64(index) * -9_000_000_000, Int32(index % 5))
                animal.born = Date(timeIntervalSinceReferenceDate: Double(index % 4) - 2)
                animal.price = NSDecimalNumber(value: index % 4)
            } else {
                animal.setValue(nil, forKey: "height")
            }
            return animal
        }
        animals[3].friends = Set(animals)
        let descriptors = Self.descriptors(name)
        let order = ResultsOrder(descriptors, sectionName: nil)
        for first in animals {
            for second in animals {
                let expected =
                    descriptors.lazy.map { $0.compare(first, to: second) }.first { $0 != .orderedSame } ?? .orderedSame
                #expect(order.compare(first, order.key(second)) == expected)
                #expect(order.compareKeys(order.key(first), order.key(second)) == expected)
                if let lead = order.lead(order.key(first)), let other = order.lead(order.key(second)), lead != other {
                    #expect(lead < other ? expected == .orderedAscending : expected == .orderedDescending)
                }
            }
        }
    }

    @Test func `an accessor that a class has of its own is asked`() {
        final class Loud: NSManagedObject {
            var name: String { String(((primitiveValue(forKey: "name") as? String) ?? "").reversed()) }
            static let table = KeyTable(Loud.self) { $0.add("name", get: { $0.name }) }
            override class var keyTable: KeyTable { table }
        }
        let zoo = Zoo()
        let (first, second) = (
            zoo.makeKeeper { Loud(entity: $0, insertInto: nil) }, zoo.makeKeeper { Loud(entity: $0, insertInto: nil) }
        )
        first.setPrimitiveValue("ab", forKey: "name")
        second.setPrimitiveValue("ba", forKey: "name")
        let order = ResultsOrder([Descriptor(key: "name", ascending: true)], sectionName: nil)
        #expect(order.compare(first, order.key(second)) == .orderedDescending)
    }

    @Test func `a descriptor of an archive puts nothing in order until it is allowed to`() throws {
        let zoo = Zoo()
        let (first, second) = (zoo.makeAnimal(), zoo.makeAnimal())
        (first.name, second.name) = ("b", "a")
        let archiver = NSKeyedArchiver(requiringSecureCoding: true)
        Descriptor(key: "name", ascending: true).encode(with: archiver)
        archiver.finishEncoding()
        let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
        let descriptor = try #require(Descriptor(coder: unarchiver))
        let refused = ResultsOrder([descriptor], sectionName: nil)
        #expect(refused.compare(first, refused.key(second)) == .orderedSame)
        descriptor.allowEvaluation()
        let allowed = ResultsOrder([descriptor], sectionName: nil)
        #expect(allowed.compare(first, allowed.key(second)) == .orderedDescending)
    }
}
