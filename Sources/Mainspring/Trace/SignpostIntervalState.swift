/// An interval that has begun; what ``Signposter/endInterval(_:_:)`` needs.
///
/// Ours, in the shape of `OSSignpostIntervalState`.
///
/// A value without an allocation of its own. It keeps its recorder alive.
public struct SignpostIntervalState: Sendable {
    /// Where it is recorded; nil when recording was off as it began, and then its end is not recorded either.
    let recorder: TraceRecorder?
    /// The identifier it began with.
    public let id: SignpostID
    let start: UInt64
    /// The thread it began on.
    let thread: Int32
    /// Which part of the recorder's memory has it among its open intervals.
    let owner: Int
    /// Its place among them, and its number there; 0 when there was no place.
    let place: Int
    let number: UInt64

    init(
        recorder: TraceRecorder?, id: SignpostID, start: UInt64 = 0, thread: Int32 = 0, owner: Int = 0, place: Int = 0,
        number: UInt64 = 0
    ) {
        self.recorder = recorder
        self.id = id
        self.start = start
        self.thread = thread
        self.owner = owner
        self.place = place
        self.number = number
    }

    /// An interval that nobody records.
    @usableFromInline
    static func unrecorded(_ id: SignpostID) -> SignpostIntervalState {
        SignpostIntervalState(recorder: nil, id: id)
    }

    /// Whether the interval is being recorded.
    @usableFromInline
    var isRecorded: Bool { recorder != nil }
}
