@_spi(Tools) internal import Mainspring

/// What a trace comes to. Times are microseconds.
struct TraceSummary {
    /// All slices and intervals of one name.
    struct Kind {
        let title: String
        let category: String
        /// Whether it is something that a loop does.
        let isOfLoop: Bool
        fileprivate(set) var durations: [Double] = []

        var count: Int { durations.count }
        var total: Double { durations.reduce(0, +) }
        var longest: Double { durations.max() ?? 0 }
        /// Of an even count the mean of the two in the middle.
        var median: Double {
            let sorted = durations.sorted()
            guard !sorted.isEmpty else { return 0 }
            return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
        }
    }

    /// When the trace begins.
    let start: Double
    let duration: Double
    /// The longest first.
    let stops: [TraceStops.Stop]
    /// Those with the greatest total first.
    let kinds: [Kind]
    let frames: (due: Int, missed: Int)
    /// How many older events are not in it.
    let lostEventCount: Int

    init(_ file: ChromeTraceFile, framesPerSecond: Double) {
        let times = file.times ?? 0...0
        start = times.lowerBound
        duration = times.upperBound - times.lowerBound
        lostEventCount = file.lostEventCount
        stops = TraceStops(file).stops.sorted { ($1.duration, $0.start) < ($0.duration, $1.start) }
        kinds = Self.kinds(file.slices)
        frames = Self.frames(stops, from: times, period: 1_000_000 / framesPerSecond)
    }

    private static func kinds(_ slices: [ChromeTraceFile.Slice]) -> [Kind] {
        var kinds: [String: Kind] = [:]
        for slice in slices {
            let title = slice.loop?.words ?? slice.name
            kinds[
                "\(slice.category)\u{0}\(title)",
                default: Kind(title: title, category: slice.category, isOfLoop: slice.loop != nil)
            ].durations.append(slice.end - slice.start)
        }
        return kinds.values.map { ($0, $0.total) }
            .sorted { ($1.1, $0.0.title, $0.0.category) < ($0.1, $1.0.title, $1.0.category) }.map(\.0)
    }

    /// Frames whose whole time lies in one stop are missed.
    private static func frames(
        _ stops: [TraceStops.Stop], from times: ClosedRange<Double>, period: Double
    ) -> (due: Int, missed: Int) {
        func count(_ number: Double) -> Int { Int(min(max(number, 0), 1e15)) }
        // Periods are no exact numbers.
        let least = 1e-6
        let due = count(((times.upperBound - times.lowerBound) / period + least).rounded(.down))
        let missed = stops.reduce(0) { missed, stop in
            let first = ((stop.start - times.lowerBound) / period - least).rounded(.up)
            let last = ((stop.end - times.lowerBound) / period + least).rounded(.down)
            return missed + count(last - first)
        }
        return (due, min(missed, due))
    }
}
