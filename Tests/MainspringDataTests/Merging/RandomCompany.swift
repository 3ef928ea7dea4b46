import Foundation
import MainspringData
import MainspringModel
import SeededRandom

/// Random changes of a company's objects, by identities, so that the same can be done in several contexts.
struct RandomCompany {
    let company: Company
    var random: SeededGenerator
    private(set) var identities: [NSManagedObjectID] = []
    private var count = 0
    /// Whether new objects have permanent identities before they are saved.
    var givesIdentities = true

    init(_ company: Company, seed: UInt64) { (self.company, random) = (company, SeededGenerator(seed: seed)) }

    /// Of three parts of the objects the one that may be changed, so that those who change different parts do not want the same object
    /// otherwise; all may lead to any department and any project. Nil if any may be changed.
    var part: Int?

    private static let entities = ["Department", "Person", "Manager", "Project", "Badge"]

    private func isOfPart(_ identity: NSManagedObjectID) -> Bool {
        guard let part else { return true }
        return identities.firstIndex(of: identity).map { $0 % 3 == part } ?? false
    }

    /// - Parameter isAny: whether it may be of another part.
    private mutating func pick(
        _ entity: String, in context: NSManagedObjectContext, isAny: Bool = false
    ) -> NSManagedObject? {
        let all = identities.filter { identity in
            (identity.entity.name == entity || entity == "Person" && identity.entity.name == "Manager")
                && (isAny || isOfPart(identity))
        }
        guard let identity = all.randomElement(using: &random) else { return nil }
        guard let object = try? context.existingObject(with: identity), !object.isDeleted else { return nil }
        return object
    }

    /// Makes one change.
    mutating func change(in context: NSManagedObjectContext) {
        count += 1
        switch Int.random(in: 0..<14, using: &random) {
        case 0, 1, 2:
            let made = company.make(Self.entities.randomElement(using: &random)!, "new \(count)", in: context)
            made.setValue(count, forKey: "age")
            if givesIdentities { try! context.obtainPermanentIDs(for: [made]) }
            identities.append(made.objectID)
        case 3, 4: pick("Person", in: context)?["department"] = pick("Department", in: context, isAny: true)
        case 5: pick("Person", in: context)?["boss"] = pick("Person", in: context)
        case 6, 7: pick("Person", in: context)?["badge"] = pick("Badge", in: context)
        case 8: pick("Badge", in: context)?["person"] = Bool.random(using: &random) ? pick("Person", in: context) : nil
        case 9:
            let projects = (0..<3).compactMap { _ in pick("Project", in: context, isAny: true) }
            pick("Person", in: context)?.setValue(NSSet(array: projects), forKey: "projects")
        case 10:
            let people = (0..<3).compactMap { _ in pick("Person", in: context) }
            let isOrdered = company.entities["Department"]!.relationshipsByName["people"]!.isOrdered
            let department = pick("Department", in: context)
            // Those of another part stay.
            let known = department?.value(forKey: "people")
            let others = ((known as? NSOrderedSet)?.array ?? (known as? NSSet)?.allObjects ?? [])
                .map { $0 as! NSManagedObject }.filter { !isOfPart($0.objectID) }
            let all: NSObject = isOrdered ? NSOrderedSet(array: others + people) : NSSet(array: others + people)
            department?.setValue(all, forKey: "people")
        case 11, 12:
            let entity = Self.entities.randomElement(using: &random)!
            guard let object = pick(entity, in: context) else { return }
            object.setValue("name \(count)", forKey: "name")
            object.setValue(count, forKey: "age")
        default:
            let object = pick(Self.entities.randomElement(using: &random)!, in: context)
            // People of another part may come to a department.
            if let object, part == nil || object.entity.name != "Department" { context.delete(object) }
        }
    }

    /// Notes the identities that a context's objects have got when it was saved.
    mutating func noteIdentities(in context: NSManagedObjectContext) {
        identities = identities.map { context.registeredObject(for: $0)?.objectID ?? $0 }
    }

    /// Obtains identities for some of a context's objects that have temporary ones.
    mutating func obtain(in context: NSManagedObjectContext) {
        var objects: [NSManagedObject] = []
        for identity in identities {
            guard let object = context.registeredObject(for: identity), object.objectID.isTemporaryID else { continue }
            if Bool.random(using: &random) { objects.append(object) }
        }
        try! context.obtainPermanentIDs(for: objects)
        noteIdentities(in: context)
    }

    /// Looks at something, and changes nothing.
    mutating func look(in context: NSManagedObjectContext) {
        guard let identity = identities.randomElement(using: &random) else { return }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: _ = try? context.existingObject(with: identity)
        case 1: _ = context.registeredObject(for: identity)?.value(forKey: "name")
        case 2:
            let request = NSFetchRequest<NSManagedObject>(entityName: identity.entity.name!)
            request.returnsObjectsAsFaults = Bool.random(using: &random)
            _ = try! context.fetch(request)
        default:
            guard let object = context.registeredObject(for: identity) else { return }
            for key in object.entity.relationshipsByName.keys.sorted() where Bool.random(using: &random) {
                _ = object.value(forKey: key)
            }
        }
    }

    /// Everything, as one who looks at it sees it.
    /// - Parameter ordered: whether also in which order members stand.
    func picture(in context: NSManagedObjectContext, ordered: Bool = true) -> [String] {
        identities.compactMap { identity -> String? in
            guard let object = try? context.existingObject(with: identity), !object.isDeleted else { return nil }
            let values = object.entity.relationshipsByName.keys.sorted().map { key -> String in
                let value = object.value(forKey: key)
                let list = (value as? NSOrderedSet)?.array
                let others = list ?? (value as? NSSet)?.allObjects ?? [value].compactMap(\.self)
                let places = others.map { other in
                    identities.firstIndex { $0 == (other as! NSManagedObject).objectID } ?? -1
                }
                return "\(key): \(list == nil || !ordered ? places.sorted() : places)"
            }
            return "\(object.title) \(object.value(forKey: "age") ?? 0) \(values.joined(separator: ", "))"
        }
    }
}
