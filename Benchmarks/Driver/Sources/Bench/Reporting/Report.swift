internal import Glibc

/// The text of one area: versions, table, what the columns mean, notes.
func report(_ runner: Runner, _ results: [CaseResult]) -> String {
    let versions = ([runner.ours].compactMap { $0 } + runner.peers).map { contender in
        "\(contender.name): \(contender.programs[0].version)"
    }
    return """
        ## \(runner.area.name)

        \(origin())

        Medians of \(runs(runner.rounds, "a result", needs: Options.fewestRecordedRounds)), ours and the peers in turn, each in a process of its own, warm-up not counted, pinned
        to one processor\(unpinned(results.map(\.item))). "CPU" is CPU time of the whole process, "wall" is wall time. In brackets: how many
        times ours the peer takes. Where ours or a peer has several programs, the slowest counts.

        \(Table(runner.area, results).text)

        Versions: \(versions.joined(separator: "; ")).

        \(results.map(\.notes).joined(separator: "\n"))

        """
}

/// The text of one area of a comparison: the revisions, the table, and what the verdicts mean.
func report(_ runner: ComparisonRunner, _ comparisons: [Comparison]) -> String {
    """
    ## \(runner.area.name): \(runner.after.name) against \(runner.before.name)

    \(origin())

    \(report(comparisons, rounds: runner.rounds))
    """
}

/// The part of a comparison's text that depends only on its figures.
func report(_ comparisons: [Comparison], rounds: Int) -> String {
    """
    Medians of \(runs(rounds, "a verdict", needs: Options.comparedRounds)) of each revision in turn, lowest and highest run in parentheses; each run is a
    process of its own, warm-up not counted, pinned to one processor\(unpinned(comparisons.map(\.item))).
    "slower" is a ratio above \(Verdict.tolerance) with ranges that do not overlap, "faster" the reverse. Where a ratio is beyond
    \(Verdict.tolerance) and the ranges overlap, the instructions that callgrind counts decide, unless they do not tell the time.

    \(Table(comparisons).text)

    """
}

/// The number of runs, and a warning if there are fewer than needed.
private func runs(_ rounds: Int, _ figure: String, needs enough: Int) -> String {
    rounds < enough ? "\(rounds) runs (fewer than the \(enough) that \(figure) needs)" : "\(rounds) runs"
}

private func unpinned(_ items: [Case]) -> String {
    var names: [String] = []
    for item in items where !item.isPinned && !names.contains(item.name) { names.append(item.name) }
    return names.isEmpty ? "" : " (\(names.joined(separator: ", ")): not pinned)"
}

/// When, on which machine, with what, and of which revision an area was measured.
private func origin() -> String {
    func line(_ file: String, _ prefix: String, _ separator: Character) -> String {
        let text = output(of: ["cat", file]) ?? ""
        let found = text.split(separator: "\n").first { $0.hasPrefix(prefix) }?.split(
            separator: separator, maxSplits: 1)
        return found.map { String($0[$0.count - 1]).trimmed } ?? "unknown"
    }
    let memory = Double(line("/proc/meminfo", "MemTotal", ":").split(separator: " ").first ?? "0") ?? 0
    return """
        - date: \((output(of: ["date", "-u", "+%Y-%m-%d"]) ?? "unknown").trimmed)
        - machine: \(line("/proc/cpuinfo", "model name", ":")), \(sysconf(Int32(_SC_NPROCESSORS_ONLN))) processors, \
        \(fixed(memory / 1_048_576, 0)) GiB
        - system: \(line("/etc/os-release", "PRETTY_NAME", "=").filter { $0 != "\"" }), \
        Linux \((output(of: ["uname", "-r"]) ?? "").trimmed)
        - Swift: \((output(of: ["swift", "--version"]) ?? "unknown").split(separator: "\n").first.map(String.init) ?? "")
        - revision: \((output(of: ["git", "describe", "--always", "--dirty"]) ?? "unknown").trimmed)
        """
}

extension StringProtocol {
    /// Without white space at either end.
    var trimmed: String {
        var text = self[...]
        while text.first?.isWhitespace == true { text = text.dropFirst() }
        while text.last?.isWhitespace == true { text = text.dropLast() }
        return String(text)
    }
}
