import CityStacks
import Testing

@testable import FourStacks

@Suite struct OptionsTests {
    @Test func `without arguments all set-ups import all rows`() throws {
        let options = try Options([])
        #expect(options.setUps == [.single, .shared, .nested, .writer] && options.rows == .max && !options.showsHelp)
        #expect(options.store == .sqlite)
    }

    @Test func `set-ups are those that are named, each once and in that order`() throws {
        let options = try Options(["--stack", "writer", "--rows", "1000", "--stack", "single", "--stack", "writer"])
        #expect(options.setUps == [.writer, .single] && options.rows == 1000)
        #expect(try Options(["--batch", "20"]).batch == 20)
        #expect(try Options(["--store", "memory"]).store == .memory)
        #expect(try Options(["--budget", "2.5"]).budget == .microseconds(2_500))
        #expect(try Options(["--budget", "off"]).budget == nil)
    }

    @Test(arguments: [
        (["--stack", "double"], "There is no set-up “double”; there are single, shared, nested and writer."),
        (["--store", "paper"], "There is no store “paper”; there are sqlite and memory."),
        (["--stack"], "A value is missing behind --stack."),
        (["--rows", "0"], "Behind --rows stands a number above 0, not “0”."),
        (["--rows", "many"], "Behind --rows stands a number above 0, not “many”."),
        (
            ["--budget", "0"],
            "Behind --budget stands a number of milliseconds above 0, at most 1000, or off, not “0”."
        ),
        (
            ["--budget", "1e-16"],
            "Behind --budget stands a number of milliseconds above 0, at most 1000, or off, not “1e-16”."
        ),
        (["--quick"], "“--quick” is no option; --help tells which there are."),
    ])
    func `what is wrong is told in a sentence`(arguments: [String], sentence: String) {
        #expect(throws: OptionError(sentence)) { try Options(arguments) }
    }
}
