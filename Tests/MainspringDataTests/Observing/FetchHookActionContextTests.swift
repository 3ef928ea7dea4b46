import Foundation
import MainspringFoundation
import MainspringModel
import Testing

@testable import MainspringData

/// What an object does to its context when it has got its values.
@Suite struct FetchHookActionContextTests {
    private static func anna(_ act: @escaping (NSManagedObject) -> Void) throws
        -> (NSManagedObjectContext, NSManagedObject)
    {
        let company = Company.hooked()
        let identity: NSManagedObjectID = try {
            let context = company.context()
            let anna = company.insert("Person", "Anna, who has a long name, which does not lie in place", in: context)
            anna["department"] = company.make("Department", "Sales", in: context)
            try context.save()
            return anna.objectID
        }()
        let context = company.context()
        context.journal.awakeFromFetch = act
        return (context, context.object(with: identity))
    }

    @Test func `an object that is refreshed when it has got its values gets them again`() throws {
        var count = 0
        let (context, anna) = try Self.anna { object in
            count += 1
            if count < 3 { object.managedObjectContext?.refresh(object, mergeChanges: false) }
        }
        withExtendedLifetime(context) {
            #expect(anna.title.hasPrefix("Anna"))
            #expect(count == 3)
            #expect(anna["department"]?.title == "Sales")
        }
    }

    @Test(arguments: [false, true])
    func `an object whose context is reset when it has got its values says so`(isWritten: Bool) async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            [isWritten = isWritten as Bool] in
            let company = Company.hooked()
            let context = company.context()
            company.insert("Person", "Anna", in: context)
            try context.save()
            context.refreshAllObjects()
            context.journal.awakeFromFetch = { $0.managedObjectContext?.reset() }
            let anna = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))[0]
            if isWritten { anna["department"] = nil } else { _ = anna.title }
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("its context has gone, was reset"), "\(text.prefix(300))")
    }

    @Test func `an object that is refreshed each time it has got its values ends the program with a sentence`() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            let company = Company.hooked()
            let context = company.context()
            company.insert("Person", "Anna", in: context)
            try context.save()
            context.refreshAllObjects()
            context.journal.awakeFromFetch = { $0.managedObjectContext?.refresh($0, mergeChanges: false) }
            _ = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Person"))[0].title
        }
        let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(text.contains("has refreshed it"), "\(text.prefix(300))")
    }
}
