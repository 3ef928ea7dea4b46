internal import CLinux
internal import Diagnostics
internal import Glibc

/// One epoll: what a loop sleeps in.
///
/// The wake-up descriptor and the main queue's are edge-triggered and stay in it; others are level-triggered. It hands
/// out events in the kernel's order of readiness. Guarded by its loop's lock, but for `wait`, which the loop's thread
/// alone calls.
struct Poller: ~Copyable {
    /// What a wait found.
    enum Event {
        /// The time was over, or a signal came.
        case nothing
        /// One of the loop's own descriptors.
        case own(Own)
        /// A descriptor of the loop's table, by number and generation.
        case descriptor(Int32, generation: UInt32, events: UInt32)
    }

    /// The loop's own descriptors. Their events have generation 0, which is no registration's, and one of these
    /// numbers.
    enum Own: UInt64 {
        /// Somebody wrote the wake-up descriptor.
        case wake
        /// The main queue has something.
        case mainQueue
        /// The time has come that a host was told of.
        case deadline
        /// Foundation's main loop has something. The one that is level-triggered.
        case foundation
        /// Foundation's main loop is to be asked whether it has something that it tells nobody.
        case reminder
    }

    /// Keeps its number when it is rebuilt.
    let epoll: Int32

    init(wake: Int32) {
        epoll = epoll_create1(Int32(O_CLOEXEC))
        if epoll < 0 {
            programmerError(
                "A run loop could not be made: no epoll descriptor (errno \(errno)). Raise the limit on open files.")
        }
        add(wake, as: .wake)
    }

    deinit { close(epoll) }

    /// Waits for an event; below zero without end.
    @inline(__always)
    func wait(nanoseconds: Int64) -> Event {
        var events = mainspring_events()
        return mainspring_epoll_wait(epoll, &events, 1, nanoseconds) > 0 ? Self.event(events.first) : .nothing
    }

    /// Waits for an event, and says which one comes behind it. Where none does, nothing else is ready.
    @inline(__always)
    func waitForTwo(nanoseconds: Int64) -> (first: Event, second: Event) {
        var events = mainspring_events()
        let count = mainspring_epoll_wait(epoll, &events, 2, nanoseconds)
        return (count > 0 ? Self.event(events.first) : .nothing, count > 1 ? Self.event(events.second) : .nothing)
    }

    @inline(__always)
    private static func event(_ event: epoll_event) -> Event {
        let number = UInt32(truncatingIfNeeded: event.data.u64)
        let generation = UInt32(truncatingIfNeeded: event.data.u64 >> 32)
        if generation != 0 {
            return .descriptor(Int32(bitPattern: number), generation: generation, events: event.events)
        }
        return Own(rawValue: UInt64(number)).map { .own($0) } ?? .nothing
    }

    /// Whether a wait would find something at once.
    var isReadable: Bool { poll(milliseconds: 0) }

    /// Sleeps until a wait would find something, or a signal comes; takes nothing.
    func waitUntilReadable() { _ = poll(milliseconds: -1) }

    private func poll(milliseconds: Int32) -> Bool {
        var request = pollfd(fd: epoll, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&request, 1, milliseconds) == 1
    }

    /// Which of some events still hold for a descriptor, without waiting; of a number that means no file, none.
    static func stillHolding(_ events: UInt32, of descriptor: Int32) -> UInt32 {
        // The bits of poll and of epoll are the same.
        var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
        guard Glibc.poll(&request, 1, 0) == 1, request.revents & Int16(POLLNVAL) == 0 else { return 0 }
        return UInt32(UInt16(bitPattern: request.revents))
    }

    /// Watches a descriptor of the table; with an empty mask it only keeps it, so that a later change finds out whether
    /// the number still means the same file. Returns an errno, 0 for success.
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

    /// Puts an empty epoll in the place of this one, under the same number: the only way to be rid of a registration
    /// whose descriptor was closed while a duplicate of it lives. Whoever calls it adds everything anew.
    func replace() {
        let fresh = epoll_create1(Int32(O_CLOEXEC))
        if fresh < 0 {
            programmerError("A run loop could not rebuild its poller (errno \(errno)). Raise the limit on open files.")
        }
        mainspring_replace_descriptor(fresh, epoll)
        close(fresh)
    }

    /// An epoll in which this one stands alone, for a host: it stays when this one is rebuilt.
    func makeFrame() -> Int32 {
        let frame = epoll_create1(Int32(O_CLOEXEC))
        if frame < 0 {
            programmerError(
                "A run loop could not make a descriptor for its host (errno \(errno)). Raise the limit on open files.")
        }
        stand(in: frame)
        return frame
    }

    /// Puts this epoll into its frame, again after it was rebuilt.
    func stand(in frame: Int32) {
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        epoll_ctl(frame, EPOLL_CTL_ADD, epoll, &event)
    }

    /// Watches one of the loop's own descriptors.
    func add(_ descriptor: Int32, as own: Own) {
        var event = epoll_event()
        event.events = own == .foundation ? EPOLLIN.rawValue : EPOLLIN.rawValue | EPOLLET.rawValue
        event.data.u64 = own.rawValue
        epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event)
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ generation: UInt32, _ mask: UInt32) -> Int32 {
        var event = epoll_event()
        // A hang-up is told whatever the mask is: to those who want nothing once, which is once too often, but not for
        // ever.
        event.events = mask == 0 ? EPOLLONESHOT.rawValue : mask
        event.data.u64 = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
        return epoll_ctl(epoll, operation, descriptor, &event) == 0 ? 0 : errno
    }
}
