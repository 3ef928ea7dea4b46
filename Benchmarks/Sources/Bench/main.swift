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
var file = heading()
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
    file += "\n" + text
}
if let path = options.resultsFile {
    guard let stream = fopen(path, "w") else {
        say("bench: \(path) cannot be written: \(String(cString: strerror(errno))).")
        exit(1)
    }
    fputs(file, stream)
    fclose(stream)
}
exit(isWhole ? EXIT_SUCCESS : EXIT_FAILURE)
