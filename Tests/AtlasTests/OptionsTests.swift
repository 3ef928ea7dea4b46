import CityStacks
import Testing

@testable import Atlas

@Suite struct OptionsTests {
    @Test func `arguments say what is measured, recorded and written`() throws {
        let usual = try Options([])
        #expect(usual.setUps.isEmpty && usual.rows == .max && !usual.isHeadless && !usual.tells && !usual.showsHelp)
        let options = try Options([
            "--headless", "--stack", "writer", "--stack", "single", "--stack", "writer", "--rows", "1000", "--record",
            "a.webp", "--frames", "pictures", "--trace", "t.json", "--report", "r.html",
        ])
        #expect(options.isHeadless && options.setUps == [.writer, .single] && options.rows == 1_000 && options.tells)
        #expect(options.recording == "a.webp" && options.frames == "pictures")
        #expect(options.trace == "t.json" && options.report == "r.html")
    }

    @Test(arguments: [
        (["--stack", "double"], "There is no set-up “double”; there are single, shared, nested and writer."),
        (["--stack"], "A value is missing behind --stack."),
        (["--rows", "0"], "Behind --rows stands a number above 0, not “0”."),
        (["--rows", "many"], "Behind --rows stands a number above 0, not “many”."),
        (["--record"], "A value is missing behind --record."),
        (["--quick"], "“--quick” is no option; --help tells which there are."),
    ])
    func `what is wrong is told in a sentence`(arguments: [String], sentence: String) {
        #expect(throws: OptionError(sentence)) { try Options(arguments) }
    }
}
