import Dispatch
import Foundation
import MainspringModel
@testable import StoreFaults
import Testing

@testable import MainspringData

/// Looking at a store that somebody else has locked.
@Suite(.timeLimit(.minutes(5))) struct LockedStoreTests {
    private let scratch = Scratch()
    private var url: URL { scratch.url("s.sqlite") }

    enum Look: CaseIterable {
        case add, metadata, setMetadata
    }

    @Test(arguments: Look.allCases)
    func `A store that is locked is waited for as long as the option says, before it is opened, too`(look: Look) throws
    {
        let item = Part.entity("Item")
        item.properties = [Part.attribute("name", .stringAttributeType)]
        let model = Part.model([item])
        // Without a log whoever reads waits for who writes.
        let (coordinator, store) = try Fixture.open(
            url, model, options: [NSSQLitePragmasOption: ["journal_mode": "DELETE"]])
        try coordinator.remove(store)
        let other = try SQLiteConnection(path: url.path, access: .readWrite)
        try other.execute("BEGIN EXCLUSIVE")
        let faults = SQLiteFaults()
        faults.concernsLooks = true
        let isFree = DispatchSemaphore(value: 0)
        // A thread of its own: those of the global queues may all be waiting in other tests.
        Thread.detachNewThread {
            // Whoever asks again gets it.
            faults.waitUntilRefused()
            try? other.execute("ROLLBACK")
            isFree.signal()
        }
        let options: [AnyHashable: Any] = [NSPersistentStoreTimeoutOption: 0, SQLiteFaults.option: faults]
        let failure = Fixture.failure {
            switch look {
            case .add: _ = try Fixture.open(url, model, options: options)
            case .metadata:
                _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                    type: .sqlite, at: url, options: options)
            case .setMetadata:
                try NSPersistentStoreCoordinator.setMetadata([:], type: .sqlite, at: url, options: options)
            }
        }
        #expect(failure?.sentence.contains(url.path) == true)
        // It may have begun to wait too late.
        faults.refused.note()
        while isFree.wait(timeout: .now() + .milliseconds(1)) == .timedOut { faults.refused.note() }
        other.close()
        let (again, opened) = try Fixture.open(url, model, options: options)
        try again.remove(opened)
    }
}
