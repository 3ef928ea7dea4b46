import CityStacks
import Mainspring
import Testing

@Suite struct ResultTableTests {
    @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (170_391, "170,391"), (1_000_000, "1,000,000")])
    func `numbers have a comma after every third digit`(number: Int, text: String) {
        #expect(ResultTable.grouped(number) == text)
    }

    @Test func `columns stand below their titles`() {
        let frames = FrameReport(
            due: 60, shown: 2, longestStop: .milliseconds(983), longestCallOut: .microseconds(982_540))
        let measurement = SetUpMeasurement(kind: .single, rows: 1234, seconds: 1.005, frames: frames)
        #expect(
            [ResultTable.head, ResultTable.row(measurement)] == [
                "stack        rows  seconds  frames due  shown  missed  longest stop  longest call-out",
                "single      1,234     1.00          60      2      58      983.0 ms          982.5 ms",
            ])
    }
}
