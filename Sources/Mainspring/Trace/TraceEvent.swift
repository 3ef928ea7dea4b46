/// Something that a recorder kept, in no particular format.
///
/// Ours.
public struct TraceEvent: Sendable, Hashable {
    /// What sort of event, with what belongs to it.
    public enum Kind: Sendable, Hashable {
        /// Time that the thread spent in something; slices of a thread nest.
        case slice(end: UInt64)
        /// Time that something took, which may overlap others of the thread and end on another one.
        case interval(end: UInt64, endThread: Int32, id: SignpostID)
        /// A point in time.
        case event(id: SignpostID)
        /// What a counter stands at from here on.
        case counter(value: Double)
        /// Where an arrow begins.
        case flowStart(id: SignpostID)
        /// Where it ends.
        case flowEnd(id: SignpostID)
    }

    /// What sort of event, with what belongs to it.
    public var kind: Kind
    /// The static name that the signposter was given; of a loop's slice what it is: `timer`, `sleep`.
    public var name: String
    /// The category of the signposter; of a loop's slices `loop`.
    public var category: String
    /// The kernel's number of the thread it happened, or began, on.
    public var thread: Int32
    /// When it happened, or began, in nanoseconds of the recorder's clock.
    public var start: UInt64
    /// Whether the interval had not ended yet; its end is then the time at which the recorder was read.
    public var isOpen: Bool
    /// What it says of itself, as a loop's slices do.
    public var arguments: [Argument]

    /// An event that was put together elsewhere.
    public init(
        kind: Kind, name: String, category: String, thread: Int32, start: UInt64, isOpen: Bool = false,
        arguments: [Argument] = []
    ) {
        self.kind = kind
        self.name = name
        self.category = category
        self.thread = thread
        self.start = start
        self.isOpen = isOpen
        self.arguments = arguments
    }

    init(_ content: TraceRecord.Content, openUntil now: UInt64? = nil) {
        let id = SignpostID(content.id)
        let end = max(content.start, now ?? content.end)
        let kind: Kind =
            switch content.kind {
            case .slice: .slice(end: end)
            case .interval: .interval(end: end, endThread: content.endThread, id: id)
            case .event: .event(id: id)
            case .counter: .counter(value: Double(bitPattern: content.end))
            case .flowStart: .flowStart(id: id)
            case .flowEnd: .flowEnd(id: id)
            }
        self.init(
            kind: kind, name: content.name.string, category: content.category.string, thread: content.thread,
            start: content.start, isOpen: now != nil,
            arguments: content.loop.map { LoopSlice.arguments(of: $0, mode: content.mode, detail: content.id) } ?? [])
    }
}
