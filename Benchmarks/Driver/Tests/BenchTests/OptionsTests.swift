import Testing

@testable import Bench

@Suite struct OptionsTests {
    @Test func `without arguments all areas run five times and are recorded`() throws {
        let options = try Options([])
        #expect(options.areas == Area.all)
        #expect(options.rounds == 5)
        #expect(options.resultsFile == "Benchmarks/RESULTS.md")
        #expect(options.against == nil)
    }

    @Test func `several areas run, each once, in the order of the command line`() throws {
        let options = try Options(["store", "run-loop", "store"])
        #expect(options.areas.map(\.name) == ["store", "run-loop"])
        #expect(options.resultsFile == nil)
    }

    @Test func `a case may stand before or after areas`() throws {
        for arguments in [["--only", "post-own", "run-loop", "graph"], ["run-loop", "graph", "--only", "post-own"]] {
            let options = try Options(arguments)
            #expect(options.areas.map(\.name) == ["run-loop", "graph"])
            #expect(options.measuredAreas.map(\.name) == ["run-loop"])
            #expect(options.cases(of: .runLoop).map(\.name) == ["post-own"])
        }
    }

    @Test func `several cases run, of all areas if none is named`() throws {
        let options = try Options(["--only", "undo-10k", "--only", "post-own"])
        #expect(options.measuredAreas.map(\.name) == ["run-loop", "graph"])
        #expect(options.resultsFile == nil)
    }

    @Test func `a comparison has eleven runs and records nothing`() throws {
        let options = try Options(["run-loop", "graph", "--against", "HEAD~1", "--json"])
        #expect(options.areas.map(\.name) == ["run-loop", "graph"])
        #expect(options.against == "HEAD~1")
        #expect(options.rounds == 11)
        #expect(options.isJSON)
        #expect(try Options(["--against", "HEAD"]).resultsFile == nil)
        #expect(try Options(["run-loop", "--against", "HEAD", "--rounds", "3"]).rounds == 3)
    }

    @Test(arguments: [
        (["run-lop"], "run-lop"), (["run-loop", "everything"], "everything"), (["--fast"], "--fast"), (["-j"], "-j"),
        (["--only"], "--only"), (["--only", "post"], "post"), (["graph", "--only", "post-own"], "post-own in graph"),
        (["run-loop", "--only", "post-own", "--only", "undo-10k"], "undo-10k in run-loop"),
        (["--rounds"], "--rounds"), (["--rounds", "0"], "--rounds"), (["--rounds", "five"], "--rounds"),
        (["--rounds", "1000000000000"], "1 to 1000"), (["--against", "a", "--rounds", "2"], "at least 3"),
        (["--against"], "--against"), (["--against", "--json"], "--against"), (["--against", ""], "--against"),
        (["--against", "a", "--against", "b"], "--against is given twice"),
        (["run-loop", "--against", "a", "--results", "file"], "--results"),
        (["--only", "post-own", "--results", "file"], "--results"),
    ])
    func `a wrong area, case or option is refused by name`(arguments: [String], part: String) throws {
        let failure = #expect(throws: Options.Failure.self) { try Options(arguments) }
        #expect(try #require(failure).message.contains(part))
    }

    @Test(arguments: [["--rounds", "4"], ["run-loop", "--rounds", "3", "--results", "Benchmarks/RESULTS.md"]])
    func `fewer than five runs are not recorded`(arguments: [String]) throws {
        let failure = #expect(throws: Options.Failure.self) { try Options(arguments) }
        #expect(try #require(failure).message.contains("Benchmarks/RESULTS.md is a median of at least 5 runs"))
        #expect(try Options(arguments.filter { $0 == "--rounds" || Int($0) != nil } + ["run-loop"]).rounds < 5)
    }

    @Test func `the usage names every area`() {
        for area in Area.all { #expect(Options.usage.contains(area.name)) }
    }

    @Test func `the plan names the revision and each program of ours once`() throws {
        let plan = try Options(["run-loop", "graph", "contexts", "--against", "HEAD"]).plan
        #expect(
            plan.split(separator: "\n") == [
                "against HEAD", "program RunLoopOurs", "program RunLoopOursFoundation", "program GraphOurs",
                "program GraphModel", "program ContextsOurs",
            ])
    }

    @Test func `the plan has what programs start or load, and nothing of areas without a case`() throws {
        #expect(
            try Options(["tool"]).plan.split(separator: "\n") == [
                "program ToolOurs", "program mainspring", "program StoreOurs",
            ])
        let counting = ["animation", "tool", "--only", "allocations-per-frame"]
        #expect(try Options(counting).plan == "program AnimationOurs\nprogram Allocations")
        #expect(try Options(["animation", "--only", "frame-10k"]).plan == "program AnimationOurs")
    }

    @Test func `sources of figures and names of cases are right in every area`() {
        for area in Area.all {
            #expect(Set(area.cases.map(\.name)).count == area.cases.count)
            for source in area.cases.compactMap(\.source) {
                #expect(area.cases.contains { $0.name == source.case && $0.source == nil })
            }
        }
    }
}
