internal import Mainspring

/// What a trace comes to. Times are microseconds.
struct TraceSummary {
    /// A time for which the main thread did one thing.
    struct Stop {
        let title: String
        let category: String
        let start: Double
        let duration: Double
    }

    /// All slices and intervals of one name.
    struct Kind {
        let title: String
        let category: String
        fileprivate(set) var count = 0
        fileprivate(set) var total = 0.0
        fileprivate(set) var longest = 0.0
    }

    /// When the trace begins.
    let start: Double
    let duration: Double
    /// The longest first.
    let stops: [Stop]
    /// Those with the greatest total first.
    let kinds: [Kind]
    let frames: (due: Int, missed: Int)

    init(_ file: ChromeTraceFile, framesPerSecond: Double) {
        let times = file.times ?? 0...0
        start = times.lowerBound
        duration = times.upperBound - times.lowerBound
        let outer = Self.outermost(file)
        stops = outer.map {
            Stop(title: Self.title($0.name), category: $0.category, start: $0.start, duration: $0.end - $0.start)
        }.sorted { ($1.duration, $0.start) < ($0.duration, $1.start) }
        kinds = Self.kinds(file.slices)
        frames = Self.frames(outer, from: times, period: 1_000_000 / framesPerSecond)
    }

    /// What call-outs of a loop are called in words.
    private static func title(_ name: String) -> String { CallOut(symbol: name)?.description ?? name }

    /// The slices of the main thread that lie in no other one, in order.
    private static func outermost(_ file: ChromeTraceFile) -> [ChromeTraceFile.Slice] {
        let threaded = file.slices.filter(\.isOnThread)
        let mains = file.mainThreads.isEmpty ? Set(threaded.prefix(1).map(\.thread)) : file.mainThreads
        let sorted = threaded.filter { mains.contains($0.thread) }
            .sorted { ($0.start, $1.end) < ($1.start, $0.end) }
        var ends: [Int: Double] = [:]
        return sorted.filter { slice in
            guard slice.start >= ends[slice.thread] ?? -.infinity else { return false }
            ends[slice.thread] = slice.end
            return true
        }
    }

    private static func kinds(_ slices: [ChromeTraceFile.Slice]) -> [Kind] {
        var kinds: [String: Kind] = [:]
        for slice in slices {
            let duration = slice.end - slice.start
            var kind =
                kinds["\(slice.category)\u{0}\(slice.name)"] ?? Kind(title: title(slice.name), category: slice.category)
            kind.count += 1
            kind.total += duration
            kind.longest = max(kind.longest, duration)
            kinds["\(slice.category)\u{0}\(slice.name)"] = kind
        }
        return kinds.values.sorted { ($1.total, $0.title, $0.category) < ($0.total, $1.title, $1.category) }
    }

    /// Frames whose whole time lies in one stop are missed.
    private static func frames(
        _ stops: [ChromeTraceFile.Slice], from times: ClosedRange<Double>, period: Double
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
