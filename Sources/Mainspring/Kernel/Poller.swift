internal import CLinux
internal import Glibc
import Synchronization

/// One epoll: what a loop sleeps in.
///
/// The wake-up descriptor and the main queue's are edge-triggered and stay in it; others are level-triggered. It hands
/// out events in the kernel's order of readiness. Guarded by its loop's lock, but for `wait`, which the loop's thread
/// alone calls.
///
/// If the process cannot open a descriptor, there is no epoll until ``open(wake:)`` succeeds. A wait then returns
/// ``Event/unusable``, and changes are only checked. Meanwhile the loop polls its descriptors itself.
struct Poller: ~Copyable {
    /// What a wait found.
    enum Event {
        /// The time was over, or a signal came.
        case nothing
        /// One of the loop's own descriptors.
        case own(Own)
        /// A descriptor of the loop's table, by number and generation.
        case descriptor(Int32, generation: UInt32, events: UInt32)
        /// There is no epoll, or its number no longer refers to one.
        case unusable
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

    /// Negative while there is no epoll. The loop's thread writes it with the loop's lock held, and reads it without.
    private let number = Atomic<Int32>(-1)
    /// The process that opened the epoll. In a child made by fork a wait traps, and a change does nothing.
    private let process = OwnProcess()

    deinit { closeEpoll() }

    /// The epoll's number. Negative while there is no epoll.
    var epoll: Int32 { number.load(ordering: .relaxed) }

    /// Whether there is an epoll.
    @inline(__always)
    var isOpen: Bool { epoll >= 0 }

    /// Makes an epoll that watches a wake-up descriptor. Returns an errno, 0 for success.
    func open(wake: Int32) -> Int32 {
        let fresh = epoll_create1(Int32(O_CLOEXEC))
        guard fresh >= 0 else { return errno }
        number.store(fresh, ordering: .relaxed)
        let failure = add(wake, as: .wake)
        if failure != 0 { closeEpoll() }
        return failure
    }

    /// Closes the epoll. Only a new epoll drops a registration whose descriptor was closed while a duplicate is open.
    /// The caller opens one and adds all registrations again.
    func closeEpoll() {
        if isOpen { close(epoll) }
        forgetEpoll()
    }

    /// Forgets an epoll that other code has closed. Its number may refer to another file.
    func forgetEpoll() { number.store(-1, ordering: .relaxed) }

    /// Whether the number still refers to an epoll in which a descriptor is registered. Changes nothing.
    func holds(_ descriptor: Int32) -> Bool {
        guard process.isCurrent, isOpen else { return true }
        return Self.isRegistered(descriptor, in: epoll)
    }

    /// Whether a number refers to an epoll in which a descriptor is registered. Changes nothing.
    private static func isRegistered(_ descriptor: Int32, in epoll: Int32) -> Bool {
        var event = epoll_event()
        if epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 {
            epoll_ctl(epoll, EPOLL_CTL_DEL, descriptor, &event)
            return false
        }
        return errno == EEXIST
    }

    /// Waits for an event; below zero without end.
    @inline(__always)
    func wait(nanoseconds: Int64) -> Event {
        process.require()
        var events = mainspring_events()
        let count = mainspring_epoll_wait(epoll, &events, 1, nanoseconds)
        return count > 0 ? Self.event(events.first) : Self.event(failure: count)
    }

    /// Waits for an event, and says which one comes behind it. Where none does, nothing else is ready.
    @inline(__always)
    func waitForTwo(nanoseconds: Int64) -> (first: Event, second: Event) {
        process.require()
        var events = mainspring_events()
        let count = mainspring_epoll_wait(epoll, &events, 2, nanoseconds)
        guard count > 0 else { return (Self.event(failure: count), .nothing) }
        return (Self.event(events.first), count > 1 ? Self.event(events.second) : .nothing)
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

    /// The event for a wait that returned none: 0 after a timeout, or a negated errno.
    @inline(__always)
    private static func event(failure: Int32) -> Event { failure == 0 || failure == -EINTR ? .nothing : .unusable }

    /// Whether a wait would find something at once; nil where there is no epoll.
    var isReadable: Bool? { poll(milliseconds: 0) }

    /// Sleeps until a wait would find something, or a signal comes; takes nothing. False where there is no epoll.
    func waitUntilReadable() -> Bool { poll(milliseconds: -1) != nil }

    private func poll(milliseconds: Int32) -> Bool? {
        // With a number below zero poll would wait for nothing.
        guard isOpen else { return nil }
        var request = pollfd(fd: epoll, events: Int16(POLLIN), revents: 0)
        guard Glibc.poll(&request, 1, milliseconds) == 1 else { return false }
        return request.revents & Int16(POLLNVAL) == 0 ? true : nil
    }

    /// Which of some events still hold for a descriptor, without waiting; of a number that means no file, none.
    static func stillHolding(_ events: UInt32, of descriptor: Int32) -> UInt32 {
        // The bits of poll and of epoll are the same.
        var request = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
        guard Glibc.poll(&request, 1, 0) == 1, request.revents & Int16(POLLNVAL) == 0 else { return 0 }
        return UInt32(UInt16(bitPattern: request.revents))
    }

    /// Whether a number refers to an event descriptor, a timer descriptor or an epoll: these have no file type.
    static func isOfKernel(_ descriptor: Int32) -> Bool {
        var status = stat()
        return fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == 0
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

    /// Makes an epoll in which this one stands alone, for a host: it stays when this one is rebuilt. Returns a number
    /// below zero, and leaves an errno, where the process has no descriptor left.
    func makeFrame() -> Int32 {
        let frame = epoll_create1(Int32(O_CLOEXEC))
        if frame >= 0 { stand(in: frame) }
        return frame
    }

    /// Puts this epoll into its frame, again after it was rebuilt.
    func stand(in frame: Int32) {
        guard process.isCurrent, isOpen else { return }
        var event = epoll_event()
        event.events = EPOLLIN.rawValue
        epoll_ctl(frame, EPOLL_CTL_ADD, epoll, &event)
    }

    /// Whether this epoll stands in a frame.
    func stands(in frame: Int32) -> Bool {
        guard process.isCurrent, isOpen else { return true }
        return Self.isRegistered(epoll, in: frame)
    }

    /// Watches one of the loop's own descriptors. Returns an errno, 0 for success.
    @discardableResult
    func add(_ descriptor: Int32, as own: Own) -> Int32 {
        guard process.isCurrent, isOpen else { return 0 }
        return Self.add(descriptor, as: own, to: epoll)
    }

    /// Watches one of a loop's own descriptors by an epoll. Safe in a signal handler. Returns an errno, 0 for success.
    @discardableResult
    static func add(_ descriptor: Int32, as own: Own, to epoll: Int32) -> Int32 {
        var event = epoll_event()
        event.events = own == .foundation ? EPOLLIN.rawValue : EPOLLIN.rawValue | EPOLLET.rawValue
        event.data.u64 = own.rawValue
        return epoll_ctl(epoll, EPOLL_CTL_ADD, descriptor, &event) == 0 ? 0 : errno
    }

    private func control(_ operation: Int32, _ descriptor: Int32, _ generation: UInt32, _ mask: UInt32) -> Int32 {
        guard process.isCurrent else { return 0 }
        guard isOpen else { return Self.checkWithoutEpoll(operation, descriptor) }
        var event = epoll_event()
        // A hang-up is told whatever the mask is: to those who want nothing once, which is once too often, but not for
        // ever.
        event.events = mask == 0 ? EPOLLONESHOT.rawValue : mask
        event.data.u64 = UInt64(generation) << 32 | UInt64(UInt32(bitPattern: descriptor))
        return epoll_ctl(epoll, operation, descriptor, &event) == 0 ? 0 : errno
    }
    /// Returns the errno that an epoll would return, 0 for success.
    private static func checkWithoutEpoll(_ operation: Int32, _ descriptor: Int32) -> Int32 {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return EBADF }
        let kind = status.st_mode & S_IFMT
        return operation == EPOLL_CTL_ADD && (kind == S_IFREG || kind == S_IFDIR) ? EPERM : 0
    }
}
