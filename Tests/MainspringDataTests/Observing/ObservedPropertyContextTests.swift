import Foundation
import MainspringFoundation
import MainspringModel
import Observation
import Testing

@testable import MainspringData

/// That what is read of a property, by whatever way, is observed.
@Suite struct ObservedPropertyContextTests {
    private let company: Company
    private let context: NSManagedObjectContext
    private let sales: NSManagedObject
    private let anna: NSManagedObject

    init() throws {
        company = Self.company()
        context = company.context()
        sales = company.make("Department", "Sales", in: context)
        anna = company.make("Person", "Anna", in: context)
        try context.save()
    }

    private func isTold(reading: () -> Void, changing: () throws -> Void) rethrows -> Bool {
        nonisolated(unsafe) var isTold = false
        withObservationTracking(reading) { isTold = true }
        try changing()
        return isTold
    }

    private static func company() -> Company {
        Company(ordered: ["projects"]) { _, entities in
            let temp = Part.attribute("mood", .stringAttributeType)
            temp.isTransient = true
            let upper = NSDerivedAttributeDescription()
            (upper.name, upper.attributeType, upper.derivationExpression) =
                ("loud", .stringAttributeType, NSExpression(format: "uppercase:(name)"))
            let count = NSDerivedAttributeDescription()
            (count.name, count.attributeType, count.derivationExpression) =
                ("headcount", .integer64AttributeType, NSExpression(format: "people.@count"))
            entities["Person"]!.properties += [temp, upper]
            entities["Department"]!.properties += [count]
        }
    }

    @Test func `transient and derived attributes are observed`() throws {
        #expect(isTold(reading: { _ = anna.value(forKey: "mood") }) { anna.setValue("good", forKey: "mood") })
        #expect(
            try isTold(reading: { _ = anna.value(forKey: "loud") }) {
                anna.rename("Anne")
                try context.save()
            })
        #expect(anna.value(forKey: "loud") as? String == "ANNE")
        #expect(
            try isTold(reading: { _ = sales.value(forKey: "headcount") }) {
                anna["department"] = sales
                try context.save()
            })
        #expect(sales.value(forKey: "headcount") as? Int == 1)
        #expect(isTold(reading: { _ = anna.value(forKey: "mood") }) { context.refresh(anna, mergeChanges: false) })
    }

    @Test func `a derived attribute of a failed save is as it was, and of a child's save right at each level`() throws {
        anna["department"] = sales
        try context.save()
        #expect(sales.value(forKey: "headcount") as? Int == 1)
        let child = context.child()
        let (below, salesBelow) = (child.object(with: anna.objectID), child.object(with: sales.objectID))
        _ = salesBelow.value(forKey: "headcount")
        child.delete(below)
        try child.save()
        try context.save()
        #expect(sales.value(forKey: "headcount") as? Int == 0)
        child.refresh(salesBelow, mergeChanges: true)
        #expect(salesBelow.value(forKey: "headcount") as? Int == 0)
        let other = company.context()
        #expect((try other.existingObject(with: sales.objectID)).value(forKey: "headcount") as? Int == 0)
        // Undone in the next event, and saved: right again.
        context.undoManager = UndoManager()
        let bert = company.make("Person", "Bert", in: context)
        bert["department"] = sales
        context.processPendingChanges()
        try context.save()
        #expect(sales.value(forKey: "headcount") as? Int == 1)
        context.undo()
        try context.save()
        #expect(sales.value(forKey: "headcount") as? Int == 0)
    }

    @Test func `each way through a collection is observed at both ends`() throws {
        let (one, two) = (company.make("Project", "One", in: context), company.make("Project", "Two", in: context))
        try context.save()
        let projects = { _ = anna.names("projects") }
        let members = { _ = one.names("members") }
        #expect(isTold(reading: projects) { anna.mutableOrderedSetValue(forKey: "projects").add(one) })
        #expect(isTold(reading: projects) { anna.mutableOrderedSetValue(forKey: "projects").insert(two, at: 0) })
        #expect(
            isTold(reading: projects) {
                anna.mutableOrderedSetValue(forKey: "projects").exchangeObject(at: 0, withObjectAt: 1)
            })
        #expect(isTold(reading: members) { anna.mutableOrderedSetValue(forKey: "projects").remove(one) })
        #expect(isTold(reading: members) { anna.setValue(NSOrderedSet(array: [one, two]), forKey: "projects") })
        #expect(isTold(reading: projects) { one.mutableSetValue(forKey: "members").removeAllObjects() })
        #expect(
            isTold(reading: projects) {
                two.setValue(Set<NSManagedObject>(), forKey: "members")
            })
        anna.mutableOrderedSetValue(forKey: "projects").add(one)
        #expect(
            isTold(reading: projects) {
                context.delete(one)
                context.processPendingChanges()
            })
        #expect(isTold(reading: projects) { context.rollback() })
    }

    @Test func `values that are read by other ways are observed too`() throws {
        anna["department"] = sales
        try context.save()
        #expect(isTold(reading: { _ = anna.value(forKeyPath: "department.name") }) { sales.rename("Books") })
        #expect(isTold(reading: { _ = sales.value(forKeyPath: "people.@max.age") }) { anna.setValue(9, forKey: "age") })
        #expect(isTold(reading: { _ = anna.dictionaryWithValues(forKeys: ["name"]) }) { anna.rename("X") })
        #expect(
            isTold(reading: { _ = anna.objectIDs(forRelationshipNamed: "department") }) { anna["department"] = nil })
        // A fault that is read is observed.
        context.refresh(anna, mergeChanges: false)
        #expect(isTold(reading: { _ = anna.title }) { anna.rename("Y") })
        // reset
        try context.save()
        #expect(isTold(reading: { _ = NSPredicate(format: "name == 'Y'").evaluate(with: anna) }) { anna.rename("Z") })
    }
}
