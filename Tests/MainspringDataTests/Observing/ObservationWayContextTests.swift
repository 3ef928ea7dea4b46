import Foundation
import MainspringFoundation
import MainspringModel
import Observation
import Testing

@testable import MainspringData

/// Each way by which a modelled property changes, for who observes it.
@Suite struct ObservationWayContextTests {
    enum Way: String, CaseIterable {
        case link, unlink, mutableSet, primitive, deletion, undo, redo, undoneMember, rollback, refresh, refreshToFault
        case merge, mergedDeletion, mergedMember, policy, uniqueConflict, child, parentSave
    }

    private func isTold(reading: () -> Void, changing: () throws -> Void) rethrows -> Bool {
        nonisolated(unsafe) var isTold = false
        withObservationTracking(reading) { isTold = true }
        try changing()
        return isTold
    }

    @Test(arguments: Way.allCases) func `who has read a property hears of its change`(_ way: Way) throws {
        let company = Company(unique: way == .uniqueConflict ? ["Badge": [["name"]]] : [:])
        let (context, other) = (company.context(), company.context())
        let sales = company.make("Department", "Sales", in: context)
        let anna = company.make("Person", "Anna", in: context)
        anna["department"] = sales
        try context.save()
        context.beUndoable()
        let theirs = other.object(with: anna.objectID)
        let name = { _ = anna.title }
        let department = { _ = anna["department"] }
        let people = { _ = sales.names("people") }
        let told: Bool
        switch way {
        case .link:
            let bert = company.make("Person", "Bert", in: context)
            told = isTold(reading: people) { bert["department"] = sales }
        case .unlink: told = isTold(reading: department) { sales.setValue(Set<NSManagedObject>(), forKey: "people") }
        case .refresh:
            theirs.rename("Anne")
            try other.save()
            told = isTold(reading: name) { context.refresh(anna, mergeChanges: true) }
        case .undo:
            context.event { anna.rename("Anne") }
            told = isTold(reading: name) { context.undo() }
        case .redo:
            context.event { anna.rename("Anne") }
            context.undo()
            told = isTold(reading: name) { context.redo() }
        case .rollback:
            anna.rename("Anne")
            told = isTold(reading: name) { context.rollback() }
        case .merge:
            theirs.rename("Anne")
            try other.save()
            told = isTold(reading: name) {
                NSManagedObjectContext.mergeChanges(
                    fromRemoteContextSave: [NSUpdatedObjectsKey: [anna.objectID]], into: [context])
            }
        case .mergedDeletion:
            let identity = sales.objectID
            other.delete(other.object(with: identity))
            try other.save()
            told = isTold(reading: department) {
                NSManagedObjectContext.mergeChanges(
                    fromRemoteContextSave: [NSDeletedObjectsKey: [identity]], into: [context])
            }
        case .mergedMember:
            let bert = company.make("Person", "Bert", in: other)
            bert["department"] = other.object(with: sales.objectID)
            let box = NoteBox()
            box.take(other)
            try other.save()
            told = isTold(reading: people) { context.mergeChanges(fromContextDidSave: box.notes[0]) }
            #expect(sales.names("people") == ["Anna", "Bert"])
        case .deletion:
            told = isTold(reading: people) {
                context.delete(anna)
                context.processPendingChanges()
            }
        case .child:
            let child = context.child()
            child.object(with: anna.objectID).rename("Anne")
            told = try isTold(reading: name) { try child.save() }
        case .refreshToFault:
            told = isTold(reading: name) { context.refresh(anna, mergeChanges: false) }
        case .policy:
            context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            anna.rename("Mine")
            theirs.rename("Theirs")
            try other.save()
            told = try isTold(reading: name) { try context.save() }
            #expect(anna.title == "Theirs")
        case .mutableSet:
            let bert = company.make("Person", "Bert", in: context)
            told = isTold(reading: people) { sales.mutableSetValue(forKey: "people").add(bert) }
        case .primitive:
            told = isTold(reading: name) {
                anna.willChangeValue(forKey: "name")
                anna.setPrimitiveValue("Anne", forKey: "name")
                anna.didChangeValue(forKey: "name")
            }
        case .undoneMember:
            context.event { anna["department"] = nil }
            told = isTold(reading: people) { context.undo() }
        case .parentSave:
            let child = context.child()
            let below = child.object(with: anna.objectID)
            _ = below.title
            anna.rename("Anne")
            try context.save()
            told = isTold(reading: { _ = below.title }) { child.refresh(below, mergeChanges: true) }
        case .uniqueConflict:
            context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            let badge = company.make("Badge", "1", in: context)
            try context.save()
            company.make("Badge", "2", in: other)
            try other.save()
            badge.rename("2")
            told = try isTold(reading: { _ = badge.title }) { try context.save() }
            #expect(badge.title == "1")
        }
        #expect(told)
    }

    private final class NoteBox {
        var notes: [Notification] = []
        private var observer: (any NSObjectProtocol)?

        func take(_ context: NSManagedObjectContext) {
            let box = Unchecked(self)
            observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextDidSave, object: context, queue: nil
            ) { box.value.notes.append($0) }
        }

        deinit { if let observer { NotificationCenter.default.removeObserver(observer) } }
    }
}
