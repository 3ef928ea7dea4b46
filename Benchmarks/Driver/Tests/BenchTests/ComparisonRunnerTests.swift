import Foundation
import Testing

@testable import Bench

/// Comparisons of programs that print given figures.
@Suite struct ComparisonRunnerTests {
    private static let cases = [
        Case(name: "first", unit: .nanoseconds, quantity: .cpu, target: "-"),
        Case(name: "second", unit: .milliseconds, quantity: .wall, target: "-", isPinned: false),
        Case(name: "noted", unit: .count, quantity: .value, target: "-", source: ("second", "times")),
    ]

    /// An area whose two programs are called One and Two.
    private static let area = Area(
        name: "test",
        ours: Contender(
            "ours", [Program(label: "one", command: ["One"]), Program(label: "two", command: ["Two"])]),
        peers: [], cases: cases)

    /// Two revisions in a folder that exists as long as a closure runs. Each program adds the name of its revision to the file
    /// `order`.
    private struct Revisions {
        let folder: URL

        func runner(rounds: Int = 3) -> ComparisonRunner {
            func revision(_ name: String) -> Revision {
                let root = folder.appending(path: name).path
                return Revision(name: name, launcher: Launcher(folder: root, root: root))
            }
            return ComparisonRunner(
                area: area, rounds: rounds, before: revision("before"), after: revision("after"),
                counter: InstructionCounter())
        }

        /// Writes a program that has some cases and prints a line for each of them.
        func write(_ program: String, in revision: String, cases: [String], line: String, status: Int = 0) throws {
            let file = folder.appending(path: revision).appending(path: program)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            let script = """
                #!/bin/sh
                if [ "$1" = --describe ]; then
                    echo "version 1"
                    for name in \(cases.joined(separator: " ")); do echo "case $name"; done
                    exit
                fi
                echo "$(basename "$PWD")" >>../order
                echo "\(line)"
                exit \(status)
                """
            // A process of its own writes the file. A descriptor of ours could be inherited by a program that another test starts,
            // and a file that is open for writing cannot be executed.
            let writing = ["sh", "-c", "printf '%s\\n' \"$1\" >\"$2\" && chmod +x \"$2\"", "sh", script, file.path]
            _ = try #require(output(of: writing))
        }

        /// The names of the revisions in the order of their runs.
        func order() throws -> [String] {
            try String(decoding: Data(contentsOf: folder.appending(path: "order")), as: UTF8.self)
                .split(separator: "\n").map(String.init)
        }
    }

    private func withRevisions(_ body: (Revisions) throws -> Void) throws {
        let folder = URL(fileURLWithPath: NSTemporaryDirectory()).appending(path: "bench-tests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(Revisions(folder: folder))
    }

    @Test func `both revisions run in turn in their own folders, and the one that goes first alternates`() throws {
        try withRevisions { revisions in
            try revisions.write("One", in: "before", cases: ["first"], line: "cpu=100 wall=0")
            try revisions.write("One", in: "after", cases: ["first"], line: "cpu=120 wall=0")
            let runner = revisions.runner()
            let result = try #require(runner.run(Self.cases[0]).first)
            #expect(try revisions.order() == ["before", "after", "after", "before", "before", "after"])
            #expect(result.before == Spread([100]) && result.after == Spread([120]))
            #expect(result.verdict == .slower && result.label == nil)
            #expect(runner.isWhole)
        }
    }

    @Test func `a case of several programs has a row for each, with its label`() throws {
        try withRevisions { revisions in
            for (program, figure) in [("One", 1), ("Two", 2)] {
                for revision in ["before", "after"] {
                    try revisions.write(program, in: revision, cases: ["first"], line: "cpu=\(figure) wall=0")
                }
            }
            let results = revisions.runner().run(Self.cases[0])
            #expect(results.map(\.name) == ["first, one", "first, two"])
            #expect(results.map(\.after.median) == [1, 2])
        }
    }

    @Test func `a figure that is a note of another case takes no runs of its own`() throws {
        try withRevisions { revisions in
            try revisions.write("One", in: "before", cases: ["second"], line: "cpu=0 wall=3000000 times=4")
            try revisions.write("One", in: "after", cases: ["second"], line: "cpu=0 wall=3000000 times=2")
            let runner = revisions.runner(rounds: 1)
            #expect(runner.run(Self.cases[1]).map(\.after.median) == [3])
            let noted = try #require(runner.run(Self.cases[2]).first)
            #expect(noted.before.median == 4 && noted.after.median == 2)
            #expect(try revisions.order().count == 2)
        }
    }

    @Test func `a case that one revision lacks is left out, and the comparison is whole without it`() throws {
        try withRevisions { revisions in
            try revisions.write("One", in: "before", cases: ["first", "gone"], line: "cpu=1 wall=1")
            try revisions.write("One", in: "after", cases: ["first", "second"], line: "cpu=1 wall=1")
            let runner = revisions.runner(rounds: 1)
            #expect(runner.run(Self.cases[1]).isEmpty && runner.run(Self.cases[2]).isEmpty)
            #expect(runner.removedCases() == ["gone"])
            #expect(runner.run(Self.cases[0]).count == 1)
            #expect(runner.isWhole)
        }
    }

    @Test func `a case that no program has, or whose program fails, makes the comparison incomplete`() throws {
        try withRevisions { revisions in
            let missing = revisions.runner(rounds: 1)
            #expect(missing.run(Self.cases[0]).isEmpty)
            #expect(!missing.isWhole)

            try revisions.write("One", in: "before", cases: ["first"], line: "cpu=1 wall=1")
            try revisions.write("One", in: "after", cases: ["first"], line: "cpu=1 wall=1", status: 1)
            let failing = revisions.runner(rounds: 2)
            #expect(failing.run(Self.cases[0]).isEmpty)
            #expect(!failing.isWhole)
        }
    }
}
