import Foundation
import MainspringData
import MainspringModel

/// People of whom each worker may change everything, in a store; each worker has an attribute and a project that it alone
/// changes.
struct SharedGraph: @unchecked Sendable {
    // `@unchecked Sendable`: constant once it is made, and identities go to any thread.

    let company: Company
    let people: [NSManagedObjectID]
    let departments: [NSManagedObjectID]
    /// By the workers' numbers.
    let projects: [NSManagedObjectID]

    /// The attribute that one worker alone changes.
    static func attribute(_ worker: Int) -> String { "of\(worker)" }

    init(people count: Int, workers: Int) throws {
        company = Company { _, entities in
            entities["Person"]?.properties += (0..<workers).map {
                Part.attribute(Self.attribute($0), .integer64AttributeType, default: 0)
            }
        }
        let context = company.context()
        let company = company
        let made = { (entity: String, count: Int) in
            (0..<count).map { company.make(entity, "\(entity) \($0)", in: context) }
        }
        let (people, departments, projects) = (made("Person", count), made("Department", 20), made("Project", workers))
        for (place, person) in people.enumerated() { person["department"] = departments[place % departments.count] }
        try context.save()
        (self.people, self.departments) = (people.map(\.objectID), departments.map(\.objectID))
        self.projects = projects.map(\.objectID)
        withExtendedLifetime(context) {}
    }

    /// All that can be seen of an object; identities as another context knows them.
    static func picture(
        _ object: NSManagedObject, known: (NSManagedObjectID) -> NSManagedObjectID = { $0 }
    ) -> [String: AnyHashable] {
        var picture: [String: AnyHashable] = [:]
        for key in object.entity.attributesByName.keys { picture[key] = object.value(forKey: key) as? AnyHashable }
        for key in object.entity.relationshipsByName.keys {
            picture[key] = Set(object.objectIDs(forRelationshipNamed: key).map(known))
        }
        return picture
    }

    /// The first link that is not at both ends, or leads to nobody; nil if there is none.
    static func brokenLink(_ objects: [NSManagedObject]) -> String? {
        let all = Set(objects)
        for object in objects {
            for (key, relationship) in object.entity.relationshipsByName {
                let value = object.value(forKey: key)
                for case let other as NSManagedObject in (value as? NSSet)?.allObjects ?? [value].compactMap(\.self) {
                    guard all.contains(other) else { return "\(object.objectID).\(key) leads to \(other.objectID)" }
                    let back = other.value(forKey: relationship.inverseRelationship?.name ?? "")
                    if (back as? NSSet)?.contains(object) ?? ((back as AnyObject?) === object) { continue }
                    return "\(object.objectID).\(key) leads to \(other.objectID), and nothing leads back"
                }
            }
        }
        return nil
    }
}
