internal import CLinux
internal import Locks
import Synchronization

/// An event loop: one for each thread, made when that thread first asks for it.
///
/// A loop waits in the kernel for what its items bring: timers, sources of events, wake-ups; and calls them in the
/// order that Apple documents. Get the calling thread's with `CFRunLoopGetCurrent()`, the main thread's with
/// `CFRunLoopGetMain()`.
///
/// **Threads.** Items may be added and removed, blocks posted, wake-ups given from any thread; only its own thread runs
/// it. `CFRunLoopWakeUp` and `CFRunLoopStop` may be called from a signal handler too.
///
/// **Processes.** A child made by `fork` shares its parent's descriptors. The child's first use of a loop of its parent
/// ends the child with an error message, as on Apple's platforms, and does not affect the parent. The child may
/// invalidate and release its parent's items, and call `exec`. `Process` and `posix_spawn` are not affected.
///
/// **Differences from Apple.** It is `Sendable`. Sources of version 1 watch file descriptors instead of Mach ports.
public final class CFRunLoop: @unchecked Sendable {
    // `@unchecked Sendable`: `lock` guards what the modes hold, the queue of blocks and the table of descriptors;
    // atomics guard themselves; the rest belongs to the loop's thread, and is marked so.

    let lock = Lock()
    let wake: WakeWord
    let poller = Poller()
    /// Whether the loop is the one of the thread that the process began with.
    let isMain: Bool

    // MARK: Guarded by `lock`

    var modesByName: [CFRunLoopMode: ModeState] = [:]
    var modes: [ModeState] = []
    let defaultMode: ModeState
    /// Names, since a mode may be marked common before it holds anything.
    var commonModeNames: Set<CFRunLoopMode> = [.defaultMode]
    var commonSources: Set<CFRunLoopSource> = []
    var commonObservers: [CFRunLoopObserver] = []
    var commonTimers: Set<CFRunLoopTimer> = [] {
        didSet { hasCommonTimers = !commonTimers.isEmpty }
    }
    /// At hand, since to ask the set counts references to its memory.
    private(set) var hasCommonTimers = false
    var blocks = BlockQueue()
    var modeLists: [ModeList] = []
    var modeListIndices: [ModeList: Int] = [:]
    var descriptors = DescriptorTable()
    /// What a host watches; -1 until one has asked for it.
    var hostDescriptor: Int32 = -1
    /// The mode of the innermost run; written by the loop's thread under the lock, so it reads it without.
    var currentMode: ModeState?
    /// What is to be called here, or by the main loop if this one cannot.
    var deliveries = DeliveryQueue()
    /// A message was called in this pass. Belongs to the loop's thread.
    var hasDelivered = false
    /// The thread has ended; nothing will run any more.
    var hasEnded = false
    #if DEBUG
        /// How often the poller was made anew, for the tests.
        var pollerRebuilds = 0
    #endif

    /// How many blocks are queued, for a look without the lock.
    let blockCount = Atomic<Int>(0)
    /// How many watched files are always ready, likewise.
    let alwaysReadyCount = Atomic<Int>(0)
    /// What a watchdog looks at.
    package let beat: LoopBeat

    /// Whether the thread has ended, asked from anywhere.
    var hasEndedForever: Bool { lock.withLock { hasEnded } }

    // MARK: The loop's thread alone

    /// The uncalled blocks of each batch that is being called; the batch of the innermost run is last.
    ///
    /// If a call ends the thread, `tearDown()` releases them.
    var unfinished: [BlockQueue.Unfinished] = []

    var clockStorage: RunLoopClock {
        didSet { clockIsVirtual = clockStorage.isVirtual }
    }
    /// At hand, since to ask the clock counts references to it.
    private(set) var clockIsVirtual: Bool
    /// What there is while another loop sleeps for this one.
    var guest: GuestSession?
    /// A session begins, for which the mode may be empty.
    var isBecomingGuest = false
    /// The host drains the main queue in place of the loop, outside runs of its own.
    var hostDrainsMainQueue = false
    /// Tells a host the time of the next timer; -1 until the first one.
    var deadlineDescriptor: Int32 = -1
    /// Foundation's main loop inside this one.
    var foundation = HostedFoundation()
    /// How many runs are inside each other.
    var depth = 0
    var mainQueue = MainQueuePort()
    /// What the kernel has told the main loop and is not served yet.
    var heldEvents = HeldEvents()
    /// A timer in the loop is being called by another one's thread, from whose loop its call has taken it.
    var hasTimerInForeignCall = false
    /// Whose registration was checked last and how often it fired since, with nothing else called in between.
    var lastDescriptor = DescriptorStreak()
    /// A regular file, if one is watched, comes before what the kernel has ready.
    var fileHasTurn = false
    var clockParticipant: VirtualClock.Participant?
    var sleepsPrecisely = false
    /// Whether a missing descriptor was logged.
    var hasReportedShortage = false
    /// The number of sleeps. Each 64th one checks whether the loop's descriptors were closed.
    var sleepCount: UInt32 = 0
    /// The descriptor at which the next poll without an epoll begins.
    var nextWithoutEpoll = 0
    /// Called when the thread has ended.
    var atThreadEnd: (() -> Void)?

    init(clock: RunLoopClock, isMain: Bool) {
        wake = WakeWord()
        self.isMain = isMain
        clockStorage = clock
        clockIsVirtual = clock.isVirtual
        beat = LoopBeat(name: isMain ? "main run loop" : "run loop")
        defaultMode = ModeState(name: .defaultMode, index: 0)
        defaultMode.isCommon = true
        modes = [defaultMode]
        modesByName = [.defaultMode: defaultMode]
        TurnEnds.areTold
        openPoller()
    }

    deinit {
        descriptors.removeAll()
        leaveStrangersOpen()
        for descriptor in [deadlineDescriptor, hostDescriptor, foundation.reminder] where descriptor >= 0 {
            close(descriptor)
        }
    }

    /// Traps in a child made by fork if the loop is its parent's. Every use of a loop calls it.
    @inline(__always)
    func requireOwnProcess() { wake.process.require() }

    /// Nanoseconds of the loop's clock.
    @inline(__always)
    var uptime: UInt64 { clockIsVirtual ? clockStorage.uptime : mainspring_monotonic_now() }

    /// Whether the calling thread is the loop's.
    @inline(__always)
    package var isCurrent: Bool {
        mainspring_get_thread_loop() == Unmanaged.passUnretained(self).toOpaque()
    }
}

extension CFRunLoop: Hashable {
    /// A loop is equal to itself alone.
    public static func == (left: CFRunLoop, right: CFRunLoop) -> Bool { left === right }

    /// Hashes the loop's identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

extension CFRunLoop: CustomStringConvertible {
    /// The loop's thread and modes, for a log.
    public var description: String {
        let names = lock.withLock { modes.map(\.name.rawValue) }
        return "<CFRunLoop \(isMain ? "main" : "secondary"), modes: \(names.joined(separator: ", "))>"
    }
}
