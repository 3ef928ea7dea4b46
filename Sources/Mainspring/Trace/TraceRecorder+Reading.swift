internal import Glibc

extension TraceRecorder {
    /// What was kept, with the intervals that are still open, by the time it began.
    public func events() -> [TraceEvent] {
        // First the rings: an interval that ends between the two readings is missing then, instead of there twice.
        let ended = parts.flatMap { $0.contents() }
        let open = parts.flatMap { $0.openContents() }
        // One end for all that is open, so that it still nests.
        let now = clock()
        let events = ended.map { TraceEvent($0) } + open.map { TraceEvent($0, openUntil: now) }
        return events.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }.map(
            \.element)
    }

    /// The intervals that a thread has begun and that nobody has ended, slices from the outermost to the innermost,
    /// then the others.
    public func openIntervals(ofThread thread: Int32) -> [TraceEvent] {
        let open = parts.flatMap { $0.openContents() }.filter { $0.thread == thread }
        let now = clock()
        return open.map { TraceEvent($0, openUntil: now) }
    }

    /// The same without what a loop is in, which a stack tells.
    package func openSignposts(ofThread thread: Int32) -> [TraceEvent] {
        let open = parts.flatMap { $0.openContents() }.filter { $0.thread == thread && $0.loop == nil }
        let now = clock()
        return open.map { TraceEvent($0, openUntil: now) }
    }

    /// The names of the threads that have recorded, by the kernel's numbers.
    public var threadNames: [Int32: String] {
        Dictionary(parts.filter { $0.owner != 0 }.map { ($0.owner, $0.name) }) { first, _ in first }
    }

    /// What was kept, in the JSON format of Chrome's traces, which ui.perfetto.dev opens.
    ///
    /// Slices are complete events and nest on their thread; intervals are asynchronous pairs; a flow is written when
    /// both its ends are there. How many events are missing stands in `otherData` as `lostEvents`.
    public func chromeTrace() -> String {
        let program = CommandLine.arguments.first ?? ""
        let name = program[(program.lastIndex(of: "/").map(program.index(after:)) ?? program.startIndex)...]
        return ChromeTrace(
            events: events(), threadNames: threadNames, process: getpid(), processName: String(name),
            lostEventCount: lostEventCount
        ).json
    }
}
