import Foundation
import Testing

/// Applications on the initial thread of processes of their own, and how these end.
@Suite struct ApplicationTrialTests {
    private func trial(_ name: String) throws -> (status: Int32, lines: [String]) {
        let (status, output) = try Program.run("application-trials", name)
        return (status, output.split(separator: "\n").map(String.init))
    }

    @Test(arguments: [
        ("terminated", 128 + SIGTERM), ("interrupted", 128 + SIGINT), ("blocked", 128 + SIGTERM), ("closed", 0),
        ("ended", 0),
    ]) func `it is asked, it is told, and the status says why it ended`(name: String, expected: Int32) throws {
        let (status, lines) = try trial(name)
        #expect(lines == ["launched", "asked", "ends"])
        #expect(status == expected)
    }

    @Test func `a second signal ends a process whose main thread does not return`() throws {
        let (status, lines) = try trial("twice")
        #expect(
            lines == [
                "launched", "asked",
                "Mainspring: signal 2 was to end the application. A second signal ends it at once.",
            ])
        #expect(status == 128 + SIGINT)
    }

    @Test func `a decision that does not come is to end, after the time to save`() throws {
        let (status, lines) = try trial("undecided")
        #expect(lines == ["launched", "asked", "ends"])
        #expect(status == 128 + SIGTERM)
    }

    @Test func `who saves for longer than twice the time to save is ended`() throws {
        let (status, lines) = try trial("stuck")
        #expect(
            lines == [
                "launched", "asked", "ends",
                "Mainspring: signal 15 was to end the application. It has not ended by itself in twice the time that it has for that.",
            ])
        #expect(status == 128 + SIGTERM)
    }

    @Test func `after an objection the next signal is a first one`() throws {
        let (status, lines) = try trial("objected")
        #expect(lines == ["launched", "asked", "asked", "ends"])
        #expect(status == 128 + SIGTERM)
    }

    @Test func `a program that does not want to hear signals is ended by them`() throws {
        let (status, lines) = try trial("unheard")
        #expect(lines == ["launched"])
        #expect(status == 128 + SIGTERM)
    }

    @Test func `without threads the main thread makes the frames and hears the signals, and says so of each thread`()
        throws
    {
        let (status, lines) = try trial("threadless")
        let missing = lines.filter { $0.contains("could not be started") }
        #expect(missing.count == 2)
        #expect(lines.filter { !missing.contains($0) } == ["launched", "frame on the main thread", "asked", "ends"])
        #expect(status == 128 + SIGTERM)
    }

    @Test func `a program that leaves its loop goes on behind it`() throws {
        let (status, lines) = try trial("stopped")
        #expect(lines == ["launched", "run has returned"])
        #expect(status == 0)
    }
}
