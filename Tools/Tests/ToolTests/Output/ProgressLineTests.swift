import Foundation
import Testing

@testable import Tool

@Suite struct ProgressLineTests {
    /// What a line writes while time goes by as a test says.
    private final class Shown {
        var time = ContinuousClock.now
        var texts: [String] = []

        func line(isShown: Bool = true) -> ProgressLine {
            ProgressLine("export", isShown: isShown, now: { self.time }, output: { self.texts.append($0) })
        }
    }

    private static let clear = "\r\u{1B}[K"

    @Test func `work that is soon done shows nothing`() {
        let shown = Shown()
        let line = shown.line()
        line.note(1, of: 10)
        shown.time += ProgressLine.interval
        line.note(9, of: 10)
        line.end()
        #expect(shown.texts.isEmpty)
    }

    @Test func `long work is told at most once in an interval, and leaves no line behind`() {
        let shown = Shown()
        let line = shown.line()
        for count in 1...4 {
            shown.time += ProgressLine.interval * 0.6
            line.note(count, of: 8)
        }
        line.end()
        line.end()
        #expect(shown.texts == [Self.clear + "export: 2 of 8, 25 %", Self.clear + "export: 4 of 8, 50 %", Self.clear])
    }

    @Test func `what is not known is not told`() {
        let shown = Shown()
        let line = shown.line()
        for note in [{ line.note(7) }, { line.note(7, of: 0) }, { line.note(0.999) }] {
            shown.time += ProgressLine.interval * 2
            note()
        }
        #expect(shown.texts == ["export: 7", "export: 7 of 0", "export: 99 %"].map { Self.clear + $0 })
    }

    @Test func `a part that was told is not taken back`() {
        let shown = Shown()
        let line = shown.line()
        for fraction in [0.5, 0.25, 0.75, 1.5] {
            shown.time += ProgressLine.interval * 2
            line.note(fraction)
        }
        #expect(
            shown.texts == ["export: 50 %", "export: 50 %", "export: 75 %", "export: 100 %"].map { Self.clear + $0 })
    }

    @Test func `a line that goes is taken away`() {
        let shown = Shown()
        var line: ProgressLine? = shown.line()
        shown.time += ProgressLine.interval * 2
        line?.note(1)
        line = nil
        #expect(shown.texts.last == Self.clear)
    }

    @Test func `in a pipe nothing is shown`() {
        let shown = Shown()
        let line = shown.line(isShown: false)
        shown.time += ProgressLine.interval * 2
        line.note(1, of: 2)
        line.end()
        #expect(shown.texts.isEmpty)
    }

    @Test func `a migration is told by what its progress says, and nothing after its end`() throws {
        let shown = Shown()
        let migration = MigrationProgress(shown.line(), every: nil)
        try migration.during {
            let steps = Progress(totalUnitCount: 4)
            for step in 1...3 {
                steps.completedUnitCount = Int64(step)
                shown.time += ProgressLine.interval * 2
                migration.tell()
            }
        }
        migration.end()
        migration.end()
        #expect(shown.texts == ["export: 25 %", "export: 50 %", "export: 75 %", ""].map { Self.clear + $0 })
    }
}
