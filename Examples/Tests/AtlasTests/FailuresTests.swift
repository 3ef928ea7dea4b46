import Testing

@testable import CityStacks

@Suite struct FailuresTests {
    private struct Full: Error, Equatable { let number: Int }

    @Test func `after a block that has failed no other one is run, and its error is the one that is thrown`() throws {
        let failures = Failures()
        var run: [Int] = []
        for number in 1...4 {
            failures.catching {
                run.append(number)
                if number > 1 { throw Full(number: number) }
            }
        }
        failures.note(Full(number: 5))
        #expect(run == [1, 2])
        #expect(throws: Full(number: 2)) { try failures.rethrow() }
    }

    @Test func `where nothing has failed nothing is thrown`() throws {
        let failures = Failures()
        failures.catching {}
        try failures.rethrow()
    }
}
