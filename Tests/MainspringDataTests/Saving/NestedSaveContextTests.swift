import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// Calls of a context's methods from hooks and observers of its own save: save, reset, delete, refresh.
@Suite struct NestedSaveContextTests {
    private let company = Company.hooked()
    private let context: NSManagedObjectContext

    init() throws {
        context = company.context()
        company.insert("Person", "Anna", in: context)
        company.insert("Person", "Bert", in: context)
        try context.save()
        _ = context.journal.take()
    }

    private func person(_ name: String, _ context: NSManagedObjectContext? = nil) throws -> NSManagedObject? {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        request.predicate = MainspringFoundation.NSPredicate(format: "name == %@", name)
        return try (context ?? self.context).fetch(request).first
    }

    /// The names of the people in the store.
    private func stored() throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
        let context = company.context()
        return try withExtendedLifetime(context) { try context.fetch(request).map(\.title).sorted() }
    }

    /// Runs the second closure, and calls the first one for each notification that a context posts meanwhile.
    private func observing(
        _ name: NSNotification.Name, of context: NSManagedObjectContext, _ call: @escaping () -> Void,
        _ body: () throws -> Void
    ) rethrows {
        nonisolated(unsafe) let call = call
        let observer = NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) { _ in call()
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        try body()
    }

    enum Hook: String, CaseIterable { case willSave, validation }

    @Test(arguments: Hook.allCases)
    func `a save in a hook saves all, and the outer save what comes after it`(hook: Hook) throws {
        let context = context
        var isFirst = true
        let save = { (object: NSManagedObject) in
            guard isFirst else { return }
            isFirst = false
            try! context.save()
            object.age = 7
        }
        if hook == .willSave {
            context.journal.willSave = save
        } else {
            context.journal.validate = { object, _ in save(object) }
        }
        let anna = try #require(try person("Anna"))
        anna.rename("Anne")
        company.insert("Person", "Cleo", in: context)
        try context.save()
        #expect(!context.hasChanges && context.core.saving == nil)
        #expect(try stored() == ["Anne", "Bert", "Cleo"])
        #expect(
            try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person")).filter { $0.age == 7 }.count == 1)
    }

    @Test func `a save in slices that an observer of a save begins comes first, and nothing stays unsaved`() throws {
        let context = context
        var isFirst = true
        try #require(try person("Anna")).rename("Anne")
        try observing(.NSManagedObjectContextWillSave, of: context) {
            guard isFirst else { return }
            isFirst = false
            _ = SlicedSaving(context)
            company.insert("Person", "Cleo", in: context)
        } _: {
            try context.save()
        }
        #expect(!isFirst && !context.hasChanges && context.core.saving == nil && context.core.merging == nil)
        #expect(try stored() == ["Anne", "Bert", "Cleo"])
    }

    @Test(arguments: Hook.allCases)
    func `a hook whose save fails each time does not keep the outer save going`(hook: Hook) throws {
        struct Refusal: Error {}
        let context = context
        var isBusy = false
        let save = {
            guard !isBusy else { return }
            isBusy = true
            try? context.save()
            isBusy = false
        }
        context.journal.willSave = { _ in if hook == .willSave { save() } }
        context.journal.validate = { _, _ in
            if hook == .validation { save() }
            throw Refusal()
        }
        try #require(try person("Anna")).rename("Anne")
        #expect(throws: (any Error).self) { try context.save() }
        #expect(context.hasChanges && context.core.saving == nil)
        #expect(try stored() == ["Anna", "Bert"])
        (context.journal.willSave, context.journal.validate) = (nil, nil)
        try context.save()
        #expect(try stored() == ["Anne", "Bert"])
    }

    @Test func `a child that its parent's observer resets in the midst of its save is not saved twice`() throws {
        let child = context.child()
        company.insert("Person", "Cleo", in: child)
        var hasReset = false
        try observing(.NSManagedObjectContextObjectsDidChange, of: context) {
            guard !hasReset else { return }
            hasReset = true
            child.reset()
            company.insert("Person", "Draft", in: child)
        } _: {
            try child.save()
        }
        #expect(hasReset && child.core.saving == nil && child.insertedObjects.map(\.title) == ["Draft"])
        #expect(context.insertedObjects.map(\.title) == ["Cleo"])
        try child.save()
        try context.save()
        #expect(try stored() == ["Anna", "Bert", "Cleo", "Draft"])
    }

    @Test func `a child's save from its parent's observer adds nothing to a save that has handed all over`() throws {
        let child = context.child()
        company.insert("Person", "Cleo", in: child)
        var errors: [any Error] = []
        try observing(.NSManagedObjectContextObjectsDidChange, of: context) {
            do { try child.save() } catch { errors.append(error) }
        } _: {
            try child.save()
        }
        #expect(errors.isEmpty && !child.hasChanges)
        try context.save()
        #expect(try stored() == ["Anna", "Bert", "Cleo"])
    }

    @Test func `whom a deletion reaches in a save from an observer of changes is saved with it`() throws {
        let context = context
        let (anna, bert) = (try #require(try person("Anna")), try #require(try person("Bert")))
        bert["boss"] = anna
        try context.save()
        context.journal.willSave = { object in
            if object.title == "Carl", !anna.isDeleted { context.delete(anna) }
        }
        var hasSaved = false
        observing(.NSManagedObjectContextObjectsDidChange, of: context) {
            guard !hasSaved else { return }
            hasSaved = true
            try! context.save()
        } _: {
            company.insert("Person", "Carl", in: context)
            context.processPendingChanges()
        }
        #expect(try stored() == ["Bert", "Carl"])
        #expect(try company.read(bert.objectID) { $0["boss"] == nil })
        #expect(!context.hasChanges)
    }

    @Test func `an object that validation of another one changes is validated`() throws {
        struct Refusal: Error {}
        let context = context
        let (anna, bert) = (try #require(try person("Anna")), try #require(try person("Bert")))
        // Anna stays in the list of unsaved objects, without a change.
        anna.age = 1
        context.processPendingChanges()
        context.refresh(anna, mergeChanges: false)
        bert.age = 1
        context.journal.validate = { object, _ in
            if object === bert { anna.age = -1 }
            if object === anna, anna.age < 0 { throw Refusal() }
        }
        #expect(throws: Refusal.self) { try context.save() }
        #expect(try company.read(anna.objectID) { $0.age } == 0)
    }

    @Test func `a save that a hook leaves without changes posts nothing, and keeps what is to be compared`() throws {
        let context = context
        let (anna, bert) = (try #require(try person("Anna")), try #require(try person("Bert")))
        context.detectConflicts(for: bert)
        anna.age = 1
        context.journal.willSave = { context.refresh($0, mergeChanges: false) }
        var posts = 0
        try observing(.NSManagedObjectContextDidSave, of: context) {
            posts += 1
        } _: {
            try context.save()
        }
        #expect(posts == 0 && !context.hasChanges)
        #expect(context.core.pendingChanges.locked.map(\.title) == ["Bert"])
        context.journal.willSave = nil
        let other = company.context()
        try #require(try person("Bert", other)).age = 3
        try other.save()
        anna.age = 2
        #expect(throws: (any Error).self) { try context.save() }
    }
}
