import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// What the generated code of a program in a debug build turns on, whatever the library is.
@Suite struct BuildNoteContextTests {
    @Test(arguments: [true, false])
    func `objects are checked that are made after a module of a debug build is known, in older contexts too`(
        isDebug: Bool
    ) async {
        let result = await #expect(
            processExitsWith: isDebug ? .failure : .success, observing: [\.standardErrorContent]
        ) { [isDebug] in
            ConcurrencyDebug.turn(on: false)
            let company = Company()
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = company.coordinator
            ConcurrencyDebug.noteBuild(isDebug: isDebug)
            nonisolated(unsafe) let person = context.performAndWait { company.make("Person", "Anna", in: context) }
            _ = person.value(forKey: "name")
        }
        #expect(!isDebug || result?.errorText.contains("which is not its queue") == true)
    }
}
