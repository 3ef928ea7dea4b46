import CoreData
import Dispatch
import SetUpListings
import XCTest

/// One context, and temporary ones beside it: the text's listings on the process's initial thread.
final class TraditionalStackTests: XCTestCase {
    private func stack(_ folder: String, _ order: Order) -> any TraditionalListing {
        let stack = TraditionalStack(cachesPath: folder) { order.append($0) }
        let listing: any TraditionalListing = stack
        listing.setUpCoreDataStack()
        return listing
    }

    func test_aSingleContextSavesToTheFileAndTheListIsToldBeforeThat() throws {
        try Workplace.inFolder { folder in
            let order = Order()
            let first = stack(folder, order)
            let context = try XCTUnwrap(first.managedObjectContext)
            let list = try UserList(context)
            Workplace.makeUser("Anna", in: context)
            context.processPendingChanges()
            XCTAssertEqual(list.changes(), ["insert “Anna”"])
            XCTAssertEqual(try Workplace.stored(in: context.persistentStoreCoordinator), [])
            try context.save()
            XCTAssertEqual(try Workplace.stored(in: context.persistentStoreCoordinator), ["Anna"])
            // Another one that opens the file.
            let second = stack(folder, order)
            XCTAssertEqual(try UserList(second.managedObjectContext).rows, ["Anna"])
            XCTAssertEqual(order.entries, [])
        }
    }

    func test_whatABackgroundJobSavesIsMergedOnTheMainQueueWhileItWaits() throws {
        try Workplace.inFolder { folder in
            let order = Order()
            let stack = stack(folder, order)
            let list = try UserList(stack.managedObjectContext)
            MainLoopRun.untilDone { done in
                stack.doInBackground { context in
                    XCTAssertFalse(Thread.isMainThread)
                    Workplace.makeUser("Anna", in: context)
                    order.append("made")
                }
                stack.doInBackground { _ in done() }
            }
            // The save returns only when the main context has it.
            XCTAssertEqual(Array(order.entries.prefix(3)), ["made", "merged", "saved"])
            XCTAssertEqual(list.changes(), ["insert “Anna”"])
            XCTAssertEqual(list.rows, ["Anna"])
            XCTAssertFalse(stack.managedObjectContext.hasChanges)
        }
    }

    func test_onesOwnSavesAndThoseOfAnotherDatabaseAreNotMerged() throws {
        try Workplace.inFolder { folder in
            let order = Order()
            let stack = stack(folder, order)
            Workplace.makeUser("Anna", in: stack.managedObjectContext)
            try stack.managedObjectContext.save()
            let elsewhere = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            elsewhere.persistentStoreCoordinator = try Workplace.coordinator()
            try elsewhere.performAndWait {
                Workplace.makeUser("Bert", in: elsewhere)
                try elsewhere.save()
            }
            MainLoopRun.turn()
            XCTAssertEqual(order.entries, [])
            XCTAssertEqual(try UserList(stack.managedObjectContext).rows, ["Anna"])
        }
    }

    func test_anObjectIsPassedByItsIdentity() throws {
        try Workplace.inFolder { folder in
            let order = Order()
            let stack = stack(folder, order)
            let user = Workplace.makeUser("Anna", in: stack.managedObjectContext)
            try stack.managedObjectContext.save()
            MainLoopRun.untilDone { done in
                stack.doInBackground(with: user) { localUser in
                    order.append("\(localUser.name ?? "") there")
                    localUser.name = "Anne"
                }
                stack.doInBackground { _ in done() }
            }
            XCTAssertEqual(Array(order.entries.prefix(3)), ["Anna there", "merged", "saved"])
            XCTAssertEqual(user.name, "Anne")
        }
    }

    func test_theThreadOfAConfinedContextMayChangeButOneAtATimeUsesIt() throws {
        try Workplace.inFolder { folder in
            let order = Order()
            let traditional = TraditionalStack(cachesPath: folder) { order.append($0) }
            (traditional as any TraditionalListing).setUpCoreDataStack()
            let queue = traditional.backgroundQueue
            let kept = Kept()
            MainLoopRun.untilDone { done in
                (traditional as any TraditionalListing).doInBackground { context in
                    kept.context = context
                    kept.user = Workplace.makeUser("Anna", in: context)
                }
                queue.async { done() }
            }
            // The same queue on another thread: the one that waits for the block.
            try queue.sync {
                XCTAssertTrue(Thread.isMainThread)
                let user = try XCTUnwrap(kept.user)
                user.name = "Anne"
                XCTAssertEqual(kept.context?.updatedObjects, [user])
                kept.context?.rollback()
                XCTAssertEqual(user.name, "Anna")
                (kept.context, kept.user) = (nil, nil)
            }
            XCTAssertEqual(order.entries, ["merged", "saved"])
        }
    }

    /// What a queue keeps from one block to the next.
    private final class Kept: @unchecked Sendable {
        // `@unchecked Sendable`: used by blocks of one queue alone.

        var context: NSManagedObjectContext?
        var user: TwitterUser?
    }
}
