internal import Glibc

// Runs the programs of the areas in turn and prints one table an area, or one line of JSON a case.

let options: Options
do {
    options = try Options(CommandLine.arguments.dropFirst())
} catch {
    say("bench: \(error.message)\n\(Options.usage)")
    exit(2)
}

let folder = CommandLine.arguments[0].split(separator: "/", omittingEmptySubsequences: false).dropLast()
    .joined(separator: "/")
var file = options.resultsFile.map { ResultsFile(path: $0) }
var isWhole = true
for area in options.areas {
    let runner = Runner(area: area, rounds: options.rounds, folder: folder)
    var results: [CaseResult] = []
    for item in area.cases where options.only == nil || options.only == item.name {
        guard let result = runner.run(item) else {
            say("bench: \(item.name) is left out: ours gave no figure.")
            isWhole = false
            continue
        }
        results.append(result)
        if options.json { put(result.json) }
    }
    let text = report(runner, results)
    if !options.json { put(text) }
    file?.set(text, of: area)
}
if file?.write() == false { exit(EXIT_FAILURE) }
exit(isWhole ? EXIT_SUCCESS : EXIT_FAILURE)
