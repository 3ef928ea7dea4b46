import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What a program does while the context calls it, each case in a process of its own with so much time to work: nothing freezes
/// silently or is lost.
@Suite struct ReentryContextTests {
    enum Case: String, CaseIterable {
        case changeAndSaveOnChange, changeAndSaveInList, saveInCascade
        case insertInValidation, insertOnChange, stampOnChange
        case resetInValidation, rollbackInValidation, undoInValidation, resetOnDeletion, rollbackOnDeletion
        case resetInCascade, rollbackInCascade, resetOnChange, rollbackOnChange
        case deleteAndSaveOnChange, changeNewAfterSaveOnChange

        /// The people whom the store has in the end; nil if the program must end before, with a sentence.
        var stored: [String]? {
            switch self {
            case .insertInValidation, .insertOnChange, .stampOnChange: nil
            case .changeAndSaveOnChange, .changeAndSaveInList, .saveInCascade: ["Cleo"]
            case .deleteAndSaveOnChange, .rollbackOnDeletion: ["Cleo"]
            case .changeNewAfterSaveOnChange: ["Cleo", "Dora"]
            case .resetInValidation, .rollbackInValidation, .resetOnChange: ["Anna"]
            case .resetOnDeletion, .resetInCascade, .rollbackInCascade: ["Anna", "Bert", "Cleo"]
            case .undoInValidation, .rollbackOnChange: []
            }
        }

        func run() throws {
            let company = Company.hooked(rules: ["Department.people": .cascadeDeleteRule])
            let context = company.context()
            // What goes on for ever is ended by the kernel, by the work that it does and not by the clock.
            var limit = rlimit(rlim_cur: 120, rlim_max: 120)
            setrlimit(__rlimit_resource_t(RLIMIT_CPU.rawValue), &limit)
            let sales = company.insert("Department", "Sales", in: context)
            let anna = company.insert("Person", "Anna", in: context)
            anna["department"] = sales
            nonisolated(unsafe) let stamp = company.insert("Badge", "stamp", in: context)
            try context.save()
            var isDone = false
            let once = { (body: () throws -> Void) in
                guard !isDone else { return }
                isDone = true
                try! body()
            }
            func observe(_ body: @escaping () -> Void) {
                nonisolated(unsafe) let body = body
                _ = NotificationCenter.default.addObserver(
                    forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
                ) { _ in body() }
            }
            let stampAndSave = {
                stamp.age += 1
                try context.save()
            }
            let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
            request.sortDescriptors = [MainspringFoundation.NSSortDescriptor(key: "name", ascending: true)]
            let list = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            let delegate = ActingDelegate()
            let journal = context.journal
            switch self {
            case .changeAndSaveOnChange: observe { once(stampAndSave) }
            case .changeAndSaveInList:
                list.delegate = delegate
                try list.performFetch()
                delegate.act = { once(stampAndSave) }
            case .saveInCascade: journal.prepareForDeletion = { _ in once(stampAndSave) }
            case .insertInValidation: journal.validate = { _, _ in company.insert("Person", "again", in: context) }
            case .insertOnChange: observe { company.make("Project", "log", in: context) }
            case .stampOnChange: observe { stamp.age += 1 }
            case .resetInValidation: journal.validate = { _, _ in context.reset() }
            case .rollbackInValidation: journal.validate = { _, _ in context.rollback() }
            case .undoInValidation:
                context.undoManager = UndoManager()
                journal.validate = { _, _ in once { context.undo() } }
            case .resetOnDeletion, .resetInCascade: journal.prepareForDeletion = { _ in context.reset() }
            case .rollbackOnDeletion: journal.prepareForDeletion = { _ in once { context.rollback() } }
            case .rollbackInCascade: journal.prepareForDeletion = { _ in context.rollback() }
            case .resetOnChange: observe { once { context.reset() } }
            case .rollbackOnChange: observe { once { context.rollback() } }
            case .deleteAndSaveOnChange:
                observe {
                    once {
                        context.delete(sales)
                        try context.save()
                    }
                }
            case .changeNewAfterSaveOnChange:
                observe {
                    once {
                        let dora = company.insert("Person", "Dora", in: context)
                        try context.save()
                        dora.age = 7
                        try context.save()
                    }
                }
            }
            let bert = company.insert("Person", "Bert", in: context)
            bert["department"] = sales
            company.insert("Person", "Cleo", in: context)["boss"] = bert
            context.processPendingChanges()
            try context.save()
            let known = context.registeredObjects
            guard known.allSatisfy({ $0.managedObjectContext === context }) else {
                throw CocoaError(.validationMissingMandatoryProperty)
            }
            context.refreshAllObjects()
            for person in try context.fetch(request) { _ = person.title }
            if self == .resetOnDeletion || self == .rollbackOnDeletion { context.delete(anna) }
            if sales.managedObjectContext != nil { context.delete(sales) }
            context.processPendingChanges()
            try context.save()
            withExtendedLifetime((list, delegate)) {}
            let reader = company.context()
            let people = try reader.fetch(request)
            #expect(people.map(\.title) == stored)
            #expect(people.allSatisfy { $0["department"].map { !$0.title.isEmpty } ?? true })
            #expect(people.first { $0.title == "Dora" }.map { $0.age == 7 } ?? true)
        }
    }

    @Test(arguments: Case.allCases.map(\.rawValue))
    func `what is done while a context calls ends well, or the program with a true sentence`(_ name: String)
        async throws
    {
        let test = try #require(Case(rawValue: name))
        guard test.stored == nil else {
            await #expect(processExitsWith: .success) { [name] in try Case(rawValue: name)?.run() }
            return
        }
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) { [name] in
            try Case(rawValue: name)?.run()
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("have been changed a thousand times over by validation"), "\(text.prefix(300))")
    }
}

private final class ActingDelegate: NSObject, NSFetchedResultsControllerDelegate {
    var act: () -> Void = {}
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) { act() }
}
