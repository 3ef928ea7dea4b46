import Testing

@testable import FourSetUps

@Suite struct ResultTableTests {
    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (170_391, "170,391"), (1_000_000, "1,000,000")])
    func `numbers have a comma after every third digit`(number: Int, text: String) {
        #expect(ResultTable.grouped(number) == text)
    }

    @Test func `columns stand below their titles`() {
        var frames = FrameCount(period: 1.0 / 60)
        for frame in [0, 1, 60] { frames.note(Double(frame) / 60) }
        let measurement = ImportMeasurement(
            name: "single", rows: 1234, seconds: 1.005, frames: frames, longestStop: .milliseconds(983),
            longestCallOut: .microseconds(982_540), screen: "", mistake: nil)
        #expect(
            [ResultTable.head, ResultTable.row(measurement)] == [
                "set-up       rows  seconds  frames due  shown  missed  longest stop  longest call-out",
                "single      1,234     1.00          60      2      58      983.0 ms          982.5 ms",
            ])
    }
}
