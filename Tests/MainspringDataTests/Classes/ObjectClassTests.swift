import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// Which class an entity's objects are of.
@Suite struct ObjectClassTests {
    @Test(
        arguments: [
            ("MainspringDataTests.Keeper", true), ("Keeper", true), (".Keeper", true), ("Nobody", false),
            ("MainspringDataTests.Nobody", false), ("NoModule.Keeper", false),
            ("", false), ("NSManagedObject", false), ("MainspringDataTests.Zoo", false),
        ])
    func `a class is found by the model's name for it, or objects are of Core Data's own`(
        _ name: String, _ isKeeper: Bool
    ) {
        let entity = Part.entity("Keeper", class: name)
        let model = Part.model([entity])
        let object = NSManagedObject.make(entity, in: nil)
        #expect((object is Keeper) == isKeeper)
        #expect(type(of: object) == (isKeeper ? Keeper.self : NSManagedObject.self))
        withExtendedLifetime(model) {}
    }

    @Test func `modules that have generated code are found`() {
        #expect(ManagedModuleSearch.moduleNames().contains("MainspringDataTests"))
    }

    @Test func `an initializer that a class overrides is called`() {
        final class Own: NSManagedObject {
            var count = 5
            override init(entity: NSEntityDescription, insertInto context: NSManagedObjectContext?) {
                super.init(entity: entity, insertInto: context)
                count += 1
            }
        }
        let zoo = Zoo()
        let object = zoo.makeKeeper { Own(entity: $0, insertInto: nil) }
        #expect(object.count == 6)
    }

    @Test func `objects are made of a class that is a type parameter or a value`() throws {
        let zoo = Zoo()
        let context = NSManagedObjectContext(confined: ())
        context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: zoo.model)
        try context.persistentStoreCoordinator?.addPersistentStore(
            type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        #expect(context.create(Animal.self).entity === zoo.animal)
        let keeper: Keeper = context.create()
        #expect(keeper.entity === zoo.keeper)
        for type in [Animal.self, Keeper.self] as [NSManagedObject.Type] {
            #expect(Swift.type(of: type.init(context: context)) == type)
        }
        #expect(context.insertedObjects.count == 4)
    }

    @Test func `an inserted object is its context's`() {
        let (zoo, context) = (Zoo(), NSManagedObjectContext(confined: ()))
        let animal = Animal(entity: zoo.animal, insertInto: context)
        withExtendedLifetime(zoo) {}
        #expect(context.insertedObjects == [animal] && animal.managedObjectContext === context)
    }

    @Test(arguments: ["no model", "abstract"])
    func `an entity without objects stops the program with a sentence`(_ mistake: String) async {
        // An exit test captures nothing that varies but values that can be coded.
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [mistake] in
            let entity = Part.entity("Thing")
            entity.isAbstract = mistake == "abstract"
            let model = mistake == "abstract" ? Part.model([entity]) : nil
            _ = NSManagedObject(entity: entity, insertInto: nil)
            withExtendedLifetime(model) {}
        }
        let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(
            sentence.contains("“Thing”")
                && sentence.contains(mistake == "abstract" ? "is abstract" : "stands in no model"))
    }
}

/// Accessors of classes that inherit from others.
@Suite struct SubclassTests {
    @Test func `a subclass's numbers come after its superclass's`() {
        let (animal, bird) = (Part.entity("Animal"), Part.entity("Bird"))
        animal.properties = [Part.attribute("legs", .integer16AttributeType)]
        bird.properties = [Part.attribute("wings", .integer16AttributeType)]
        animal.subentities = [bird]
        let model = Part.model([animal, bird])
        let object = Keeper.Bird(entity: bird, insertInto: nil)
        withExtendedLifetime(model) {}
        (object.wings, object.legs) = (2, 3)
        #expect(object.value(forKey: "wings") as? Int == 2 && object.value(forKey: "legs") as? Int == 3)
    }

    @Test func `a property that the compiler had no number for is found by its name`() {
        let animal = Zoo(reversed: true).makeAnimal()
        let number = animal.managedSlot(named: "steps")
        animal[managed: number] = Int64(5)
        #expect(animal.steps == 5 && number >= 16)
    }

    @Test func `a property that the entity lacks and a class declares stops the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = Zoo().makeAnimal().managedSlot(named: "hat")
        }
        let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sentence.contains("The entity “Animal” has no property “hat”"))
    }

    @Test func `a number that nobody gave stops the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let value: Int64 = Zoo().makeAnimal()[managed: 99]
            print(value)
        }
        let sentence = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(sentence.contains("no property with the number 99"))
    }
}

extension NSManagedObjectContext {
    /// As programs write it for classes of their own.
    fileprivate func create<T: NSManagedObject>(_ type: T.Type = T.self) -> T { T(context: self) }
}
