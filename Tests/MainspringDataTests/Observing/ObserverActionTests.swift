import Foundation
import MainspringFoundation
import MainspringModel
import Observation
import Testing

@testable import MainspringData

/// What who observes a property does to the context while it changes, each case in a process of its own.
@Suite struct ObserverActionTests {
    enum Write: String, CaseIterable {
        case attribute, primitive, toOne, toMany, add, remove, ordered, reorder, one, many, nullify, delete, derive
        case rollback
    }

    enum Action: String, CaseIterable {
        case reset, refreshDropping, refresh, rollback, save, delete, deleteAndSave, undo, relink
    }

    /// A company, and who is changed in it.
    private struct World {
        let company = Company(ordered: ["reports"]) { _, entities in
            let size = NSDerivedAttributeDescription()
            (size.name, size.attributeType, size.isOptional) = ("size", .integer32AttributeType, true)
            size.derivationExpression = NSExpression(format: "people.@count")
            entities["Department"]!.properties.append(size)
        }
        let context: NSManagedObjectContext
        let sales, market, anna, bert, cleo, badge, project: NSManagedObject

        init() throws {
            let (company, context) = (company, company.context())
            self.context = context
            func make(_ entity: String, _ name: String) -> NSManagedObject {
                company.make(entity, "\(name), who has a long name, which does not lie in place", in: context)
            }
            (sales, market) = (make("Department", "Sales"), make("Department", "Market"))
            (anna, bert, cleo) = (make("Person", "Anna"), make("Person", "Bert"), make("Person", "Cleo"))
            (badge, project) = (make("Badge", "1"), make("Project", "Moon"))
            bert["department"] = sales
            anna["department"] = market
            bert["badge"] = badge
            bert["boss"] = anna
            cleo["boss"] = anna
            bert.add(project, to: "projects")
            try context.save()
            context.undoManager = UndoManager()
            anna.rename("Another name for Anna, of some length")
            cleo["department"] = sales
            context.processPendingChanges()
        }

        func perform(_ write: Write) throws {
            let name = "A new name, which is long enough not to lie in place"
            switch write {
            case .attribute: anna[managedPrimitive: anna.managedSlot(named: "name")] = name as String?
            case .primitive:
                anna.willChangeValue(forKey: "department")
                if anna.managedObjectContext != nil { anna.setPrimitiveValue(sales, forKey: "department") }
                anna.didChangeValue(forKey: "department")
            case .toOne: anna["department"] = sales
            case .toMany: sales.add(anna, to: "people")
            case .add: sales.addManaged([anna, cleo], to: sales.managedSlot(named: "people"))
            case .remove: sales.removeManaged([bert, cleo], from: sales.managedSlot(named: "people"))
            case .ordered: anna.setValue(NSOrderedSet(array: [cleo, anna]), forKey: "reports")
            case .reorder: anna.setValue(NSOrderedSet(array: [cleo, bert]), forKey: "reports")
            case .one: anna["badge"] = badge
            case .many: anna.addManaged([project], to: anna.managedSlot(named: "projects"))
            case .nullify: bert["department"] = nil
            case .delete:
                context.delete(sales)
                context.processPendingChanges()
            case .derive: try context.save()
            case .rollback: context.rollback()
            }
        }

        func act(_ action: Action) throws {
            switch action {
            case .reset: context.reset()
            case .refreshDropping:
                for object in context.registeredObjects { context.refresh(object, mergeChanges: false) }
            case .refresh: context.refreshAllObjects()
            case .rollback: context.rollback()
            case .save: try context.save()
            case .undo: context.undo()
            case .delete, .deleteAndSave:
                for object in [sales, anna, bert] where object.managedObjectContext === context {
                    context.delete(object)
                }
                context.processPendingChanges()
                if action == .deleteAndSave { try context.save() }
            case .relink:
                anna["department"] = anna["department"] === sales ? market : sales
                bert["department"] = market
                badge["person"] = cleo
            }
        }
    }

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

    private static func others(_ object: NSManagedObject, _ key: String) -> [NSManagedObject] {
        switch object.value(forKey: key) {
        case let set as NSSet: set.allObjects as? [NSManagedObject] ?? []
        case let list as NSOrderedSet: list.array as? [NSManagedObject] ?? []
        case let other as NSManagedObject: [other]
        default: []
        }
    }

    private static func play(_ write: Write, _ action: Action) throws {
        // Each property that is observed is the one whose observer acts, and then all of them.
        let observed = [
            ["anna.name"], ["anna.department"], ["sales.people"], ["market.people"], ["anna.reports"], ["cleo.boss"],
            ["badge.person"], ["bert.badge"], ["anna.badge"], ["project.members"], ["anna.projects"],
            ["bert.department"], ["cleo.department"], ["sales.size"], ["anna.name", "sales.people", "badge.person"],
        ]
        for names in observed {
            let world = try World()
            let objects = [
                "anna": world.anna, "bert": world.bert, "cleo": world.cleo, "sales": world.sales,
                "market": world.market, "badge": world.badge, "project": world.project,
            ]
            let act = Unchecked(Self.once { try? world.act(action) })
            for name in names {
                let parts = name.split(separator: ".").map(String.init)
                withObservationTracking {
                    _ = objects[parts[0]]!.value(forKey: parts[1])
                } onChange: {
                    act.value()
                }
            }
            // An error is an answer.
            try? world.perform(write)
            try checkLinks(in: world.context, "\(action) by \(names), context")
            do {
                try world.context.save()
            } catch {
                world.context.rollback()
            }
            try checkLinks(in: world.context, "\(action) by \(names), context after a save")
            try checkLinks(in: world.company.context(), "\(action) by \(names), store")
        }
    }

    /// An observer stays one until it has been told: what it changes by itself would tell it again, for ever.
    private static func once(_ body: @escaping () -> Void) -> () -> Void {
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
            guard let write = Write(rawValue: name) else { return }
            for action in Action.allCases { try ObserverActionTests.play(write, action) }
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
