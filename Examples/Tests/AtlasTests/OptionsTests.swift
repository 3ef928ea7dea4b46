import ArgumentParser
import CityStacks
import Testing

@testable import Atlas

@Suite struct OptionsTests {
    @Test func `arguments say what is measured, recorded and written`() throws {
        let usual = try Options.parse([])
        #expect(usual.setUps.isEmpty && usual.rows == .max && !usual.isHeadless && !usual.tells)
        let options = try Options.parse([
            "--headless", "--stack", "writer", "--stack", "single", "--stack", "writer", "--rows", "1000", "--record",
            "a.webp", "--frames", "pictures", "--trace", "t.json", "--report", "r.html",
        ])
        #expect(options.isHeadless && options.setUps == [.writer, .single] && options.rows == 1_000 && options.tells)
        #expect(options.recording == "a.webp" && options.frames == "pictures")
        #expect(options.trace == "t.json" && options.report == "r.html")
    }

    @Test(arguments: [
        ["--stack", "double"], ["--stack"], ["--rows", "0"], ["--rows", "many"], ["--record"], ["--quick"],
        ["--rows", "-1"], ["--story-seconds", "0"], ["--record", "film.mp4"], ["--report", "x", "--trace", "./x"],
    ])
    func `what is wrong is told, and by which option`(arguments: [String]) throws {
        let failure = #expect(throws: (any Error).self) { try Options.parse(arguments) }
        #expect(Options.message(for: try #require(failure)).contains(arguments[0]))
        #expect(Options.exitCode(for: try #require(failure)) == .validationFailure)
    }
}
