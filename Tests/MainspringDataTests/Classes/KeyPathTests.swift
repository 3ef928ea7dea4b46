import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

private typealias NSPredicate = MainspringFoundation.NSPredicate
private typealias NSExpression = MainspringFoundation.NSExpression
private typealias NSSortDescriptor = MainspringFoundation.NSSortDescriptor

/// Swift's key paths to properties of managed objects, as the model compiler's tables name them.
@Suite struct KeyPathTests {
    private func key<Value>(_ keyPath: KeyPath<Animal, Value>) -> String? {
        NSSortDescriptor(keyPath: keyPath, ascending: true).key
    }

    @Test func `a sort descriptor's key is the property that the key path leads to`() {
        #expect(key(\.name) == "name")
        #expect(key(\.legs) == "legs")
        #expect(key(\.keeper) == "keeper")
        #expect(NSSortDescriptor(keyPath: \Animal.name, ascending: true) { _, _ in .orderedSame }.key == "name")
    }

    @Test func `a descriptor of Foundation's has the key and the method of the property`() {
        let descriptors = [
            NSSortDescriptor(SortDescriptor(\Animal.name)), NSSortDescriptor(SortDescriptor(\Animal.legs)),
            NSSortDescriptor(SortDescriptor(\Animal.keeper?.name, order: .reverse)),
        ]
        #expect(descriptors.map(\.key) == ["name", "legs", "keeper.name"])
        let methods = descriptors.map { $0.selector?.description }
        #expect(methods == ["localizedStandardCompare:", "compare:", "localizedStandardCompare:"])
        #expect(descriptors.map(\.ascending) == [true, true, false])
    }

    @Test func `a key path leads on through an object that there may be none of`() {
        #expect(key(\.keeper?.name) == "keeper.name")
    }

    @Test func `a property of a superclass is found from the subclass`() {
        #expect(NSSortDescriptor(keyPath: \Keeper.Bird.legs, ascending: true).key == "legs")
        #expect(NSSortDescriptor(keyPath: \Keeper.Bird.wings, ascending: true).key == "wings")
    }

    @Test func `what is no property of the model has no key`() {
        #expect(key(\.stepsAsDouble) == nil)
        #expect(key(\.keeper?.name?.count) == nil)
    }

    @Test func `an expression for a key path is one for the key`() {
        #expect(NSExpression(forKeyPath: \Animal.young).keyPath == "young")
        #expect(NSExpression(forKeyPath: \Animal.keeper?.name).keyPath == "keeper.name")
    }

    @Test func `a predicate of Swift becomes one of keys`() throws {
        let typed = #Predicate<Animal> { $0.legs > 3 && $0.keeper?.name == "Bob" }
        let predicate = try #require(NSPredicate(typed))
        #expect(predicate.predicateFormat == "legs > 3 AND keeper.name == \"Bob\"")
        let zoo = Zoo()
        let (animal, keeper) = (zoo.makeAnimal(), zoo.makeKeeper())
        (keeper.name, animal.keeper) = ("Bob", keeper)
        #expect(predicate.evaluate(with: animal))
        animal.legs = 2
        #expect(!predicate.evaluate(with: animal))
    }
}
