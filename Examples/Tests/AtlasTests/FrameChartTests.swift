import Foundation
import SeededRandom
import Testing

@testable import Atlas

@Suite struct FrameChartTests {
    private static let counts = [1, 2, 3, 50, 137, 2_000]
    /// Lengths of frames in seconds: none, shown, late, cut off, and hours.
    private static let lengths = [0, 0.0166, 0.03, 0.0601, 0.9, 12.5, 75, 9_000, 123_456_789]

    /// A chart's labels that overlap or leave the picture, and what the SVG says otherwise than the layout.
    private static func mistakes(_ chart: FrameChart) throws -> [String] {
        let drawn = try DrawnChart(chart.svg)
        return chart.labels.mistakes(in: FrameChart.size) + drawn.labels.mistakes(in: drawn.size)
            + (drawn.labels == chart.labels ? [] : ["The labels drawn are \(drawn.labels), not \(chart.labels)"])
    }

    @Test(arguments: counts, lengths)
    func `labels neither overlap nor leave the picture, and are drawn where they are laid out`(
        count: Int, length: Double
    ) throws {
        let times = (0...count).map { Double($0) * length }
        // An axis of the chart's own length, one that is too short, and one that leaves most of the picture empty.
        for seconds in [times[count], 0, times[count] * 20] {
            let chart = FrameChart(times, seconds: seconds, name: "every frame missed")
            #expect(try Self.mistakes(chart) == [], "an axis of \(seconds) s")
            #expect(chart.labels.contains(where: \.isStop) == (length >= 0.025))
        }
    }

    @Test(arguments: Seeds.first(40))
    func `labels of mixed frames do not overlap, and the longest stop has one`(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var times = [0.0]
        for _ in 0..<Int.random(in: 2...400, using: &random) {
            let length = Self.lengths[Int.random(in: 0..<(seed.isMultiple(of: 2) ? 6 : 8), using: &random)]
            times.append((times.last ?? 0) + length * Double.random(in: 0.8...1.2, using: &random))
        }
        let longest = zip(times, times.dropFirst()).map { $1 - $0 }.max() ?? 0
        let chart = FrameChart(times, seconds: 0, name: "mixed")
        #expect(try Self.mistakes(chart) == [])
        #expect(chart.labels.contains { $0.isStop && $0.text == ChartTime.stop(longest) } == (longest >= 0.025))
    }

    @Test func `the longest of many stops has the label, wherever it is`() {
        for place in [0, 1, 70, 135, 136] {
            let times = (0..<137).reduce(into: [0.0]) { $0.append($0[$1] + ($1 == place ? 0.412 : 0.4)) }
            let stops = FrameChart(times, seconds: 0, name: "").labels.filter(\.isStop)
            #expect(stops.first?.text == "412 ms", "at \(place)")
            // Others are there as far as they have space.
            #expect(stops.count > 5 && stops.dropFirst().allSatisfy { $0.text == "400 ms" })
        }
    }

    @Test func `labels that overlap or leave the picture are found`() {
        func label(_ x: Double) -> ChartLabel { ChartLabel("400 ms", at: CGPoint(x: x, y: 20)) }
        let size = CGSize(width: 200, height: 40)
        #expect([label(10), label(30)].mistakes(in: size) == ["“400 ms” overlaps “400 ms”"])
        #expect([label(190)].mistakes(in: size) == ["“400 ms” leaves the picture"])
        #expect([label(10), label(100)].mistakes(in: size) == [])
    }

    @Test func `a label that has no space is left out, the most important first`() {
        let size = CGSize(width: 200, height: 40)
        let labels = [("first", 60.0), ("under the first", 70), ("beyond the edge", 180), ("beside", 130)].map {
            ChartLabel($0, at: CGPoint(x: $1, y: 20))
        }
        #expect(ChartLabel.placed(labels, in: size).map(\.text) == ["first", "beside"])
        let long = ChartLabel(String(repeating: "a long name ", count: 40), at: CGPoint(x: 100, y: 20), .middle)
        #expect(ChartLabel.placed([long] + labels, in: size).map(\.text) == ["first", "beside"])
    }

    /// Widths in DejaVu Sans at 13 units, from the advances in its table.
    @Test(arguments: [
        ("16.7 ms", 52.5), ("100,000 ms", 77.3), ("59 min 59 s", 76.8), ("2 h 30 min", 70),
        ("No frames were measured.", 176.7),
    ])
    func `the estimate of a text's width is no less than in a wide font, and at most a quarter more`(
        text: String, width: Double
    ) {
        #expect(ChartLabel.width(of: text) >= width)
        #expect(ChartLabel.width(of: text) <= 1.25 * width)
    }

    @Test(arguments: counts + [20_000], lengths)
    func `bars lie in the plot from left to right and cover it, and their number has a limit`(
        count: Int, length: Double
    ) {
        let times = (0...count).map { Double($0) * length }
        let plot = FrameChart.plot
        let bars = FrameChart(times, seconds: 0, name: "").bars
        #expect(bars.first?.frame.minX == plot.minX && bars.count <= min(count, 1_700))
        #expect(
            bars.allSatisfy {
                plot.insetBy(dx: -1e-6, dy: -1e-6).contains($0.frame) && $0.longest <= length * 1.000_1 + 1e-6
            })
        #expect(zip(bars, bars.dropFirst()).allSatisfy { $0.frame.minX <= $1.frame.minX })
        if length > 0 { #expect(bars.last.map { $0.frame.maxX > plot.maxX - 1.5 } == true) }
    }

    @Test func `short frames between long ones add no more than a bar each`() {
        // 750 pairs of a frame that is wide enough for a bar and one that is not.
        let times = (0..<1_500).reduce(into: [0.0]) { $0.append($0[$1] + ($1.isMultiple(of: 2) ? 1.05 : 0.05)) }
        #expect(FrameChart(times, seconds: FrameChart.plot.width, name: "").bars.count == 1_500)
    }

    @Test func `frames too short for bars of their own share one that has the height of the longest`() {
        var times = (0...10_000).map { Double($0) * 0.001 }
        for index in 5_001..<times.count { times[index] += 0.05 }
        let bars = FrameChart(times, seconds: 0, name: "").bars
        #expect(bars.count < 900)
        #expect(bars.filter(\.isLate).map { ($0.longest * 1_000).rounded() } == [51])
    }

    @Test(arguments: [
        (0, "0 ms", "0.00 s"), (0.0166, "17 ms", "0.02 s"), (0.8582, "858 ms", "0.86 s"),
        (1.8464, "1,846 ms", "1.85 s"),
        (9.9994, "9,999 ms", "10.0 s"), (12.34, "12.3 s", "12.3 s"), (59.96, "1 min 0 s", "1 min 0 s"),
        (75.4, "1 min 15 s", "1 min 15 s"), (3_599.9, "1 h 0 min", "1 h 0 min"), (9_000, "2 h 30 min", "2 h 30 min"),
        (1e300, "10,000 h 0 min", "10,000 h 0 min"), (-1, "0 ms", "0.00 s"),
    ])
    func `a time is stated in the unit that suits it`(seconds: Double, stop: String, axis: String) {
        #expect(ChartTime.stop(seconds) == stop && ChartTime.axis(seconds) == axis)
    }

    @Test func `a chart's name is escaped`() throws {
        let name = String(repeating: "a “long” name with <marks> & \"quotes\" ", count: 50)
        #expect(try DrawnChart(FrameChart([0, 1], seconds: 1, name: name).svg).name.hasPrefix(name))
    }
}
