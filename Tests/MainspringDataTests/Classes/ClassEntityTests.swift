import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

final class Ship: NSManagedObject {}
final class Boat: NSManagedObject {}

/// Which entity a class stands for when nobody says it.
@Suite struct ClassEntityTests {
    private static func coordinator(_ classes: (name: String, class: String)...) -> NSPersistentStoreCoordinator {
        let entities = classes.map { Part.entity($0.name, class: "MainspringDataTests.\($0.class)") }
        return NSPersistentStoreCoordinator(managedObjectModel: Part.model(entities))
    }

    @Test func `a class finds its entity in the coordinators' models, and makes requests for it`() throws {
        let coordinator = Self.coordinator(("Vessel", "Ship"), ("Other", "Other"))
        #expect(Ship.entity() === coordinator.managedObjectModel.entitiesByName["Vessel"])
        let request = Ship.fetchRequest()
        #expect(request.entity === Ship.entity() && request.entityName == "Vessel")
        try coordinator.addPersistentStore(type: .inMemory, at: URL(fileURLWithPath: "/dev/null"))
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        // A second one of the same: the model of the context on whose queue this is comes first.
        let newer = Self.coordinator(("Vessel", "Ship"))
        #expect(Ship.entity() === newer.managedObjectModel.entitiesByName["Vessel"])
        try context.performAndWait { () throws in
            #expect(Ship.entity() === coordinator.managedObjectModel.entitiesByName["Vessel"])
            let ship = Ship(context: context)
            #expect(ship.entity === Ship.entity())
            #expect(try context.fetch(Ship.fetchRequest()) as? [Ship] == [ship])
        }
        withExtendedLifetime(newer) {}
    }

    @Test(arguments: ["entity()", "init(context:)"])
    func `a class that several entities have, or none, stops the program with a sentence`(member: String) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [member] in
            let coordinator = Self.coordinator(("One", "Boat"), ("Two", "Boat"))
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            if member == "entity()" {
                _ = Boat.entity()
            } else {
                _ = Boat(context: context)
            }
        }
        #expect(
            result?.errorText.contains("no entity of its own for the class") == true
                || result?.errorText.contains("an entity of its own for the class") == true)
        #expect(result?.errorText.contains("several") == true)
    }

    @Test func `a typed request of a generated class comes before the general one`() {
        #expect(Typed.fetchRequest().entityName == "Typed")
    }

    final class Typed: NSManagedObject {
        @nonobjc class func fetchRequest() -> NSFetchRequest<Typed> { NSFetchRequest<Typed>(entityName: "Typed") }
    }
}
