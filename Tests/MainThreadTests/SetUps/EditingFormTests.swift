import CoreData
import SetUpListings
import XCTest

/// Forms for something new, in all that the text does them with.
final class EditingFormTests: XCTestCase {
    private static let forms: [(name: String, make: @Sendable (NSManagedObjectContext) -> any EditingForm)] = [
        ("child on the main queue", { DirectForm($0, .mainQueueConcurrencyType) }),
        ("confined child", { DirectForm($0, NSManagedObjectContextConcurrencyType(rawValue: 0)!) }),
        ("child with a queue of its own", { QueuedForm($0) }),
    ]

    /// For each form: the main context and its list.
    private func withForms(
        _ body: (String, any EditingForm, NSManagedObjectContext, UserList) throws -> Void
    ) throws {
        for (name, make) in EditingFormTests.forms {
            let main = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
            main.persistentStoreCoordinator = try Workplace.coordinator()
            try body(name, make(main), main, try UserList(main))
        }
    }

    func test_anInsertionInTheSingleContextMakesARowBeforeAnySaveAndInAChildNone() throws {
        try withForms { name, form, main, list in
            form.enter("")
            MainLoopRun.turn()
            XCTAssertEqual(list.rows, [], name)
            XCTAssertEqual(list.changes(), [], name)
            // What a form without a context of its own does: an empty row.
            _ = TwitterUser(context: main)
            MainLoopRun.turn()
            XCTAssertEqual(list.changes(), ["insert “”"], name)
            XCTAssertEqual(list.rows, [""], name)
        }
    }

    func test_saveKeepsEverything() throws {
        try withForms { name, form, main, list in
            var observers: [any NSObjectProtocol] = []
            form.enter("Anna")
            form.enter("Bert")
            let center = NotificationCenter.default
            MainLoopRun.untilDone { done in
                let observer = center.addObserver(forName: .NSManagedObjectContextDidSave, object: main, queue: nil) {
                    _ in done()
                }
                observers.append(observer)
                form.save()
            }
            observers.forEach { center.removeObserver($0) }
            XCTAssertEqual(list.changes().sorted(), ["insert “Anna”", "insert “Bert”"], name)
            XCTAssertEqual(list.rows, ["Anna", "Bert"], name)
            XCTAssertFalse(main.hasChanges, name)
            XCTAssertEqual(try Workplace.stored(in: main.persistentStoreCoordinator), ["Anna", "Bert"], name)
        }
    }

    func test_cancelDropsEverything() throws {
        try withForms { name, form, main, list in
            form.enter("Anna")
            form.cancel()
            MainLoopRun.turn()
            XCTAssertEqual(list.changes(), [], name)
            XCTAssertEqual(list.rows, [], name)
            XCTAssertFalse(main.hasChanges, name)
            XCTAssertEqual(try Workplace.stored(in: main.persistentStoreCoordinator), [], name)
        }
    }
}
