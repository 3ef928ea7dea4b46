internal import CLinux
internal import Glibc
import Synchronization

/// One descriptor that a loop watches, and who wants to know.
final class DescriptorRegistration {
    let descriptor: Int32
    /// Tells this registration from earlier ones of the same number.
    let generation: UInt32
    var watchers: [DescriptorWatcher] = [] {
        didSet { watchersChanged() }
    }
    /// The one watcher and its mode, where there is one watcher with one mode: the common case, found without counting
    /// references.
    private var only: Unmanaged<DescriptorWatcher>?
    private var onlyMode: UnsafeMutableRawPointer?
    /// What the kernel was told to look for; 0 while it only keeps the descriptor.
    var armed: UInt32 = 0
    /// The kernel has it in the epoll.
    var isInKernel = false
    /// A regular file or the like, which the kernel does not watch, since it is always ready: which one.
    fileprivate(set) var file: OpenFile?
    /// Its place in the table's list of parked ones.
    fileprivate var parkedPlace: Int?
    /// Who is asked first when several want the same event.
    var nextWatcher = 0

    init(descriptor: Int32, generation: UInt32) {
        self.descriptor = descriptor
        self.generation = generation
    }

    var isAlwaysReady: Bool { file != nil }

    /// All that its watchers want.
    var wanted: UInt32 { watchers.reduce(0) { $0 | $1.source.interest.load(ordering: .relaxed) } }

    /// What those of its watchers want that are in a mode.
    func wanted(in mode: ModeState) -> UInt32 {
        watchers.reduce(0) { $1.isIn(mode) ? $0 | $1.source.interest.load(ordering: .relaxed) : $0 }
    }

    /// Keeps the common case at hand, after watchers or their modes changed.
    func watchersChanged() {
        only = nil
        if watchers.count == 1, watchers[0].modes.count == 1 {
            only = Unmanaged.passUnretained(watchers[0])
            onlyMode = Unmanaged.passUnretained(watchers[0].modes[0]).toOpaque()
        }
    }

    /// The watcher whose turn an event is, in a mode; good for as long as the loop's lock is held.
    @inline(__always)
    func watcher(for events: UInt32, in mode: ModeState) -> Unmanaged<DescriptorWatcher>? {
        if let only {
            guard onlyMode == Unmanaged.passUnretained(mode).toOpaque() else { return nil }
            return only._withUnsafeGuaranteedRef { $0.wants(events) } ? only : nil
        }
        return nextOfSeveral(for: events, in: mode).map { Unmanaged.passUnretained($0) }
    }

    private func nextOfSeveral(for events: UInt32, in mode: ModeState) -> DescriptorWatcher? {
        for offset in watchers.indices {
            let place = (nextWatcher + offset) % watchers.count
            let watcher = watchers[place]
            if watcher.isIn(mode), watcher.wants(events) {
                nextWatcher = place + 1
                return watcher
            }
        }
        return nil
    }
}

/// A source that watches a descriptor of a loop, and the modes it does so in.
final class DescriptorWatcher {
    let source: CFRunLoopSource
    let handler: DescriptorHandler
    var modes: [ModeState]

    init(source: CFRunLoopSource, handler: DescriptorHandler, modes: [ModeState]) {
        self.source = source
        self.handler = handler
        self.modes = modes
    }

    @inline(__always)
    func isIn(_ mode: ModeState) -> Bool {
        for own in modes where own === mode { return true }
        return false
    }

    /// Whether it wants one of the events; whoever wants anything is told of a hang-up and of an error.
    @inline(__always)
    func wants(_ events: UInt32) -> Bool {
        let interest = source.interest.load(ordering: .relaxed)
        return interest != 0 && events & (interest | EPOLLHUP.rawValue | EPOLLERR.rawValue) != 0
    }
}

/// Which file a number means.
struct OpenFile: Equatable {
    private let device: dev_t
    private let node: ino_t

    /// Nil if the number means none.
    init?(_ descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        device = status.st_dev
        node = status.st_ino
    }
}

/// The descriptors of a loop, by number. The loop's lock guards it.
struct DescriptorTable {
    /// By number; each entry holds a reference, and is read without taking another.
    private var registrations: ContiguousArray<Unmanaged<DescriptorRegistration>?> = []
    private var lastGeneration: UInt32 = 0
    private var lastChecked = -1
    /// What was told to the kernel for fewer modes than it is in, because it was ready in the wrong one.
    private(set) var parked: [DescriptorRegistration] = []
    /// Regular files and the like.
    private(set) var alwaysReady: [DescriptorRegistration] = []
    var nextAlwaysReady = 0
    /// The epoll may hold descriptors that were closed, which cannot be taken out.
    var mayHoldGhosts = false

    @inline(__always)
    subscript(descriptor: Int32) -> DescriptorRegistration? {
        get { unmanaged(descriptor)?.takeUnretainedValue() }
        set {
            let index = Int(descriptor)
            while registrations.count <= index { registrations.append(nil) }
            // The caller holds a reference to what goes.
            let old = registrations[index]
            registrations[index] = newValue.map { Unmanaged.passRetained($0) }
            old?.release()
        }
    }

    /// The registration of a descriptor, without a reference of the caller's own.
    @inline(__always)
    func unmanaged(_ descriptor: Int32) -> Unmanaged<DescriptorRegistration>? {
        let index = Int(descriptor)
        return index >= 0 && index < registrations.count ? registrations[index] : nil
    }

    /// Returns the registration to check next, in turn. Examines at most 256 numbers.
    mutating func nextToCheck() -> DescriptorRegistration? {
        for _ in 0..<min(registrations.count, 256) {
            lastChecked = lastChecked + 1 < registrations.count ? lastChecked + 1 : 0
            if let registration = registrations[lastChecked] { return registration.takeUnretainedValue() }
        }
        return nil
    }

    var all: [DescriptorRegistration] { registrations.compactMap { $0?.takeUnretainedValue() } }

    /// Lets go of every registration, with the loop.
    mutating func removeAll() {
        for registration in registrations { registration?.release() }
        registrations = []
    }

    /// Makes a registration, which is not in the table yet.
    mutating func make(_ descriptor: Int32) -> DescriptorRegistration {
        lastGeneration &+= 1
        if lastGeneration == 0 { lastGeneration = 1 }
        return DescriptorRegistration(descriptor: descriptor, generation: lastGeneration)
    }

    mutating func remove(_ registration: DescriptorRegistration) {
        unpark(registration)
        if registration.isAlwaysReady { alwaysReady.removeAll { $0 === registration } }
        if unmanaged(registration.descriptor)?.toOpaque() == Unmanaged.passUnretained(registration).toOpaque() {
            self[registration.descriptor] = nil
        }
    }

    mutating func park(_ registration: DescriptorRegistration) {
        guard registration.parkedPlace == nil else { return }
        registration.parkedPlace = parked.count
        parked.append(registration)
    }

    mutating func unpark(_ registration: DescriptorRegistration) {
        guard let place = registration.parkedPlace, let last = parked.popLast() else { return }
        registration.parkedPlace = nil
        guard last !== registration else { return }
        parked[place] = last
        last.parkedPlace = place
    }

    mutating func becomesAlwaysReady(_ registration: DescriptorRegistration) {
        registration.file = OpenFile(registration.descriptor)
        alwaysReady.append(registration)
    }
}

/// How often the same descriptor fired with nothing else called in between: then it need not be checked each time
/// whether its number still means the same file.
struct DescriptorStreak {
    private var generation: UInt32 = 0
    private var count = 0

    /// Something else was called, which may have closed it.
    @inline(__always)
    mutating func interrupt() { generation = 0 }

    /// Counts an event. Whether the descriptor is to be checked: each time in the beginning of a streak, then now and
    /// then, since to ask the kernel costs a fifth of what a whole pass does.
    mutating func needsCheck(_ generation: UInt32) -> Bool {
        guard generation == self.generation else {
            self.generation = generation
            count = 1
            return true
        }
        count += 1
        return count <= 64 || count & 63 == 0
    }
}
