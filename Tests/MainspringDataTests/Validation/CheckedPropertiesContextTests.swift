import Foundation
import MainspringData
import MainspringFoundation
import MainspringModel
import Testing

/// A dog that notes what it is asked, and what is put in the place of its values.
class NotingDog: NSManagedObject {
    var own: (inout Any?, String) throws -> Void = { _, _ in }
    var asked: [String] = []
    var written: [String] = []

    override func validateValue(_ value: inout Any?, forKey key: String) throws {
        asked.append(key)
        try own(&value, key)
    }

    override func setValue(_ value: Any?, forKey key: String) {
        written.append(key)
        super.setValue(value, forKey: key)
    }
}

/// What a save checks of each object, and in which order.
@Suite struct CheckedPropertiesContextTests {
    private struct OwnError: Error, Equatable {
        let text: String
    }

    /// A model, of which dogs inherit name and legs from animals; friends and what is free are their own.
    private struct Kennel {
        let coordinator: NSPersistentStoreCoordinator
        let dog = Part.entity("Dog")

        init(of className: String) throws {
            let animal = Part.entity("Animal")
            let (name, legs) = (
                Ruled.attribute(.stringAttributeType, isOptional: false),
                Ruled.attribute(.integer16AttributeType, ("SELF <= 4", ""))
            )
            legs.name = "legs"
            let friends = Part.relationship("friends", to: animal, isToMany: true)
            friends.isOptional = false
            let free = Part.attribute("free", .stringAttributeType)
            (animal.properties, dog.properties, animal.subentities) = ([name, legs], [friends, free], [dog])
            dog.managedObjectClassName = className
            coordinator = NSPersistentStoreCoordinator(managedObjectModel: Part.model([animal, dog]))
            try coordinator.addPersistentStore(type: Company.kind, at: URL(fileURLWithPath: "/dev/null"))
        }

        func context() -> NSManagedObjectContext {
            let context = NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = coordinator
            return context
        }

        /// A dog without a fault.
        func rex(in context: NSManagedObjectContext) -> NSManagedObject {
            let rex = NSEntityDescription.insertNewObject(forEntityName: "Dog", into: context)
            for (key, value) in ["name": "Rex", "legs": 4, "friends": NSSet(object: rex)] as [String: Any] {
                rex.setPrimitiveValue(value, forKey: key)
            }
            return rex
        }
    }

    private func keys(_ error: NSError?) -> [String?] {
        let details = error?.userInfo[NSDetailedErrorsKey] as? [NSError] ?? (error.map { [$0] } ?? [])
        return details.map { $0.userInfo[NSValidationKeyErrorKey] as? String }
    }

    @Test(arguments: ["NSManagedObject", "MainspringDataTests.Trimming"])
    func `all properties of an object are checked, in their order`(className: String) throws {
        let kennel = try Kennel(of: className)
        let context = kennel.context()
        let rex = kennel.rex(in: context)
        rex.setValue(nil, forKey: "name")
        rex.setValue(5, forKey: "legs")
        rex.setValue(NSSet(), forKey: "friends")
        #expect(keys(failure { try context.save() }) == ["name", "legs", "friends"])
        rex.setValue("Rex", forKey: "name")
        rex.setValue(4, forKey: "legs")
        let error = failure { try context.save() }
        #expect(error?.code == NSValidationRelationshipLacksMinimumCountError && keys(error) == ["friends"])
        rex.setValue(NSSet(object: rex), forKey: "friends")
        try context.save()
    }

    @Test(arguments: ["NSManagedObject", "MainspringDataTests.Trimming"])
    func `a relationship that nobody has read is not read to be checked`(className: String) throws {
        let kennel = try Kennel(of: className)
        let context = kennel.context()
        let rex = kennel.rex(in: context)
        try context.save()
        let other = kennel.context()
        let same = try other.existingObject(with: rex.objectID)
        same.setValue(nil, forKey: "name")
        same.setValue(5, forKey: "legs")
        #expect(keys(failure { try other.save() }) == ["name", "legs"])
        #expect(same.hasFault(forRelationshipNamed: "friends"))
    }

    @Test func `an object's own validation is asked for every property, and may replace the value`() throws {
        let kennel = try Kennel(of: "MainspringDataTests.NotingDog")
        let context = kennel.context()
        let rex = try #require(kennel.rex(in: context) as? NotingDog)
        rex.setPrimitiveValue(" Rex ", forKey: "name")
        func save(_ own: @escaping (inout Any?, String) throws -> Void) throws {
            (rex.asked, rex.written, rex.own) = ([], [], own)
            try context.save()
        }
        #expect(throws: OwnError(text: "free")) {
            try save { _, key in if key == "free" { throw OwnError(text: "free") } }
        }
        #expect(rex.asked == ["name", "legs", "friends", "free"] && rex.written.isEmpty)
        try save { value, key in
            if let text = value as? String { value = text.trimmingCharacters(in: .whitespaces) }
            if key == "legs" { value = NSNumber(value: 4) }
        }
        #expect(rex.written == ["name"] && rex.value(forKey: "name") as? String == "Rex")
        rex.setValue(3, forKey: "legs")
        rex.setValue("Max", forKey: "name")
        #expect(throws: OwnError(text: "legs")) {
            try save { value, key in
                value = nil
                if key == "legs" { throw OwnError(text: "legs") }
            }
        }
        #expect(rex.value(forKey: "name") == nil && rex.value(forKey: "legs") as? Int == 3)
    }
}
