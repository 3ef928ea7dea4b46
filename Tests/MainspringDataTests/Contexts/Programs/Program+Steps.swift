import Foundation
import MainspringFoundation
import MainspringModel

@testable import MainspringData

extension Program {
    private enum Step: CaseIterable {
        case make, department, boss, badge, projects, people, age, delete, undo, redo, save, rollback, refresh
        case refreshAll, fetch, list, group, process, reorder

        /// How often it is done, among others.
        var weight: Int {
            switch self {
            case .make: 4
            case .save: 3
            case .age: 2
            default: 1
            }
        }

        static let all = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
    }

    private static let entities = ["Department", "Person", "Project", "Badge"]

    /// Does something in one of the places.
    func step() throws {
        guard let place = places.randomElement(using: &random), let step = Step.all.randomElement(using: &random) else {
            return
        }
        if kind.hasObservers, Int.random(in: 0..<4, using: &random) == 0 { return observe(place) }
        switch step {
        case .make:
            let entity = (Self.entities + ["Manager"]).randomElement(using: &random) ?? ""
            count += 1
            say(place, "makes \(entity)\(count)")
            company.make(entity, "\(entity)\(count)", in: place.context)
        case .department: link(place, "department", isHeads() ? pick(place, "Department") : nil)
        case .boss: link(place, "boss", pick(place, "Person"))
        case .badge: link(place, "badge", pick(place, "Badge"))
        case .projects: link(place, "Person", "projects", "Project")
        case .people: link(place, "Department", "people", "Person")
        case .age:
            guard let object = pick(place, among: ["Person", "Project", "Badge"]) else { return }
            let age = Int.random(in: 0..<5, using: &random)
            say(place, "sets \(object.title).age to \(age)")
            object.setValue(age, forKey: "age")
        case .delete:
            guard let object = pick(place, among: Self.entities) else { return }
            say(place, "deletes \(object.title)")
            place.context.delete(object)
        case .undo:
            say(place, "undoes")
            place.closingGroups { $0.undo() }
        case .redo:
            say(place, "redoes")
            place.closingGroups { $0.redo() }
        case .save: try save(place)
        case .rollback:
            say(place, "rolls back")
            place.context.rollback()
            place.openGroup()
        case .refresh:
            guard let object = pick(place, among: Self.entities) else { return }
            let isMerging = isHeads()
            say(place, "refreshes \(object.title)\(isMerging ? "" : ", dropping changes")")
            place.context.refresh(object, mergeChanges: isMerging)
        case .refreshAll:
            say(place, "refreshes all")
            place.context.refreshAllObjects()
        case .fetch: try fetch(place)
        case .list:
            let age = Int.random(in: 0..<4, using: &random)
            say(place, "lists those of \(age)")
            place.list.fetchRequest.predicate = NSPredicate(format: "age >= %d", age)
            if isHeads() { try place.showList() }
        case .group:
            guard let manager = place.context.undoManager else { return }
            say(place, "groups")
            if manager.groupingLevel > 1 || isHeads() { manager.endUndoGrouping() }
            if manager.groupingLevel == 0 || isHeads() { manager.beginUndoGrouping() }
        case .process:
            say(place, "processes changes")
            place.context.processPendingChanges()
        case .reorder:
            guard let object = pick(place, "Department"), let list = object.value(forKey: "people") as? NSOrderedSet
            else { return }
            say(place, "reorders \(object.title)")
            object.setValue(NSOrderedSet(array: list.array.shuffled(using: &random)), forKey: "people")
        }
    }

    private func link(_ place: ProgramPlace, _ key: String, _ other: NSManagedObject?) {
        guard let object = pick(place, "Person") else { return }
        say(place, "sets \(object.title).\(key) to \(other?.title ?? "nil")")
        object[key] = other
    }

    private func link(_ place: ProgramPlace, _ entity: String, _ key: String, _ destination: String) {
        guard let object = pick(place, entity) else { return }
        let others = (0..<3).compactMap { _ in pick(place, destination) }
        say(place, "sets \(object.title).\(key) to \(others.map(\.title))")
        let isOrdered = object.entity.relationshipsByName[key]?.isOrdered == true
        object.setValue(isOrdered ? NSOrderedSet(array: others) as Any : NSSet(array: others), forKey: key)
    }

    private func fetch(_ place: ProgramPlace) throws {
        let paths = [
            "Department": ["people.badge"], "Person": ["department.people", "projects"], "Project": ["members.boss"],
        ]
        let entity = paths.keys.sorted().randomElement(using: &random) ?? ""
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.returnsObjectsAsFaults = isHeads()
        request.fetchBatchSize = isHeads() ? 2 : 0
        if isHeads() { request.relationshipKeyPathsForPrefetching = paths[entity] }
        if isHeads() {
            request.predicate = NSPredicate(format: "age >= %d", Int.random(in: 0..<3, using: &random))
        }
        request.shouldRefreshRefetchedObjects = isHeads()
        say(place, "fetches \(entity)")
        _ = try place.context.fetch(request)
    }
}
