import Foundation
import MainspringFoundation
import MainspringModel

@testable import MainspringData

/// What a save has told, beside what the store has.
extension Program {
    func save(_ place: ProgramPlace) throws {
        say(place, "saves")
        let before = try stored()
        place.forgetSaves()
        do {
            try place.context.save()
        } catch {
            // Who acts while he is told may leave what cannot be saved.
            guard kind.hasObservers else { throw Problem(description: "\(place.name) cannot be saved: \(error)") }
            place.context.rollback()
            return place.openGroup()
        }
        guard !kind.hasObservers else { return }
        if place.context.hasChanges { place.problems.append("there are changes after the save") }
        let after = try stored()
        guard place.isRoot, place.saveCount > 0 else {
            if before != after { place.problems.append("the store has changed, and nobody was told") }
            return
        }
        let inserted = Set(after.keys).subtracting(before.keys)
        let deleted = Set(before.keys).subtracting(after.keys)
        let changed = after.keys.filter { before[$0] != nil && before[$0] != after[$0] }
        for (key, identities) in [(NSInsertedObjectsKey, inserted), (NSDeletedObjectsKey, deleted)]
        where place.saved[key] != identities {
            let texts = identities.compactMap { after[$0] ?? before[$0] }
            place.problems.append("the save has told others as \(key) than the store has: \(texts.sorted())")
        }
        if !(place.saved[NSUpdatedObjectsKey] ?? []).isSuperset(of: changed) {
            place.problems.append("the save has not told all as updated: \(changed.compactMap { after[$0] }.sorted())")
        }
    }

    /// What the store has, in words. Throws where a link is not at both ends.
    private func stored() throws -> [NSManagedObjectID: String] {
        let context = company.context()
        var texts: [NSManagedObjectID: String] = [:]
        for entity in ["Department", "Person", "Project", "Badge"] {
            for object in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)) {
                try checkLinks(of: object, context)
                texts[object.objectID] = object.program(\.title)
            }
        }
        return texts
    }

    private func checkLinks(of object: NSManagedObject, _ context: NSManagedObjectContext) throws {
        for (key, relationship) in object.entity.relationshipsByName {
            let back = relationship.inverseRelationship?.name ?? ""
            for other in object.linked(key) {
                guard (try? context.existingObject(with: other.objectID)) != nil else {
                    throw Problem(description: "in the store \(object.title).\(key) leads to nobody")
                }
                guard other.linked(back).contains(where: { $0 === object }) else {
                    throw Problem(
                        description: "in the store \(object.title).\(key) leads to \(other.title), and nothing back")
                }
            }
        }
    }
}
