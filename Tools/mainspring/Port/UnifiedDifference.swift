/// Two texts beside each other, as `diff -u` shows them.
enum UnifiedDifference {
    /// So many lines around each change are shown.
    private static let context = 3

    private enum Step {
        case same, removed, added
    }

    /// The difference, which `patch` can apply; empty for equal texts.
    static func text(from old: String, to new: String, path: String) -> String {
        let (before, after) = (lines(old), lines(new))
        let steps = steps(before, after)
        guard steps.contains(where: { $0 != .same }) else { return "" }
        var text = "--- \(path)\n+++ \(path)\n"
        for hunk in hunks(steps) { text += self.text(of: hunk, steps, before, after) }
        return text
    }

    /// Each line with its end.
    private static func lines(_ text: String) -> [Substring] {
        var lines: [Substring] = []
        var rest = text[...]
        while let end = rest.firstIndex(where: \.isNewline) {
            let next = rest.index(after: end)
            lines.append(rest[..<next])
            rest = rest[next...]
        }
        if !rest.isEmpty { lines.append(rest) }
        return lines
    }

    /// What became of the lines, in order: those that went before those that came.
    private static func steps(_ before: [Substring], _ after: [Substring]) -> [Step] {
        var (removed, added): (Set<Int>, Set<Int>) = ([], [])
        for change in after.difference(from: before) {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): added.insert(offset)
            }
        }
        var (old, new) = (0, 0)
        var steps: [Step] = []
        while old < before.count || new < after.count {
            if removed.contains(old), old < before.count {
                steps.append(.removed)
                old += 1
            } else if added.contains(new), new < after.count {
                steps.append(.added)
                new += 1
            } else {
                steps.append(.same)
                old += 1
                new += 1
            }
        }
        return steps
    }

    /// The parts that are shown.
    private static func hunks(_ steps: [Step]) -> [Range<Int>] {
        var hunks: [Range<Int>] = []
        for index in steps.indices where steps[index] != .same {
            let range = max(0, index - context)..<min(steps.count, index + context + 1)
            if let last = hunks.last, last.upperBound >= range.lowerBound {
                hunks[hunks.count - 1] = last.lowerBound..<range.upperBound
            } else {
                hunks.append(range)
            }
        }
        return hunks
    }

    private static func text(
        of hunk: Range<Int>, _ steps: [Step], _ before: [Substring], _ after: [Substring]
    ) -> String {
        var old = steps[..<hunk.lowerBound].count { $0 != .added }
        var new = steps[..<hunk.lowerBound].count { $0 != .removed }
        let (oldCount, newCount) = (steps[hunk].count { $0 != .added }, steps[hunk].count { $0 != .removed })
        var text = "@@ -\(oldCount == 0 ? old : old + 1),\(oldCount) +\(newCount == 0 ? new : new + 1),\(newCount) @@\n"
        func append(_ mark: String, _ line: Substring) {
            text += mark + line
            if line.last?.isNewline != true { text += "\n\\ No newline at end of file\n" }
        }
        for step in steps[hunk] {
            switch step {
            case .same:
                append(" ", before[old])
                old += 1
                new += 1
            case .removed:
                append("-", before[old])
                old += 1
            case .added:
                append("+", after[new])
                new += 1
            }
        }
        return text
    }
}
