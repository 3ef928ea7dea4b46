import Foundation
import MainspringModel
import Testing

@testable import MainspringData

/// What a coordinator performs.
@Suite struct CoordinatorQueueContextThreadTests {
    private struct Failure: Error {}
    private let coordinator = Company().coordinator

    @Test func `performAndWait gives what the block gives, and may be called within itself`() throws {
        let value = coordinator.performAndWait { coordinator.performAndWait { 5 } }
        #expect(value == 5)
        #expect(throws: Failure.self) { try coordinator.performAndWait { () throws -> Int in throw Failure() } }
    }

    @Test func `perform calls blocks in their order, and an asynchronous one gives its value`() async throws {
        let seen = Unchecked(NSMutableArray())
        // Without `await` where nothing is asynchronous.
        func enqueue() {
            for number in 0..<10 { coordinator.perform { seen.value.add(number) } }
        }
        enqueue()
        let value = try await coordinator.perform { () throws -> Int in
            seen.value.add(10)
            return seen.value.count
        }
        #expect(value == 11 && seen.value.map { $0 as! Int } == Array(0...10))
        await #expect(throws: Failure.self) { try await coordinator.perform { () throws -> Int in throw Failure() } }
    }

    @Test func `a name stands in sentences`() {
        coordinator.name = "main"
        let error = #expect(throws: CocoaError.self) {
            let other = Company().coordinator
            try coordinator.remove(other.persistentStores[0])
        }
        #expect(error?.localizedDescription.contains("the coordinator “main”") ?? false)
    }
}
