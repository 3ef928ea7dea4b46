import Foundation
import MainspringFoundation
import MainspringModel
import Observation
import SeededRandom
import Testing

@testable import MainspringData

/// What who observes a property does to the context while it changes, each case in a process of its own.
@Suite struct ObserverActionTests {
    /// Lets each link be at both ends.
    private static func checkLinks(in context: NSManagedObjectContext, _ place: String) throws {
        for entity in ["Department", "Person", "Project", "Badge"] {
            for object in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)) {
                for (name, relationship) in object.entity.relationshipsByName {
                    guard let back = relationship.inverseRelationship?.name else { continue }
                    for other in others(object, name) {
                        #expect(
                            others(other, back).contains(object),
                            "\(place): \(name) of \(object.title) leads to \(other.title), which does not lead back")
                    }
                }
                #expect(object.title != "-")
            }
        }
    }

    /// What a context has: each object's attributes, and where its links lead.
    private static func description(of context: NSManagedObjectContext) throws -> [String] {
        try ["Department", "Person", "Project", "Badge"].flatMap { entity in
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)).map { object in
                let links = object.entity.relationshipsByName.keys.sorted().map { name in
                    let titles = others(object, name).map(\.title)
                    return "\(name): \((name == "reports" ? titles : titles.sorted()).joined(separator: ", "))"
                }
                return "\(object.title) \(object.age) \(links.joined(separator: "; "))"
            }
        }
        .sorted()
    }

    /// Saves what is left; what Apple's errors refuse is rolled back.
    private static func save(_ context: NSManagedObjectContext, _ place: String) {
        do {
            try context.save()
        } catch {
            let code = (error as? CocoaError)?.errorCode ?? (error as NSError).code
            #expect(
                code != NSManagedObjectValidationError && code != NSValidationMultipleErrorsError, "\(place): \(error)")
            context.rollback()
        }
        #expect(!context.hasChanges, "\(place): there is nothing left to be saved")
        let changed = context.registeredObjects.filter(\.hasChanges)
        #expect(changed.isEmpty, "\(place): no object has changes")
    }

    private static func others(_ object: NSManagedObject, _ key: String) -> [NSManagedObject] {
        switch object.value(forKey: key) {
        case let set as NSSet: set.allObjects as? [NSManagedObject] ?? []
        case let list as NSOrderedSet: list.array as? [NSManagedObject] ?? []
        case let other as NSManagedObject: [other]
        default: []
        }
    }

    static func play(_ write: Write, _ action: Action) throws {
        // Each property that is observed is the one whose observer acts, and then all of them.
        let observed = [
            ["anna.name"], ["anna.department"], ["sales.people"], ["market.people"], ["anna.reports"], ["cleo.boss"],
            ["badge.person"], ["bert.badge"], ["anna.badge"], ["project.members"], ["anna.projects"],
            ["bert.department"], ["cleo.department"], ["sales.size"], ["anna.name", "sales.people", "badge.person"],
        ]
        for names in observed {
            // What merges by itself has a queue, and its turn on that.
            let queued = write == .automatic ? NSManagedObjectContext(.privateQueue) : nil
            func takeTurn<Result>(_ body: () throws -> Result) rethrows -> Result {
                try queued.map { try $0.performAndWait(body) } ?? body()
            }
            let world = try takeTurn { try World(queued) }
            let (context, place) = (world.context, "\(action) by \(names)")
            try takeTurn {
                try world.prepare(write)
                world.observe(names, action)
                // An error is an answer.
                try? world.perform(write)
            }
            try takeTurn {
                // Others have saved what is known here as it was.
                if write.hasOutsideChanges { context.refreshAllObjects() }
                try checkLinks(in: context, "\(place), context")
                save(context, place)
                if write.hasOutsideChanges { context.refreshAllObjects() }
                try checkLinks(in: context, "\(place), context after a save")
            }
            let reader = world.company.context()
            try checkLinks(in: reader, "\(place), store")
            let (here, stored) = try (takeTurn { try description(of: context) }, description(of: reader))
            #expect(here == stored, "\(place): the store has what the context has")
        }
    }

    /// An observer stays one until it has been told: what it changes by itself would tell it again, for ever.
    static func once(_ body: @escaping () -> Void) -> () -> Void {
        var isDone = false
        return {
            guard !isDone else { return }
            isDone = true
            body()
        }
    }

    @Test(arguments: Write.allCases.map(\.rawValue))
    func `whatever an observer does, nothing crashes, and links are at both ends`(_ name: String) async {
        await #expect(processExitsWith: .success) { [name] in
            guard let write = Write(rawValue: name), let place = Write.allCases.firstIndex(of: write) else { return }
            // An ordinary run pairs each write with a third of the actions, a soak with all of them.
            for (index, action) in Action.allCases.enumerated()
            where Seeds.round != nil || (index + place).isMultiple(of: 3) {
                do { try ObserverActionTests.play(write, action) } catch { Issue.record(error, "\(action)") }
            }
        }
    }

    @Test func `a value is written though an observer has refreshed its object, and not if it was let go`() throws {
        for action in Action.allCases {
            let world = try World()
            let (identity, act) = (world.anna.objectID, Unchecked(Self.once { try? world.act(action) }))
            withObservationTracking {
                _ = world.anna.age
            } onChange: {
                act.value()
            }
            world.anna.age = 7
            try world.context.save()
            let reader = world.company.context()
            let stored = try? reader.existingObject(with: identity)
            switch action {
            case .reset: #expect(stored?.age == 0)
            case .delete, .deleteAndSave: #expect(stored == nil)
            default: #expect(stored?.age == 7, "\(action)")
            }
        }
    }
}
