public import Synchronization

/// Marks what happens, and how long it takes, for a ``TraceRecorder``.
///
/// Ours, in the shape of `OSSignposter`.
///
/// ```swift
/// let signposter = Signposter(category: "import")
/// let rows = try signposter.withIntervalSignpost("parse") { try parse(file) }
/// ```
///
/// While nobody records, a call costs one relaxed atomic load. While somebody does, it costs a look at the clock and
/// some stores into memory of the calling thread: no lock, no allocation but the first event of a thread, and no other
/// thread waits. Names are static strings, kept as pointers. Any thread may use a signposter; a signal handler may not.
public struct Signposter: Sendable {
    @usableFromInline
    let gate: TraceGate
    let category: StaticString

    /// A signposter whose marks go to the recorder of the process while there is one, see ``TraceRecorder/start()``.
    public init(category: StaticString) {
        gate = .process
        self.category = category
    }

    /// A signposter whose marks go to one recorder only, as a test wants it.
    public init(category: StaticString, recorder: TraceRecorder) {
        gate = TraceGate(recorder)
        self.category = category
    }

    private init(closed category: StaticString) {
        gate = .closed
        self.category = category
    }

    /// A signposter that never records.
    public static let disabled = Signposter(closed: "")

    /// Whether anybody records; for leaving out work that only a mark needs.
    @inlinable
    public var isEnabled: Bool {
        gate.word.load(ordering: .relaxed) != 0
    }

    /// An identifier that no other call of this function gives.
    public func makeSignpostID() -> SignpostID {
        SignpostID(Self.lastID.add(1, ordering: .relaxed).newValue)
    }

    /// The identifier that stands for an object as long as the object lives.
    public func makeSignpostID(from object: AnyObject) -> SignpostID {
        SignpostID(UInt64(UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())))
    }

    private static let lastID = Atomic<UInt64>(0)
}

// MARK: - Intervals

extension Signposter {
    /// Begins an interval, to be ended once by ``endInterval(_:_:)`` with the state that this returns.
    ///
    /// With an identifier the interval may end on another thread and overlap others; without one it is a slice of the
    /// calling thread. The last 64 open ones of each sort are known of a thread, the `Watchdog` reports them.
    @inlinable
    public func beginInterval(_ name: StaticString, id: SignpostID = .exclusive) -> SignpostIntervalState {
        guard isEnabled else { return .unrecorded(id) }
        return recordBegin(name, id)
    }

    /// Ends an interval.
    ///
    /// A second end of the same one is ignored. One that began while nobody recorded is not recorded; one that began
    /// while somebody did goes to that recorder.
    @inlinable
    public func endInterval(_ name: StaticString, _ state: SignpostIntervalState) {
        if state.isRecorded { recordEnd(name, state) }
    }

    /// Runs a closure inside an interval, which ends however the closure does.
    @inlinable
    public func withIntervalSignpost<Result: ~Copyable, Failure: Error>(
        _ name: StaticString, id: SignpostID = .exclusive, around task: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let state = beginInterval(name, id: id)
        defer { endInterval(name, state) }
        return try task()
    }

    @usableFromInline
    func recordBegin(_ name: StaticString, _ id: SignpostID) -> SignpostIntervalState {
        gate.recorder?.begin(StaticName(name), StaticName(category), id) ?? .unrecorded(id)
    }

    @usableFromInline
    func recordEnd(_ name: StaticString, _ state: SignpostIntervalState) {
        state.recorder?.end(StaticName(name), StaticName(category), state)
    }
}

// MARK: - Points, counters, flows

extension Signposter {
    /// Marks a point in time on the calling thread.
    @inlinable
    public func emitEvent(_ name: StaticString, id: SignpostID = .exclusive) {
        if isEnabled { record(.event, name, id.rawValue) }
    }

    /// Records what a counter stands at from now on; a value that is not finite is left out of the JSON, which has no
    /// word for it.
    @inlinable
    public func emitCounter(_ name: StaticString, _ value: Double) {
        if isEnabled { record(.counter, name, value.bitPattern) }
    }

    /// Begins an arrow from the interval that the calling thread is in to the one in which ``endFlow(_:id:)`` is called
    /// with the same name and identifier.
    @inlinable
    public func beginFlow(_ name: StaticString, id: SignpostID) {
        if isEnabled { record(.flowStart, name, id.rawValue) }
    }

    /// Ends an arrow in the interval that the calling thread is in.
    @inlinable
    public func endFlow(_ name: StaticString, id: SignpostID) {
        if isEnabled { record(.flowEnd, name, id.rawValue) }
    }

    @usableFromInline
    func record(_ kind: TraceRecord.Kind, _ name: StaticString, _ value: UInt64) {
        gate.recorder?.point(kind, StaticName(name), StaticName(category), value)
    }
}
