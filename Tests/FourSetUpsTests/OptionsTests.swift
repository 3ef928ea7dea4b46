import Testing

@testable import FourSetUps

@Suite struct OptionsTests {
    @Test func `without arguments all set-ups import all rows`() throws {
        let options = try Options([])
        #expect(options.setUps == [.single, .shared, .nested, .writer] && options.rows == .max && !options.showsHelp)
        #expect(options.store == .sqlite)
    }

    @Test func `set-ups are those that are named, each once and in that order`() throws {
        let options = try Options(["--setup", "writer", "--rows", "1000", "--setup", "single", "--setup", "writer"])
        #expect(options.setUps == [.writer, .single] && options.rows == 1000)
        #expect(try Options(["--batch", "20"]).batch == 20)
        #expect(try Options(["--store", "memory"]).store == .memory)
    }

    @Test(arguments: [
        (["--setup", "double"], "There is no set-up “double”; there are single, shared, nested and writer."),
        (["--store", "paper"], "There is no store “paper”; there are sqlite and memory."),
        (["--setup"], "A value is missing behind --setup."),
        (["--rows", "0"], "Behind --rows stands a number above 0, not “0”."),
        (["--rows", "many"], "Behind --rows stands a number above 0, not “many”."),
        (["--quick"], "“--quick” is no option; --help tells which there are."),
    ])
    func `what is wrong is told in a sentence`(arguments: [String], sentence: String) {
        #expect(throws: OptionError(sentence)) { try Options(arguments) }
    }
}
