import Foundation
import MainspringData
import Observation
import Testing

/// Swift's observation of modelled properties.
@Suite struct ObservationContextTests {
    /// Whether a change tells who has read.
    private func isTold(reading: () -> Void, changing: () throws -> Void) rethrows -> Bool {
        nonisolated(unsafe) var isTold = false
        withObservationTracking(reading) { isTold = true }
        try changing()
        return isTold
    }

    @Test func `who has read a property is told of its change, and of no other`() throws {
        let company = Company()
        let context = company.context()
        let anna = company.make("Person", "Anna", in: context)
        let bert = company.make("Person", "Bert", in: context)
        #expect(isTold(reading: { _ = anna.title }, changing: { anna.setValue("Anne", forKey: "name") }))
        #expect(!isTold(reading: { _ = anna.title }, changing: { anna.setValue(3, forKey: "age") }))
        #expect(!isTold(reading: { _ = anna.title }, changing: { bert.setValue("Bob", forKey: "name") }))
    }
}
