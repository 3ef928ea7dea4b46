import Foundation
import MainspringFoundation
import MainspringModel
import Observation

@testable import MainspringData

/// Those who hear of changes, and do something to the context at once.
extension Program {
    private enum Action: String, CaseIterable {
        case save, drop, refresh, delete, process, rollBack, link, change, refreshAll
    }

    private static let keys = [
        "Department": ["name", "people"], "Project": ["members", "age"],
        "Person": ["department", "boss", "badge", "age", "projects"],
    ]

    /// Lets somebody hear of a property of an object once.
    func observe(_ place: ProgramPlace) {
        guard let object = pick(place, among: Self.keys.keys.sorted()) else { return }
        let keys = Self.keys[object.entity.name == "Manager" ? "Person" : object.entity.name ?? ""] ?? []
        guard let key = keys.randomElement(using: &random), let action = Action.allCases.randomElement(using: &random)
        else { return }
        say(place, "has \(object.title).\(key) observed, to \(action)")
        withObservationTracking {
            _ = object.value(forKey: key)
        } onChange: { [box = Unchecked((self, place, object))] in
            let (program, place, object) = box.value
            guard place.depth < 3, object.managedObjectContext === place.context else { return }
            place.depth += 1
            defer { place.depth -= 1 }
            program.say(place, "  \(action), being told")
            program.act(action, object, place)
        }
    }

    private func act(_ action: Action, _ object: NSManagedObject, _ place: ProgramPlace) {
        switch action {
        case .save: try? place.context.save()
        case .drop: place.context.refresh(object, mergeChanges: false)
        case .refresh: place.context.refresh(object, mergeChanges: true)
        case .delete: place.context.delete(object)
        case .process: place.context.processPendingChanges()
        case .rollBack: place.context.rollback()
        case .link:
            let person = pick(place, "Person")
            person?["department"] = pick(place, "Department")
        case .change: pick(place, "Person")?.setValue(9, forKey: "age")
        case .refreshAll: place.context.refreshAllObjects()
        }
    }
}
