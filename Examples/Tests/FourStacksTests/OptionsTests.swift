import ArgumentParser
import CityStacks
import Testing

@testable import FourStacks

@Suite struct OptionsTests {
    @Test func `without arguments all set-ups import all rows`() throws {
        let options = try Options.parse([])
        #expect(options.setUps == [.single, .shared, .nested, .writer] && options.rows == .max)
        #expect(options.store == .sqlite && options.batch == 500 && options.budget == .milliseconds(4))
    }

    @Test func `set-ups are those that are named, each once and in that order`() throws {
        let options = try Options.parse([
            "--stack", "writer", "--rows", "1000", "--stack", "single", "--stack", "writer",
        ])
        #expect(options.setUps == [.writer, .single] && options.rows == 1000)
        #expect(try Options.parse(["--batch", "20"]).batch == 20)
        #expect(try Options.parse(["--store", "memory"]).store == .memory)
        #expect(try Options.parse(["--budget", "2.5"]).budget == .microseconds(2_500))
        #expect(try Options.parse(["--budget", "off"]).budget == nil)
    }

    @Test(arguments: [
        ["--stack", "double"], ["--store", "paper"], ["--stack"], ["--rows", "0"], ["--rows", "many"],
        ["--batch", "0"], ["--budget", "0"], ["--budget", "1e-16"], ["--budget", "nan"], ["--budget", "1001"],
        ["--quick"],
    ])
    func `what is wrong is told, and by which option`(arguments: [String]) throws {
        let failure = #expect(throws: (any Error).self) { try Options.parse(arguments) }
        #expect(Options.message(for: try #require(failure)).contains(arguments[0]))
        #expect(Options.exitCode(for: try #require(failure)) == .validationFailure)
    }

    @Test func `help tells each option, and what is taken without it`() {
        let help = Options.helpMessage(columns: 200)
        for word in ["--stack", "single, shared, nested, writer", "--store", "--rows", "default: 500", "default: 4.0"] {
            #expect(help.contains(word), "\(word) is missing: \(help)")
        }
    }
}
