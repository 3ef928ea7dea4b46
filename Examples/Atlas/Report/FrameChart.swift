import Foundation

/// The layout of a picture that shows how long the main loop took from frame to frame.
///
/// Bars, the lines of the scale and labels are values; ``svg`` draws these and nothing else.
struct FrameChart {
    /// One frame, or several in a row that are too short to be drawn alone.
    struct Bar: Equatable {
        var frame: CGRect
        /// The longest of its frames, in seconds.
        let longest: Double

        /// True if a frame took one and a half times its sixtieth of a second.
        var isLate: Bool { longest >= 0.025 }
        /// True if the bar would be higher than the chart.
        var isCutOff: Bool { longest > most }
    }

    /// The size of the picture, in its own units.
    static let size = CGSize(width: 900, height: 164)
    /// The part of the picture that the bars fill. Stops are labelled above it, the scale to its right, and the time below it.
    static let plot = CGRect(x: 0, y: 22, width: 830, height: 120)
    /// The time at which bars are cut off, in seconds.
    static let most = 0.06
    /// The time of a frame, in seconds.
    static let period = 1 / 60.0
    /// The least width of a bar of several frames. It limits a chart to some 1,700 bars, however many frames there are.
    private static let leastWidth = 1.0
    /// The space between two bars, where they are wide enough for one.
    private static let gap = 1.0

    /// The name of what was measured, for screen readers.
    let name: String
    let bars: [Bar]
    /// The labels that are drawn. No two of them overlap, and none leaves the picture.
    let labels: [ChartLabel]

    /// Lays out a chart.
    /// - Parameters:
    ///   - times: The times of the frames, in seconds from the first one.
    ///   - seconds: The length of the time axis, which is extended to the last frame if it is too short.
    init(_ times: [Double], seconds: Double, name: String) {
        self.name = name
        let length = max(seconds, times.last ?? 0, 0.001)
        bars = Self.bars(times, length: length)
        labels = ChartLabel.placed(Self.candidates(bars, length: length), in: Self.size)
    }

    /// The height of a bar, in units of the picture.
    static func height(of seconds: Double) -> Double { min(max(seconds, 0), most) / most * plot.height }

    // MARK: Bars

    private static func bars(_ times: [Double], length: Double) -> [Bar] {
        let scale = plot.width / length
        var bars: [Bar] = []
        // Frames in a row that are not drawn yet, each too short for a bar of its own.
        var pending: (start: Double, end: Double, longest: Double)?
        func flush() {
            if let pending { bars.append(bar(from: pending.start, to: pending.end, longest: pending.longest, scale)) }
            pending = nil
        }
        for (start, end) in zip(times, times.dropFirst()) {
            let isWide = (end - start) * scale >= leastWidth
            if isWide { flush() }
            pending = (pending?.start ?? start, end, max(pending?.longest ?? 0, end - start))
            if let pending, (pending.end - pending.start) * scale >= leastWidth { flush() }
        }
        flush()
        return bars
    }

    private static func bar(from start: Double, to end: Double, longest: Double, _ scale: Double) -> Bar {
        // Edges in tenths, as the SVG states them: a bar ends exactly where the next one begins.
        func edge(_ time: Double) -> Double { (time * scale * 10).rounded() / 10 }
        let width = max(edge(end) - edge(start), leastWidth)
        let left = min(plot.minX + edge(start), plot.maxX - width)
        let height = height(of: longest)
        let gap = width >= 4 * gap ? gap : 0
        return Bar(
            frame: CGRect(x: left, y: plot.maxY - height, width: width - gap, height: height), longest: longest)
    }

    // MARK: Labels

    /// The labels that the chart would have with space for all, the most important first.
    private static func candidates(_ bars: [Bar], length: Double) -> [ChartLabel] {
        // Of equals the first one: sorting is stable.
        let stops = bars.sorted { $0.longest > $1.longest }
        let longest = stops.first.map { $0.isLate ? [label(of: $0)] : [] } ?? []
        let others = stops.dropFirst().filter(\.isCutOff).map(label)
        return (bars.isEmpty ? [emptyLabel] : []) + longest + scaleLabels(length: length) + others
    }

    private static let emptyLabel = ChartLabel(
        "No frames were measured.", at: CGPoint(x: plot.midX, y: plot.midY), .middle)

    /// The length of a stop, above its bar.
    private static func label(of bar: Bar) -> ChartLabel {
        let text = ChartTime.stop(bar.longest)
        let half = ChartLabel.width(of: text) / 2 + 0.1
        let middle = min(max(bar.frame.midX, plot.minX + half), plot.maxX - half)
        return ChartLabel(text, at: CGPoint(x: middle, y: plot.minY - 7), .middle, isStop: true)
    }

    private static func scaleLabels(length: Double) -> [ChartLabel] {
        func scale(_ text: String, _ seconds: Double) -> ChartLabel {
            ChartLabel(
                text, at: CGPoint(x: plot.maxX + 6, y: plot.maxY - height(of: seconds) + ChartLabel.fontSize * 0.35))
        }
        let baseline = plot.maxY + 16
        return [
            ChartLabel("0 s", at: CGPoint(x: plot.minX, y: baseline)),
            ChartLabel(ChartTime.axis(length), at: CGPoint(x: plot.maxX, y: baseline), .end),
            scale("16.7 ms", period), scale("60 ms", most),
        ]
    }
}
