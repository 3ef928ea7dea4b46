import CoreData
import Dispatch
import Mainspring
import SetUpListings
import XCTest

/// Contexts with parents: the text's listings on the process's initial thread.
final class NestedStackTests: XCTestCase {
    func test_aChildsSaveGoesToItsParentAndTheParentsToTheStore() throws {
        let (order, coordinator) = (Order(), try Workplace.coordinator())
        let stack = NestedStack(coordinator) { entry in
            let stored = try? Workplace.stored(in: coordinator)
            order.append("\(entry): \(stored ?? ["?"])")
            if entry == "on disk" { DispatchQueue.main.async { CFRunLoopStop(CFRunLoopGetMain()) } }
        }
        // The main thread's alone.
        nonisolated(unsafe) let list = try UserList(stack.managedObjectContext)
        MainLoopRun.untilDone { _ in
            stack.doInBackground { context in
                XCTAssertFalse(Thread.isMainThread)
                Workplace.makeUser("Anna", in: context)
                context.processPendingChanges()
                // What is not saved, the main context does not know.
                DispatchQueue.main.sync { order.append("rows: \(list.rows)") }
            }
        }
        XCTAssertEqual(order.entries, ["rows: []", "pushed to the parent: []", "on disk: [\"Anna\"]"])
        XCTAssertEqual(list.changes(), ["insert “Anna”"])
    }

    func test_aChildIsNotRefreshedByItsParent() throws {
        let stack = NestedStack(try Workplace.coordinator()) { _ in }
        let (main, child) = (
            stack.managedObjectContext, NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
        )
        child.parent = main
        let user = Workplace.makeUser("Anna", in: main)
        try main.save()
        let local = try XCTUnwrap(child.object(with: user.objectID) as? TwitterUser)
        XCTAssertEqual(local.name, "Anna")
        user.name = "Anne"
        try main.save()
        XCTAssertEqual(local.name, "Anna")
        child.refresh(local, mergeChanges: true)
        XCTAssertEqual(local.name, "Anne")
    }

    func test_threeSavesBringAChangeToTheStore() throws {
        let (order, coordinator) = (Order(), try Workplace.coordinator())
        let stack = WriterStack(coordinator) { entry in
            order.append(entry)
            if entry == "writer saved" { DispatchQueue.main.async { CFRunLoopStop(CFRunLoopGetMain()) } }
        }
        let list = try UserList(stack.managedObjectContext)
        MainLoopRun.untilDone { _ in stack.doInBackground { Workplace.makeUser("Anna", in: $0) } }
        XCTAssertEqual(order.entries, ["temporary saved", "main saved", "writer saved"])
        XCTAssertEqual(list.changes(), ["insert “Anna”"])
        XCTAssertEqual(try Workplace.stored(in: coordinator), ["Anna"])
    }

    func test_theMainContextsSaveDoesNotWaitForAWriterThatIsBusy() throws {
        let coordinator = try Workplace.coordinator()
        let stack = WriterStack(coordinator) { _ in }
        let (main, writer) = (stack.managedObjectContext, stack.privateWriterContext)
        let disk = DispatchSemaphore(value: 0)
        writer.perform { disk.wait() }
        Workplace.makeUser("Anna", in: main)
        // Would never return if it waited: only what comes later lets the writer go on.
        try main.save()
        XCTAssertFalse(main.hasChanges)
        XCTAssertEqual(try Workplace.stored(in: coordinator), [])
        MainLoopRun.untilDone { done in
            writer.perform {
                XCTAssertEqual(writer.insertedObjects.count, 1)
                do { try writer.save() } catch { XCTFail("\(error)") }
                done()
            }
            disk.signal()
        }
        XCTAssertEqual(try Workplace.stored(in: coordinator), ["Anna"])
    }
}
