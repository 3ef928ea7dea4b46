import Testing

@testable import Atlas

@Suite struct ProgressLineTests {
    /// What a line writes while time goes by as a test says.
    private final class Shown {
        var time = ContinuousClock.now
        var texts: [String] = []

        func line(isShown: Bool = true) -> ProgressLine {
            ProgressLine(isShown: isShown, now: { self.time }, output: { self.texts.append($0) })
        }
    }

    private static let clear = "\r\u{1B}[K"

    @Test func `a run is told at most once in an interval, and leaves no line behind`() {
        let shown = Shown()
        let line = shown.line()
        for count in 1...6 {
            line.note("\(count) of 6")
            shown.time += ProgressLine.interval * 0.4
        }
        line.end()
        line.end()
        #expect(shown.texts == [Self.clear + "1 of 6", Self.clear + "4 of 6", Self.clear])
    }

    @Test func `in a pipe nothing is shown, and no text is made`() {
        let shown = Shown()
        let line = shown.line(isShown: false)
        var made = 0
        func text() -> String {
            made += 1
            return "1 of 2"
        }
        line.note(text())
        line.end()
        #expect(shown.texts.isEmpty && made == 0)
    }

    @Test func `a line that goes is taken away`() {
        let shown = Shown()
        var line: ProgressLine? = shown.line()
        line?.note("1 of 2")
        line = nil
        #expect(shown.texts == [Self.clear + "1 of 2", Self.clear])
    }

    @Test func `a run that has told nothing takes nothing away`() {
        let shown = Shown()
        shown.line().end()
        #expect(shown.texts.isEmpty)
    }
}
