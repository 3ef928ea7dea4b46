internal import Locks
public import Synchronization

/// The one word that a signposter looks at: which recorder is listening, if any.
@usableFromInline
final class TraceGate: Sendable {
    /// The recorder as an unretained reference; 0: nobody listens.
    @usableFromInline
    let word = Atomic<UInt>(0)

    /// Loops look at a word of their own, which is to say the same.
    private let isHeardByLoops: Bool
    private let lock = Lock()
    // Guarded by `lock`. Only grows: a thread that has just read `word` may go on with any recorder that ever stood in
    // it.
    nonisolated(unsafe) private var kept: [TraceRecorder] = []

    /// The gate of all signposters that name no recorder.
    static let process = TraceGate(nil, isHeardByLoops: true)

    /// A gate that nobody ever listens at.
    static let closed = TraceGate(nil)

    init(_ recorder: TraceRecorder?, isHeardByLoops: Bool = false) {
        self.isHeardByLoops = isHeardByLoops
        if let recorder { open(to: recorder) }
    }

    var recorder: TraceRecorder? {
        // What stands in the word is in `kept`, so it is alive.
        UnsafeRawPointer(bitPattern: word.load(ordering: .acquiring)).map {
            Unmanaged<TraceRecorder>.fromOpaque($0).takeUnretainedValue()
        }
    }

    func open(to recorder: TraceRecorder) {
        lock.withLock {
            if !kept.contains(where: { $0 === recorder }) { kept.append(recorder) }
            word.store(UInt(bitPattern: Unmanaged.passUnretained(recorder).toOpaque()), ordering: .releasing)
            if isHeardByLoops { LoopTrace.turn(on: true) }
        }
    }

    /// Closes the gate if it is this recorder's.
    func close(to recorder: TraceRecorder) {
        lock.withLock {
            let isClosed = word.compareExchange(
                expected: UInt(bitPattern: Unmanaged.passUnretained(recorder).toOpaque()), desired: 0,
                ordering: .relaxed
            ).exchanged
            if isClosed, isHeardByLoops { LoopTrace.turn(on: false) }
        }
    }
}
