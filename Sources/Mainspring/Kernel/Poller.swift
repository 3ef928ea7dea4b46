internal import CLinux
internal import Glibc

/// One epoll: what a loop sleeps in.
///
/// The wake-up descriptor and the main queue's are edge-triggered and stay in it; others are level-triggered. It hands out one
/// event at a time, in the kernel's order of readiness. Guarded by its loop's lock, but for `wait`, which the loop's thread alone
/// calls.
struct Poller: ~Copyable {
    /// What a wait found.
    enum Event {
        /// The time was over, or a signal came.
        case nothing
        /// Somebody wrote the wake-up descriptor.
        case wake
        /// The main queue has something.
        case mainQueue
        /// A descriptor of the loop's table, by number and generation.
        case descriptor(Int32, generation: UInt32, events: UInt32)
    }

    /// Generation 0 is not a descriptor's; the number then says which of ours it is.
    private enum Special {
        static let wake: UInt64 = 1
        static let mainQueue: UInt64 = 2
    }

    /// Keeps its number when it is rebuilt, since a host may be watching it.
    let epoll: Int32

    init(wake: Int32) {
        epoll = epoll_create1(Int32(O_CLOEXEC))
        if epoll < 0 { programmerError("A run loop could not be made: no epoll descriptor (errno \(errno)). Raise the limit on open files.") }
        registerSpecials(wake: wake, mainQueue: -1)
    }

    deinit { close(epoll) }

    /// Waits for an event; below zero without end.
    func wait(nanoseconds: Int64) -> Event {
        var event = epoll_event()
        guard mainspring_epoll_wait_one(epoll, &event, nanoseconds) == 1 else { return .nothing }
        let number = UInt32(truncatingIfNeeded: event.data.u64)
        let generation = UInt32(truncatingIfNeeded: event.data.u64 >> 32)
        if generation != 0 {
            return .descriptor(Int32(bitPattern: number), generation: generation, events: event.events)
        }
        return UInt64(number) == Special.wake ? .wake : .mainQueue
    }

    /// Whether a wait would find something at once.
    var isReadable: Bool { poll(milliseconds: 0) }

    /// Sleeps until a wait would find something, or a signal comes; takes nothing.
    func waitUntilReadable() { _ = poll(milliseconds: -1) }

    private func poll(milliseconds: Int32) -> Bool {
        var request = pollfd(fd: epoll, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&request, 1, milliseconds) == 1
    }

    /// Watches a descriptor of the table; with an empty mask it only keeps it, so that a later change finds out whether the number
    /// still means the same file. Returns an errno, 0 for success.
    func add(_ descriptor: Int32, generation: UInt32, mask: UInt32) -> Int32 {
        control(EPOLL_CTL_ADD, descriptor, generation, mask)
    }

    /// Changes what a descriptor is watched for. Returns an errno, 0 for success.
    func modify(_ descriptor: Int32, generation: UInt32, mask: UInt32) -> Int32 {
        control(EPOLL_CTL_MOD, descriptor, generation, mask)
    }

    /// Ends the watching of a descriptor. Returns an errno, 0 for success.
    func remove(_ descriptor: Int32) -> Int32 {
        control(EPOLL_CTL_DEL, descriptor, 0, 0)
    }

    /// Adds the main queue's descriptor.
    func addMainQueue(_ descriptor: Int32) {
        add(descriptor, special: Special.mainQueue)
    }

    /// Takes the main queue's descriptor out.
    func removeMainQueue(_ descriptor: Int32) {
        _ = remove(descriptor)
    }

    /// Puts an empty epoll in the place of this one, under the same number: the only way to be rid of a registration whose
    /// descriptor was closed while a duplicate of it lives.
    func replace(wake: Int32, mainQueue: Int32) {
        let fresh = epoll_create1(Int32(O_CLOEXEC))
        if fresh < 0 { programmerError("A run loop could not rebuild its poller (errno \(errno)). Raise the limit on open files.") }
        mainspring_replace_descriptor(fresh, epoll)
        close(fresh)
        registerSpecials(wake: wake, mainQueue: mainQueue)
    }

    private func registerSpecials(wake: Int32, mainQueue: Int32) {
        add(wake, special: Special.wake)
        if mainQueue >= 0 { add(mainQueue, special: Special.mainQueue) }
    }

    private func add(_ descriptor: Int32, special: UInt64) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue | EPOLLET.rawValue
        event.data.u64 = special
        epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ generation: UInt32, _ mask: UInt32) -> Int32 {
        var event = epoll_event()
        // A hang-up is told whatever the mask is: to those who want nothing once, which is once too often, but not for ever.
        event.events = mask == 0 ? EPOLLONESHOT.rawValue : mask
        event.data.u64 = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
        return epoll_ctl(epoll, operation, descriptor, &event) == 0 ? 0 : errno
    }
}
