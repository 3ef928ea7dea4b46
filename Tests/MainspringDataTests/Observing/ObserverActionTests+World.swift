import Foundation
import MainspringFoundation
import MainspringModel
import Observation

@testable import MainspringData

extension ObserverActionTests {
    enum Write: String, CaseIterable {
        case attribute, primitive, toOne, toMany, add, remove, ordered, reorder, one, many, nullify, delete, derive
        case rollback, undo, redo, merge, automatic, refresh, refreshDropping, refreshAll
        case overwrite, objectTrump, storeTrump, rollbackPolicy, constraint

        /// Whether another context saves something before it, or with it.
        var hasOutsideChanges: Bool {
            switch self {
            case .merge, .automatic, .refresh, .refreshDropping, .refreshAll, .constraint: true
            default: policy != nil
            }
        }

        var policy: NSMergePolicy? {
            switch self {
            case .overwrite: .overwrite
            case .objectTrump, .constraint: .mergeByPropertyObjectTrump
            case .storeTrump: .mergeByPropertyStoreTrump
            case .rollbackPolicy: .rollback
            default: nil
            }
        }
    }

    enum Action: String, CaseIterable {
        case reset, refreshDropping, refresh, rollback, save, delete, deleteAndSave, undo, redo, relink
    }

    /// A company, and who is changed in it.
    struct World {
        let company = Company(ordered: ["reports"], unique: ["Project": [["name"]]]) { _, entities in
            let size = NSDerivedAttributeDescription()
            (size.name, size.attributeType, size.isOptional) = ("size", .integer32AttributeType, true)
            size.derivationExpression = NSExpression(format: "people.@count")
            entities["Department"]!.properties.append(size)
        }
        let context: NSManagedObjectContext
        let sales, market, anna, bert, cleo, dora, badge, project: NSManagedObject
        /// What another context saves.
        let saved = SavedNotice()

        init(_ context: NSManagedObjectContext? = nil) throws {
            let company = company
            let context = context ?? NSManagedObjectContext(confined: ())
            context.persistentStoreCoordinator = company.coordinator
            self.context = context
            func make(_ entity: String, _ name: String) -> NSManagedObject {
                company.make(entity, "\(name), who has a long name, which does not lie in place", in: context)
            }
            (sales, market) = (make("Department", "Sales"), make("Department", "Market"))
            (anna, bert, cleo) = (make("Person", "Anna"), make("Person", "Bert"), make("Person", "Cleo"))
            (dora, badge, project) = (make("Person", "Dora"), make("Badge", "1"), make("Project", "Moon"))
            bert["department"] = sales
            anna["department"] = market
            bert["badge"] = badge
            bert["boss"] = anna
            cleo["boss"] = anna
            bert.add(project, to: "projects")
            dora["department"] = sales
            dora["boss"] = anna
            dora.add(project, to: "projects")
            try context.save()
            context.undoManager = UndoManager()
            anna.rename("Another name for Anna, of some length")
            cleo["department"] = sales
            context.processPendingChanges()
        }

        /// Does what comes before anybody observes.
        func prepare(_ write: Write) throws {
            context.mergePolicy = write.policy ?? .error
            if write == .automatic { context.automaticallyMergesChangesFromParent = true }
            switch write {
            case .undo, .redo:
                try change()
                context.processPendingChanges()
                if write == .redo { context.undo() }
            case .merge, .refresh, .refreshDropping, .refreshAll:
                try change()
                try changeOutside()
            case .automatic: try change()
            case .constraint:
                company.make("Project", "Mars", in: context).add(bert, to: "members")
                try changeOutside()
            default:
                if write.policy == nil { return }
                try change()
                context.processPendingChanges()
                try changeOutside()
            }
        }

        /// Changes links of each kind.
        private func change() throws {
            anna["department"] = sales
            badge["person"] = cleo
            cleo["boss"] = bert
            anna.add(project, to: "projects")
            anna.setValue(NSOrderedSet(array: [dora, bert]), forKey: "reports")
            context.delete(dora)
        }

        /// Changes the same and others from another context.
        private func changeOutside() throws {
            let other = company.context()
            try withExtendedLifetime(other) {
                let here = { (object: NSManagedObject) in other.object(with: object.objectID) }
                here(anna).rename("A name for Anna that others have saved")
                here(anna)["department"] = nil
                here(bert)["department"] = here(market)
                here(badge)["person"] = here(anna)
                here(cleo)["boss"] = nil
                here(cleo).add(here(project), to: "projects")
                company.make("Project", "Mars", in: other).add(here(anna), to: "members")
                other.delete(here(dora))
                let observer = NotificationCenter.default.addObserver(
                    forName: .NSManagedObjectContextDidSave, object: other, queue: nil
                ) { [saved = Unchecked(saved)] in saved.value.notification = $0 }
                defer { NotificationCenter.default.removeObserver(observer) }
                try other.save()
            }
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
            case .rollback: context.rollback()
            case .undo: context.undo()
            case .redo: context.redo()
            case .merge: context.mergeChanges(fromContextDidSave: saved.notification!)
            // It is merged later, by the context's queue.
            case .automatic: try changeOutside()
            case .refresh, .refreshDropping:
                for object in [anna, bert, cleo, badge, sales, market, project]
                where object.managedObjectContext === context {
                    context.refresh(object, mergeChanges: write == .refresh)
                }
            case .refreshAll: context.refreshAllObjects()
            case .derive, .overwrite, .objectTrump, .storeTrump, .rollbackPolicy, .constraint: try context.save()
            }
        }

        /// Lets the first change of a property of some do something.
        func observe(_ names: [String], _ action: Action) {
            let objects = [
                "anna": anna, "bert": bert, "cleo": cleo, "sales": sales, "market": market, "badge": badge,
                "project": project,
            ]
            let act = Unchecked(ObserverActionTests.once { try? self.act(action) })
            for name in names {
                let parts = name.split(separator: ".").map(String.init)
                withObservationTracking {
                    _ = objects[parts[0]]!.value(forKey: parts[1])
                } onChange: {
                    act.value()
                }
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
            case .redo: context.redo()
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

    /// The notification of a save.
    final class SavedNotice {
        var notification: Notification?
    }
}
