internal import CLinux
internal import Diagnostics
internal import Glibc
internal import Synchronization

/// Keeps the last events of each thread in memory, so that they are there when something has gone wrong.
///
/// Ours.
///
/// ```swift
/// let recorder = TraceRecorder()
/// recorder.start()
/// …
/// try Data(recorder.chromeTrace().utf8).write(to: file)   // open it in ui.perfetto.dev
/// ```
///
/// Meant to be left on. Its memory is of a fixed size, and of that only what was written to is real. Recording takes no
/// lock and allocates nothing; the first event of a thread takes a part of the memory for it, preferring parts whose
/// thread has ended. Reading is possible at any time, from any thread, and stops nobody.
///
/// The recorder of the process also has what the loops do, as slices of the category `loop` on their threads' tracks:
/// each call-out (`block`, `timer`, `observer`, `source0`, `source1`, `main queue`, and `Foundation's loop` for a round
/// of that), each `sleep`, and each `nested run` inside a call-out, with the mode and what is at hand of the item as
/// arguments. What the main queue had at one time, jobs of the main actor among it, is one slice. A loop that another
/// one hosts does not sleep itself. Each costs two looks at the clock, 0.15 us in all; while nobody records, a load and
/// a branch.
public final class TraceRecorder: Sendable {
    let clock: @Sendable () -> UInt64
    let parts: [ThreadTrace]
    // Only made in `init` and freed in `deinit`; between, what it holds is atomic.
    nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
    private let byteCount: Int
    private let key: pthread_key_t
    let refused = Atomic<UInt64>(0)

    /// Makes a recorder, which records for those signposters that name it until ``start()`` makes it the process's.
    ///
    /// - Parameters:
    ///   - eventsPerThread: How many events are kept of a thread, rounded up to a power of two; 64 bytes each.
    ///   - threads: How many threads can record at a time; the events of others are counted in ``lostEventCount``.
    ///   - clock: Nanoseconds since any fixed moment, never going back, callable from any thread; `CLOCK_MONOTONIC` if
    ///     not given.
    public init(eventsPerThread: Int = 4096, threads: Int = 64, clock: (@Sendable () -> UInt64)? = nil) {
        let capacity = 1 << (Int.bitWidth - (min(max(eventsPerThread, 1), 1 << 24) - 1).leadingZeroBitCount)
        let wordCount = ThreadTrace.wordCount(capacity: capacity)
        let threadCount = min(max(threads, 1), 4096)
        byteCount = wordCount * threadCount * MemoryLayout<UInt64>.size
        // Pages of zeros that become real when they are written to.
        guard
            let memory = mmap(
                nil, byteCount, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0),
            memory != MAP_FAILED
        else {
            programmerError(
                "A trace recorder found no address space for \(byteCount) bytes; ask for fewer events or threads.")
        }
        var key = pthread_key_t()
        guard pthread_key_create(&key, nil) == 0 else {
            programmerError("A trace recorder found no thread-specific key left; keep fewer recorders alive.")
        }
        self.memory = memory
        self.key = key
        self.clock = clock ?? { mainspring_monotonic_now() }
        let words = memory.bindMemory(to: Atomic<UInt64>.self, capacity: wordCount * threadCount)
        parts = (0..<threadCount).map { ThreadTrace(words: words + $0 * wordCount, capacity: capacity) }
    }

    deinit {
        pthread_key_delete(key)
        munmap(memory, byteCount)
    }

    /// Makes this the recorder of the process, to which all signposters speak that name none.
    ///
    /// A recorder that was ever started lives until the process ends, since a thread may be about to write to it: keep
    /// one and start it again rather than making new ones.
    public func start() {
        TraceGate.process.open(to: self)
    }

    /// Stops being the recorder of the process, if it is; what was recorded stays.
    public func stop() {
        TraceGate.process.close(to: self)
    }

    /// The recorder of the process, if one was started.
    public static var current: TraceRecorder? {
        TraceGate.process.recorder
    }

    /// The recorder's time, in nanoseconds.
    public var now: UInt64 { clock() }

    /// How many events are not there any more because newer ones took their place, or never were for want of a place
    /// for their thread.
    public var lostEventCount: UInt64 {
        parts.reduce(refused.load(ordering: .relaxed)) { count, part in
            let (written, removed) = (part.written, part.removed)
            let oldest = max(removed, written > UInt64(part.capacity) ? written - UInt64(part.capacity) : 0)
            return count + oldest - removed
        }
    }

    /// Forgets all events but the intervals that are open.
    public func removeAll() {
        for part in parts { part.removeAll() }
        refused.store(0, ordering: .relaxed)
    }

    /// Names the calling thread in what this recorder writes, instead of by the kernel's name for it.
    ///
    /// - Parameter name: At most 32 bytes of UTF-8; the rest is cut off.
    public func nameCurrentThread(_ name: String) {
        ownPart()?.setName(name.utf8)
    }
}

// MARK: - Parts

extension TraceRecorder {
    /// The calling thread's part of the memory, taken now if need be; nil when all belong to other threads that live.
    func ownPartIndex() -> Int? {
        // The key's value is the index plus one, so that nil means none.
        if let value = pthread_getspecific(key) { return Int(bitPattern: value) - 1 }
        return claimPart()
    }

    func ownPart() -> ThreadTrace? {
        ownPartIndex().map { parts[$0] }
    }

    private func claimPart() -> Int? {
        let thread = mainspring_thread_id()
        // A part under this number without a key was a thread's before this one, or this thread is ending and had it.
        let searches: [(Int32) -> Bool] = [{ $0 == thread }, { $0 == 0 }, { !mainspring_thread_exists($0) }]
        for isFree in searches {
            for (index, part) in parts.enumerated() {
                let owner = part.owner
                guard isFree(owner), part.claim(from: owner, for: thread) else { continue }
                pthread_setspecific(key, UnsafeRawPointer(bitPattern: index + 1))
                withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16) { name in
                    guard let start = name.baseAddress else { return }
                    mainspring_thread_name(start)
                    part.setName(name.lazy.map { UInt8(bitPattern: $0) }.prefix { $0 != 0 })
                }
                return index
            }
        }
        return nil
    }
}
