internal import Glibc

// Runs the programs of the areas in turn and prints one table an area, or one line of JSON a case. Scripts/bench builds the
// programs before.

let options: Options
do {
    options = try Options(CommandLine.arguments.dropFirst())
} catch {
    say("bench: \(error.message)\n\(Options.usage)")
    exit(2)
}

// Before anything is installed, built or measured.
if let path = options.resultsFile, let reason = ResultsFile.obstacle(at: path) {
    say("bench: The results cannot be written: \(reason).\n\(Options.usage)")
    exit(2)
}

if options.isPlan {
    put(options.plan)
} else if let commit = options.against {
    exit(compare(options, against: commit).rawValue)
} else {
    exit(measure(options) ? EXIT_SUCCESS : EXIT_FAILURE)
}

/// Measures ours beside the peers. Returns true if every case has a figure and the results are written.
func measure(_ options: Options) -> Bool {
    var file = options.resultsFile.map { ResultsFile(path: $0) }
    var isWhole = true
    for area in options.measuredAreas {
        let runner = Runner(area: area, rounds: options.rounds, folder: options.programs)
        var results: [CaseResult] = []
        for item in options.cases(of: area) {
            guard let result = runner.run(item) else {
                say("bench: \(item.name) is left out: ours gave no figure.")
                isWhole = false
                continue
            }
            results.append(result)
            if options.isJSON { put(result.json) }
        }
        let text = report(runner, results)
        if !options.isJSON { put(text) }
        file?.set(text, of: area)
    }
    return file?.write() != false && isWhole
}

/// Measures ours in two revisions.
func compare(_ options: Options, against commit: String) -> ComparisonStatus {
    let (before, after) = Revision.pair(options, against: commit)
    let counter = InstructionCounter()
    var isWhole = true
    var all: [Comparison] = []
    for area in options.measuredAreas {
        let runner = ComparisonRunner(
            area: area, rounds: options.rounds, before: before, after: after, counter: counter)
        var comparisons: [Comparison] = []
        for item in options.cases(of: area) {
            let rows = runner.run(item)
            if options.isJSON { rows.forEach { put($0.json) } }
            comparisons += rows
        }
        for name in options.only.isEmpty ? runner.removedCases() : [] {
            say("bench: \(name) is left out: \(after.name) lacks it.")
        }
        if !options.isJSON { put(report(runner, comparisons)) }
        isWhole = isWhole && runner.isWhole
        all += comparisons
    }
    return ComparisonStatus(all, isWhole: isWhole)
}
