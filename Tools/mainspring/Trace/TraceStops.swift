@_spi(Tools) internal import Mainspring

/// The stops of main threads: times in which a loop did one thing and did not come round. Times are microseconds.
///
/// What a loop does by itself begins anew: a call-out inside a run inside a call-out is a stop of its own, and the time
/// that it takes, or that the inner run sleeps, is none of the outer one's. Without a loop's slices a stop is what lies
/// in nothing else.
struct TraceStops {
    /// A time for which the main thread did one thing.
    struct Stop {
        let title: String
        let category: String
        /// The longest of the program's own slices in it.
        let inside: String?
        let start: Double
        let end: Double

        var duration: Double { end - start }
    }

    /// In no particular order.
    private(set) var stops: [Stop] = []

    /// What is open at a moment, the outermost first.
    private struct Level {
        enum Role {
            /// The time since `since` is a stop, unless something of the loop's comes.
            case stop(since: Double, longest: (name: String, duration: Double)?)
            /// It belongs to the stop around it.
            case part
            /// The loop comes round in it.
            case run
        }

        let slice: ChromeTraceFile.Slice
        var role: Role
    }

    private var levels: [Level] = []

    init(_ file: ChromeTraceFile) {
        let threaded = file.slices.filter(\.isOnThread)
        let mains = file.mainThreads.isEmpty ? Set(threaded.prefix(1).map(\.thread)) : file.mainThreads
        for thread in mains {
            let slices = threaded.filter { $0.thread == thread }.sorted { ($0.start, $1.end) < ($1.start, $0.end) }
            for slice in slices { add(slice) }
            while !levels.isEmpty { endInnermost() }
        }
    }

    private mutating func add(_ slice: ChromeTraceFile.Slice) {
        while let last = levels.last, last.slice.end <= slice.start { endInnermost() }
        let around = innermostStop
        switch slice.loop {
        case .nestedRun, .sleep:
            interrupt(around, by: slice)
            levels.append(Level(slice: slice, role: .run))
        case .some:
            interrupt(around, by: slice)
            levels.append(Level(slice: slice, role: .stop(since: slice.start, longest: nil)))
        case nil:
            guard let around else {
                return levels.append(Level(slice: slice, role: .stop(since: slice.start, longest: nil)))
            }
            note(slice, in: around)
            levels.append(Level(slice: slice, role: .part))
        }
    }

    /// The place of the stop that goes on, if the loop does not come round.
    private var innermostStop: Int? {
        for place in levels.indices.reversed() {
            switch levels[place].role {
            case .stop: return place
            case .run: return nil
            case .part: continue
            }
        }
        return nil
    }

    private mutating func note(_ slice: ChromeTraceFile.Slice, in place: Int) {
        guard case .stop(let since, let longest) = levels[place].role else { return }
        let duration = slice.end - slice.start
        guard duration > longest?.duration ?? -1 else { return }
        levels[place].role = .stop(since: since, longest: (slice.name, duration))
    }

    /// A stop is over for now; it goes on when the slice ends.
    private mutating func interrupt(_ place: Int?, by slice: ChromeTraceFile.Slice) {
        guard let place, case .stop(let since, let longest) = levels[place].role else { return }
        if slice.start > since { append(levels[place].slice, longest?.name, since, slice.start) }
        levels[place].role = .stop(since: slice.end, longest: longest)
    }

    private mutating func endInnermost() {
        let level = levels.removeLast()
        guard case .stop(let since, let longest) = level.role else { return }
        // One that was never interrupted counts however short it is.
        if level.slice.end > since || since == level.slice.start {
            append(level.slice, longest?.name, since, max(since, level.slice.end))
        }
    }

    private mutating func append(_ slice: ChromeTraceFile.Slice, _ inside: String?, _ start: Double, _ end: Double) {
        stops.append(
            Stop(
                title: slice.loop?.words ?? slice.name, category: slice.category, inside: inside, start: start, end: end
            ))
    }
}
